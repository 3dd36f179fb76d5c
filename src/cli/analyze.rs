//! `arena analyze`: the value of every legal move.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::args::AnalyzeArgs;
use super::failure::Failure;
use super::table::{values, verdict};
use super::wanted;
use crate::games::{Game, GameSpec, GameVisitor};
use crate::interrupt;
use crate::report::numbers::{counted, signed, time};
use crate::report::paint::Paint;
use crate::rng::{Purpose, Rng};
use crate::search::first_best;
use crate::strategies::{Analysis, Analyst, NoChoice, StrategySpec, Turn};

/// Runs the command.
pub(super) fn run(args: &AnalyzeArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.position.game()?;
    let spec = wanted::spec("--with", &args.with)?;
    game.visit_holding(&args.position.held(), Analyze { args, game, spec, paint, out })
}

struct Analyze<'a, W> {
    args: &'a AnalyzeArgs,
    game: GameSpec,
    spec: StrategySpec,
    paint: Paint,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Analyze<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Result<(), Failure> {
        let mut analyst = wanted::build_analyst::<G>("--with", &self.spec)?;
        let position = self.args.position.set_up(start)?.position;
        let began = Instant::now();
        let analysis = analysis(analyst.as_mut(), &position)?;
        let took = began.elapsed();
        if self.args.json {
            let report = Report::of(self.game, &position, &self.spec, &analysis, took);
            serde_json::to_writer(&mut *self.out, &report)?;
            writeln!(self.out)?;
            return Ok(());
        }
        write!(self.out, "{}", text(&position, &self.spec, &analysis, took, self.paint))?;
        Ok(())
    }
}

/// The values that an analyst gives to the moves. Nothing in them is left to chance, so any stream will do.
pub(super) fn analysis<G: Game>(analyst: &mut dyn Analyst<G>, position: &G) -> Result<Analysis, NoChoice> {
    let mut rng = Rng::stream(0, Purpose::PlayerA, 0);
    analyst.analyze(position, &mut Turn { rng: &mut rng, interrupt: interrupt::flag() })
}

/// The analysis for people: a sentence, then the table.
pub(super) fn text<G: Game>(
    position: &G,
    spec: &StrategySpec,
    analysis: &Analysis,
    took: Duration,
    paint: Paint,
) -> String {
    if let Some(outcome) = position.outcome() {
        let verdict = verdict(position, outcome, |side| G::side_name(side).to_owned());
        return format!("The game is over: {verdict}.\n");
    }
    let Some(best) = first_best(&analysis.values) else {
        return String::new();
    };
    let side = G::side_name(position.to_move());
    let looked = match analysis.depth.limit() {
        Some(plies) => counted(u64::from(plies), "ply").replace("plys", "plies") + " ahead",
        None => "to the end of the game".to_owned(),
    };
    let sentence =
        format!("{side}'s best move is {} {}, value {}", G::PLACE, best.mv.number(), signed(best.value));
    format!(
        "{}: {spec} looked {looked}, at {} in {}.\n\n{}",
        paint.strong(&sentence),
        counted(analysis.nodes, "position"),
        time(took),
        values::<G>(&analysis.values, paint),
    )
}

/// The JSON of the command.
#[derive(Serialize)]
struct Report {
    game: String,
    position: String,
    strategy: String,
    best: Option<usize>,
    value: Option<i32>,
    moves: Vec<ReportedMove>,
    /// Plies looked ahead; null for the end of the game.
    depth: Option<u32>,
    nodes: u64,
    time_ns: u64,
}

#[derive(Serialize)]
struct ReportedMove {
    #[serde(rename = "move")]
    number: usize,
    value: i32,
}

impl Report {
    fn of<G: Game>(
        game: GameSpec,
        position: &G,
        spec: &StrategySpec,
        analysis: &Analysis,
        took: Duration,
    ) -> Report {
        let best = first_best(&analysis.values);
        Report {
            game: game.to_string(),
            position: position.to_string(),
            strategy: spec.to_string(),
            best: best.map(|best| best.mv.number()),
            value: best.map(|best| best.value),
            moves: analysis
                .values
                .iter()
                .map(|value| ReportedMove { number: value.mv.number(), value: value.value })
                .collect(),
            depth: analysis.depth.limit(),
            nodes: analysis.nodes,
            time_ns: u64::try_from(took.as_nanos()).unwrap_or(u64::MAX),
        }
    }
}
