//! `arena analyze`: the value of every legal move.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::args::AnalyzeArgs;
use super::failure::Failure;
use super::resolve::{self, SetUp};
use super::run::progress_mode;
use crate::games::AnyPosition;
use crate::interrupt;
use crate::players::strategies::{Analysis, AnyAnalyst, NoChoice, StrategySpec, Turn};
use crate::report::numbers::{counted, signed, time};
use crate::report::paint::Paint;
use crate::report::position::{result, values};
use crate::report::progress::Activity;
use crate::rng::{Purpose, Rng};
use crate::run::GameSpec;
use crate::search::first_best;
use crate::text::Decimal;

/// Runs the command.
pub(super) fn run(args: &AnalyzeArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let SetUp { game, host, position, .. } = args.position.set_up()?;
    let spec = resolve::spec("--with", &args.with)?;
    let mut analyst = resolve::build_analyst(host.as_ref(), "--with", &spec)?;
    let activity = Activity::begin(progress_mode(false), "searching");
    let began = Instant::now();
    let mut known = Known::new(position.legal_moves().count());
    let found = observed(analyst.as_mut(), &position, &mut |analysis| {
        known.add(analysis);
        activity.show(&known.progress());
    });
    let took = began.elapsed();
    activity.end();
    let is_interrupted = matches!(found, Err(NoChoice::Interrupted));
    let analysis = match found {
        Ok(analysis) => analysis,
        Err(NoChoice::Interrupted) => known.best().ok_or_else(Failure::interrupted)?.clone(),
        Err(error) => return Err(error.into()),
    };
    if args.json {
        serde_json::to_writer(&mut *out, &AnalysisJson::of(&game, &position, &spec, &analysis, took))?;
        writeln!(out)?;
    } else {
        write!(out, "{}", text(&position, &spec, &analysis, took, paint))?;
        if is_interrupted {
            write!(out, "{}", known.rest())?;
        }
    }
    out.flush()?;
    if is_interrupted { Err(Failure::interrupted()) } else { Ok(()) }
}

/// What is known while an analysis runs.
struct Known {
    moves: usize,
    /// The values of all moves, from the last finished depth.
    finished: Option<Analysis>,
    /// The values of some moves, from the depth being searched.
    begun: Option<Analysis>,
}

impl Known {
    fn new(moves: usize) -> Known {
        Known { moves, finished: None, begun: None }
    }

    fn add(&mut self, analysis: &Analysis) {
        if analysis.values.len() < self.moves {
            self.begun = Some(analysis.clone());
        } else {
            self.finished = Some(analysis.clone());
            self.begun = None;
        }
    }

    /// What to show if the analysis stops now.
    fn best(&self) -> Option<&Analysis> {
        self.finished.as_ref().or(self.begun.as_ref())
    }

    /// What is known, in words.
    fn progress(&self) -> String {
        let finished =
            self.finished.as_ref().map(|analysis| format!("all moves searched {}", ahead(analysis)));
        let begun = self.begun.as_ref().map(|analysis| {
            format!("{} of {} moves searched {}", analysis.values.len(), self.moves, ahead(analysis))
        });
        let both: Vec<String> = finished.into_iter().chain(begun).collect();
        both.join(", ")
    }

    /// What is known besides [`best`](Known::best).
    fn rest(&self) -> String {
        let Some(begun) = &self.begun else { return String::new() };
        let done = format!("{} of {} moves were searched {}", begun.values.len(), self.moves, ahead(begun));
        if self.finished.is_none() {
            return format!("\nOnly {done}.\n");
        }
        let values: Vec<String> = begun
            .values
            .iter()
            .map(|value| format!("{}: {}", value.mv.number(), signed(value.value)))
            .collect();
        format!("\n{done}: {}\n", values.join(", "))
    }
}

/// The values that an analyst computes for the moves.
pub(super) fn analysis(analyst: &mut dyn AnyAnalyst, position: &AnyPosition) -> Result<Analysis, NoChoice> {
    observed(analyst, position, &mut |_| {})
}

/// The same, observed. Always with the same random numbers, so that the answer is always the same.
fn observed(
    analyst: &mut dyn AnyAnalyst,
    position: &AnyPosition,
    observe: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, NoChoice> {
    let mut rng = Rng::stream(0, Purpose::PlayerA, 0);
    let mut turn = Turn::new(&mut rng, interrupt::flag());
    analyst.analyze_observed(position, &mut turn, observe)
}

/// How far an analysis looked: "8 plies ahead", "to the end of the game".
fn ahead(analysis: &Analysis) -> String {
    match analysis.depth.limit() {
        Some(plies) => counted(u64::from(plies), "ply").replace("plys", "plies") + " ahead",
        None => "to the end of the game".to_owned(),
    }
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
    let looked = ahead(analysis);
    let place = position.place();
    let sentence =
        format!("{side}'s best move is {place} {}, value {}", best.mv.number(), signed(best.value));
    let prospect = analysis.prospect.as_ref().map(|words| format!("With best play: {words}.\n"));
    format!(
        "{}: {spec} looked {looked}, at {} in {}.\n{}\n{}",
        paint.strong(&sentence),
        counted(analysis.nodes, "position"),
        time(took),
        prospect.unwrap_or_default(),
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
    value: Option<Decimal>,
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
    value: Decimal,
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
