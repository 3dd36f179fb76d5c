//! `arena compare`: two runs of the same plan with different players or builds, pair by pair.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::args::CompareArgs;
use super::failure::Failure;
use super::resolve;
use crate::report::formats::check::figure;
use crate::report::numbers::{counted, grouped};
use crate::report::paint::Paint;
use crate::run::check::{Comparison, Quantity, RunPairs};
use crate::store::cell::Cell;
use crate::store::folder::RUN;
use crate::store::plan_text::PlayerText;
use crate::store::run_file::{MadeBy, RunFile, RunState};

/// Runs the command.
pub(super) fn run(args: &CompareArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let mut runs = [Recorded::read(&args.before)?, Recorded::read(&args.after)?];
    let compared = compared(&runs)?;
    for run in &mut runs {
        run.player = compared;
    }
    let [before, after] = &runs;
    let pairs = [before.pairs(&args.before)?, after.pairs(&args.after)?];
    let comparison = Comparison::of(&pairs[0], &pairs[1]);
    if comparison.pairs == 0 {
        return Err(Failure::Usage(format!(
            "no pair of {} and {} starts from the same opening\ncompare runs with the same --openings and --seed",
            before.folder, after.folder
        )));
    }
    if args.json {
        let runs: Vec<Value> = runs.iter().zip(&pairs).map(|(run, pairs)| run.json(pairs)).collect();
        writeln!(out, "{}", json_of(&runs, &comparison))?;
        return Ok(());
    }
    writeln!(out, "{}\n", paint.strong(&sentence(&runs, &comparison)))?;
    write!(out, "{}", table(&runs, &pairs, &comparison))?;
    Ok(())
}

/// A recorded match.
struct Recorded {
    folder: String,
    game: String,
    players: [PlayerText; 2],
    arena: MadeBy,
    /// Which of the players is compared.
    player: usize,
}

impl Recorded {
    fn read(folder: &Path) -> Result<Recorded, Failure> {
        let path = folder.join(RUN);
        let wrong = |problem: String| {
            Failure::Usage(format!("{}: {problem}\ngive the folders of two finished matches", path.display()))
        };
        let run = RunFile::read(folder).map_err(wrong)?;
        let Some(players) = run.plan.both() else { return Err(wrong("not the run of a match".to_owned())) };
        if run.state != RunState::Finished {
            return Err(wrong(format!("the run is {}, not finished", run.state.name())));
        }
        Ok(Recorded {
            folder: folder.display().to_string(),
            players: players.map(Clone::clone),
            game: run.plan.game.clone(),
            arena: run.arena,
            player: 0,
        })
    }

    fn pairs(&self, folder: &Path) -> Result<RunPairs, Failure> {
        let (file, place) = resolve::games_file(folder)?;
        RunPairs::read(file, &place, self.name()).map_err(|error| Failure::Usage(error.to_string()))
    }

    fn name(&self) -> &str {
        &self.players[self.player].name
    }

    fn opponent(&self) -> &str {
        &self.players[1 - self.player].name
    }

    fn json(&self, pairs: &RunPairs) -> Value {
        json!({
            "run": self.folder,
            "player": self.name(),
            "opponent": self.opponent(),
            "games": pairs.games(),
            "score": Cell::number(pairs.score(), 6).json(),
            "version": self.arena.version,
            "commit": self.arena.commit,
        })
    }
}

/// Which player is compared: the one whose opponent is the same in both runs; a if both opponents are.
fn compared([before, after]: &[Recorded; 2]) -> Result<usize, Failure> {
    let differ = |what: &str, there: &str, here: &str, advice: &str| {
        Failure::Usage(format!(
            "the {what} differ: {there} in {}, {here} in {}\n{advice}",
            before.folder, after.folder
        ))
    };
    if before.game != after.game {
        return Err(differ("games", &before.game, &after.game, "compare runs of one game"));
    }
    let is_same = |player: usize| before.players[player].spec == after.players[player].spec;
    match (is_same(0), is_same(1)) {
        (_, true) => Ok(0),
        (true, false) => Ok(1),
        (false, false) => {
            let [there, here] =
                [before, after].map(|run| format!("{} against {}", run.players[0].spec, run.players[1].spec));
            Err(differ("players", &there, &here, "compare runs against the same opponent"))
        }
    }
}

/// The result: who scores more, and how certain that is.
fn sentence([before, after]: &[Recorded; 2], comparison: &Comparison) -> String {
    let Comparison { pairs, same, difference, .. } = *comparison;
    let shared = counted(pairs, "shared pair");
    if same == pairs {
        return format!("both runs play the same games: {shared}");
    }
    let names = if before.name() == after.name() {
        format!("{} in {}", after.name(), after.folder)
    } else {
        after.name().to_owned()
    };
    let than = if before.name() == after.name() { &before.folder } else { before.name() };
    let figure = figure(Quantity::Difference, difference);
    let opponent = after.opponent();
    if difference.low > Some(0.0) {
        format!("{names} is stronger than {than} against {opponent}: {figure} points a game, {shared}")
    } else if difference.high < Some(0.0) {
        format!("{names} is weaker than {than} against {opponent}: {figure} points a game, {shared}")
    } else {
        format!(
            "no difference shown between {names} and {than} against {opponent}: {figure} points a game, {shared}"
        )
    }
}

fn table(runs: &[Recorded; 2], pairs: &[RunPairs; 2], comparison: &Comparison) -> String {
    let width = |texts: [&str; 2], head: &str| {
        texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(head.len())
    };
    let folders = width([&runs[0].folder, &runs[1].folder], "run");
    let names = width([runs[0].name(), runs[1].name()], "player");
    let mut out =
        format!("  {:<folders$}  {:<names$}  {:>9}  {:>7}  arena\n", "run", "player", "games", "score");
    for (run, pairs) in runs.iter().zip(pairs) {
        let score = pairs.score().map_or("-".to_owned(), |score| format!("{score:.4}"));
        let games = grouped(pairs.games());
        out += &format!("  {:<folders$}  {:<names$}  {games:>9}  {score:>7}  ", run.folder, run.name());
        out += &format!("{} ({})\n", run.arena.version, run.arena.commit);
    }
    let Comparison { pairs, same, better, worse, difference } = *comparison;
    let even = pairs - better - worse;
    let [pairs, same, better, worse, even] = [pairs, same, better, worse, even].map(grouped);
    out += &format!(
        "\n  pairs       {pairs} from the same openings: {better} better, {even} even, {worse} worse\n"
    );
    out += &format!("  same games  in {same} of these pairs\n");
    out + &format!("  difference  {} points a game\n", figure(Quantity::Difference, difference))
}

fn json_of(runs: &[Value], comparison: &Comparison) -> Value {
    let Comparison { pairs, same, better, worse, difference } = *comparison;
    let number = |value: Option<f64>| Cell::number(value, 6).json();
    json!({
        "runs": runs,
        "pairs": pairs,
        "same_pairs": same,
        "better_pairs": better,
        "worse_pairs": worse,
        "difference": number(difference.value),
        "difference_low": number(difference.low),
        "difference_high": number(difference.high),
    })
}
