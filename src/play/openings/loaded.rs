//! Openings with the content of their file, which is read once.
//!
//! The content decides the board type of a run, since positions may hold any number of beans or checkers, and only then
//! can it be parsed. Reading it once allows pipes.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use super::{Openings, OpeningsError, OpeningsSpec, check_playable, file};
use crate::games::Game;
use crate::text::TextError;

/// A source of openings with the content of its file.
#[derive(Debug, Clone)]
pub struct LoadedOpenings {
    spec: OpeningsSpec,
    /// The content of a file.
    text: Option<String>,
}

impl LoadedOpenings {
    /// Reads the file that the spec names, if it names one.
    pub fn load(spec: &OpeningsSpec) -> Result<LoadedOpenings, TextError> {
        let text = match spec.source() {
            OpeningsSpec::File { path, .. } => {
                Some(file::load(path).map_err(|(problem, advice)| spec.error(problem, advice))?)
            }
            _ => None,
        };
        Ok(LoadedOpenings { spec: spec.clone(), text })
    }

    /// The source.
    pub(crate) fn spec(&self) -> &OpeningsSpec {
        &self.spec
    }

    /// The content of the file, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The positions of the file, which may have any number of beans or checkers. They are not validated
    /// here.
    pub fn positions(&self) -> Vec<&str> {
        self.text.as_deref().map(file::positions).unwrap_or_default()
    }

    /// The openings of a file; `None` for other sources: see [`prepare`](LoadedOpenings::prepare).
    pub fn listed<G: Game>(&self, start: G) -> Result<Option<Openings<G>>, TextError> {
        let (&OpeningsSpec::File { ref path, plies }, Some(text)) = (self.spec.source(), &self.text) else {
            return Ok(None);
        };
        check_playable(&self.spec, &start)?;
        let (positions, digest) = file::parse(&start, path, text, plies)
            .map_err(|(problem, advice)| self.spec.error(problem, advice))?;
        let distinct = positions.iter().collect::<HashSet<_>>().len() as u64;
        let openings = Openings::of_file(start, positions, digest, distinct);
        Ok(Some(openings.skipping(self.spec.skipped())))
    }

    /// The openings for this many pairs. Listing random ones may take a while.
    pub fn prepare<G: Game>(
        &self,
        start: G,
        pairs: u64,
        seed: u64,
        interrupt: &AtomicBool,
    ) -> Result<Openings<G>, OpeningsError> {
        match self.listed(start)? {
            Some(listed) => Ok(listed),
            None => {
                let skipped = self.spec.skipped();
                let pairs = pairs.saturating_add(skipped);
                let openings = Openings::find(self.spec.source(), start, pairs, seed, interrupt)?;
                Ok(openings.skipping(skipped))
            }
        }
    }
}
