//! Playouts: games played to their end by chance, as fast as the rules allow.
//!
//! Every legal move is equally likely if the draws are. The chances come from the caller: a search has none of its own,
//! and what a playout does is a function of the position and the draws.

use crate::games::{Game, Move};

/// Plays any legal moves until the game is over, and gives the position at its end.
///
/// `below` is asked for a number below a bound, which is never 0, once for each ply.
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
    while let Some(mv) = any_move(&position, &mut below) {
        position.play(mv);
    }
    position
}

/// Any legal move, by one draw; `None` when the game is over.
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
    use crate::games::{GameSpec, GameVisitor, connect, kalah};

    /// The end of a playout by these draws, and how many were asked for with which bounds.
    struct Playout<'a>(&'a [u32]);

    impl GameVisitor for Playout<'_> {
        type Output = (String, Vec<u32>);

        fn visit<G: Game>(self, start: G) -> Self::Output {
            let mut bounds = Vec::new();
            let end = to_the_end(start, |bound| {
                bounds.push(bound);
                self.0[bounds.len() % self.0.len()] % bound
            });
            assert!(end.is_over());
            (format!("{end} {:?} {:?}", end.outcome(), end.points()), bounds)
        }
    }

    /// The same, move by move as a person would.
    fn by_hand<G: Game>(mut position: G, draws: &[u32]) -> (String, Vec<u32>) {
        let mut bounds = Vec::new();
        while !position.is_over() {
            let moves: Vec<Move> = position.legal_moves().collect();
            bounds.push(moves.len() as u32);
            position.try_play(moves[draws[bounds.len() % draws.len()] as usize % moves.len()]).unwrap();
        }
        (format!("{position} {:?} {:?}", position.outcome(), position.points()), bounds)
    }

    fn games() -> impl Strategy<Value = GameSpec> {
        prop_oneof![
            (1..=9usize, 0..=8usize).prop_map(|(holes, beans)| format!("kalah:{holes}x{beans}")),
            (1..=12usize, 1..=12usize, 1..=6usize).prop_map(|(c, l, n)| format!("connect:{c}x{l}x{n}")),
            Just("connect:7x6x4".to_owned()),
        ]
        .prop_map(|game| game.parse().unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn a_playout_is_the_game_that_the_same_draws_make_on_the_plain_board(
            game in games(),
            draws in prop::collection::vec(any::<u32>(), 1..200),
        ) {
            let expected = match game {
                GameSpec::Kalah(rules) => by_hand(kalah::Board::start(rules), &draws),
                GameSpec::Connect(rules) => by_hand(connect::Board::start(rules), &draws),
            };
            prop_assert_eq!(game.visit(Playout(&draws)), expected);
        }
    }
}
