//! The positions in which a bot is asked for a move: those of random games, the same every time.
//!
//! Every second game goes on for as long as it can, so that full boards and positions with a single move come up too.

use std::collections::HashSet;

use serde::Serialize;

use crate::games::{AnyPosition, Move};
use crate::players::bots::question::{MoveLimits, Past, Question};
use crate::rng::{Purpose, Rng};

const SEED: u64 = 1;

/// The most plies that are played to find positions.
const MOST_PLIES: usize = 200_000;

/// The most games in a row in which nothing new was found.
const BARREN_GAMES: usize = 1000;

/// The most plies of a game, for games that need not end.
const LONGEST_GAME: usize = 2000;

/// A position of a random game.
pub(super) struct SampledPosition {
    pub(super) game: usize,
    ply: usize,
    pub(super) position: AnyPosition,
    /// The moves that led to it.
    moves: Vec<Move>,
    phase: Phase,
    /// Whether the side to move has moved just before.
    is_extra_turn: bool,
}

/// A third of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Opening,
    Middle,
    Ending,
}

/// How many positions there are of each kind. Every one is of one of the first three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub(crate) struct Kinds {
    /// In the first third of their game.
    pub(crate) openings: usize,
    /// In the second third.
    pub(crate) middle_games: usize,
    /// In the last third.
    pub(crate) endings: usize,
    /// In which the side that moved moves again.
    pub(crate) extra_turns: usize,
    /// With one legal move.
    pub(crate) single_moves: usize,
}

impl Kinds {
    pub(super) fn add(&mut self, sample: &SampledPosition) {
        match sample.phase {
            Phase::Opening => self.openings += 1,
            Phase::Middle => self.middle_games += 1,
            Phase::Ending => self.endings += 1,
        }
        self.extra_turns += usize::from(sample.is_extra_turn);
        self.single_moves += usize::from(sample.has_single_move());
    }
}

impl SampledPosition {
    /// The question for a move in this position, in the game that began with `start`.
    pub(super) fn question<'a>(&'a self, start: &'a AnyPosition, limits: MoveLimits) -> Question<'a> {
        let past = Some(Past { opening: start, moves: &self.moves });
        Question { position: &self.position, past, clocks: None, limits }
    }

    fn has_single_move(&self) -> bool {
        self.position.legal_moves().len() == 1
    }
}

/// Distinct positions of random games from `start`, in the order of play. Of the rare kinds there are up to a tenth
/// each; small games have fewer positions than `count`.
pub(super) fn sample(start: &AnyPosition, count: usize) -> Vec<SampledPosition> {
    let mut rng = Rng::stream(SEED, Purpose::Fitness, 0);
    let mut seen = HashSet::new();
    let (mut rare, mut plain, mut found) = (Vec::new(), Vec::new(), Kinds::default());
    let (mut plies, mut barren) = (0, 0);
    let is_wanted = |sample: &SampledPosition, found: &Kinds| {
        sample.has_single_move() && found.single_moves < count / 10
            || sample.is_extra_turn && found.extra_turns < count / 10
    };
    for game in 0.. {
        let all_found = plain.len() >= count && found.single_moves.min(found.extra_turns) >= count / 10;
        if all_found || plies >= MOST_PLIES || barren >= BARREN_GAMES {
            break;
        }
        let walk = walk(start, game, &mut rng);
        plies += walk.len().max(1);
        barren += 1;
        for sample in walk {
            let is_rare = is_wanted(&sample, &found);
            let is_drawn = is_rare || plain.len() < count && (rng.below(3) == 0 || sample.ply == 0);
            if is_drawn && seen.insert(sample.position.to_string()) {
                found.add(&sample);
                barren = 0;
                if is_rare { &mut rare } else { &mut plain }.push(sample);
            }
        }
    }
    plain.truncate(count - rare.len());
    rare.append(&mut plain);
    rare.sort_by_key(|sample| (sample.game, sample.ply));
    rare
}

/// The positions of a random game in which somebody has to move.
fn walk(start: &AnyPosition, game: usize, rng: &mut Rng) -> Vec<SampledPosition> {
    let (mut positions, mut played): (Vec<AnyPosition>, Vec<Move>) = (Vec::new(), Vec::new());
    let mut position = start.clone();
    while !position.is_over() && positions.len() < LONGEST_GAME {
        let Some((mv, next)) = next(&position, game % 2 == 1, rng) else { break };
        played.push(mv);
        positions.push(std::mem::replace(&mut position, next));
    }
    let plies = positions.len();
    let mut last_side = None;
    let samples = positions.into_iter().enumerate().map(|(ply, position)| {
        let side = position.to_move();
        let is_extra_turn = last_side.replace(side) == Some(side);
        let phase = match 3 * ply / plies {
            0 => Phase::Opening,
            1 => Phase::Middle,
            _ => Phase::Ending,
        };
        SampledPosition { game, ply, position, moves: played[..ply].to_vec(), phase, is_extra_turn }
    });
    samples.collect()
}

/// The position after a random move, in a long game one that does not end it if there is such a move.
fn next(position: &AnyPosition, is_long: bool, rng: &mut Rng) -> Option<(Move, AnyPosition)> {
    let mut moves: Vec<Move> = position.legal_moves().collect();
    rng.shuffle(&mut moves);
    let mut after = moves.into_iter().filter_map(|mv| Some((mv, position.after(mv).ok()?)));
    let first = after.next()?;
    if !is_long || !first.1.is_over() {
        return Some(first);
    }
    Some(after.find(|(_, position)| !position.is_over()).unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::BuiltInGame;
    use crate::games::{Game, GameVisitor};

    struct Start;

    impl GameVisitor for Start {
        type Output = AnyPosition;

        fn visit<G: Game>(self, start: G) -> AnyPosition {
            AnyPosition::new(start)
        }
    }

    fn samples(game: &str, count: usize) -> Vec<SampledPosition> {
        sample(&game.parse::<BuiltInGame>().unwrap().visit(Start), count)
    }

    fn kinds(samples: &[SampledPosition]) -> Kinds {
        samples.iter().fold(Kinds::default(), |mut kinds, sample| {
            kinds.add(sample);
            kinds
        })
    }

    fn texts(samples: &[SampledPosition]) -> Vec<String> {
        samples.iter().map(|sample| sample.position.to_string()).collect()
    }

    #[test]
    fn every_kind_of_position_comes_up_in_every_game() {
        for game in ["kalah:6x4", "kalah:3x2", "connect:7x6x4", "connect:12x2x5", "mnk:3x3x3", "mnk:8x8x5"] {
            let samples = samples(game, 500);
            let kinds = kinds(&samples);
            assert_eq!(samples.len(), 500, "{game}");
            let distinct: HashSet<String> = texts(&samples).into_iter().collect();
            assert_eq!(distinct.len(), 500, "{game}");
            let phases = [kinds.openings, kinds.middle_games, kinds.endings];
            assert_eq!(phases.iter().sum::<usize>(), 500);
            let fewest = if game == "kalah:3x2" { 15 } else { 50 };
            assert!(phases.iter().all(|&phase| phase >= fewest), "{game}: {kinds:?}");
            assert!(game == "mnk:8x8x5" || kinds.single_moves >= 40, "{game}: {kinds:?}");
            assert_eq!(kinds.extra_turns >= 50, game.starts_with("kalah"), "{game}: {kinds:?}");
            assert!(samples.iter().all(|sample| !sample.position.is_over()), "{game}");
            assert!(samples.is_sorted_by_key(|sample| (sample.game, sample.ply)), "{game}");
        }
    }

    #[test]
    fn the_positions_are_the_same_every_time() {
        assert_eq!(texts(&samples("kalah:6x4", 500)), texts(&samples("kalah:6x4", 500)));
        insta::assert_snapshot!(texts(&samples("kalah:6x4", 3)).join("\n"), @"
        s:4,4,4,4,4,4,0:4,4,4,4,4,4,0
        n:4,4,4,0,5,5,1:4,4,4,4,4,5,0
        s:7,6,5,0,0,1,3:2,6,1,7,0,7,3
        ");
    }

    #[test]
    fn a_small_game_gives_the_positions_that_it_has() {
        assert_eq!(texts(&samples("kalah:1x1", 500)), ["s:1,0:1,0"]);
        assert_eq!(samples("kalah:2x0", 500).len(), 0, "it is over before it begins");
        assert_eq!(samples("mnk:2x2x2", 500).len(), 1 + 4 + 12);
    }
}
