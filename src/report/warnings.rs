//! Every warning that a run can give, each with advice.

use std::time::Duration;

use super::numbers::{counted, grouped};
use super::paint::Paint;
use crate::play::duel::Reason;
use crate::play::openings::OpeningsSpec;
use crate::play::plan::{Plan, Variation};
use crate::play::schedule::FormatKind;
use crate::players::thread_time::ThreadTime;
use crate::report::elo_words;
use crate::stats::IntervalBasis;
use crate::stats::RatedResults;
use crate::stats::estimate::Estimate;
use crate::stats::identity::CopyCounts;
use crate::stats::stopping::IntervalKind;
use crate::store::Summary;
use crate::store::faults::{Forfeiter, LastFault, LastFaults};
use crate::text::program;

/// Something to know before trusting a result.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Warning {
    /// Some games are copies of others.
    Repeats {
        games: u64,
        distinct: u64,
        is_estimate: bool,
        are_rated: bool,
        openings: Option<OpeningsSpec>,
        /// Whether arena has no rules to find other openings by.
        has_no_rules: bool,
    },
    /// The openings leave little to play.
    ShortGames { mean_plies: f64 },
    /// A caveat about the game itself.
    Game { caveat: String },
    /// The threads waited for a core for this share of their time.
    BusyMachine { waited: f64 },
    /// Games that `arena rate` read are copies of others.
    RatedRepeats { games: u64, distinct: u64 },
    /// Pairs without moves were taken for copies of others.
    AssumedCopies { copies: u64, pairs: u64 },
    /// Pairs may be copies of others: neither moves nor openings are known.
    DoubtfulCopies { copies: u64, pairs: u64 },
    /// All games of a Swiss tournament chose pairings: this many for each two players that met.
    NoReportedGames { a_meeting: u64 },
    /// How a player forfeited its last game.
    LastFault { player: String, last: LastFault },
    /// Games were stopped at the ply limit.
    Stopped { games: u64 },
    /// Games were ended by the scores of their players, or given up.
    Adjudicated { games: u64 },
    /// Players contradicted the referee in games; `last` is what was said in the last of them.
    Disputes { games: u64, last: Option<String> },
    /// Matches failed; `last` is why the last of them did.
    Failures { games: u64, last: Option<String> },
    /// Every game ended in a move that the referee did not accept.
    DoubtfulReferee { games: u64 },
    /// Another run of the same plan may play other games.
    NotReproducible(Variation),
    /// Players that are limited by the clock share cores.
    SharedCores { threads: usize, cores: usize },
    /// The intervals are right at every look, as the number of games was not planned.
    AnytimeIntervals,
    /// The estimate allows for the test that stopped the games; this is Elo without that.
    EstimateAfterTest { plain: Estimate },
}

/// A run, as far as warnings depend on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Warned<'a> {
    pub summaries: &'a [Summary],
    /// What the threads that played have spent.
    pub threads: ThreadTime,
    pub openings: Option<&'a OpeningsSpec>,
    pub has_no_rules: bool,
    pub caveat: Option<&'a str>,
    /// Why the same plan may give other games.
    pub variation: Option<&'a Variation>,
    pub faults: Option<&'a LastFaults>,
    /// The games for each two players that met, if all [chose pairings](choosing).
    pub choosing: Option<u64>,
}

/// The games for each two players that met in a Swiss tournament, if all of them chose pairings.
pub(crate) fn choosing(plan: &Plan, rated: RatedResults) -> Option<u64> {
    let is_swiss = plan.schedule.format().kind() == FormatKind::Swiss;
    (is_swiss && rated == RatedResults::Choosing).then(|| plan.schedule.games())
}

/// Repeated games matter if they make the interval more than 5 % wider than that of as many distinct games. Its width
/// is proportional to one over the square root of their number, so the limit is 1.05² games per distinct game.
const MOST_WIDENED: f64 = 1.05;

/// Below this mean number of plies per game, the opening decides more than the players.
const FEWEST_PLIES: f64 = 4.0;

/// The fewest games of two players of which some are reported, if results choose pairings: two pairs.
const LEAST_REPORTED: u64 = 4;

/// A machine is busy if threads wait for a core for more than this share of their time, ...
const MOST_WAITING: f64 = 0.1;

/// ... and not just until they are woken up.
const WAKING: Duration = Duration::from_millis(1);

impl Warning {
    pub(crate) fn of(run: Warned<'_>) -> Vec<Warning> {
        let Warned { summaries, variation, .. } = run;
        let mut warnings = Vec::new();
        let faults = run.faults.into_iter().flat_map(|faults| &faults.players);
        warnings.extend(
            faults.map(|(player, last)| Warning::LastFault { player: player.clone(), last: last.clone() }),
        );
        warnings.extend(run.caveat.map(|caveat| Warning::Game { caveat: caveat.to_owned() }));
        if let Some(a_meeting) = run.choosing.filter(|&games| games < LEAST_REPORTED) {
            warnings.push(Warning::NoReportedGames { a_meeting });
        }
        let distinct = || summaries.iter().filter_map(|summary| summary.distinct).map(|counts| counts.games);
        if summaries.iter().any(repeats_matter) {
            warnings.push(Warning::Repeats {
                games: summaries.iter().map(|summary| summary.games).sum(),
                distinct: distinct().map(|games| games.count).sum(),
                is_estimate: distinct().any(|games| games.is_estimate),
                are_rated: summaries.len() > 1,
                openings: run.openings.cloned(),
                has_no_rules: run.has_no_rules,
            });
        }
        warnings.extend(plies_to_play(summaries).and_then(|mean_plies| {
            let has_openings = !matches!(
                run.openings.map(OpeningsSpec::source),
                None | Some(OpeningsSpec::Start | OpeningsSpec::Random(Some(0)))
            );
            (has_openings && mean_plies < FEWEST_PLIES).then_some(Warning::ShortGames { mean_plies })
        }));
        let stopped = summaries.iter().map(|summary| summary.ended_by(Reason::MaxPlies)).sum();
        if stopped > 0 {
            warnings.push(Warning::Stopped { games: stopped });
        }
        let adjudicated = summaries.iter().map(|summary| summary.ended_by(Reason::Adjudicated)).sum();
        if adjudicated > 0 {
            warnings.push(Warning::Adjudicated { games: adjudicated });
        }
        let disputed = summaries.iter().map(|summary| summary.ended_by(Reason::Dispute)).sum();
        if disputed > 0 {
            let last = run.faults.and_then(|faults| faults.dispute.clone());
            warnings.push(Warning::Disputes { games: disputed, last });
        }
        let failed = summaries.iter().map(|summary| summary.ended_by(Reason::Failed)).sum();
        if failed > 0 {
            let last = run.faults.and_then(|faults| faults.failure.clone());
            warnings.push(Warning::Failures { games: failed, last });
        }
        let [games, illegal] = [
            summaries.iter().map(|summary| summary.games).sum::<u64>(),
            summaries.iter().map(|summary| summary.ended_by(Reason::Illegal)).sum(),
        ];
        if run.has_no_rules && games > 1 && games == illegal {
            warnings.push(Warning::DoubtfulReferee { games });
        }
        warnings.extend(variation.cloned().map(Warning::NotReproducible));
        warnings.extend(busy_machine(run.threads));
        warnings.extend(summaries.first().filter(|summary| summary.games > 0).and_then(interval_note));
        warnings
    }

    /// The warnings about pairs of files without moves.
    pub(crate) fn of_copies(CopyCounts { pairs, assumed, doubtful }: CopyCounts) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if assumed > 0 {
            warnings.push(Warning::AssumedCopies { copies: assumed, pairs });
        }
        if doubtful > 0 {
            warnings.push(Warning::DoubtfulCopies { copies: doubtful, pairs });
        }
        warnings
    }

    /// The word in front of it. What makes no result doubtful is a note.
    pub(crate) fn label(&self, paint: Paint) -> String {
        match self {
            Warning::NotReproducible(_)
            | Warning::AnytimeIntervals
            | Warning::EstimateAfterTest { .. }
            | Warning::Adjudicated { .. } => paint.faint("note:"),
            _ => paint.bad("warning:"),
        }
    }

    /// The text of the warning, with advice.
    pub(crate) fn text(&self) -> String {
        match self {
            Warning::Repeats { games, distinct, is_estimate, are_rated, openings, has_no_rules } => {
                let about = if *is_estimate { "about " } else { "" };
                let counts = if *are_rated {
                    "ratings and intervals count each pair once"
                } else {
                    "the intervals count each pair once"
                };
                format!(
                    "only {about}{} of {} are distinct; {counts}. {}",
                    grouped(*distinct),
                    counted(*games, "game"),
                    against_repeats(openings.as_ref(), *has_no_rules)
                )
            }
            Warning::RatedRepeats { games, distinct } => format!(
                "only {} of {} are distinct; the ratings count each pair once",
                grouped(*distinct),
                counted(*games, "game")
            ),
            Warning::AssumedCopies { copies, pairs } => format!(
                "{} of {} have the number, players, opening and results of an earlier one; without the column moves they \
                 are taken for copies and count once",
                grouped(*copies),
                counted(*pairs, "pair")
            ),
            Warning::DoubtfulCopies { copies, pairs } => format!(
                "{} of {} have the number, players and results of an earlier one; without openings and moves copies \
                 cannot be recognised",
                grouped(*copies),
                counted(*pairs, "pair")
            ),
            Warning::NoReportedGames { a_meeting } => format!(
                "players that met played only {}, which chose later pairings, so no rating has an error and no order is \
                 certain; use --games {LEAST_REPORTED} or more",
                counted(*a_meeting, "game")
            ),
            Warning::ShortGames { mean_plies } => format!(
                "the openings leave only {mean_plies:.1} plies to play on average; use openings nearer to the start"
            ),
            Warning::Game { caveat } => caveat.clone(),
            Warning::BusyMachine { waited } => format!(
                "the machine was busy: threads waited for a core {:.0} % of their time, so moves took longer; for exact \
                 times use --threads 1 on a quiet machine",
                waited * 100.0
            ),
            Warning::LastFault { player, last } => {
                format!("the last fault of {player}: {}", last_words(last))
            }
            Warning::Stopped { games } => {
                format!("{} stopped at the ply limit and counted as drawn; raise --max-plies", were(*games))
            }
            Warning::Adjudicated { games } => {
                format!("{} ended by the scores of both players, or because one resigned", were(*games))
            }
            Warning::Disputes { games, last } => format!(
                "in {} a player contradicted the referee, whose word stands{}. One of them has the rules wrong: see \
                 faults.csv",
                counted(*games, "game"),
                last.as_ref().map(|last| format!("; last: {last}")).unwrap_or_default()
            ),
            Warning::Failures { games, last } => format!(
                "{} failed and counted as drawn{}. See faults.csv",
                counted(*games, "game"),
                last.as_ref().map(|last| format!("; last: {last}")).unwrap_or_default()
            ),
            Warning::DoubtfulReferee { games } => format!(
                "all {} ended in an illegal move. If the players are asked to move in finished positions, or their \
                 moves are legal, the referee is wrong: examine it with {} bot --game",
                counted(*games, "game"),
                program()
            ),
            Warning::NotReproducible(Variation::Clock) => {
                "a player has a time limit, so these games cannot be repeated exactly; use nodes= for reproducible games"
                    .to_owned()
            }
            Warning::NotReproducible(Variation::Bots(bots)) => format!(
                "{} may choose other moves next time, so these games may not be repeatable; add deterministic=yes to a bot \
                 that always chooses the same",
                if bots.len() > 2 { format!("{} bots", bots.len()) } else { bots.join(" and ") }
            ),
            Warning::NotReproducible(Variation::Match) => {
                "the first game came out differently when it was played again with the same seed, so these games cannot be \
                 repeated exactly; let all chance depend on {SEED}"
                    .to_owned()
            }
            Warning::AnytimeIntervals => {
                "the number of games was not fixed in advance, so the intervals are anytime-valid: wider, and right at every look"
                    .to_owned()
            }
            Warning::EstimateAfterTest { plain } => format!(
                "Elo and its interval allow for the test, which stops when a player is ahead; without that they would be {}",
                elo_words(*plain).replace(" Elo", "")
            ),
            Warning::SharedCores { threads, cores } => format!(
                "{threads} threads share {}, so players with time= or clock= get less of their time than the clock \
                 shows, and bots may lose on time; use --threads {cores}",
                counted(*cores as u64, "core")
            ),
        }
    }
}

/// What the intervals rest on, unless the number of games was planned.
fn interval_note(summary: &Summary) -> Option<Warning> {
    match summary.estimate.kind {
        IntervalKind::Fixed => None,
        IntervalKind::Anytime => Some(Warning::AnytimeIntervals),
        IntervalKind::AfterTest => {
            let plain = summary.clone().resting_on(IntervalBasis::Fixed).estimate.elo();
            Some(Warning::EstimateAfterTest { plain })
        }
    }
}

/// A fault in words: "said 'bestmove 9' in s:… (legal: 1 2 4)".
fn last_words(last: &LastFault) -> String {
    let LastFault { reason, said, place, .. } = last;
    let what = if *reason == Reason::Illegal { format!("said '{said}'") } else { said.clone() };
    match place {
        Some((position, legal)) => format!("{what} in {position} (legal: {legal})"),
        None => what,
    }
}

/// Whether the interval is noticeably wider than that of as many distinct games.
fn repeats_matter(summary: &Summary) -> bool {
    let distinct = summary.distinct.map_or(summary.games, |distinct| distinct.games.count);
    let is_forfeited = summary.forfeiters().iter().any(Forfeiter::forfeited_all);
    !is_forfeited && summary.games as f64 > MOST_WIDENED * MOST_WIDENED * distinct as f64
}

/// Plies per game that was not forfeited. Those of forfeited games count too, so that it is at least their mean.
fn plies_to_play(summaries: &[Summary]) -> Option<f64> {
    let plies = summaries.iter().map(|summary| Some(summary.mean_plies? * summary.games as f64));
    let plies: f64 = plies.sum::<Option<f64>>()?;
    let forfeited =
        |summary: &Summary| -> u64 { Reason::FORFEITS.iter().map(|&reason| summary.ended_by(reason)).sum() };
    let games: u64 = summaries.iter().map(|summary| summary.games - forfeited(summary)).sum();
    (games > 0).then(|| plies / games as f64)
}

/// A warning if the threads that played had to wait for a core.
fn busy_machine(ThreadTime { busy, queued }: ThreadTime) -> Option<Warning> {
    let waited = queued.as_secs_f64() / (busy + queued).as_secs_f64().max(f64::MIN_POSITIVE);
    (waited > MOST_WAITING && queued > WAKING).then_some(Warning::BusyMachine { waited })
}

/// Advice on how to get more distinct games.
fn against_repeats(openings: Option<&OpeningsSpec>, has_no_rules: bool) -> String {
    match openings.map(OpeningsSpec::source) {
        None => "Play from more openings, or with a player that plays randomly".to_owned(),
        Some(OpeningsSpec::Start) if has_no_rules => {
            "Use --openings file:PATH, or a player that takes a seed".to_owned()
        }
        Some(OpeningsSpec::Start) => "Use --openings random, or a player that plays randomly".to_owned(),
        Some(OpeningsSpec::Random(Some(plies))) => {
            format!("Use --openings random:K with K above {plies}, or --openings random, or fewer games")
        }
        Some(OpeningsSpec::Balanced(Some(plies))) => {
            format!("Use --openings balanced:K with K above {plies}, or --openings balanced, or fewer games")
        }
        Some(OpeningsSpec::Random(None) | OpeningsSpec::Balanced(None)) => {
            "This game has no more openings: play fewer games, or with a player that plays randomly"
                .to_owned()
        }
        Some(OpeningsSpec::File { path, .. }) => {
            format!("Add openings to {path}, play fewer games, or with a player that plays randomly")
        }
        Some(OpeningsSpec::Skip { .. }) => "Skip fewer openings, or play fewer games".to_owned(),
    }
}

fn were(games: u64) -> String {
    let were = if games == 1 { "was" } else { "were" };
    format!("{} {were}", counted(games, "game"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Outcome, Side};
    use crate::play::finished::FinishedGame;
    use crate::stats::Counts;
    use crate::stats::tally::{DistinctCount, Tally};
    use crate::store::summary::DistinctCounts;

    fn summary(games: u64, distinct: u64, mean_plies: f64) -> Summary {
        let exactly = |count| DistinctCount { count, is_estimate: false };
        let mut summary = Summary::of_counts(["a", "b"], Counts::pairs([0, 0, games / 2, 0, 0]));
        summary.distinct = Some(DistinctCounts { games: exactly(distinct), openings: exactly(distinct / 2) });
        summary.mean_plies = Some(mean_plies);
        summary
    }

    fn said(summary: &Summary, openings: &str) -> Vec<String> {
        let warnings = Warning::of(Warned {
            summaries: std::slice::from_ref(summary),
            threads: ThreadTime::default(),
            openings: Some(&openings.parse().unwrap()),
            has_no_rules: false,
            caveat: None,
            variation: None,
            faults: None,
            choosing: None,
        });
        warnings.iter().map(Warning::text).collect()
    }

    #[test]
    fn a_few_repeated_games_need_no_warning() {
        let none: [&str; 0] = [];
        assert_eq!(said(&summary(269_058, 269_037, 30.0), "random:6"), none);
        assert_eq!(said(&summary(1100, 1000, 30.0), "random:6"), none);
        assert_eq!(said(&summary(1110, 1000, 30.0), "random:6").len(), 1);
    }

    #[test]
    fn the_advice_against_repeated_games_fits_the_openings() {
        let advice = |openings| said(&summary(1000, 2, 30.0), openings).remove(0);
        insta::assert_snapshot!(advice("start"), @"only 2 of 1,000 games are distinct; the intervals count each pair once. Use --openings random, or a player that plays randomly");
        insta::assert_snapshot!(advice("random:2"), @"only 2 of 1,000 games are distinct; the intervals count each pair once. Use --openings random:K with K above 2, or --openings random, or fewer games");
        insta::assert_snapshot!(advice("random"), @"only 2 of 1,000 games are distinct; the intervals count each pair once. This game has no more openings: play fewer games, or with a player that plays randomly");
        insta::assert_snapshot!(advice("file:book.txt"), @"only 2 of 1,000 games are distinct; the intervals count each pair once. Add openings to book.txt, play fewer games, or with a player that plays randomly");
    }

    #[test]
    fn openings_that_leave_little_to_play_are_told() {
        let games = summary(100, 100, 2.94);
        assert_eq!(
            said(&games, "random:38"),
            ["the openings leave only 2.9 plies to play on average; use openings nearer to the start"]
        );
        assert!(said(&games, "start").is_empty(), "the game is that short");
        assert!(said(&summary(100, 100, 4.0), "random:38").is_empty());
    }

    #[test]
    fn plies_of_forfeited_games_are_not_the_fault_of_the_openings() {
        let mut tally = Tally::new(false);
        let mut add = |number, plies, ending: Reason| {
            let game = FinishedGame {
                number,
                plies: Some(plies),
                reason: ending,
                ..FinishedGame::between(["a", "b"], Outcome::Win(Side::First))
            };
            tally.add(&game.result("a"));
        };
        (1..=9).for_each(|number| add(number, 1, Reason::Crash));
        add(10, 30, Reason::Normal);
        let summary = Summary::of(&tally, ["a", "b"], "kalah:6x4");
        assert!((summary.mean_plies.unwrap() - 3.9).abs() < 1e-9);
        assert_eq!(said(&summary, "random:38"), [""; 0]);
    }

    #[test]
    fn threads_that_share_cores_are_told() {
        insta::assert_snapshot!(Warning::SharedCores { threads: 8, cores: 2 }.text(), @"8 threads share 2 cores, so players with time= or clock= get less of their time than the clock shows, and bots may lose on time; use --threads 2");
    }

    #[test]
    fn a_machine_is_busy_if_threads_waited_for_a_core() {
        let said = |busy, queued| {
            let [busy, queued] = [busy, queued].map(Duration::from_micros);
            busy_machine(ThreadTime { busy, queued }).map(|warning| warning.text())
        };
        insta::assert_snapshot!(said(2_000_000, 1_000_000).unwrap(), @"the machine was busy: threads waited for a core 33 % of their time, so moves took longer; for exact times use --threads 1 on a quiet machine");
        assert_eq!(said(900_000, 99_000), None);
        assert_eq!(said(1000, 900), None, "waking up takes a while");
        assert_eq!(said(0, 0), None, "with bots nothing is known");
    }
}
