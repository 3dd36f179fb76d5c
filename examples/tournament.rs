//! A tournament from code: `cargo run --release --example tournament`.
#![allow(clippy::print_stdout)]

use arena::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let result = Tournament::new(["smart:1..3", "greedy", "bad"])?.game("connect")?.games(50).play()?;
    println!("{result}");
    for standing in result.standings().iter().filter(|standing| standing.games() < 200) {
        println!("{} played only {} games", standing.player, standing.games());
    }
    Ok(())
}
