//! The best of many from code: `cargo run --release --example pick`.
#![allow(clippy::print_stdout)]

use arena::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let candidates = ["smart:2,eval=pots+{0,1,2}*tempo", "smart:1"];
    let result = Pick::new(candidates)?.against("smart:2")?.game("kalah:4x3")?.margin(20.0).play()?;
    println!("{result}");
    for candidate in result.candidates() {
        println!("{:>5} games  {}", candidate.games, candidate.player);
    }
    Ok(())
}
