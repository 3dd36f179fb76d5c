//! Playouts: random games to the end, as fast as the rules allow.
//!
//! Every legal move is equally likely if the draws are. The caller draws the numbers: a playout is a function of
//! the position and the draws.

use crate::games::{Game, Move};

/// The most plies of a playout in a game that only [repetition](Game::REPETITION) may end: a playout has no past.
pub(super) const LONGEST: u32 = 1000;

/// Plays random legal moves until the game is over, and returns the final position. A game that goes round in circles is ended
/// after 1,000 plies as if it had repeated itself.
///
/// `below` is called once for each ply, with a bound that is never 0, and returns a number below it.
///
/// ```
/// use arena::games::Game;
/// use arena::games::connect::{Board, ConnectRules};
/// use arena::search::playout;
///
/// let start = Board::start(ConnectRules::new(4, 2, 3).unwrap());
/// let end = playout::to_the_end(start, |_| 0); // always the leftmost column
/// assert_eq!(end.to_string(), "o:oo../xxx.");
/// assert!(end.is_over());
/// ```
#[inline]
pub fn to_the_end<G: Game>(mut position: G, mut below: impl FnMut(u32) -> u32) -> G {
    let mut plies = 0;
    while let Some(mv) = any_move(&position, &mut below) {
        position.play(mv);
        plies += 1;
        if ends_here(&mut position, plies) {
            break;
        }
    }
    position
}

/// Ends a playout that has become too long.
#[inline]
pub(super) fn ends_here<G: Game>(position: &mut G, plies: u32) -> bool {
    let ends = G::REPETITION.is_some() && plies == LONGEST && !position.is_over();
    if ends {
        position.end_by_repetition();
    }
    ends
}

/// A random legal move, by one draw; `None` when the game is over.
#[inline]
pub fn any_move<G: Game>(position: &G, below: impl FnOnce(u32) -> u32) -> Option<Move> {
    let mut moves = position.legal_moves();
    match moves.len() as u32 {
        0 => None,
        count => moves.nth(below(count) as usize),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::{BuiltInGame, GameVisitor, Size};

    /// Compares a playout by these draws with the same game played move by move.
    struct Compare<'a>(&'a [u32]);

    impl GameVisitor for Compare<'_> {
        type Output = ();

        fn visit<G: Game>(self, start: G) {
            let mut asked = Vec::new();
            let end = to_the_end(start, |bound| {
                asked.push(bound);
                self.0[asked.len() % self.0.len()] % bound
            });

            let mut bounds = Vec::new();
            let mut position = start;
            while !position.is_over() {
                let moves: Vec<Move> = position.legal_moves().collect();
                bounds.push(moves.len() as u32);
                let draw = self.0[bounds.len() % self.0.len()] as usize;
                position.try_play(moves[draw % moves.len()]).unwrap();
                ends_here(&mut position, bounds.len() as u32);
            }
            assert_eq!((end, asked), (position, bounds));
        }
    }

    /// A spec of any game in the list, from random numbers: sizes near the smallest, with and without variants. Of sizes that do not
    /// go together, the usual ones.
    fn any_spec(game: usize, sizes: &[u8], variant: usize) -> BuiltInGame {
        let info = &BuiltInGame::LIST[game % BuiltInGame::LIST.len()];
        let size =
            |(size, pick): (&Size, &u8)| (size.least + u16::from(pick % 12)).min(size.most).to_string();
        let sizes: Vec<String> = info.sizes.iter().zip(sizes.iter().cycle()).map(size).collect();
        let variants: Vec<String> = info.variants.iter().map(|variant| format!(":{variant}")).collect();
        let variant = variants.get(variant).map_or("", String::as_str);
        let colon = if sizes.is_empty() { "" } else { ":" };
        let spec = format!("{}{colon}{}{variant}", info.name, sizes.join("x"));
        spec.parse().or_else(|_| info.name.parse()).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn a_playout_is_the_game_that_the_same_draws_make_move_by_move(
            game: usize,
            sizes in prop::array::uniform4(any::<u8>()),
            variant in 0..3usize,
            draws in prop::collection::vec(any::<u32>(), 1..200),
        ) {
            any_spec(game, &sizes, variant).visit(Compare(&draws));
        }
    }
}
