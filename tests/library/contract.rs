//! Proves the contract that every game keeps, whatever its sizes: what may be played and what may not, how games end,
//! that positions survive being written down, and that nothing anybody types makes the program panic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::proof::{connect, kalah, picks, random_cases, walk};
use arena::games::{BuiltInGame, Game, GameVisitor, Move, Outcome, kalah::Board, moves};
use arena::strategies::StrategySpec;
use arena::text::TextError;
use proptest::prelude::*;
use proptest::sample::Index;

/// Games of all sizes, small ones more often.
fn any_game() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => kalah(1..=7, 0..=6),
        1 => kalah(1..=32, 0..=64),
        8 => connect(1..=7, 1..=6, 1..=5),
        1 => connect(1..=64, 1..=64, 1..=64),
    ]
}

/// Plays a game to its end, picking moves by the numbers again and again, and checks every position on the way.
struct KeepsTheContract<'a> {
    game: &'a str,
    picks: &'a [u8],
}

impl GameVisitor for KeepsTheContract<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let size = Size::of(self.game);
        let mut position = start;
        for ply in 0..=size.longest_game() {
            let text = position.to_string();
            assert_eq!(start.read(&text), Ok(position), "{text}");
            assert_eq!(size.material(&text), size.expected_material(ply), "{text}");
            every_move_is_playable_or_refused(&position);
            if an_outcome_is_the_end(&position) {
                return;
            }
            let moves = position.legal_moves();
            let pick = usize::from(self.picks[ply % self.picks.len()]) + ply / self.picks.len();
            position.play(position.legal_moves().nth(pick % moves.len()).unwrap());
        }
        panic!("{} has not ended: {position}", self.game);
    }
}

fn every_move_is_playable_or_refused<G: Game>(position: &G) {
    let legal: Vec<Move> = position.legal_moves().collect();
    assert!(legal.is_sorted_by(|a, b| a < b), "{legal:?} in {position}");
    assert!(position.places() <= Move::MOST && legal.iter().all(|mv| mv.index() < position.places()));
    for mv in (0..Move::MOST).map(Move::from_index) {
        let mut next = *position;
        match next.try_play(mv) {
            Ok(()) => assert!(legal.contains(&mv) && next == position.after(mv), "{mv:?} in {position}"),
            Err(_) => assert!(!legal.contains(&mv) && next == *position, "{mv:?} in {position}"),
        }
    }
}

/// Whether the game is over; if so, that all its parts say so.
fn an_outcome_is_the_end<G: Game>(position: &G) -> bool {
    let outcome = position.outcome();
    assert_eq!(outcome.is_some(), position.legal_moves().is_empty(), "{position}");
    assert_eq!(outcome.is_some(), position.is_over(), "{position}");
    if let Some(outcome) = outcome {
        let [first, second] = position.points();
        assert_eq!(outcome, Outcome::by_points(first, second), "{position}");
    }
    outcome.is_some()
}

/// The sizes in a spec, read here again: what the rules make of them is what is to be proved.
enum Size {
    Kalah { holes: usize, beans: usize },
    Connect { cells: usize },
}

impl Size {
    fn of(game: &str) -> Size {
        let parts: Vec<&str> = game.split(':').collect();
        let sizes: Vec<usize> = parts[1].split('x').map(|size| size.parse().unwrap()).collect();
        match parts[0] {
            "kalah" => Size::Kalah { holes: sizes[0], beans: 2 * sizes[0] * sizes[1] },
            _ => Size::Connect { cells: sizes[0] * sizes[1] },
        }
    }

    /// More plies than a game can have. In Kalah a sowing that puts nothing into the pot only moves beans towards it,
    /// so between two beans in pots there are fewer sowings than steps from all beans to their pots.
    fn longest_game(&self) -> usize {
        match self {
            Size::Kalah { holes, beans } => (beans + 1) * (beans * holes + 1),
            Size::Connect { cells } => *cells,
        }
    }

    /// All beans, or all checkers, that a position's text shows.
    fn material(&self, text: &str) -> usize {
        match self {
            Size::Kalah { .. } => text.split([':', ',']).skip(1).map(|n| n.parse::<usize>().unwrap()).sum(),
            Size::Connect { .. } => text.split_once(':').unwrap().1.matches(['x', 'o']).count(),
        }
    }

    /// Beans are conserved, and every ply adds a checker.
    fn expected_material(&self, ply: usize) -> usize {
        match self {
            Size::Kalah { beans, .. } => *beans,
            Size::Connect { .. } => ply,
        }
    }
}

proptest! {
    #![proptest_config(random_cases(400))]

    #[test]
    fn every_game_keeps_the_contract(game in any_game(), picks in prop::collection::vec(any::<u8>(), 1..100)) {
        let spec: BuiltInGame = game.parse().unwrap();
        prop_assert_eq!(spec.to_string(), game.as_str());
        spec.visit(KeepsTheContract { game: &game, picks: &picks });
    }
}

/// Reads a text as a position, and tells whether it is one. What is refused must say why; what is read must be a
/// position like any other.
struct ReadsSafely<'a>(&'a str);

impl GameVisitor for ReadsSafely<'_> {
    type Output = bool;

    fn visit<G: Game>(self, start: G) -> bool {
        let read = start.read(self.0);
        match &read {
            Ok(position) => {
                assert_eq!(start.read(&position.to_string()), Ok(*position), "{position}");
                // A finished position of Kalah is swept when it is read.
                assert!(
                    position.is_over() || position.to_string() == plain(self.0),
                    "{} as {position}",
                    self.0
                );
                every_move_is_playable_or_refused(position);
                an_outcome_is_the_end(position);
                assert!(!position.draw().lines.is_empty());
            }
            Err(error) => says_what_is_wrong(error),
        }
        read.is_ok()
    }
}

/// A text without zeros in front of its numbers.
fn plain(text: &str) -> String {
    let number = |digits: &str| digits.parse().map_or(digits.to_owned(), |number: u64| number.to_string());
    let parts: Vec<String> = text
        .split_inclusive([',', ':'])
        .map(|part| {
            let digits = part.trim_end_matches([',', ':']);
            number(digits) + &part[digits.len()..]
        })
        .collect();
    parts.concat()
}

/// The error is shown without a panic, and says something.
fn says_what_is_wrong(error: &TextError) {
    assert!(!error.problem().is_empty());
    assert!(error.to_string().lines().count() >= 4, "{error}");
}

/// The text of a position some plies into a game.
struct TextAfter<'a>(&'a [u8]);

impl GameVisitor for TextAfter<'_> {
    type Output = String;

    fn visit<G: Game>(self, start: G) -> String {
        walk(start, self.0).last().unwrap().to_string()
    }
}

/// How many characters go, and what comes in their place: often one for one, which keeps the shape of a position.
fn typing_mistake() -> impl Strategy<Value = (usize, String)> {
    prop_oneof![(Just(1), "[xo.0-9]"), (0usize..4, "[snxo.:/,0-9é]{0,3}")]
}

/// A mistake and its place in the text.
type Change = (Index, (usize, String));

fn changed(text: &str, changes: &[Change]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, (gone, new)) in changes {
        let from = at.index(chars.len() + 1);
        let to = chars.len().min(from + gone);
        chars.splice(from..to, new.chars());
    }
    chars.into_iter().collect()
}

/// Texts of any characters; of those that specs, positions and move lists are made of, which get further; and ones that
/// begin like a position, which get further still.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[snxo.:/,=0-9 -]{0,40}", "[snxo](:[xo.,/0-9]{0,15}){0,3}"]
}

proptest! {
    #![proptest_config(random_cases(2000))]

    #[test]
    fn any_text_can_be_read_as_a_position(game in any_game(), text in any_text()) {
        game.parse::<BuiltInGame>().unwrap().visit(ReadsSafely(&text));
    }

    #[test]
    fn a_position_with_typing_mistakes_can_be_read(
        game in any_game(),
        picks in picks(20),
        changes in prop::collection::vec((any::<Index>(), typing_mistake()), 1..4),
    ) {
        let spec: BuiltInGame = game.parse().unwrap();
        let text = spec.visit(TextAfter(&picks));
        spec.visit(ReadsSafely(&changed(&text, &changes)));
    }

    #[test]
    fn a_position_of_kalah_may_hold_as_many_beans_as_fit(beans in prop::collection::vec(0u32..=20_000, 6)) {
        let row = |beans: &[u32]| beans.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let text = format!("n:{}:{}", row(&beans[..3]), row(&beans[3..]));
        let game: BuiltInGame = "kalah:2x4".parse().unwrap();
        let fits = beans.iter().sum::<u32>() <= Board::MOST_BEANS;
        prop_assert_eq!(game.visit_holding(&[&text], ReadsSafely(&text)), fits, "{}", text);
    }

    #[test]
    fn any_text_can_be_read_as_a_game(
        text in prop_oneof![any_text(), "(kalah|connect):[0-9]{0,2}(x[0-9]{0,12}){0,3}(:[a-z-]{0,15})?"],
    ) {
        match text.parse::<BuiltInGame>() {
            Ok(game) => prop_assert_eq!(game.to_string().parse(), Ok(game)),
            Err(error) => says_what_is_wrong(&error),
        }
    }

    #[test]
    fn any_text_can_be_read_as_a_strategy(
        text in prop_oneof![
            any_text(),
            "([a-z]{0,3}=)?(bad|random|greedy|smart|human)(:[a-z0-9]{0,5})?\
             (,(eval|extra|ties|time|nodes)=[a-z0-9.]{0,25}){0,3}",
        ],
    ) {
        match text.parse::<StrategySpec>() {
            Ok(spec) => "connect".parse::<BuiltInGame>().unwrap().visit(BuildsSafely(&spec)),
            Err(error) => says_what_is_wrong(&error),
        }
    }

    #[test]
    fn any_text_can_be_read_as_a_list_of_moves(game in any_game(), text in prop_oneof![any_text(), "[0-9 ,]{0,30}"]) {
        game.parse::<BuiltInGame>().unwrap().visit(PlaysSafely(&text));
    }
}

struct BuildsSafely<'a>(&'a StrategySpec);

impl GameVisitor for BuildsSafely<'_> {
    type Output = ();

    fn visit<G: Game>(self, _: G) {
        if let Err(error) = self.0.build::<G>() {
            says_what_is_wrong(&error);
        }
    }
}

struct PlaysSafely<'a>(&'a str);

impl GameVisitor for PlaysSafely<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        match moves::play_list(&start, self.0) {
            Ok((position, played)) => {
                let again = moves::play_list(&start, &moves::listed(played));
                assert_eq!(again.map(|(position, _)| position), Ok(position));
            }
            Err(error) => says_what_is_wrong(&error),
        }
    }
}
