//! Strength checks from code: `cargo run --release --example check`.
#![allow(clippy::print_stdout)]

use arena::prelude::*;

const CHECKS: &str = r#"
[defaults]
game = "connect:5x4x3"
games = 200

[[check]]
name = "three plies beat one"
a = "smart:3"
b = "smart:1"
require = "score >= 0.55"

[[check]]
name = "three plies search little"
a = "smart:3"
b = "smart:1"
require = "nodes_per_move <= 100"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let results = Check::from_toml(CHECKS)?.play()?;
    println!("{results}");
    for check in results.checks().iter().filter(|check| check.verdict() != CheckVerdict::Passed) {
        println!("not passed: {}", check.name());
    }
    Ok(())
}
