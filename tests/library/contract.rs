//! Proves the contract of every game at all sizes: which moves are legal, how games end,
//! that positions survive a round trip through text, and that no input makes the program panic.

use std::collections::HashSet;

use crate::proof::{any_game, picks, random_cases, walk};
use arena::games::{
    BuiltInGame, Game, GameVisitor, Line, Move, MoveSet, Outcome, SearchSupport, kalah::Board, moves,
};
use arena::players::strategies::StrategySpec;
use arena::text::TextError;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::string::string_regex;

/// Games of all kinds and sizes, small ones more often.
fn any_size() -> impl Strategy<Value = String> {
    prop_oneof![16 => any_game(6), 2 => any_game(64)]
}

/// A spec with any of these names, followed by the pattern.
fn named<'a>(names: impl Iterator<Item = &'a str>, pattern: &str) -> impl Strategy<Value = String> {
    string_regex(&format!("({}){pattern}", names.collect::<Vec<_>>().join("|"))).unwrap()
}

/// Plays a game to the end, picking moves by the numbers over and over, and checks every position on the way.
struct KeepsTheContract<'a> {
    game: &'a str,
    picks: &'a [u8],
}

impl GameVisitor for KeepsTheContract<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let mut line = Line::new(start);
        for ply in 0..MOST_PLIES {
            let position = *line.position();
            let text = position.to_string();
            assert_eq!(start.read(&text), Ok(position), "{text}");
            if let Some(expected) = material_after(self.game, ply) {
                assert_eq!(material(&text), expected, "{text}");
            }
            every_move_is_playable_or_refused(&position);
            if position.legal_moves().len() <= 9 {
                a_move_is_no_mistake_compared_with_itself(&position);
            }
            // The largest boards have thousands of plies, not all of which are checked.
            if ply < 50 || ply % 64 == 0 {
                every_turn_passes_or_is_explained(&position);
                every_legal_move_is_searched_once(&position);
            }
            if an_outcome_is_the_end(&position) {
                return;
            }
            let moves = position.legal_moves();
            let pick = usize::from(self.picks[ply % self.picks.len()]) + ply / self.picks.len();
            line.play({ moves }.nth(pick % moves.len()).unwrap());
        }
        panic!("{} has not ended: {}", self.game, line.position());
    }
}

fn every_move_is_playable_or_refused<G: Game>(position: &G) {
    let legal: Vec<Move> = position.legal_moves().collect();
    assert!(legal.is_sorted_by(|a, b| a < b), "{legal:?} in {position}");
    assert!(position.places() <= Move::MOST && legal.len() <= G::Moves::MOST);
    assert!(legal.iter().all(|mv| mv.index() < position.places()));
    // Where most moves that exist are illegal in every position, some of them stand for all.
    let step = if position.places() > 1000 { 997 } else { 1 };
    let some = (0..Move::MOST.min(position.places() + 2)).step_by(step).map(Move::from_index);
    for mv in some.chain(legal.iter().copied()) {
        let mut next = *position;
        match next.try_play(mv) {
            Ok(()) => assert!(legal.contains(&mv) && next == position.after(mv), "{mv:?} in {position}"),
            Err(_) => assert!(!legal.contains(&mv) && next == *position, "{mv:?} in {position}"),
        }
    }
}

fn a_move_is_no_mistake_compared_with_itself<G: Game>(position: &G) {
    let moves: Vec<Move> = position.legal_moves().collect();
    for &mv in &moves {
        assert_eq!(position.mistake(mv, mv), None, "{mv:?} in {position}");
        // Whatever the other move is, there are words or none.
        let _ = position.mistake(mv, moves[0]).map(|mistake| mistake.sentence("the mover"));
    }
}

/// If a side moves again, the effects say why, so that a person does not wonder.
fn every_turn_passes_or_is_explained<G: Game>(position: &G) {
    for mv in position.legal_moves() {
        let (next, effects) = (position.after(mv), position.effects(mv));
        if next.to_move() == position.to_move() && !next.is_over() {
            assert!(!effects.is_empty(), "{mv:?} in {position} leads to {next}");
        }
        assert!(effects.iter().all(|effect| effect.sentence("Ann").ends_with('.')), "{effects:?}");
    }
}

/// Move ordering omits no move, repeats none, and begins with the hash move.
fn every_legal_move_is_searched_once<G: Game>(position: &G) {
    let legal: HashSet<G> = position.legal_moves().map(|mv| position.after(mv)).collect();
    if legal.is_empty() {
        return;
    }
    let check = |hash_move| {
        let ordered = G::Search::ordered_moves(position, hash_move);
        let ordered: Vec<G> = ordered.map(|mv| G::Search::after(position, mv)).collect();
        assert_eq!(ordered.len(), position.legal_moves().len(), "{hash_move} in {position}");
        assert_eq!(ordered.iter().copied().collect::<HashSet<G>>(), legal, "{hash_move} in {position}");
        ordered[0]
    };
    check(0);
    for mv in G::Search::ordered_moves(position, 0) {
        let hash_move = G::Search::hash_move(mv);
        if hash_move != 0 {
            assert_eq!(check(hash_move), G::Search::after(position, mv), "{hash_move} in {position}");
        }
    }
}

/// Returns whether the game is over and checks that all parts agree.
fn an_outcome_is_the_end<G: Game>(position: &G) -> bool {
    let outcome = position.outcome();
    assert_eq!(outcome.is_some(), position.legal_moves().is_none(), "{position}");
    assert_eq!(outcome.is_some(), position.is_over(), "{position}");
    if let Some(outcome) = outcome {
        let [first, second] = position.points();
        assert_eq!(outcome, Outcome::by_points(first, second), "{position}");
        assert!(!position.decided_by().is_empty(), "{position}");
    }
    outcome.is_some()
}

/// More plies than any game in these tests. The longest are those of Kalah with thousands of beans.
const MOST_PLIES: usize = 100_000;

/// The number of beans, or of checkers and marks, in the text of a position.
fn material(text: &str) -> usize {
    let (_, board) = text.split_once(':').unwrap();
    let numbers = board.split([':', ',']).map(str::parse::<usize>);
    numbers.sum::<Result<usize, _>>().unwrap_or_else(|_| board.matches(['x', 'o']).count())
}

/// The expected number, for games where it is known: beans are conserved, and every ply adds a checker, a mark or a disc.
fn material_after(game: &str, ply: usize) -> Option<usize> {
    let (name, sizes) = game.split_once(':')?;
    let size = |i: usize| sizes.split([':', 'x']).nth(i).unwrap().parse::<usize>().unwrap();
    match name {
        "kalah" | "oware" => Some(2 * size(0) * size(1)),
        "connect" | "mnk" => Some(ply),
        "othello" => Some(4 + ply),
        _ => None,
    }
}

proptest! {
    #![proptest_config(random_cases(400))]

    #[test]
    fn every_game_keeps_the_contract(game in any_size(), picks in prop::collection::vec(any::<u8>(), 1..100)) {
        let spec: BuiltInGame = game.parse().unwrap();
        prop_assert_eq!(spec.to_string(), game.as_str());
        spec.visit(KeepsTheContract { game: &game, picks: &picks });
    }
}

/// Reads a text as a position and returns whether it is one. An error must say why; a position must be
/// like any other.
struct ReadsSafely<'a>(&'a str);

impl GameVisitor for ReadsSafely<'_> {
    type Output = bool;

    fn visit<G: Game>(self, start: G) -> bool {
        let read = start.read(self.0);
        match &read {
            Ok(position) => {
                assert_eq!(start.read(&position.to_string()), Ok(*position), "{position}");
                // A finished position of Kalah or Oware is swept when it is read. A FEN may be shorter than it is written.
                let is_fen = !self.0.contains(':');
                assert!(
                    is_fen || position.is_over() || position.to_string() == plain(self.0),
                    "{} as {position}",
                    self.0
                );
                every_move_is_playable_or_refused(position);
                an_outcome_is_the_end(position);
                assert!(!position.view().draw().lines.is_empty());
            }
            Err(error) => says_what_is_wrong(error),
        }
        read.is_ok()
    }
}

/// A text without leading zeros in its numbers.
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

/// The error displays without a panic and is not empty.
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

/// How many characters are replaced, and by what: often one for one, which keeps the shape of a position.
fn typing_mistake() -> impl Strategy<Value = (usize, String)> {
    prop_oneof![(Just(1), "[xo.0-9]"), (0usize..4, "[snxo.:/,0-9éKq -]{0,3}")]
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

/// Texts of any characters; of those in specs, positions and move lists, which get further; and texts that
/// begin like a position, which get further still.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[snxo.:/,=0-9 -]{0,40}", "[snxo](:[xo.,/0-9]{0,15}){0,3}"]
}

proptest! {
    #![proptest_config(random_cases(2000))]

    #[test]
    fn any_text_can_be_read_as_a_position(game in any_size(), text in any_text()) {
        game.parse::<BuiltInGame>().unwrap().visit(ReadsSafely(&text));
    }

    #[test]
    fn a_position_with_typing_mistakes_can_be_read(
        game in any_size(),
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
        text in prop_oneof![
            any_text(),
            named(BuiltInGame::LIST.iter().map(|info| info.name), ":[0-9]{0,2}(x[0-9]{0,12}){0,3}(:[a-z-]{0,15})?"),
        ],
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
            named(
                StrategySpec::BUILT_IN.iter().map(|info| info.name),
                "(:[a-z0-9]{0,5})?(,(eval|extra|ties|time|nodes|c|rollout|margin|reuse)=[a-z0-9.]{0,25}){0,3}",
            ),
            named(
                StrategySpec::BUILT_IN.iter().flat_map(|info| info.keys).map(|key| key.name),
                "=smart(,(eval|extra|ties|time|nodes|c|rollout|margin|reuse)=[a-z0-9.]{0,25}){0,3}",
            ),
        ],
    ) {
        match text.parse::<StrategySpec>() {
            Ok(spec) => BuiltInGame::LIST.iter().for_each(|game| game.name.parse::<BuiltInGame>().unwrap().visit(BuildsSafely(&spec))),
            Err(error) => says_what_is_wrong(&error),
        }
    }

    #[test]
    fn any_text_can_be_read_as_a_list_of_moves(game in any_size(), text in prop_oneof![any_text(), "[0-9 ,]{0,30}"]) {
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
                let again = moves::play_list(&start, &moves::listed(&start, played));
                assert_eq!(again.map(|(position, _)| position), Ok(position));
            }
            Err(error) => says_what_is_wrong(&error),
        }
    }
}
