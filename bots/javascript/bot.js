#!/usr/bin/env node
// A starter bot for arena in JavaScript (Node). Your part is `choose`; the protocol and the rules are done.
//
// Play:      arena --a 'exec:"node bot.js"' --b smart:6
// Protocol:  docs/bots/PROTOCOLS.md
'use strict';

/**
 * Returns the move to play. Replace this one: it picks a move by a checksum of the position.
 *
 * position.legalMoves()  the legal moves, as numbers from 1; empty when the game is over
 * position.play(move)    the position after a legal move
 * position.side          the side to move: 0 moves first, 1 second
 * limits                 what `go` said, such as {movetime: 1000} (milliseconds), {nodes: 5000}, {depth: 6} or
 *                        {p1time: 60000, p2time: 60000, p1inc: 0, p2inc: 0}; {} for no limit
 */
function choose(position, limits) {
  const moves = position.legalMoves();
  return moves[position.checksum() % moves.length];
}

/** `rows[side]` holds the side's holes 1 to n, then its pot. Side 0 is South, side 1 is North. */
class Kalah {
  constructor(side, rows, emptyCapture) {
    Object.assign(this, { side, rows, emptyCapture });
  }

  static parse(text, spec) {
    if (!/^[sn](:\d+(,\d+)+){2}$/.test(text)) throw new Error('not a position of Kalah');
    const rows = text.slice(2).split(':').map((row) => row.split(',').map(Number));
    if (rows[0].length !== rows[1].length) throw new Error('the rows differ');
    return new Kalah('sn'.indexOf(text[0]), rows, spec.endsWith(':empty-capture'));
  }

  isOver() {
    return this.rows.some((row) => row.slice(0, -1).every((beans) => beans === 0));
  }

  legalMoves() {
    if (this.isOver()) return [];
    return numbersWhere(this.rows[this.side].slice(0, -1), (beans) => beans > 0);
  }

  play(move) {
    const rows = this.rows.map((row) => [...row]);
    const [own, other] = [rows[this.side], rows[1 - this.side]];
    const n = own.length - 1;
    // Steps in the order of sowing: the own holes, the own pot, the other side's holes. South sows to the right, North
    // to the left.
    let hole = move - 1;
    let step = this.side === 0 ? hole : n - 1 - hole;
    let beans = own[hole];
    own[hole] = 0;
    for (; beans > 0; beans--) {
      step = (step + 1) % (2 * n + 1);
      const along = step <= n ? step : step - n - 1;
      const toTheRight = (step <= n) === (this.side === 0);
      hole = step === n ? n : toTheRight ? along : n - 1 - along;
      (step <= n ? own : other)[hole]++;
    }
    if (step < n && own[hole] === 1 && (other[hole] > 0 || this.emptyCapture)) {
      own[n] += 1 + other[hole];
      own[hole] = other[hole] = 0;
    }
    const next = new Kalah(step === n ? this.side : 1 - this.side, rows, this.emptyCapture);
    if (next.isOver()) {
      next.rows = rows.map((row) => row.map((_, i) => (i < n ? 0 : row.reduce((a, b) => a + b))));
    }
    return next;
  }

  checksum() {
    return checksum([this.side, ...this.rows.flat()]);
  }
}

/** Connect-N and m,n,k. Cells run row by row from the top left: 0 empty, 1 first (x), 2 second (o). */
class Grid {
  constructor(side, cells, columns, inARow, falls) {
    Object.assign(this, { side, cells, columns, inARow, falls });
  }

  static parse(text, spec) {
    if (!/^[xo]:[.xo/]+$/.test(text)) throw new Error('not a grid');
    const rows = text.slice(2).split('/');
    if (rows.some((row) => row.length !== rows[0].length)) throw new Error('the rows differ');
    const cells = [...rows.join('')].map((cell) => '.xo'.indexOf(cell));
    return new Grid('xo'.indexOf(text[0]), cells, rows[0].length, sizes(spec)[2], spec.startsWith('connect'));
  }

  legalMoves() {
    if (this.cells.some((_, cell) => this.hasLineFrom(cell))) return [];
    return numbersWhere(this.falls ? this.cells.slice(0, this.columns) : this.cells, (cell) => cell === 0);
  }

  play(move) {
    let cell = move - 1;
    while (this.falls && this.cells[cell + this.columns] === 0) cell += this.columns;
    const cells = [...this.cells];
    cells[cell] = this.side + 1;
    return new Grid(1 - this.side, cells, this.columns, this.inARow, this.falls);
  }

  /** Whether N in a row begin at a cell. */
  hasLineFrom(cell) {
    const { cells, columns, inARow } = this;
    return cells[cell] !== 0 && [[0, 1], [1, 0], [1, 1], [1, -1]].some(([down, right]) => {
      const lastColumn = (cell % columns) + (inARow - 1) * right;
      if (lastColumn < 0 || lastColumn >= columns) return false;
      const step = down * columns + right;
      for (let i = 1; i < inARow; i++) if (cells[cell + i * step] !== cells[cell]) return false;
      return true;
    });
  }

  checksum() {
    return checksum([this.side, ...this.cells]);
  }
}

/** The numbers, from 1, of the places that satisfy a condition. */
function numbersWhere(places, condition) {
  return places.flatMap((place, index) => (condition(place) ? [index + 1] : []));
}

function checksum(numbers) {
  return numbers.reduce((sum, number) => (sum * 31 + number) % 2 ** 32, 0);
}

/** The sizes in a game's spec: kalah:6x4 gives [6, 4]. */
function sizes(spec) {
  const [name, rest] = spec.split(':');
  return (rest ?? { kalah: '6x4', connect: '7x6x4', mnk: '3x3x3' }[name]).split('x').map(Number);
}

/** The start position of a game, as text. */
function start(spec) {
  const [first, second] = sizes(spec);
  if (spec.startsWith('kalah')) {
    const row = `:${`${second},`.repeat(first)}0`;
    return `s${row}${row}`;
  }
  return `x:${Array(second).fill('.'.repeat(first)).join('/')}`;
}

/** Reads what follows `position`: startpos or fen POSITION, then perhaps moves M1 M2 … */
function readPosition(words, spec) {
  const text = words[0] === 'startpos' ? start(spec) : words[1];
  let position = /^[sn]/.test(text) ? Kalah.parse(text, spec) : Grid.parse(text, spec);
  for (const word of words.slice(words[0] === 'startpos' ? 2 : 3)) {
    if (!position.legalMoves().includes(Number(word))) throw new Error(`illegal move ${word}`);
    position = position.play(Number(word));
  }
  return position;
}

/** Reads what follows `go`: pairs of a name and a number; other words are skipped. */
function readLimits(words) {
  const limits = {};
  words.forEach((name, i) => {
    if (/^\d+$/.test(words[i + 1])) limits[name] = Number(words[i + 1]);
  });
  return limits;
}

const spec = process.env.ARENA_GAME || 'kalah:6x4';
let position = readPosition(['startpos'], spec);

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === 'ugi') {
    console.log('id name starter\nugiok');
  } else if (command === 'isready') {
    console.log('readyok');
  } else if (command === 'position') {
    try {
      position = readPosition(words, spec);
    } catch {
      console.log(`info string cannot read this position: ${words.join(' ')}`);
    }
  } else if (command === 'go') {
    const over = position.legalMoves().length === 0;
    console.log(`bestmove ${over ? 'none' : choose(position, readLimits(words))}`);
  } else if (command === 'quit') {
    process.exit(0);
  }
  // Nothing to do for setoption, uginewgame and stop; unknown lines are skipped.
});
