//! The crosstable: the scores of all players against each other, as a table.
//!
//! Columns are numbered by the rank of the player, and split into blocks if they do not fit into a line. `summary.csv`
//! has the number of games behind each score.

use super::paint::Paint;
use super::standings::name_width;
use crate::stats::{Crosstable, Standing};
use crate::text::fitted;

/// The width of a cell, with the gap in front of it.
const CELL: usize = 4;

/// The table: the score of the row's player against the column's in percent, shaded if there are colours. It is
/// `columns` wide at most.
pub(crate) fn table(standings: &[Standing], table: &Crosstable, columns: usize, paint: Paint) -> String {
    let names = name_width(standings);
    let before = 2 + 2 + 2 + names;
    let columns = (columns.saturating_sub(before) / CELL).max(1);
    let mut out = String::new();
    for (block, opponents) in standings.chunks(columns).enumerate() {
        if block > 0 {
            out.push('\n');
        }
        let first = block * columns;
        let numbers: String =
            (first + 1..=first + opponents.len()).map(|at| format!("{at:>CELL$}")).collect();
        let head = format!("  {:>2}  {:<names$}{numbers}", "#", "score in %");
        let head =
            if names < 10 { head.replacen("score in %", &format!("{:<names$}", "in %"), 1) } else { head };
        out += &format!("{}\n", paint.faint(&head));
        for (place, player) in standings.iter().enumerate() {
            out += &format!("  {:>2}  {}", place + 1, fitted(&player.player, names));
            let mut line = String::new();
            for opponent in opponents {
                let score = table.between(player.number, opponent.number).score();
                let text = match score {
                    _ if player.number == opponent.number => "·".to_owned(),
                    Some(score) => whole_percent(score),
                    None => "-".to_owned(),
                };
                let gap = " ".repeat(CELL.saturating_sub(text.chars().count()));
                let text = score.map_or(text.clone(), |score| paint.shade(score, &text));
                line += &format!("{gap}{text}");
            }
            out += &format!("{line}\n");
        }
    }
    out
}

/// A score in whole percent, never rounded to 0 or 100.
pub(super) fn whole_percent(score: f64) -> String {
    match (score * 100.0).round() as u32 {
        0 if score > 0.0 => "<1".to_owned(),
        100 if score < 1.0 => ">99".to_owned(),
        percent => percent.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::WIDTH;
    use crate::stats::standings::examples::three;
    use crate::stats::{Ratings, Results, standings};

    #[test]
    fn rows_meet_columns() {
        let (standings, results) = three();
        insta::assert_snapshot!(table(&standings, &results, WIDTH, Paint::new(false)), @"
        #  score in %     1   2   3
        1  deep=smart:8   ·  65 >99
        2  smart:2       35   ·   -
        3  bad           <1   -   ·
        ");
        let shaded = table(&standings, &results, WIDTH, Paint::new(true));
        assert!(shaded.contains("48;5;"), "{shaded}");
    }

    #[test]
    fn a_cell_is_never_rounded_to_all_or_nothing() {
        assert_eq!([0.0, 0.001, 0.5, 0.999, 1.0].map(whole_percent), ["0", "<1", "50", ">99", "100"]);
    }

    #[test]
    fn many_players_come_in_blocks_of_eighty_letters() {
        let names: Vec<String> = (0..64).map(|i| format!("a player with a long name {i}")).collect();
        let mut results = Crosstable::new(64);
        for i in 1..64 {
            results.add(i - 1, i, &Results::single(1, 0, 1));
        }
        let standings = standings(&names, &results, &Ratings::of(&results, None));
        let text = table(&standings, &results, WIDTH, Paint::new(false));
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{widest:?}");
        assert_eq!(text.lines().filter(|line| line.contains('#')).count(), 6);
        assert_eq!(text.matches('·').count(), 64);
    }
}
