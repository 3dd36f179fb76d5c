//! The result in one sentence.

use super::forfeits;
use super::numbers::counted;
use super::standings::whole;
use crate::players::strategies::as_of_commit;
use crate::stats::estimate::Estimate;
use crate::stats::{self, Interval};
use crate::store::Summary;
use crate::store::faults::Forfeiter;

/// Who is stronger, by how much, and how certain that is: "smart:6 beats bad: 98.1 % of 10,000 games, +684 Elo (95 %:
/// +662 to +708)". If a player forfeited every game, there is nothing else to say: "./mybot forfeited 10 of 10 games
/// (crash)".
pub(crate) fn sentence(summary: &Summary) -> String {
    let [a, b] = &summary.players;
    let result = match summary.score {
        _ if summary.same_moves => {
            let games = counted(2 * summary.complete_pairs(), "game");
            let begin = verdict(summary).map(|verdict| format!("{verdict}: ")).unwrap_or_default();
            format!("{begin}{a} plays the same moves as {b} in all {games}")
        }
        Some(score) => sentence_of([a, b], summary.games, score, summary.estimate.scores()),
        None => format!("{a} and {b} have not finished a game yet"),
    };
    forfeits::of_match(result, &summary.forfeiters())
}

/// Whether a bot got better than its version of a commit: better, worse or not shown. Other players have no such verdict,
/// and neither have games that were all forfeited.
pub(crate) fn verdict(summary: &Summary) -> Option<&'static str> {
    let [a, b] = &summary.players;
    let is_forfeited = summary.forfeiters().iter().any(Forfeiter::forfeited_all);
    (is_version(a, b) && summary.score.is_some() && !is_forfeited)
        .then(|| verdict_of(summary.estimate.scores()))
}

fn verdict_of(estimate: Estimate) -> &'static str {
    if estimate.low > Some(0.5) {
        "better"
    } else if estimate.high.is_some_and(|high| high < 0.5) {
        "worse"
    } else {
        "not shown"
    }
}

/// The same for any results: the number of games, the share of the points of the first player, and the estimate of
/// that. Of a bot and its version of a commit, it begins with whether the bot got better.
pub(crate) fn sentence_of([a, b]: [&str; 2], games: u64, score: f64, estimate: Estimate) -> String {
    let games = counted(games, "game");
    let is_version = is_version(a, b);
    let begin = if is_version { format!("{}: ", verdict_of(estimate)) } else { String::new() };
    let elo = elo_words(estimate.map(stats::elo));
    if estimate.low > Some(0.5) {
        format!("{begin}{a} beats {b}: {} of {games}, {elo}", percent(score))
    } else if estimate.high.is_some_and(|high| high < 0.5) {
        let elo = elo_words(estimate.mirrored().map(stats::elo));
        format!("{begin}{b} beats {a}: {} of {games}, {elo}", percent(1.0 - score))
    } else if is_version {
        format!("{begin}{a} scores {} of {games} against {b}, {elo}", percent(score))
    } else {
        let share = percent(score);
        format!("no difference shown between {a} and {b}: {a} scores {share} of {games}, {elo}")
    }
}

/// Whether a player is the version of a bot as of a commit.
fn is_version(bot: &str, player: &str) -> bool {
    as_of_commit(player).is_some_and(|(name, _)| name == bot)
}

/// The score during a run: "smart:6 scores 98.1 % (97.9 to 98.4 %)".
pub(crate) fn score_so_far(summary: &Summary) -> String {
    let Some(score) = summary.score else { return String::new() };
    format!(
        "{} scores {} ({})",
        summary.players[0],
        percent(score),
        percent_interval(summary.estimate.interval)
    )
}

/// A share in percent, never rounded to 0 or 100: `98.1 %`, `99.970 %`, `100 %`.
pub(crate) fn percent(share: f64) -> String {
    if share <= 0.0 || share >= 1.0 {
        return format!("{:.0} %", share * 100.0);
    }
    let text = format!("{:.1}", share * 100.0);
    if text == "100.0" || text == "0.0" { format!("{:.3} %", share * 100.0) } else { format!("{text} %") }
}

/// An interval of shares: `97.9 to 98.4 %`.
pub(crate) fn percent_interval(interval: Interval) -> String {
    let low = percent(interval.low);
    format!("{} to {}", low.trim_end_matches(" %"), percent(interval.high))
}

/// Elo with its interval. A one-sided result has a bound only: "at least +140 Elo (95 %)".
pub(crate) fn elo_words(elo: Estimate) -> String {
    match (elo.value, elo.low, elo.high) {
        (Some(elo), Some(low), Some(high)) => {
            format!("{} Elo (95 %: {} to {})", whole(elo), whole(low), whole(high))
        }
        (Some(elo), Some(low), None) => format!("{} Elo (95 %: at least {})", whole(elo), whole(low)),
        (Some(elo), None, Some(high)) => format!("{} Elo (95 %: at most {})", whole(elo), whole(high)),
        (None, Some(low), None) => format!("at least {} Elo (95 %)", whole(low)),
        (None, None, Some(high)) => format!("at most {} Elo (95 %)", whole(high)),
        (Some(elo), None, None) => format!("{} Elo, with no bounds yet", whole(elo)),
        (None, ..) => "no Elo yet".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(score: f64, low: f64, high: f64) -> Estimate {
        Estimate::share(Some(score), Interval { low, high })
    }

    #[test]
    fn a_player_beats_another_only_where_the_interval_excludes_one_half() {
        let says = |low, high| sentence_of(["A", "B"], 10, 0.5, estimate(0.5, low, high));
        assert!(says(0.501, 0.9).starts_with("A beats B: "));
        assert!(says(0.1, 0.499).starts_with("B beats A: "));
        for (low, high) in [(0.5, 0.9), (0.1, 0.5), (0.4, 0.6)] {
            assert!(says(low, high).starts_with("no difference shown between A and B: "));
        }
    }

    #[test]
    fn a_bot_and_its_other_version_have_a_verdict() {
        let says = |low, high| sentence_of(["./bot", "./bot@0123abcd"], 10, 0.5, estimate(0.5, low, high));
        assert!(says(0.501, 0.9).starts_with("better: ./bot beats ./bot@0123abcd: "));
        assert!(says(0.1, 0.499).starts_with("worse: ./bot@0123abcd beats ./bot: "));
        assert!(
            says(0.1, 0.9).starts_with("not shown: ./bot scores 50.0 % of 10 games against ./bot@0123abcd, ")
        );
        for other in ["./bot@x", "./bot@", "./other@01"] {
            let said = sentence_of(["./bot", other], 10, 0.9, estimate(0.9, 0.8, 0.95));
            assert!(said.starts_with("./bot beats "), "{said}");
        }
    }

    #[test]
    fn shares_are_never_rounded_to_none_or_all() {
        assert_eq!(percent(0.981), "98.1 %");
        assert_eq!(percent(0.9997), "99.970 %");
        assert_eq!(percent(0.00001), "0.001 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.0), "0 %");
    }

    #[test]
    fn elo_has_bounds_on_the_sides_where_there_are_any() {
        let words = |score, low, high| elo_words(estimate(score, low, high).map(stats::elo));
        assert_eq!(words(0.75, 0.7, 0.8), "+191 Elo (95 %: +147 to +241)");
        assert_eq!(words(0.5, 0.4, 0.6), "0 Elo (95 %: -70 to +70)");
        assert_eq!(words(1.0, 0.9, 1.0), "at least +382 Elo (95 %)");
        assert_eq!(words(0.0, 0.0, 0.1), "at most -382 Elo (95 %)");
        assert_eq!(words(0.99, 0.9, 1.0), "+798 Elo (95 %: at least +382)");
        assert_eq!(words(0.5, 0.0, 1.0), "0 Elo, with no bounds yet");
    }
}
