//! Strength against cost: a table that marks the players on the frontier.

use super::numbers::{grouped, micros};
use super::paint::Paint;
use super::standings::name_width;
use crate::stats::Standing;
use crate::text::shortened;

/// Which players are on the frontier: those for which no comparable player is both stronger and cheaper. If two are equal
/// in one respect, only the one better in the other is. A player without measured moves is not on it.
pub(crate) fn frontier(standings: &[Standing]) -> Vec<bool> {
    let beats = |(at, one): (usize, &Standing), (place, other): (usize, &Standing)| {
        let (Some(one_us), Some(other_us)) = (one.cost.mean_us, other.cost.mean_us) else {
            return false;
        };
        let as_strong = one.rating.total_cmp(&other.rating).is_eq() && one.bound == other.bound;
        let is_stronger = !as_strong && at < place;
        let is_better = is_stronger && one_us <= other_us || as_strong && one_us < other_us;
        one.group == other.group && is_better
    };
    let all = || standings.iter().enumerate();
    all().map(|other| other.1.cost.mean_us.is_some() && !all().any(|one| beats(one, other))).collect()
}

/// The width of all columns except the names and the mark.
const OTHERS: usize = 2 + 2 + 7 + 2 + 11 + 2 + 10 + 2 + 12;

/// The table of strength and cost, and a sentence on the frontier; empty if no moves were measured. On narrow terminals
/// a star marks the frontier.
pub(crate) fn table(standings: &[Standing], columns: usize, paint: Paint) -> String {
    if standings.iter().all(|standing| standing.cost.mean_us.is_none()) {
        return String::new();
    }
    let frontier = frontier(standings);
    let names = name_width(standings).min(columns.saturating_sub(OTHERS + 2)).max(6);
    let mark = if OTHERS + names + "  frontier".len() <= columns { "  frontier" } else { " *" };
    let head = format!(
        "  {:<names$}  {:>7}  {:>11}  {:>10}  {:>12}",
        "player", "Elo", "median/move", "mean/move", "nodes/move"
    );
    let mut out = format!("{}\n", paint.faint(&head));
    for (standing, &is_best) in standings.iter().zip(&frontier) {
        let us = |us: Option<f64>| us.map_or("-".to_owned(), micros);
        let nodes = standing.cost.nodes_per_move.filter(|&nodes| nodes >= 0.5);
        let line = format!(
            "  {:<names$}  {:>7}  {:>11}  {:>10}  {:>12}{}",
            shortened(&standing.player, names),
            standing.rating_words().replace(' ', ""),
            us(standing.cost.median_us),
            us(standing.cost.mean_us),
            nodes.map_or("-".to_owned(), |nodes| grouped(nodes.round() as u64)),
            if is_best { mark } else { "" },
        );
        out += &format!("{}\n", if is_best { paint.good(&line) } else { line });
    }
    let best = standings.iter().zip(&frontier).filter(|&(_, &is_best)| is_best);
    let best: Vec<&str> = best.map(|(standing, _)| standing.player.as_str()).collect();
    let best = best.join(", ");
    out + &format!("\n  On the frontier: {best}. No other player is both stronger and cheaper.\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::WIDTH;
    use crate::stats::{Cost, standings};
    use crate::stats::{Crosstable, Ratings, Results};

    fn measured(costs: [Option<f64>; 5]) -> Vec<Standing> {
        let names = ["best", "slow", "good", "dear", "bad"].map(str::to_owned);
        let mut table = Crosstable::new(5);
        for i in 1..5 {
            table.add(i - 1, i, &Results::single(30, 0, if i == 4 { 30 } else { 70 }));
        }
        let mut standings = standings(&names, &table, &Ratings::of(&table, None));
        for (standing, mean_us) in standings.iter_mut().zip(costs) {
            let nodes_per_move = mean_us.map(|us| us * 5.0);
            // The cheaper the mean, the dearer the median: the frontier is by the mean.
            let median_us = mean_us.map(|us| 1000.0 / us);
            standing.cost = Cost { median_us, mean_us, nodes_per_move, ..Cost::default() };
        }
        standings
    }

    #[test]
    fn strength_stands_beside_cost() {
        let standings = measured([Some(812.5), Some(900.0), Some(45.25), None, Some(0.0601)]);
        assert_eq!(frontier(&standings), [true, false, true, false, true]);
        insta::assert_snapshot!(table(&standings, WIDTH, Paint::new(false)), @"
        player      Elo  median/move   mean/move    nodes/move
        best       +265      1.23 µs      812 µs         4,063  frontier
        slow       +118      1.11 µs      900 µs         4,500
        good        -29      22.1 µs     45.2 µs           226  frontier
        bad        -177            -           -             -
        dear       -177      16.6 ms       60 ns             -  frontier

        On the frontier: best, good, dear. No other player is both stronger and cheaper.
        ");
    }

    #[test]
    fn the_table_fits_into_sixty_columns() {
        let mut standings = measured([Some(812.5), Some(900.0), Some(45.25), None, Some(0.0601)]);
        standings[0].player = "smart:6,eval=hoard,extra=free".to_owned();
        let text = table(&standings, 60, Paint::new(false));
        let rows: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        assert!(rows.iter().all(|row| row.chars().count() <= 60), "{text}");
        assert_eq!(rows.iter().filter(|row| row.ends_with(" *")).count(), 3, "{text}");
    }

    #[test]
    fn of_equals_the_cheaper_is_on_the_frontier() {
        // The last two are equally strong.
        let mut standings = measured([Some(9.0), Some(8.0), Some(7.0), Some(6.0), Some(5.0)]);
        standings[4].rating = standings[3].rating;
        assert_eq!(frontier(&standings), [true, true, true, false, true]);
        standings[4].cost = standings[3].cost;
        assert_eq!(frontier(&standings), [true; 5], "two that are equal in both");
    }

    #[test]
    fn without_measured_moves_there_is_no_table() {
        assert_eq!(table(&measured([None; 5]), WIDTH, Paint::new(true)), "");
    }
}
