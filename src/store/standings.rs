//! `standings.csv` and `crosstable.csv`: the results of a tournament.

use super::cell::{self, Cell, Column};
use super::folder;
use crate::stats::{Crosstable, Standing};

/// The columns of `standings.csv`. If the rating is a bound, it is empty, and the bound is the low or the high end.
pub(crate) const COLUMNS: [Column<Standing>; 16] = [
    ("rank", |standing| Cell::Count(standing.rank as u64)),
    ("player", |standing| Cell::Text(&standing.player)),
    ("rating", |standing| Cell::number(standing.bound.is_none().then_some(standing.rating), 2)),
    ("rating_low", |standing| Cell::number(standing.low, 2)),
    ("rating_high", |standing| Cell::number(standing.high, 2)),
    ("games", |standing| Cell::Count(standing.games())),
    ("wins", |standing| Cell::Count(standing.results[2])),
    ("draws", |standing| Cell::Count(standing.results[1])),
    ("losses", |standing| Cell::Count(standing.results[0])),
    ("score", |standing| Cell::number(standing.score, 6)),
    ("los_next", |standing| Cell::number(standing.los_next, 6)),
    ("mean_us", |standing| Cell::number(standing.cost.mean_us, 3)),
    ("p99_us", |standing| Cell::number(standing.cost.p99_us, 3)),
    ("nodes_per_move", |standing| Cell::number(standing.cost.nodes_per_move, 1)),
    ("rated_games", |standing| Cell::Count(standing.rated_games)),
    ("interval", |standing| Cell::Text(standing.interval_kind().name())),
];

/// The files of a tournament with their names.
pub(crate) fn files(standings: &[Standing], table: &Crosstable) -> Vec<(&'static str, Vec<u8>)> {
    let files = [
        (folder::STANDINGS, cell::csv(&COLUMNS, standings)),
        (folder::CROSSTABLE, crosstable(standings, table)),
    ];
    files.into()
}

/// The bytes of `crosstable.csv`: a row and a column per player in the order of the standings. A cell is the score of
/// the row's player against the column's, empty if they did not meet.
fn crosstable(standings: &[Standing], table: &Crosstable) -> Vec<u8> {
    let mut lines = Vec::new();
    let names = standings.iter().map(|standing| standing.player.as_str());
    cell::push_row(&mut lines, ["player"].into_iter().chain(names).map(Cell::Text));
    for one in standings {
        let score = |other: &Standing| table.between(one.number, other.number).score();
        let scores = standings.iter().map(|other| Cell::number(score(other), 6));
        cell::push_row(&mut lines, [Cell::Text(&one.player)].into_iter().chain(scores));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::standings::examples::{ladder, three};
    use crate::stats::{Cost, RatingBound};

    #[test]
    fn the_csv_has_the_columns_of_the_design_and_no_rating_where_there_is_only_a_bound() {
        let mut standings = ladder();
        standings[0].cost = Cost {
            mean_us: Some(12.3456),
            p99_us: Some(40.0),
            nodes_per_move: Some(1234.56),
            ..Cost::default()
        };
        standings[1].bound = Some(RatingBound::AtLeast);
        standings[1].high = None;
        let text = String::from_utf8(cell::csv(&COLUMNS, &standings[..2])).unwrap();
        insta::assert_snapshot!(text, @r#"
        rank,player,rating,rating_low,rating_high,games,wins,draws,losses,score,los_next,mean_us,p99_us,nodes_per_move,rated_games,interval
        1,"smart:6,eval=hoard,extra=free",391.62,352.83,430.40,500,240,40,220,0.520000,0.824189,12.346,40.000,1234.6,500,fixed
        2,smart:4,,346.23,,1000,600,80,320,0.640000,1.000000,,,,1000,fixed
        "#);
    }

    #[test]
    fn the_csv_has_a_row_and_a_column_for_every_player() {
        let (standings, results) = three();
        let text = String::from_utf8(crosstable(&standings, &results)).unwrap();
        insta::assert_snapshot!(text, @"
        player,deep=smart:8,smart:2,bad
        deep=smart:8,,0.650000,0.999000
        smart:2,0.350000,,
        bad,0.001000,,
        ");
    }
}
