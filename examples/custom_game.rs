//! Your own game, with the whole command line.
//!
//! Heap: a heap of stones. A move takes one, two or three of them. The side that takes the last one wins.
//!
//! ```text
//! cargo run --example custom_game -- --game heap:12 --a smart:full --b random
//! cargo run --example custom_game -- play --game heap
//! cargo run --example custom_game -- perft --game heap:10 --depth 5
//! ```

use std::fmt;
use std::process::ExitCode;

use arena::games::{Evaluator, GameInfo, GameRules, NamedEvaluator, PlainSearch, Size};
use arena::prelude::*;

/// The heap, and who takes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Heap {
    stones: u8,
    to_move: Side,
}

impl Game for Heap {
    const PLACE: &'static str = "take";
    const SIDE_NAMES: [&'static str; 2] = ["Ann", "Ben"];

    type Evaluators = (Won,);
    type Search = PlainSearch;
    type Moves = Moves;

    fn places(&self) -> usize {
        3
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self) -> Moves {
        Moves::from_bits((1 << self.stones.min(3)) - 1)
    }

    fn play(&mut self, mv: Move) {
        self.stones -= mv.number() as u8;
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then(|| Outcome::Win(self.to_move.other()))
    }

    fn read(&self, text: &str) -> Result<Heap, TextError> {
        let wrong = || TextError::whole(text, "this is not a position of heap", "write a:12 or b:12");
        let (side, stones) = text.split_once(':').ok_or_else(wrong)?;
        let to_move = match side {
            "a" => Side::First,
            "b" => Side::Second,
            _ => return Err(wrong()),
        };
        Ok(Heap { stones: stones.parse().map_err(|_| wrong())?, to_move })
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", ["a", "b"][self.to_move.index()], self.stones)
    }
}

/// 1 for a won game, -1 for a lost one.
#[derive(Debug, Clone, Copy, Default)]
struct Won;

impl NamedEvaluator<Heap> for Won {
    const NAME: &'static str = "won";
    const SUMMARY: &'static str = "1 for a won game, -1 for a lost one";
}

impl Evaluator<Heap> for Won {
    fn value(&self, heap: &Heap) -> i32 {
        // The side to move has lost if nothing is left.
        -i32::from(heap.stones == 0)
    }
}

/// The number of stones at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct HeapRules(u8);

impl GameRules for HeapRules {
    const INFO: GameInfo = GameInfo {
        name: "heap",
        form: "heap:N",
        summary: "a heap of N stones (1 to 100); take 1 to 3, the last one wins; default 21",
        sizes: &[Size { name: "the number of stones", least: 1, most: 100 }],
        variants: &[],
        aliases: &[],
    };

    type Board = Heap;

    fn read(sizes: Option<&str>) -> Result<HeapRules, TextError> {
        let text = sizes.unwrap_or("21");
        let wrong = || TextError::whole(text, "this is not a number from 1 to 100", "write heap:21");
        let stones = text.parse().map_err(|_| wrong())?;
        if (1..=100).contains(&stones) { Ok(HeapRules(stones)) } else { Err(wrong()) }
    }

    fn start(self) -> Heap {
        Heap { stones: self.0, to_move: Side::First }
    }
}

impl fmt::Display for HeapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heap:{}", self.0)
    }
}

fn main() -> ExitCode {
    arena::App::new().game::<HeapRules>().run()
}
