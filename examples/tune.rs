//! A tuning from code: `cargo run --release --example tune`.
#![allow(clippy::print_stdout)]

use arena::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let template = "smart:2,eval=pots+{tempo:0:0..2}*tempo";
    let result = Tune::new(template)?.game("kalah:4x3")?.games(1000).play()?;
    println!("{result}");
    match result.gain() {
        Gain::Shown => println!("use {}", result.spec()),
        _ => println!("keep the initial values; {} is not known to be stronger", result.spec()),
    }
    Ok(())
}
