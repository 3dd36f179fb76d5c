//! The results of matches, tournaments, races, tunings and searches among commits of the library, as they display.

use std::fmt;

use super::paint::Paint;
use super::tuning::gain_sentence;
use super::{bisect, pick, sentence, standings};
use crate::report::WIDTH;
use crate::run::bisect::BisectResult;
use crate::run::contest::{MatchResult, TournamentResult};
use crate::run::pick::PickResult;
use crate::run::tune::TuneResult;

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(&self.summary))
    }
}

impl fmt::Display for TournamentResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = standings::table(self.standings(), WIDTH, Paint::new(false));
        write!(f, "{}\n\n{}", standings::sentence(self.standings(), &self.forfeiters), table.trim_end())?;
        standings::note(self.standings(), self.rated).map_or(Ok(()), |note| write!(f, "\n\n{note}"))
    }
}

impl fmt::Display for TuneResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&gain_sentence(self))
    }
}

impl fmt::Display for PickResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&pick::sentence(&self.shown()))
    }
}

impl fmt::Display for BisectResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bisect::sentence(self))
    }
}
