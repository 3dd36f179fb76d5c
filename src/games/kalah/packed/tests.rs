//! Proves the packed board against the plain one.

use proptest::prelude::*;

use super::ordering::OrderedHoles;
use super::*;
use crate::games::{Judged, Leaves, SearchSupport};

/// Everything that a position can answer.
fn asked<P: Position>(position: &P) -> String {
    let answers = (
        position.to_string(),
        position.to_move(),
        position.legal_moves(),
        position.outcome(),
        position.is_over(),
        position.points(),
        position.extra_turns(),
        Side::BOTH.map(|side| (position.pot(side), position.beans_in_play(side))),
    );
    format!("{answers:?}")
}

/// A position with these beans spread over the board, or as many of them as fit.
fn scattered(rules: KalahRules, to_move: Side, beans: &[(bool, usize)]) -> Board {
    let mut holes = [[0; KalahRules::MOST_HOLES]; 2];
    for &(second, place) in beans {
        holes[usize::from(second)][place % rules.holes()] += 1;
    }
    Board::set_up(rules, to_move, holes, [0, 0])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_packed_board_plays_as_the_plain_one(
        holes in prop_oneof![1..=MOST_HOLES, Just(6)],
        empty_capture: bool,
        second: bool,
        beans in prop::collection::vec((any::<bool>(), 0..MOST_HOLES), 0..=MOST_BEANS),
        crowded: bool,
        picks in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let rules = KalahRules::new(holes, 0, empty_capture).unwrap();
        let to_move = if second { Side::Second } else { Side::First };
        // Crowded: everything in a few holes, so that sowings go around more than once.
        let beans: Vec<_> = beans.iter().map(|&(side, place)| (side, if crowded { place % 2 } else { place })).collect();
        let plain = scattered(rules, to_move, &beans);
        plays_as_the_plain_one::<0>(plain, &picks)?;
        if Packed::<6>::fits(&plain) {
            plays_as_the_plain_one::<6>(plain, &picks)?;
        }
    }
}

fn plays_as_the_plain_one<const HOLES: usize>(mut plain: Board, picks: &[u8]) -> Result<(), TestCaseError> {
    let mut packed = Packed::<HOLES>::pack(&plain);
    prop_assert_eq!(packed.unpack(), plain);
    for &pick in picks {
        prop_assert_eq!(asked(&packed), asked(&plain));
        prop_assert_eq!(packed.read(&plain.to_string()).unwrap(), packed);
        let mut moves = plain.legal_moves();
        let ends = moves.filter(|&mv| plain.after(mv).is_over()).count() as u64;
        prop_assert_eq!(PackedSearch::leaves(&packed, 1), Some(Leaves { all: moves.len() as u64, ends }));
        if moves.is_none() {
            break;
        }
        let mv = moves.nth(usize::from(pick) % moves.len()).unwrap();
        prop_assert_eq!(packed.effects(mv), plain.effects(mv));
        plain.play(mv);
        packed.play(mv);
    }
    Ok(())
}

#[test]
fn a_position_with_too_many_beans_is_refused() {
    let start = Board::start(KalahRules::new(6, 4, false).unwrap());
    let packed = Packed::<6>::pack(&start);
    let text = "s:100,4,4,4,4,4,0:4,4,4,4,4,4,0";
    assert!(start.read(text).is_ok());
    assert!(packed.read(text).unwrap_err().problem().contains("127 beans"));
}

/// The lead of the mover after a move, and whether it moves again.
fn played<const HOLES: usize>(position: &Packed<HOLES>, hole: Hole) -> (i32, bool) {
    let next = position.after_hole(hole);
    let again = next.to_move() == position.to_move();
    (if again { PackedSearch::lead(&next) } else { -PackedSearch::lead(&next) }, again)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8_000))]

    #[test]
    fn moves_are_judged_as_they_play(
        holes in prop_oneof![1..=MOST_HOLES, Just(6)],
        empty_capture: bool,
        second: bool,
        // SideRows with gaps, extra turns and sowings that go around.
        rows in prop::array::uniform2(prop::array::uniform7(prop_oneof![4 => Just(0u16), 4 => 1..=7u16, 1 => 8..=17u16])),
        // Or rows in which every sowing ends in the pot, or would with one bean more.
        near_extra in prop::array::uniform2(prop::bool::weighted(0.2)),
        free: bool,
        alpha in -3..12,
    ) {
        let rules = KalahRules::new(holes, 0, empty_capture).unwrap();
        let to_move = if second { Side::Second } else { Side::First };
        let mut beans = [[0; KalahRules::MOST_HOLES]; 2];
        for side in Side::BOTH.map(Side::index) {
            for hole in 0..holes {
                let distance = [holes - hole, hole + 1][side] as u16;
                let full = rows[side][hole];
                beans[side][hole] = if near_extra[side] && full > 0 { distance - full % 2 } else { full };
            }
        }
        let board = Board::set_up(rules, to_move, beans, [0, 0]);
        prop_assume!(Packed::<0>::fits(&board));
        judges_as_it_plays::<0>(&board, free, alpha)?;
        if Packed::<6>::fits(&board) {
            judges_as_it_plays::<6>(&board, free, alpha)?;
        }
    }
}

fn judges_as_it_plays<const HOLES: usize>(
    board: &Board,
    free: bool,
    alpha: i32,
) -> Result<(), TestCaseError> {
    let position = Packed::<HOLES>::pack(board);
    let all: Vec<Hole> = PackedSearch::ordered_moves(&position, 0).collect();
    prop_assert_eq!(all.len(), position.legal_moves().len());

    let last = position.judge_last(free, i32::MAX);
    let rest: Vec<Hole> = last.rest.into_iter().flatten().collect();
    let judged: Vec<_> = all.iter().filter(|hole| !rest.contains(hole)).collect();
    let best = judged.iter().map(|&&hole| played(&position, hole).0).max();
    prop_assert_eq!(last.best, best.unwrap_or(Judged::<OrderedHoles>::NOTHING));
    prop_assert!(judged.iter().all(|&&hole| !position.after_hole(hole).is_over()));
    prop_assert!(!free || judged.iter().all(|&&hole| !played(&position, hole).1));

    // A move that reaches beta is worth the stated value or more.
    let enough = position.judge_last(free, alpha);
    prop_assert!(enough.best <= last.best && (enough.best >= alpha || enough.best == last.best));
    let enough = position.judge_second_last(free, alpha - 1, alpha);
    if enough.rest.is_none() {
        prop_assert!(!free && enough.best >= alpha);
        let is_worth_it = |hole: &Hole| {
            let next = position.after_hole(*hole);
            let reply = PackedSearch::ordered_moves(&next, 0).map(|reply| played(&next, reply).0).max();
            played(&position, *hole).1 && reply.is_some_and(|lead| lead >= enough.best)
        };
        prop_assert!(all.iter().any(is_worth_it));
    }

    // A skipped move is worth no more than the stated value, whatever the reply.
    let before = position.judge_second_last(free, alpha, i32::MAX);
    prop_assert!(before.best <= alpha);
    let rest: Vec<Hole> = before.rest.into_iter().flatten().collect();
    for hole in all.into_iter().filter(|hole| !rest.contains(hole)) {
        let (lead, again) = played(&position, hole);
        prop_assert!(lead <= before.best && !again);
        let next = position.after_hole(hole);
        let has_reply = PackedSearch::ordered_moves(&next, 0).any(|reply| {
            let (lead_of_other, again) = played(&next, reply);
            lead_of_other >= -before.best && !(free && again) && !next.after_hole(reply).is_over()
        });
        prop_assert!(has_reply);
    }
    Ok(())
}
