//! `arena analyze`: the value of every legal move.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::args::AnalyzeArgs;
use super::failure::Failure;
use super::resolve::{self, SetUp};
use super::values::{result, values};
use crate::games::AnyPosition;
use crate::host::GameSpec;
use crate::interrupt;
use crate::report::numbers::{counted, signed, time};
use crate::report::paint::Paint;
use crate::rng::{Purpose, Rng};
use crate::search::first_best;
use crate::strategies::{Analysis, AnyAnalyst, NoChoice, StrategySpec, Turn};

/// Runs the command.
pub(super) fn run(args: &AnalyzeArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let SetUp { game, host, position, .. } = args.position.set_up()?;
    let spec = resolve::spec("--with", &args.with)?;
    let mut analyst = resolve::build_analyst(host.as_ref(), "--with", &spec)?;
    let began = Instant::now();
    let analysis = analysis(analyst.as_mut(), &position)?;
    let took = began.elapsed();
    if args.json {
        serde_json::to_writer(&mut *out, &AnalysisJson::of(&game, &position, &spec, &analysis, took))?;
        writeln!(out)?;
        return Ok(());
    }
    write!(out, "{}", text(&position, &spec, &analysis, took, paint))?;
    Ok(())
}

/// The values that an analyst gives to the moves. Nothing in them is left to chance, so any stream will do.
pub(super) fn analysis(analyst: &mut dyn AnyAnalyst, position: &AnyPosition) -> Result<Analysis, NoChoice> {
    let mut rng = Rng::stream(0, Purpose::PlayerA, 0);
    analyst.analyze(position, &mut Turn::new(&mut rng, interrupt::flag()))
}

/// The analysis for people: a sentence, then the table.
pub(super) fn text(
    position: &AnyPosition,
    spec: &StrategySpec,
    analysis: &Analysis,
    took: Duration,
    paint: Paint,
) -> String {
    if let Some(outcome) = position.outcome() {
        let result = result(position, outcome, |side| position.side_name(side).to_owned());
        return format!("The game is over: {result}.\n");
    }
    let Some(best) = first_best(&analysis.values) else {
        return String::new();
    };
    let side = position.side_name(position.to_move());
    let looked = match analysis.depth.limit() {
        Some(plies) => counted(u64::from(plies), "ply").replace("plys", "plies") + " ahead",
        None => "to the end of the game".to_owned(),
    };
    let place = position.place();
    let sentence =
        format!("{side}'s best move is {place} {}, value {}", best.mv.number(), signed(best.value));
    format!(
        "{}: {spec} looked {looked}, at {} in {}.\n\n{}",
        paint.strong(&sentence),
        counted(analysis.nodes, "position"),
        time(took),
        values(place, &analysis.values, paint),
    )
}

/// The JSON of the command.
#[derive(Serialize)]
struct AnalysisJson {
    game: String,
    position: String,
    strategy: String,
    best: Option<usize>,
    value: Option<i32>,
    moves: Vec<MoveJson>,
    /// Plies looked ahead; null for the end of the game.
    depth: Option<u32>,
    nodes: u64,
    time_ns: u64,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    number: usize,
    value: i32,
}

impl AnalysisJson {
    fn of(
        game: &GameSpec,
        position: &AnyPosition,
        spec: &StrategySpec,
        analysis: &Analysis,
        took: Duration,
    ) -> AnalysisJson {
        let best = first_best(&analysis.values);
        AnalysisJson {
            game: game.to_string(),
            position: position.to_string(),
            strategy: spec.to_string(),
            best: best.map(|best| best.mv.number()),
            value: best.map(|best| best.value),
            moves: analysis
                .values
                .iter()
                .map(|value| MoveJson { number: value.mv.number(), value: value.value })
                .collect(),
            depth: analysis.depth.limit(),
            nodes: analysis.nodes,
            time_ns: u64::try_from(took.as_nanos()).unwrap_or(u64::MAX),
        }
    }
}
