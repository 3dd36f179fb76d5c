//! `arena review`: how good the moves of a run were, measured against perfect play.
//!
//! Every game is judged alone, from an empty transposition table and with a budget of nodes for each position, so the results do not
//! depend on the number of threads. Games are judged in parallel and recorded in order.

mod judge;
mod part;
mod tally;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;
use serde_json::{Value, json};

use super::args::ReviewArgs;
use super::failure::Failure;
use super::resolve;
use super::run::progress_mode;
use crate::digest::Digest;
use crate::games::{AnyPosition, Move};
use crate::interrupt;
use crate::play::host::{GameHost, GameSpec};
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::report::progress::Progress;
use crate::report::so_far::SoFar;
use crate::run::session::all_cores;
use crate::search::solve::{Endgames, Memory, endgame_beans};
use crate::store::games_file::{self, Columns, GamesError};
use crate::store::origin::Origin;
use judge::JudgedMove;
use part::{JudgedGame, Part};
use tally::{PlayerTally, Players};

/// The results, by player and phase.
const REVIEW: &str = "review.csv";

/// A row for each move.
const REVIEW_MOVES: &str = "review_moves.csv";

/// The memory of the endgame tables, and of the transposition table of each thread.
const MEMORY: Memory = Memory { endgames: 32 << 20, transpositions: 64 << 20 };

/// The games that are judged before they are recorded.
const AT_ONCE: usize = 64;

/// The worst moves that are shown.
const WORST: usize = 10;

/// A game of the run.
struct Game {
    /// Its number, from 1.
    number: usize,
    players: [String; 2],
    opening: AnyPosition,
    moves: Vec<Move>,
}

/// Runs the command.
pub(super) fn run(args: &ReviewArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let Run { spec, host, games } = load(&args.folder)?;
    let games = sampled(games, args.sample);
    let key = key(&spec, &games, args);
    let (mut part, mut judged) = Part::open(&args.folder, &key)?;
    judged.truncate(games.len());
    let mut progress =
        Progress::begin(progress_mode(args.no_progress), games.len() as u64, judged.len() as u64);
    let finished = judge_all(args, host.as_ref(), &games, &mut part, &mut judged, &mut progress);
    progress.end();
    if !finished? {
        let done = format!("{} of {}", grouped(judged.len() as u64), counted(games.len() as u64, "game"));
        let advice = "run the same command again to continue";
        return Err(Failure::Interrupted(format!("interrupted after {done}: {advice}")));
    }
    let players = tallies(&games, &judged);
    write_whole(&args.folder.join(REVIEW), &tally::csv(&players).map_err(io::Error::from)?)?;
    if args.moves {
        write_whole(&args.folder.join(REVIEW_MOVES), &moves_csv(&games, &judged).map_err(io::Error::from)?)?;
    }
    part.remove()?;
    let counts_points = judged.iter().flatten().any(|judged| judged.beans.is_some());
    if args.json {
        writeln!(out, "{}", to_json(&args.folder, &players))?;
        return Ok(());
    }
    writeln!(out, "{}.\n", paint.strong(&tally::sentence(&players, counts_points)))?;
    write!(out, "{}", tally::table(&players, paint))?;
    write!(out, "{}", worst(&spec, &games, &judged, counts_points))?;
    Ok(())
}

/// The rules of a run, and its games.
struct Run {
    spec: GameSpec,
    host: Box<dyn GameHost>,
    games: Vec<Game>,
}

/// Reads a run.
fn load(folder: &Path) -> Result<Run, Failure> {
    let path = resolve::games_path(folder);
    let Some(origin) = Origin::beside(&path) else {
        let problem = format!("{} is not the folder of a run", folder.display());
        return Err(Failure::Usage(format!(
            "{problem}\ngive the folder that arena wrote, with its run.json"
        )));
    };
    let wrong_game = |error| Failure::in_flag("run.json", &error);
    let game: GameSpec = origin.game.parse().map_err(wrong_game)?;
    let (file, place) = resolve::games_file(folder)?;
    let mut lines = Vec::new();
    let wrong = |error: GamesError| Failure::Usage(error.to_string());
    games_file::read(file, &place, Columns::Results, |line, number| {
        lines.push((line, number));
        Ok(())
    })
    .map_err(wrong)?;
    let held: Vec<&str> =
        lines.iter().map(|(line, _)| line.opening.as_str()).filter(|text| !text.is_empty()).collect();
    let host = game.host_for(&held).map_err(wrong_game)?;
    let start = host.start();
    let mut games = Vec::new();
    for (at, (line, number)) in lines.iter().enumerate() {
        let problem = |error: crate::text::TextError| Failure::Usage(format!("{place}:{number}: {error}"));
        let opening = if line.opening.is_empty() {
            start.clone()
        } else {
            start.read(&line.opening).map_err(problem)?
        };
        let Some(moves) = &line.moves else {
            return Err(Failure::Usage(format!("{place} has no moves\ngive a run of arena")));
        };
        let (_, moves) = opening.play_list(moves).map_err(problem)?;
        games.push(Game { number: at + 1, players: line.players.clone(), opening, moves });
    }
    if games.is_empty() {
        return Err(Failure::Usage(format!("{place} has no games\nplay some first")));
    }
    Ok(Run { spec: game, host, games })
}

/// Evenly spread games with about this many positions.
fn sampled(games: Vec<Game>, sample: Option<u64>) -> Vec<Game> {
    let positions: u64 = games.iter().map(|game| game.moves.len() as u64).sum();
    let every = sample.map_or(1, |sample| positions.div_ceil(sample).max(1)) as usize;
    games.into_iter().step_by(every).collect()
}

/// What is reviewed, and how: two reviews with the same key have the same results.
fn key(game: &GameSpec, games: &[Game], args: &ReviewArgs) -> String {
    let mut texts = vec![game.to_string(), args.budget.to_string(), "1".to_owned()];
    for game in games {
        texts.push(game.opening.to_string());
        texts.push(crate::games::moves::listed(game.moves.iter().copied()));
        texts.extend(game.players.iter().cloned());
    }
    format!("review {:016x}", Digest::of(texts.iter().map(String::as_str)))
}

/// Judges the games that are not yet; `false` if that was interrupted.
fn judge_all(
    args: &ReviewArgs,
    host: &dyn GameHost,
    games: &[Game],
    part: &mut Part,
    judged: &mut Vec<JudgedGame>,
    progress: &mut Progress,
) -> Result<bool, Failure> {
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(crate::run::session::STACK).build();
    let pool = pool.map_err(|error| Failure::Io(io::Error::other(error)))?;
    let openings: Vec<&AnyPosition> = games.iter().map(|game| &game.opening).collect();
    let endgames = match host.endgames(&openings, MEMORY) {
        Some((rules, _)) => {
            let endgames = Endgames::of_beans(endgame_beans(rules, MEMORY));
            // On all threads, before they judge games.
            pool.install(|| endgames.table(rules).map(drop));
            endgames
        }
        None => Endgames::default(),
    };
    for games in games[judged.len()..].chunks(AT_ONCE) {
        let some: Option<Vec<JudgedGame>> = pool.install(|| {
            let solver = || host.solver(&openings, MEMORY, &endgames);
            let one = |solver: &mut Box<dyn crate::play::host::AnySolver>, game: &Game| {
                judge::judge(solver.as_mut(), &game.opening, &game.moves, args.budget, interrupt::flag())
            };
            games.par_iter().map_init(solver, one).collect()
        });
        let Some(some) = some else { return Ok(false) };
        part.add(&some)?;
        judged.extend(some);
        progress.update(judged.len() as u64, SoFar::default);
    }
    Ok(true)
}

/// The counts of all players, in order of appearance.
fn tallies(games: &[Game], judged: &[JudgedGame]) -> Players {
    let mut players: Players = Vec::new();
    for (game, moves) in games.iter().zip(judged) {
        for name in &game.players {
            if !players.iter().any(|(known, _)| known == name) {
                players.push((name.clone(), PlayerTally::default()));
            }
        }
        for judged in moves {
            let name = &game.players[judged.side.index()];
            if let Some((_, tally)) = players.iter_mut().find(|(known, _)| known == name) {
                tally.add(judged);
            }
        }
    }
    players
}

/// `review_moves.csv`.
fn moves_csv(games: &[Game], judged: &[JudgedGame]) -> csv::Result<Vec<u8>> {
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record(["game", "ply", "player", "move", "value_before", "value_after", "loss", "best"])?;
    for (game, moves) in games.iter().zip(judged) {
        for judged in moves {
            let known = |part: fn(judge::Judgement) -> i32| {
                judged.judgement.map_or(String::new(), |one| part(one).to_string())
            };
            let best =
                judged.judgement.and_then(|one| one.best).map_or(String::new(), |mv| mv.number().to_string());
            file.write_record([
                game.number.to_string(),
                judged.ply.to_string(),
                game.players[judged.side.index()].clone(),
                judged.mv.number().to_string(),
                known(|one| one.before),
                known(|one| one.after),
                known(judge::Judgement::loss),
                best,
            ])?;
        }
    }
    file.into_inner().map_err(|error| error.into_error().into())
}

/// Writes a file aside and moves it into place.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let aside = path.with_extension("csv.tmp");
    fs::write(&aside, bytes)?;
    fs::rename(&aside, path)?;
    Ok(())
}

/// The worst moves, each with the command that shows it.
fn worst(spec: &GameSpec, games: &[Game], judged: &[JudgedGame], counts_points: bool) -> String {
    let mut all: Vec<(&Game, &JudgedMove, i32)> = Vec::new();
    for (game, moves) in games.iter().zip(judged) {
        let losing = moves.iter().filter_map(|judged| Some((game, judged, judged.judgement?.loss())));
        all.extend(losing.filter(|&(_, _, loss)| loss > 0));
    }
    // The sort is stable: of equals, the first in the run comes first.
    all.sort_by_key(|&(_, _, loss)| -loss);
    let mut text = String::new();
    for (game, judged, loss) in all.into_iter().take(WORST) {
        let mut position = game.opening.clone();
        for &mv in &game.moves[..judged.ply - 1] {
            let _ = position.try_play(mv);
        }
        let player = &game.players[judged.side.index()];
        let best = judged.judgement.and_then(|one| one.best);
        let instead = best.map_or(String::new(), |mv| format!(", {} was best", mv.number()));
        text += &format!(
            "  game {}, ply {}: {player} played {} and lost {loss} {}{instead}\n    arena solve -g {spec} --position {position}\n",
            game.number,
            judged.ply,
            judged.mv.number(),
            tally::unit(counts_points),
        );
    }
    if text.is_empty() { text } else { format!("\nThe worst moves:\n{text}") }
}

/// The JSON of the command.
fn to_json(folder: &Path, players: &Players) -> Value {
    let rows: Vec<Value> = players
        .iter()
        .flat_map(|(player, tally)| {
            tally.phases().map(move |(phase, counts)| {
                json!({
                    "player": player, "phase": phase, "moves": counts.moves, "judged": counts.judged,
                    "best_share": counts.best_share(), "mean_loss": counts.mean_loss(),
                    "blunders": counts.blunders(), "won_thrown": counts.won_thrown,
                    "drawn_thrown": counts.drawn_thrown,
                })
            })
        })
        .collect();
    json!({ "run": folder.display().to_string(), "review": rows })
}
