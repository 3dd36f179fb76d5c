//! `faults.csv`: a row for every game that a player forfeited or disputed, or that failed, in the order of the games.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;

use super::cell::push_field;
use super::error::{At as _, RecordError};
use super::folder::{self, Folder};
use crate::play::duel::{Forfeit, Reason};
use crate::play::finished::FinishedGame;
use crate::play::runner::GameRecord;
use crate::stats::tally::ENDINGS;

/// The columns of `faults.csv`.
pub(crate) const COLUMNS: [&str; 5] = ["game", "ply", "player", "reason", "said"];

/// Games that a player forfeited, by reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Forfeits([u64; Reason::FORFEITS.len()]);

impl Forfeits {
    /// Counts a game, if its reason is a fault.
    pub(crate) fn add(&mut self, reason: Reason) {
        if let Some(i) = Reason::FORFEITS.iter().position(|&one| one == reason) {
            self.0[i] += 1;
        }
    }

    /// Those among the games of a tally, counted by the index of their reason.
    pub(crate) fn of_tally(endings: [u64; ENDINGS]) -> Forfeits {
        Forfeits(Reason::FORFEITS.map(|reason| endings[reason.index()]))
    }

    /// All of them.
    pub(crate) fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The reasons with their counts, also those that did not come up.
    pub(crate) fn by_reason(&self) -> impl Iterator<Item = (Reason, u64)> {
        Reason::FORFEITS.into_iter().zip(self.0)
    }
}

/// A player that forfeited games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Forfeiter {
    pub player: String,
    /// All its games.
    pub games: u64,
    /// Those of them that it or its opponent forfeited.
    pub forfeited: u64,
    pub forfeits: Forfeits,
}

impl Forfeiter {
    /// Those of the two players of a match that forfeited games.
    pub(crate) fn of_match(players: &[String; 2], games: u64, forfeits: [Forfeits; 2]) -> Vec<Forfeiter> {
        let forfeited = forfeits.iter().map(Forfeits::total).sum();
        let some = players.iter().zip(forfeits).filter(|(_, forfeits)| forfeits.total() > 0);
        some.map(|(player, forfeits)| Forfeiter { player: player.clone(), games, forfeited, forfeits })
            .collect()
    }

    /// Whether none of its games was played to its end: all were forfeited, by it alone or by its opponents, too.
    pub(crate) fn forfeited_all(&self) -> bool {
        self.forfeited == self.games
    }

    /// Whether all its faults were illegal moves.
    pub(crate) fn is_always_illegal(&self) -> bool {
        self.forfeits.by_reason().all(|(reason, games)| games == 0 || reason == Reason::Illegal)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LastFault {
    /// Its kind.
    pub reason: Reason,
    /// Where in the game it was.
    pub ply: u32,
    /// What the player answered, or how it failed.
    pub said: String,
    /// The position and its legal moves; `None` for a fault read from the file.
    pub place: Option<(String, String)>,
}

impl LastFault {
    pub(super) fn of(reason: Reason, forfeit: &Forfeit) -> LastFault {
        LastFault { reason, ply: forfeit.ply, said: forfeit.said.clone(), place: forfeit.place.clone() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LastFaults {
    /// Of each player that made one, by name.
    pub players: BTreeMap<String, LastFault>,
    /// The last dispute: what was said by whom.
    pub dispute: Option<String>,
    /// Why the last game that failed did.
    pub failure: Option<String>,
}

impl LastFaults {
    /// Remembers the fault of a player.
    pub(super) fn insert(&mut self, player: String, fault: LastFault) {
        match fault.reason {
            Reason::Dispute => self.dispute = Some(fault.said),
            Reason::Failed => self.failure = Some(fault.said),
            _ => drop(self.players.insert(player, fault)),
        }
    }
}

/// The player at fault; nobody if the game failed.
pub(super) fn player<'a>(game: &FinishedGame<&'a str>, forfeit: &Forfeit) -> &'a str {
    if game.reason == Reason::Failed { "" } else { game.players[forfeit.side.index()] }
}

/// The file, created at the first fault.
#[derive(Debug, Default)]
pub(super) struct FaultsFile {
    file: Option<File>,
    /// Rows not yet written.
    lines: Vec<u8>,
    last: LastFaults,
}

impl FaultsFile {
    /// Continues after the rows of a file, if there is one.
    pub(super) fn continued(file: Option<File>, last: LastFaults) -> FaultsFile {
        let is_empty = |file: &File| file.metadata().is_ok_and(|file| file.len() == 0);
        FaultsFile { file: file.filter(|file| !is_empty(file)), lines: Vec::new(), last }
    }

    /// Adds the row of a game, if it was forfeited or disputed.
    pub(super) fn add(&mut self, folder: &Folder, record: &GameRecord<'_>) -> Result<(), RecordError> {
        let Some(forfeit) = record.forfeit else { return Ok(()) };
        let game = &record.game;
        self.append(folder, game, player(game, forfeit), LastFault::of(game.reason, forfeit))
    }

    /// Adds the row of a forfeited or disputed game.
    pub(super) fn append(
        &mut self,
        folder: &Folder,
        game: &FinishedGame<&str>,
        player: &str,
        fault: LastFault,
    ) -> Result<(), RecordError> {
        if self.file.is_none() {
            folder.remove(folder::FAULTS)?;
            let path = folder.file(folder::FAULTS);
            let file = File::options().write(true).create_new(true).open(&path);
            self.file = Some(file.at("create", &path)?);
            self.lines.extend(format!("{}\n", COLUMNS.join(",")).bytes());
        }
        self.lines.extend(format!("{},{},", game.number, fault.ply).bytes());
        push_field(&mut self.lines, player);
        self.lines.extend(format!(",{},", game.reason).bytes());
        push_field(&mut self.lines, &fault.said);
        self.lines.push(b'\n');
        self.last.insert(player.to_owned(), fault);
        Ok(())
    }

    /// Writes the added rows.
    pub(super) fn save(&mut self, folder: &Folder) -> Result<(), RecordError> {
        if let Some(file) = &mut self.file {
            file.write_all(&self.lines).at("write", &folder.file(folder::FAULTS))?;
            self.lines.clear();
        }
        Ok(())
    }

    /// The file, to be synced to disk; `None` before the first fault.
    pub(super) fn file(&self) -> Option<&File> {
        self.file.as_ref()
    }

    pub(super) fn last(&self) -> &LastFaults {
        &self.last
    }
}

/// Parses a line, if it is that of a forfeited or disputed game: who was at fault, and how.
pub(super) fn read(fields: &csv::StringRecord, game: &FinishedGame<&str>) -> Option<(String, LastFault)> {
    let player = match game.forfeited_by() {
        Some(player) => *player,
        None if game.reason == Reason::Failed => "",
        None => game.players.into_iter().find(|player| fields.get(2) == Some(player))?,
    };
    let field = |i: usize| fields.get(i).unwrap_or_default();
    let ply = field(1).parse().ok().filter(|&ply| game.has_fault_at(ply))?;
    let fits = fields.len() == COLUMNS.len()
        && field(0).parse() == Ok(game.number)
        && field(2) == player
        && field(3) == game.reason.name();
    let last = || LastFault { reason: game.reason, ply, said: field(4).to_owned(), place: None };
    fits.then(|| (player.to_owned(), last()))
}
