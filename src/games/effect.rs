//! What a move does besides moving, or what is wrong with it, in the game's own words.

/// Stands for the mover's name in the text of an effect.
const MOVER: &str = "{mover}";

/// An effect of a move that is worth telling a person: a capture, an extra turn, a capture that it leaves to the opponent.
///
/// ```
/// use arena::games::MoveEffect;
///
/// let effect = MoveEffect::new("capture", "{mover} captures 5 beans.");
/// assert_eq!(effect.sentence("South"), "South captures 5 beans.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveEffect {
    kind: &'static str,
    text: String,
}

impl MoveEffect {
    /// An effect of this kind, described by a sentence in which `{mover}` stands for the side that moved.
    pub fn new(kind: &'static str, text: impl Into<String>) -> MoveEffect {
        MoveEffect { kind, text: text.into() }
    }

    /// The kind of effect, named by the game: `"capture"`.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The sentence, with the mover called by this name.
    pub fn sentence(&self, mover: &str) -> String {
        self.text.replace(MOVER, mover)
    }
}
