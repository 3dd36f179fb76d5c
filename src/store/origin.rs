//! The game and the players of a file of games, from the `run.json` next to it.
//!
//! Results of different games cannot be rated together, nor those of two players that share a name. Both are
//! rejected. A file without a `run.json` is not checked.

use std::collections::BTreeMap;
use std::path::Path;

use super::folder::RUN;
use super::games_file::GamesError;
use super::run_file::RunFile;
use crate::play::schedule::FormatKind;
use crate::stats::IntervalBasis;
use crate::text::program;

/// What the run of a file says about its games.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    /// The name of the file.
    pub place: String,
    pub game: String,
    /// The players' specs by their names.
    pub players: BTreeMap<String, String>,
    /// What the intervals of its results rest on.
    pub basis: IntervalBasis,
    /// The first player of a match.
    pub a: Option<String>,
    /// Who met whom.
    pub format: FormatKind,
}

impl Origin {
    /// What the `run.json` next to a file of games says, if there is one.
    pub(crate) fn beside(file: &Path) -> Result<Option<Origin>, GamesError> {
        let Some(folder) = file.parent() else { return Ok(None) };
        let run_file = folder.join(RUN);
        if !run_file.exists() {
            return Ok(None);
        }
        let run = RunFile::read(folder).map_err(|problem| GamesError::Wrong {
            place: run_file.display().to_string(),
            problem,
            advice: "restore it, or play the run again".to_owned(),
        })?;
        Ok(Some(Origin {
            place: file.display().to_string(),
            format: run.plan.format_kind(),
            basis: run.interval_basis(run.state),
            a: run.plan.both().map(|[a, _]| a.name.clone()),
            players: run.plan.players().map(|one| (one.name.clone(), one.spec.clone())).collect(),
            game: run.plan.game,
        }))
    }

    /// Whether the games of all these files may be rated together.
    pub(crate) fn agree(origins: &[Origin]) -> Result<(), GamesError> {
        let mut by_game: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for origin in origins {
            by_game.entry(&origin.game).or_default().push(&origin.place);
        }
        if by_game.len() > 1 {
            let games: Vec<&str> = by_game.keys().copied().collect();
            let each = by_game.values().map(|files| format!("\n  {} rate {}", program(), files.join(" ")));
            return Err(GamesError::Unusable {
                problem: format!("the files are of different games: {}", games.join(", ")),
                advice: format!("rate one game at a time:{}", each.collect::<String>()),
            });
        }
        let mut known: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
        for origin in origins {
            for (name, spec) in &origin.players {
                let (other, place) = *known.entry(name).or_insert((spec, &origin.place));
                if other != spec {
                    return Err(GamesError::Unusable {
                        problem: format!(
                            "'{name}' is {other} in {place} and {spec} in {}: two players with one name",
                            origin.place
                        ),
                        advice:
                            "rate the two files one at a time, or play one of them again under another name, \
                                 for example --a new=SPEC"
                                .to_owned(),
                    });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(place: &str, game: &str, players: &[(&str, &str)]) -> Origin {
        let players = players.iter().map(|&(name, spec)| (name.to_owned(), spec.to_owned())).collect();
        let (place, game, format) = (place.to_owned(), game.to_owned(), FormatKind::RoundRobin);
        Origin { place, game, players, format, basis: IntervalBasis::Fixed, a: None }
    }

    #[test]
    fn runs_of_one_game_with_the_same_players_agree() {
        let one = origin("a/games.csv", "kalah:6x4", &[("deep", "smart:8"), ("bad", "bad")]);
        let other = origin("b/games.csv", "kalah:6x4", &[("deep", "smart:8"), ("random", "random")]);
        assert!(Origin::agree(&[one, other]).is_ok() && Origin::agree(&[]).is_ok());
    }

    #[test]
    fn other_games_and_other_players_of_the_same_name_are_refused() {
        let kalah = origin("a/games.csv", "kalah:6x4", &[("deep", "smart:8")]);
        let connect = origin("b/games.csv", "connect:7x6x4", &[("deep", "smart:8")]);
        let shallow = origin("c/games.csv", "kalah:6x4", &[("deep", "smart:2")]);
        let refused = |origins: &[Origin]| Origin::agree(origins).unwrap_err().to_string();
        insta::assert_snapshot!(refused(&[kalah.clone(), connect, kalah.clone()]), @"
        the files are of different games: connect:7x6x4, kalah:6x4
        rate one game at a time:
          arena rate b/games.csv
          arena rate a/games.csv a/games.csv
        ");
        insta::assert_snapshot!(refused(&[kalah, shallow]), @"
        'deep' is smart:8 in a/games.csv and smart:2 in c/games.csv: two players with one name
        rate the two files one at a time, or play one of them again under another name, for example --a new=SPEC
        ");
    }
}
