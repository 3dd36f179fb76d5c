// The table of games and the board. There are no rules in here: the page has every position of its games.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const RESULTS = ["0-1", "½-½", "1-0"];
  const ROWS = 50;

  // An element with attributes and children; texts are always text.
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const draw = (name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const short = (name) => (name.length > 40 ? name.slice(0, 39) + "…" : name);
  const nameOf = (name) => make("bdi", { class: "name", title: name.slice(0, 300) }, short(name));
  // A command is broken at its spaces only, as the ones in the page are.
  const wordsOf = (text) => text.split(" ").flatMap((word, i) => [i ? " " : "", make("span", { class: "word" }, word)]);
  const button = (text, label, act) => {
    const element = make("button", { type: "button" }, text);
    if (label) { element.setAttribute("aria-label", label); element.title = label; }
    element.addEventListener("click", act);
    return element;
  };
  const copy = async (text, element) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make("textarea", { readonly: "" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    element.textContent = "Copied";
    setTimeout(() => { element.textContent = "Copy"; }, 1500);
  };

  // The positions of a game: for a grid the side to move and the cells, for holes [side, counts], otherwise the drawing.
  const positions = (board, encoded) => {
    if (!encoded) return [];
    if (board.kind === "text") return encoded;
    const parts = encoded[0].split(";");
    if (board.kind === "holes") {
      return parts.map((part) => {
        const counts = [];
        for (const [, digit, number] of part.slice(1).matchAll(/([0-9a-zA-Z])|\((\d+)\)/g)) {
          counts.push(digit === undefined ? Number(number) : DIGITS.indexOf(digit));
        }
        return { side: part[0], counts };
      });
    }
    let text = parts[0];
    return parts.map((part, i) => {
      if (i > 0) {
        const letters = [...text];
        for (const change of part.split(",")) if (change) letters[parseInt(change, 10)] = change.slice(-1);
        text = letters.join("");
      }
      return { side: text[0], cells: text.slice(1) };
    });
  };
  // The position as arena writes it, where that is the side to move and the board.
  const textOf = (board, position) => {
    if (board.kind === "text" || position.side === "-") return "";
    const rows = [];
    if (board.kind === "grid") {
      for (let at = 0; at < position.cells.length; at += board.columns) rows.push(position.cells.slice(at, at + board.columns));
      return `${position.side}:${rows.join("/")}`;
    }
    const half = position.counts.length / 2;
    return `${position.side}:${position.counts.slice(0, half).join(",")}:${position.counts.slice(half).join(",")}`;
  };

  const boards = {
    // As arena draws it in text: second on top with its pot on the left, first below.
    holes(board, position, before, names) {
      const n = position.counts.length / 2 - 1;
      const width = 130 + n * 62;
      const svg = draw("svg", { viewBox: `0 0 ${width} 190`, role: "img" });
      svg.append(draw("rect", { class: "wood", x: 1, y: 26, width: width - 2, height: 138, rx: 26 }));
      const pit = (index, x, y, rx, ry) => {
        const [count, old] = [position.counts[index], before ? before.counts[index] : position.counts[index]];
        const change = count === old ? "" : count > old ? " changed" : " emptied";
        svg.append(draw("ellipse", { class: "pit" + change, cx: x, cy: y, rx, ry }));
        svg.append(draw("text", { class: "beans", x, y: y + 6 }, String(count)));
      };
      pit(2 * n + 1, 34, 95, 22, 54);
      pit(n, width - 34, 95, 22, 54);
      for (let hole = 0; hole < n; hole += 1) {
        const x = 96 + hole * 62;
        const above = board.around ? n - 1 - hole : hole;
        pit(n + 1 + above, x, 62, 25, 25);
        pit(hole, x, 128, 25, 25);
        svg.append(draw("text", { class: "small", x, y: 17 }, String(above + 1)));
        svg.append(draw("text", { class: "small", x, y: 183 }, String(hole + 1)));
      }
      svg.append(draw("text", { class: "small", x: 34, y: 17 }, names[1]));
      svg.append(draw("text", { class: "small", x: width - 34, y: 183 }, names[0]));
      return svg;
    },
    grid({ look, labels, columns, letters }, { cells }, before, names, decisive) {
      const rows = cells.length / columns;
      const byRow = labels === "fromtop" || labels === "frombottom";
      const left = byRow ? 26 : 0;
      const [width, height] = [left + columns * 50 + 4, rows * 50 + (labels === "numbers" ? 4 : 24)];
      const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
      svg.append(draw("rect", { class: "cells", x: left + 1, y: 1, width: columns * 50 + 2, height: rows * 50 + 2, rx: 8 }));
      [...cells].forEach((piece, cell) => {
        const [r, c] = [Math.floor(cell / columns), cell % columns];
        const [x, y] = [left + c * 50 + 27, r * 50 + 27];
        const side = letters.findIndex((own) => own.includes(piece));
        if (look === "discs") svg.append(draw("circle", { class: side < 0 ? "hole" : `piece${side}`, cx: x, cy: y, r: 20 }));
        else if (look !== "chess") svg.append(draw("rect", { class: "hole", x: x - 23, y: y - 23, width: 46, height: 46, rx: 4 }));
        else if ((r + c) % 2 === 0) svg.append(draw("rect", { class: "hole", x: x - 25, y: y - 25, width: 50, height: 50 }));
        if (look === "stones" && side >= 0) svg.append(draw("circle", { class: `piece${side}`, cx: x, cy: y, r: 18 }));
        if ((look === "discs" || look === "stones") && side === 1) svg.append(draw("circle", { class: "ring", cx: x, cy: y, r: 10 }));
        if (look === "marks" && side === 0) svg.append(draw("path", { class: "cross", d: `M${x - 12} ${y - 12}L${x + 12} ${y + 12}M${x + 12} ${y - 12}L${x - 12} ${y + 12}` }));
        if (look === "marks" && side === 1) svg.append(draw("circle", { class: "nought", cx: x, cy: y, r: 13 }));
        if (look === "chess" && side >= 0) {
          const glyph = "♟♞♝♜♛♚"["pnbrqk".indexOf(piece.toLowerCase())];
          svg.append(draw("text", { class: `man piece${side}`, x, y: y + 14 }, `${glyph}\uFE0E`));
        }
        if (labels === "numbers" && side < 0) svg.append(draw("text", { class: "small", x, y: y + 4 }, String(cell + 1)));
        if (before && before.cells[cell] !== piece) svg.append(draw("circle", { class: "last", cx: x, cy: y, r: 22 }));
        if (decisive.includes(cell)) svg.append(draw("circle", { class: "decisive", cx: x, cy: y, r: 21 }));
      });
      if (byRow) {
        for (let r = 0; r < rows; r += 1) svg.append(draw("text", { class: "small", x: 12, y: r * 50 + 31 }, String(labels === "fromtop" ? r + 1 : rows - r)));
      }
      if (labels !== "numbers") {
        const first = look === "marks" ? "A" : "a";
        const label = (c) => (byRow ? String.fromCharCode(first.charCodeAt(0) + c) : String(c + 1));
        for (let c = 0; c < columns; c += 1) svg.append(draw("text", { class: "small", x: left + c * 50 + 27, y: height - 4 }, label(c)));
      }
      return svg;
    },
    text: (board, position) => make("pre", {}, position),
  };

  // The values of both players for the first side, ply by ply. Large values are compressed.
  const curve = (values, sides, ply, names) => {
    const known = values.filter((value) => value !== null);
    const most = Math.max(4, ...known.map(Math.abs));
    const scale = (value) => (most > 200 ? Math.sign(value) * Math.log1p(Math.abs(value)) / Math.log1p(most) : value / most);
    const svg = draw("svg", { viewBox: "0 0 480 150", class: "plot", role: "img" });
    const x = (i) => 46 + ((i + 1) / values.length) * 424;
    const y = (value) => 66 - scale(value) * 54;
    svg.setAttribute("aria-label", `Values of the moves for ${names[0]}, ply by ply`);
    svg.append(draw("title", {}, `Values of the moves for ${names[0]}`));
    for (const value of [most, 0, -most]) {
      svg.append(draw("line", { class: value ? "grid" : "axis", x1: 46, x2: 470, y1: y(value), y2: y(value) }));
      svg.append(draw("text", { class: "tick", x: 40, y: y(value) + 4, "text-anchor": "end" }, value > 0 ? `+${value}` : String(value)));
    }
    ["0", "1"].forEach((side, i) => {
      const points = values.map((value, at) => [value, at]).filter(([value, at]) => value !== null && sides[at] === side);
      const path = points.map(([value, at], k) => `${k ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
      svg.append(draw("path", { class: `line s${i}`, d: path }));
    });
    svg.append(draw("line", { class: "mark", x1: x(ply - 1), x2: x(ply - 1), y1: 8, y2: 124 }));
    svg.append(draw("text", { class: "title", x: 258, y: 145, "text-anchor": "middle" }, `ply; above 0 is better for ${names[0]}`));
    return svg;
  };

  class Games {
    constructor(root) {
      this.root = root;
      this.data = JSON.parse(root.querySelector("script.data").textContent);
      this.viewer = root.querySelector(".viewer");
      this.body = root.querySelector("tbody");
      this.more = root.querySelector(".more");
      this.order = { key: "notable", down: false };
      this.limit = ROWS;
      this.byNumber = new Map(this.data.games.map((game) => [game.n, game]));
      this.makeFilters();
      this.makeHeads();
      this.viewer.addEventListener("keydown", (event) => this.key(event));
      this.list();
    }

    makeFilters() {
      const root = this.root.querySelector(".filters");
      const choice = (label, entries) => {
        const select = make("select", {}, ...entries.map(([value, text]) => make("option", { value }, text)));
        select.addEventListener("change", () => { this.limit = ROWS; this.list(); });
        root.append(make("label", {}, label, select));
        return select;
      };
      const reasons = [...new Set(this.data.games.map((game) => game.w))].sort();
      this.player = choice("player", [["", "all"], ...this.data.players.map((name, i) => [String(i), short(name)])]);
      this.result = choice("result", [["", "all"], ["won", "won"], ["drawn", "drawn"], ["lost", "lost"], ["2", "first won"], ["0", "second won"]]);
      this.reason = choice("reason", [["", "all"], ...reasons.map((reason) => [reason, reason])]);
      this.notable = choice("notable for", [["", "all"], ...this.data.chosen.map((why, i) => [String(i), why])]);
      this.count = make("output", {});
      root.append(this.count);
      root.hidden = false;
    }

    makeHeads() {
      for (const head of this.root.querySelectorAll("th[data-sort]")) {
        const sort = button(head.textContent, "", () => {
          const key = head.dataset.sort;
          const first = ["plies", "margin"].includes(key);
          this.order = { key, down: this.order.key === key ? !this.order.down : first };
          for (const other of this.root.querySelectorAll("th[data-sort]")) other.removeAttribute("aria-sort");
          head.setAttribute("aria-sort", this.order.down ? "descending" : "ascending");
          this.list();
        });
        sort.className = "sort";
        head.replaceChildren(sort);
      }
    }

    chosen() {
      const player = this.player.value === "" ? null : Number(this.player.value);
      const wanted = this.result.value;
      const fits = (game) => {
        if (player !== null && !game.p.includes(player)) return false;
        if (this.reason.value && game.w !== this.reason.value) return false;
        if (this.notable.value && !(game.c || []).includes(Number(this.notable.value))) return false;
        if (wanted === "" ) return true;
        if (wanted === "drawn") return game.r === 1;
        if (wanted === "0" || wanted === "2") return game.r === Number(wanted);
        const winner = game.r === 1 ? null : game.p[game.r === 2 ? 0 : 1];
        if (player === null) return winner !== null;
        return winner !== null && (winner === player) === (wanted === "won");
      };
      const keys = {
        game: (game) => game.n,
        first: (game) => this.data.players[game.p[0]],
        second: (game) => this.data.players[game.p[1]],
        result: (game) => game.r,
        reason: (game) => game.w,
        plies: (game) => game.l ?? -1,
        margin: (game) => this.margin(game) ?? -1,
        notable: (game) => game.c?.[0] ?? this.data.chosen.length,
      };
      const games = this.data.games.filter(fits);
      const key = keys[this.order.key];
      if (key) {
        const sign = this.order.down ? -1 : 1;
        games.sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : a.n - b.n));
      }
      return games;
    }

    margin(game) {
      return game.s ? Math.abs(game.s[0] - game.s[1]) : null;
    }

    list() {
      const games = this.chosen();
      const cell = (text, number) => make("td", number ? { class: "number" } : {}, text);
      const rows = games.slice(0, this.limit).map((game) => {
        const link = make("a", { href: this.link(game.n, null) }, String(game.n));
        const row = make("tr", { "data-game": game.n }, cell(link, true), cell(nameOf(this.data.players[game.p[0]])),
          cell(nameOf(this.data.players[game.p[1]])), cell(RESULTS[game.r]), cell(game.w), cell(String(game.l ?? ""), true),
          cell(String(this.margin(game) ?? ""), true), cell(this.notableFor(game)));
        if (this.game && this.game.n === game.n) row.setAttribute("aria-current", "true");
        return row;
      });
      this.body.replaceChildren(...rows);
      this.count.textContent = `${games.length.toLocaleString("en")} of ${this.data.games.length.toLocaleString("en")} games`;
      this.more.replaceChildren();
      if (games.length > this.limit) {
        this.more.append(button("Show more", "", () => { this.limit += 4 * ROWS; this.list(); }));
      }
    }

    notableFor(game) {
      return (game.c || []).map((why) => this.data.chosen[why]).join(", ");
    }

    link(game, ply) {
      return `#run=${this.data.run}&game=${game}` + (ply === null ? "" : `&ply=${ply}`);
    }

    // Shows a game; without a ply, from its beginning.
    open(number, ply) {
      const game = this.byNumber.get(number);
      if (!game) {
        this.game = null;
        this.viewer.hidden = false;
        this.viewer.replaceChildren(make("p", {}, `Game ${number} is not on this page. Show it with: `, make("code", {}, ...wordsOf(`${this.data.show} --game ${number}`))));
        return;
      }
      if (this.game !== game) {
        this.game = game;
        this.positions = positions(this.data.board, game.d);
        this.moves = game.m ? game.m.split(" ") : [];
        this.frame();
        for (const row of this.body.rows) row.toggleAttribute("aria-current", Number(row.dataset.game) === number);
      }
      this.step(Math.min(Math.max(ply ?? 0, 0), this.moves.length));
    }

    // The parts of the viewer that stay while a game is stepped through.
    frame() {
      const { game, data } = this;
      const [first, second] = game.p.map((player) => nameOf(data.players[player]));
      const score = game.s ? ` · ${game.s[0]} to ${game.s[1]}` : "";
      const go = (ply) => () => this.go(ply());
      this.buttons = [
        button("«", "First position (Home)", go(() => 0)),
        button("‹", "Back (left arrow)", go(() => this.ply - 1)),
        button("›", "Forward (right arrow)", go(() => this.ply + 1)),
        button("»", "Last position (End)", go(() => this.moves.length)),
      ];
      this.where = make("output", {});
      this.board = make("div", { class: "board" });
      this.note = make("p", { class: "said-of", "aria-live": "polite" });
      this.text = make("code", { class: "position" });
      this.graph = make("div", {});
      const noted = new Set((game.e || []).map(([ply]) => ply));
      this.moveButtons = this.moves.map((move, i) => {
        const element = button(move, "", () => this.go(i + 1));
        element.className = `${{ 0: "first", 1: "second" }[(game.t || "")[i]] ?? ""}${noted.has(i + 1) ? " noted" : ""}`;
        return element;
      });
      const list = make("ol", { class: "moves", "aria-label": "Moves" });
      for (let i = 0; i < this.moveButtons.length; i += 10) {
        const ten = make("span", { class: "ten" }, ...this.moveButtons.slice(i, i + 10));
        list.append(make("li", {}, make("span", { class: "ply", "aria-hidden": "true" }, String(i + 1)), ten));
      }
      this.command = make("code", {});
      // Without rules there is nothing to show.
      const command = make("div", data.board ? { class: "command" } : { class: "command", hidden: "" }, this.command);
      const copyButton = button("Copy", "", () => copy(this.command.textContent, copyButton));
      command.append(copyButton);
      this.viewer.replaceChildren(
        make("h3", {}, `Game ${game.n}: `, first, ` (${data.sides[0]}) – `, second, ` (${data.sides[1]})`),
        make("p", { class: "muted" }, `${RESULTS[game.r]}${score} · ${game.w}${game.c ? ` · ${this.notableFor(game)}` : ""}`),
        make("div", { class: "viewer-body" },
          make("div", {}, this.board, make("div", { class: "steps" }, ...this.buttons, this.where), this.note, this.graph),
          make("div", {}, make("p", { class: "muted" }, game.t ? "Moves of " : "Moves", ...(game.t ? [make("span", { class: "side0" }, data.sides[0]), " and ", make("span", { class: "side1" }, data.sides[1])] : []), noted.size ? "; underlined ones capture or move again" : ""), list)),
        command,
        make("p", { class: "muted" }, this.text));
      this.viewer.hidden = false;
    }

    go(ply) {
      const to = Math.min(Math.max(ply, 0), this.moves.length);
      history.replaceState(null, "", this.link(this.game.n, to));
      this.step(to);
    }

    step(ply) {
      const { game, data } = this;
      this.ply = ply;
      const position = this.positions[ply];
      const decisive = ply === this.moves.length ? game.f || [] : [];
      if (position !== undefined) {
        const board = boards[data.board.kind](data.board, position, this.positions[ply - 1], data.sides, decisive);
        if (board.setAttribute) board.setAttribute("aria-label", `Position after ${ply} plies: ${textOf(data.board, position)}`);
        this.board.replaceChildren(board);
        this.text.textContent = textOf(data.board, position);
      } else {
        this.board.replaceChildren(make("p", { class: "muted" }, data.boardless ?? "The rules of this game are not known here, so there is no board."));
      }
      this.where.textContent = `ply ${ply} of ${this.moves.length}`;
      this.note.textContent = this.sentence(ply);
      this.buttons.forEach((element, i) => { element.disabled = i < 2 ? ply === 0 : ply === this.moves.length; });
      this.moveButtons.forEach((element, i) => element.toggleAttribute("aria-current", i === ply - 1));
      const current = this.moveButtons[ply - 1];
      if (current) {
        const list = current.closest(".moves");
        list.scrollTop = current.offsetTop - list.clientHeight / 2;
      }
      if (game.v) this.graph.replaceChildren(curve(game.v, game.t, ply, data.sides));
      this.command.replaceChildren(...wordsOf(`${data.show} --game ${game.n} --ply ${ply}`));
    }

    sentence(ply) {
      const { game, data } = this;
      const ending = ply === this.moves.length && game.z ? ` ${game.z}` : "";
      const forfeit = ply === this.moves.length && game.w !== "normal" ? ` The game ended here: ${game.w}.` : "";
      if (ply === 0) return (this.positions.length ? "The opening." : "") + ending + forfeit;
      const who = game.t ? `${data.sides[Number(game.t[ply - 1])] ?? ""} plays ${data.place}`.trim() : "Move";
      const effects = (game.e || []).filter(([at]) => at === ply).flatMap(([, ...numbers]) => numbers.map((i) => data.effects[i]));
      const value = game.v && game.v[ply - 1] !== null ? ` Its value for ${data.sides[0]}: ${game.v[ply - 1]}.` : "";
      return `${who} ${this.moves[ply - 1]}. ${effects.join(" ")}${value}${ending}${forfeit}`.trim();
    }

    key(event) {
      if (!this.game || event.altKey || event.ctrlKey || event.metaKey) return;
      const steps = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.moves.length };
      if (!(event.key in steps)) return;
      event.preventDefault();
      this.go(steps[event.key]);
    }
  }

  const runs = new Map();
  for (const root of document.querySelectorAll(".games")) {
    const games = new Games(root);
    runs.set(games.data.run, games);
  }
  for (const element of document.querySelectorAll("button[data-copy]")) {
    element.hidden = false;
    element.addEventListener("click", () => copy(element.previousElementSibling.textContent, element));
  }
  // A table that is wider than the page fades out on the right, and says that there is more.
  for (const box of document.querySelectorAll(".scroll")) {
    const hint = make("p", { class: "hint", hidden: "" }, "Scroll sideways for more columns →");
    box.before(hint);
    const update = () => {
      hint.hidden = box.scrollWidth <= box.clientWidth + 1;
      box.classList.toggle("cut", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
      if (hint.hidden) box.removeAttribute("tabindex");
      else box.setAttribute("tabindex", "0");
    };
    box.addEventListener("scroll", update, { passive: true });
    const watch = new ResizeObserver(update);
    for (const element of [box, ...box.children]) watch.observe(element);
  }
  const follow = () => {
    const link = new URLSearchParams(location.hash.slice(1));
    const games = runs.get(Number(link.get("run") ?? 1));
    if (!games || !link.has("game")) return;
    games.open(Number(link.get("game")), link.has("ply") ? Number(link.get("ply")) : null);
    games.viewer.focus({ preventScroll: true });
    games.viewer.scrollIntoView({ block: "nearest" });
  };
  for (const games of runs.values()) games.open(games.data.games[0].n, null);
  addEventListener("hashchange", follow);
  follow();
})();
