//! Ratings of players from the games of any runs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::stats::{self, Anchor, IntervalBasis, RatedResults, Ratings, Standing};
use crate::store::games_file::GamesError;
use crate::store::meetings::Gathered;
use crate::store::origin::Origin;
use crate::store::pair_numbers::PairNumbers;
use crate::store::selected_games::{AttributeCondition, SelectedGames};
use crate::store::source;
use crate::text::TextError;

/// Reads files whose games may be rated together. A file that is given twice is read once.
/// Only games that meet the conditions count.
pub(crate) fn gather(files: &[PathBuf], conditions: &[AttributeCondition]) -> Result<Gathered, GamesError> {
    let mut seen = HashSet::new();
    let place = |path: &Path| source::games_path(path).canonicalize().unwrap_or_else(|_| path.to_owned());
    let files: Vec<&PathBuf> = files.iter().filter(|path| seen.insert(place(path))).collect();
    // Without a `run.json` that can be read, there is nothing to compare.
    let origins: Vec<Option<Origin>> = files.iter().map(|path| source::origin(path).ok().flatten()).collect();
    Origin::agree(&origins.iter().flatten().cloned().collect::<Vec<_>>())?;
    let basis = IntervalBasis::of_all(origins.iter().flatten().map(|origin| origin.basis));
    let mut gathered = Gathered::resting_on(basis);
    for (path, origin) in files.into_iter().zip(origins) {
        let chosen = match origin {
            Some(origin) if origin.format.chooses_by_results() => {
                let (file, place) = source::open(path)?;
                Some(PairNumbers::read(&place, file)?)
            }
            _ => None,
        };
        let games = SelectedGames::beside(&source::games_path(path), conditions)?;
        let (file, place) = source::open(path)?;
        gathered.read(&place, file, chosen.as_ref(), &games)?;
    }
    Ok(gathered)
}

/// Ratings, and the players from the best to the worst.
pub(crate) struct RatedPlayers {
    pub ratings: Ratings,
    pub standings: Vec<Standing>,
    /// What the intervals rest on.
    pub basis: IntervalBasis,
    pub rated: RatedResults,
}

/// Rates the players of these games; `None` without games. An anchor is `NAME=ELO`.
pub(crate) fn rate(gathered: Gathered, anchor: Option<&str>) -> Result<Option<RatedPlayers>, TextError> {
    let basis = gathered.basis();
    let (names, table) = gathered.crosstable();
    if names.is_empty() {
        return Ok(None);
    }
    let anchor = anchor.map(|text| Anchor::parse(text, &names)).transpose()?;
    let ratings = Ratings::of(&table, anchor).resting_on(basis);
    let standings = stats::standings(&names, &table, &ratings);
    Ok(Some(RatedPlayers { ratings, standings, basis, rated: table.rated() }))
}
