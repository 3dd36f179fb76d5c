//! The spec of a game, `kalah:6x4`, and the way from it to a concrete type.

use std::fmt::{Debug, Display};

use super::evaluator::{EvaluatorInfo, Evaluators};
use super::game::Game;
use super::sizes::Size;
use crate::text::TextError;

/// What `arena list` says about a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameInfo {
    /// Its name in specs: the part before the first colon.
    pub name: &'static str,
    /// The form of a spec: `kalah:HxB`.
    pub form: &'static str,
    /// What it is, with the limits of its sizes.
    pub summary: &'static str,
    /// The sizes in its spec.
    pub sizes: &'static [Size],
    /// Variants that may follow the sizes after a colon: `empty-capture`.
    pub variants: &'static [&'static str],
    /// Other names, each with the sizes that it stands for: `gomoku`, `15x15x5`.
    pub aliases: &'static [(&'static str, &'static str)],
}

/// The sizes and variants of a game: the part after its name in a spec.
pub trait GameRules: Copy + Eq + Debug + Display + Send + Sync + 'static {
    /// The game's entry in the list.
    const INFO: GameInfo;

    /// The plain board, which holds every position of the game.
    type Board: Game;

    /// The game's evaluators.
    const EVALUATORS: &'static [EvaluatorInfo] =
        <<Self::Board as Game>::Evaluators as Evaluators<Self::Board>>::LIST;

    /// Reads the part after `name:`, or returns the default if there is none.
    fn read(sizes: Option<&str>) -> Result<Self, TextError>;

    /// A caveat about games of these sizes, for example that nobody can win. `None` if there is none.
    fn caveat(&self) -> Option<String> {
        None
    }

    /// The start position on the plain board.
    fn start(self) -> Self::Board;

    /// Calls the visitor with the start position on the fastest board type for these sizes that can also hold these
    /// positions, whose texts may be invalid. By default the plain board.
    fn visit<V: GameVisitor>(self, positions: &[&str], visitor: V) -> V::Output {
        let _ = positions;
        visitor.visit(self.start())
    }
}

/// An operation on a game whose board type is known only at run time.
///
/// It is compiled once for each board type, down to the search: inside, nothing is dynamic.
pub trait GameVisitor {
    /// What it returns.
    type Output;

    /// Called with the start position of the game.
    fn visit<G: Game>(self, start: G) -> Self::Output;
}

/// The names of games, with their aliases.
pub(crate) fn names(list: &[GameInfo]) -> Vec<&'static str> {
    let of = |game: &GameInfo| [game.name].into_iter().chain(game.aliases.iter().map(|(alias, _)| *alias));
    list.iter().flat_map(of).collect()
}

/// Makes [`BuiltInGame`] from a list of games, one line each.
macro_rules! games {
    ($($game:ident($rules:ty),)+) => {
        /// A built-in game with its sizes: `kalah:6x4`, `connect:7x6x4`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum BuiltInGame {
            $(
                #[allow(missing_docs)]
                $game($rules),
            )+
        }

        impl BuiltInGame {
            /// All games, in order; the first is the default.
            pub const LIST: &'static [GameInfo] = &[$(<$rules as GameRules>::INFO,)+];

            /// Whether a built-in game is called so.
            pub fn is_called(name: &str) -> bool {
                BuiltInGame::LIST.iter().any(|game| game.name == name) || BuiltInGame::alias(name).is_some()
            }

            /// The game and the sizes that a name stands for.
            fn alias(name: &str) -> Option<(&'static str, &'static str)> {
                let aliases = |game: &'static GameInfo| game.aliases.iter().map(|alias| (game.name, alias));
                let mut all = BuiltInGame::LIST.iter().flat_map(aliases);
                all.find(|(_, (alias, _))| *alias == name).map(|(game, (_, sizes))| (game, *sizes))
            }

            /// The one way from a game's spec to a concrete board type: the fastest for positions that are reachable from
            /// the start.
            pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
                self.visit_holding(&[], visitor)
            }

            /// The same for a type that can also hold these positions, which may have any number of beans or checkers.
            pub fn visit_holding<V: GameVisitor>(self, positions: &[&str], visitor: V) -> V::Output {
                match self {
                    $(BuiltInGame::$game(rules) => GameRules::visit(rules, positions, visitor),)+
                }
            }

            /// A caveat about the game, if there is one.
            pub fn caveat(self) -> Option<String> {
                match self {
                    $(BuiltInGame::$game(rules) => GameRules::caveat(&rules),)+
                }
            }

            pub(crate) const fn evaluators(self) -> &'static [EvaluatorInfo] {
                match self {
                    $(BuiltInGame::$game(_) => <$rules as GameRules>::EVALUATORS,)+
                }
            }
        }

        impl std::str::FromStr for BuiltInGame {
            type Err = $crate::text::TextError;

            fn from_str(text: &str) -> Result<BuiltInGame, $crate::text::TextError> {
                let (name, sizes) = match text.split_once(':') {
                    Some((name, sizes)) => (name, Some(sizes)),
                    None => (text, None),
                };
                if let Some((game, meant)) = BuiltInGame::alias(name) {
                    let variant = sizes.map_or(String::new(), |variant| format!(":{variant}"));
                    return format!("{game}:{meant}{variant}").parse();
                }
                $(
                    if name == <$rules as GameRules>::INFO.name {
                        return <$rules as GameRules>::read(sizes)
                            .map(BuiltInGame::$game)
                            .map_err(|error| error.within(text, text.len() - sizes.map_or(0, str::len)));
                    }
                )+
                let names = $crate::games::spec::names(BuiltInGame::LIST);
                Err($crate::text::TextError::new(
                    text,
                    0..name.len(),
                    format!("unknown game '{name}'"),
                    $crate::text::did_you_mean(name, "games", &names),
                ))
            }
        }

        impl std::fmt::Display for BuiltInGame {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(BuiltInGame::$game(rules) => std::fmt::Display::fmt(rules, f),)+
                }
            }
        }
    };
}
pub(super) use games;
