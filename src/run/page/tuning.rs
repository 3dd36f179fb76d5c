//! The course of a tuning, and what came out.

use std::path::Path;

use crate::run::tune::file::{TuneFile, TuneResult};
use crate::store::folder::TUNING;
use crate::store::run_file::RunState;
use crate::text::escaped;
use crate::text::file::open_regular;

/// How many points of the course are kept, at most.
const MOST_POINTS: usize = 400;

#[derive(Debug, Clone)]
pub(crate) struct TuningData {
    pub(crate) game: String,
    pub(crate) command: String,
    pub(crate) opponents: Vec<String>,
    pub(crate) parameters: Vec<Tuned>,
    pub(crate) points: Vec<StepPoint>,
    pub(crate) steps: u64,
    pub(crate) games: u64,
    /// Whether it is being played, as far as its files say.
    pub(crate) is_running: bool,
    /// What came out, once it is finished.
    pub(crate) result: Option<TuneResult>,
}

#[derive(Debug, Clone)]
pub(crate) struct Tuned {
    pub(crate) name: String,
    pub(crate) start: String,
    /// The value at the end, if it is finished.
    pub(crate) end: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct StepPoint {
    pub(crate) games: f64,
    pub(crate) score: f64,
    pub(crate) values: Vec<f64>,
}

impl TuningData {
    /// The tuning in a folder; `None` if there is none that can be read.
    pub(crate) fn read(folder: &Path) -> Option<TuningData> {
        let found = TuneFile::tuning_in(folder).ok().flatten()?;
        let text = |text: &String| escaped(text).into_owned();
        let (plan, result) = (&found.plan, &found.result.result);
        let ends = result.as_ref().map_or(&[][..], |result| &result.values);
        let parameters = plan.parameters.iter().enumerate().map(|(place, parameter)| Tuned {
            name: text(&parameter.name),
            start: text(&parameter.start),
            end: ends.get(place).map(text),
        });
        let parameters: Vec<Tuned> = parameters.collect();
        let opponents: Vec<String> = plan.against.iter().map(|player| text(&player.name)).collect();
        let points = points(folder, &parameters, !opponents.is_empty());
        Some(TuningData {
            game: text(&plan.game),
            command: text(&found.command),
            opponents,
            parameters,
            points,
            steps: plan.steps,
            games: plan.games,
            is_running: matches!(found.state, RunState::Running | RunState::Starting),
            result: result.as_ref().map(|result| TuneResult { spec: text(&result.spec), ..result.clone() }),
        })
    }
}

/// The states after the steps, thinned out. Rows that cannot be read end the course.
fn points(folder: &Path, parameters: &[Tuned], has_opponents: bool) -> Vec<StepPoint> {
    let Ok(file) = open_regular(&folder.join(TUNING)) else { return Vec::new() };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
    let Ok(header) = reader.headers().cloned() else { return Vec::new() };
    let column = |name: &str| header.iter().position(|column| column == name);
    let (Some(games), Some(plus), Some(minus)) =
        (column("games"), column("plus_score"), column("minus_score"))
    else {
        return Vec::new();
    };
    let places: Option<Vec<usize>> = parameters.iter().map(|parameter| column(&parameter.name)).collect();
    let Some(places) = places else { return Vec::new() };
    let mut points = Vec::new();
    let mut every = 1;
    for (number, record) in reader.records().map_while(Result::ok).enumerate() {
        let value = |at: usize| record.get(at)?.parse::<f64>().ok().filter(|value| value.is_finite());
        let point = || {
            let (plus, minus) = (value(plus)?, value(minus)?);
            let score = if has_opponents { f64::midpoint(plus, minus) } else { plus };
            let values = places.iter().map(|&at| value(at)).collect::<Option<_>>()?;
            Some(StepPoint { games: value(games)?, score, values })
        };
        let Some(point) = point() else { break };
        if (number + 1).is_multiple_of(every) {
            points.push(point);
        }
        if points.len() > MOST_POINTS {
            let mut place = 0;
            points.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            every *= 2;
        }
    }
    points
}
