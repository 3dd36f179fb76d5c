//! Rows of the tables of a run.

use std::io;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The rows of a CSV file by the names of their columns. Those that cannot be read are left out.
pub(crate) fn rows_of<T: DeserializeOwned>(file: impl io::Read) -> impl Iterator<Item = T> {
    csv::ReaderBuilder::new().flexible(true).from_reader(file).into_deserialize().filter_map(Result::ok)
}

/// A row of `review.csv`: the judged moves of a player in a phase of the game.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct ReviewRow {
    pub player: String,
    pub phase: String,
    pub moves: Option<u64>,
    pub judged: Option<u64>,
    pub best_share: Option<f64>,
    pub mean_loss: Option<f64>,
    pub blunders: Option<u64>,
    pub won_thrown: Option<u64>,
    pub drawn_thrown: Option<u64>,
}

/// A row of `mistakes.csv`: a lost game, and the move that lost it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct MistakeRow {
    pub game: u64,
    pub player: String,
    pub side: String,
    pub kind: String,
    /// Empty without a mistake, as all that follows.
    pub ply: Option<u64>,
    pub phase: String,
    pub position: String,
    #[serde(rename = "move")]
    pub played: String,
    pub best: String,
    pub value_before: Option<f64>,
    pub value_after: Option<f64>,
    pub loss: Option<f64>,
    pub judge: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_the_names_of_their_columns() {
        let text = "player,phase,moves,judged,best_share,mean_loss,blunders,won_thrown,drawn_thrown\n\
                    a,all,100,80,0.95,0.25,3,2,1\na,1-10,40,0,,,0,0,0\n";
        let rows: Vec<ReviewRow> = rows_of(text.as_bytes()).collect();
        assert_eq!((rows[0].moves, rows[0].blunders, rows[0].drawn_thrown), (Some(100), Some(3), Some(1)));
        assert_eq!((rows[0].best_share, rows[1].best_share, rows[1].mean_loss), (Some(0.95), None, None));
    }
}
