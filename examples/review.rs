//! Measures the moves of a recorded run against perfect play: `cargo run --release --example review`.
#![allow(clippy::print_stdout)]

use arena::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or("results/example".to_owned());
    let result = Review::new(folder).sample(200).judge()?;
    println!("{result}");
    for player in result.players().iter().filter(|player| player.all().blunders() > 0) {
        println!("{} changed a result {} times", player.name(), player.all().blunders());
    }
    Ok(())
}
