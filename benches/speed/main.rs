//! The speed of the fast code, compared with two slow ways to do the same in the same run.
//!
//! ```text
//! cargo bench                        everything; the textbook takes minutes for a move at ten plies
//! cargo bench -- quick               fewer positions and repetitions: two minutes
//! cargo bench -- search matches      some of: perft, playouts, mcts, search, solve, matches, bots, build
//! cargo bench -- --markdown          the same as Markdown: docs/PERFORMANCE.md
//! ```
//!
//! - **textbook**: vectors, cloned for each move, and plain minimax (see [`textbook`]).
//! - **plain**: arena's own plain boards, which are arrays on the stack, with plain minimax.
//! - **fast**: what arena uses.
//!
//! All three get the same work, and their results must be the same. The machine may be busy, so the ways are timed
//! in turns by CPU time, and only ratios count.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod bots;
mod build;
mod clock;
mod draws;
mod matches;
mod mcts;
mod perft;
mod playouts;
mod ratios;
mod search;
mod solve;
mod table;
mod textbook;

use clock::Effort;

/// A name and its function.
type Part = (&'static str, fn(Effort));

/// The parts, in order.
const PARTS: [Part; 8] = [
    ("perft", perft::compare),
    ("playouts", playouts::compare),
    ("mcts", mcts::compare),
    ("search", search::compare),
    ("solve", solve::compare),
    ("matches", matches::compare),
    ("bots", bots::compare),
    ("build", build::compare),
];

fn main() {
    if std::env::args().nth(1).is_some_and(|word| word == bots::AT_ONCE) {
        return bots::answer_at_once();
    }
    // Cargo itself adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let names = PARTS.map(|(name, _)| name);
    let known = |word: &String| ["quick", "--markdown"].iter().chain(&names).any(|name| word == name);
    if let Some(unknown) = words.iter().find(|word| !known(word)) {
        panic!("unknown word '{unknown}': choose from quick, --markdown, {}", names.join(", "));
    }
    let effort = if words.iter().any(|word| word == "quick") { Effort::Quick } else { Effort::Full };
    let chosen = |name: &str| words.iter().any(|word| word == name);
    let command = words.iter().fold("cargo bench --".to_owned(), |command, word| command + " " + word);
    table::introduction(&command);
    let all = !PARTS.iter().any(|(name, _)| chosen(name));
    for (name, compare) in PARTS {
        if all || chosen(name) {
            compare(effort);
        }
    }
}
