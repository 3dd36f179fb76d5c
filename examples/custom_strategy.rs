//! Your own strategy against a built-in one: `cargo run --release --example custom_strategy`.
#![allow(clippy::print_stdout)]

use arena::prelude::*;

/// Leaves the opponent as few replies as possible.
struct Squeeze;

impl AnyStrategy for Squeeze {
    fn choose(&mut self, position: &AnyPosition, _: &mut Turn<'_>) -> Result<Choice, NoChoice> {
        let replies = |mv: &Move| position.after(*mv).map_or(0, |next| next.legal_moves().len());
        position.legal_moves().min_by_key(replies).map(Choice::unsearched).ok_or(NoChoice::GameOver)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    arena::register_strategy("squeeze", "leaves the fewest replies", || Squeeze)?;
    println!("{}", Match::new("squeeze", "smart:6")?.games(200).play()?);
    Ok(())
}
