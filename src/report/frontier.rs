//! Strength against cost: a table that marks the players on the frontier.

use super::numbers::{grouped, micros};
use super::paint::Paint;
use super::standings::{TableColumn, name_width};
use crate::stats::Standing;
use crate::text::fitted;

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

/// The columns beside the names.
const COLUMNS: [TableColumn; 4] = [
    ("Elo", 7, |standing| standing.rating_words().replace(' ', "")),
    ("median/move", 11, |standing| time_words(standing.cost.median_us)),
    ("mean/move", 10, |standing| time_words(standing.cost.mean_us)),
    ("nodes/move", 12, |standing| {
        let nodes = standing.cost.nodes_per_move.filter(|&nodes| nodes >= 0.5);
        nodes.map_or("-".to_owned(), |nodes| grouped(nodes.round() as u64))
    }),
];

/// The mark of the frontier on a narrow terminal.
const STAR: &str = " *";

/// The order in which a narrow table loses its columns: nodes, then the median.
const DROPPED: [usize; 2] = [3, 1];

fn time_words(us: Option<f64>) -> String {
    us.map_or("-".to_owned(), micros)
}

/// The table of strength and cost, and a sentence on the frontier; empty if no moves were measured. On narrow terminals
/// a star marks the frontier, and columns are left out before names are cut off.
pub(crate) fn table(standings: &[Standing], columns: usize, paint: Paint) -> String {
    if standings.iter().all(|standing| standing.cost.mean_us.is_none()) {
        return String::new();
    }
    let frontier = frontier(standings);
    let mut shown = [true; COLUMNS.len()];
    let taken = |shown: &[bool; COLUMNS.len()]| {
        let widths = COLUMNS.iter().zip(shown).filter(|(_, is_shown)| **is_shown);
        2 + widths.map(|((_, width, _), _)| width + 2).sum::<usize>()
    };
    for column in DROPPED {
        shown[column] = taken(&shown) + name_width(standings) + STAR.len() <= columns;
    }
    let taken = taken(&shown);
    let names = name_width(standings).min(columns.saturating_sub(taken + STAR.len())).max(6);
    let mark = if taken + names + "  frontier".len() <= columns { "  frontier" } else { STAR };
    let line = |name: &str, cell: &dyn Fn(usize) -> String| {
        let cells = (0..COLUMNS.len()).filter(|&i| shown[i]);
        let cells: String = cells.map(|i| format!("  {:>1$}", cell(i), COLUMNS[i].1)).collect();
        format!("  {}{cells}", fitted(name, names))
    };
    let mut out = format!("{}\n", paint.faint(&line("player", &|i| COLUMNS[i].0.to_owned())));
    for (standing, &is_best) in standings.iter().zip(&frontier) {
        let line = line(&standing.player, &|i| COLUMNS[i].2(standing));
        out += &if is_best { format!("{}\n", paint.good(&(line + mark))) } else { format!("{line}\n") };
    }
    let best = standings.iter().zip(&frontier).filter(|&(_, &is_best)| is_best);
    let best: Vec<&str> = best.map(|(standing, _)| standing.player.as_str()).collect();
    let best = best.join(", ");
    out + &format!("\nOn the frontier: {best}. No other player is both stronger and cheaper.\n")
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
    fn a_narrow_table_loses_columns_before_names() {
        let mut standings = measured([Some(812.5), Some(900.0), Some(45.25), None, Some(0.0601)]);
        standings[0].player = "smart:6,eval=hoard".to_owned();
        for columns in 32..=100 {
            let text = table(&standings, columns, Paint::new(false));
            let rows: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
            assert!(rows.iter().all(|row| row.chars().count() <= columns), "{columns}:\n{text}");
            let is_marked = |row: &&&str| row.ends_with("frontier") || row.ends_with(STAR);
            assert_eq!(rows.iter().filter(is_marked).count(), 3, "{columns}:\n{text}");
            assert!(text.contains("mean/move") && (columns < 43 || rows[1].contains("eval=hoard")), "{text}");
        }
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
