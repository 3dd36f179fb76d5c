//! The configuration of a tournament, from the command line and a file. The command line takes precedence.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::super::args::{RunArgs, TournamentArgs, number};
use super::super::failure::Failure;
use crate::run::MOST_PLAYERS_OF_ONE_BATCH;
use crate::text::settings::{Section, SettingsError, SettingsFile, Value};

/// The settings, and where each was given.
#[derive(Debug)]
pub(super) struct TournamentConfig {
    /// The players, each with its place: `PLAYER`, or `tournament.toml:3`.
    pub(super) players: Vec<(String, String)>,
    pub(super) format: Option<String>,
    pub(super) games: Option<u64>,
    pub(super) rounds: Option<u64>,
    pub(super) total_games: Option<u64>,
    pub(super) anchor: Option<String>,
    pub(super) run: RunArgs,
    /// The places of the settings of a file, by key.
    places: HashMap<&'static str, String>,
}

impl TournamentConfig {
    /// The settings of the command line and of the file that it names.
    pub(super) fn resolve(args: &TournamentArgs) -> Result<TournamentConfig, Failure> {
        let typed = |player: &String| (player.clone(), "PLAYER".to_owned());
        let mut config = TournamentConfig {
            players: args.players.iter().map(typed).collect(),
            format: args.format.clone(),
            games: args.games,
            rounds: args.rounds.map(u64::from),
            total_games: args.total_games,
            anchor: args.anchor.clone(),
            run: args.run.clone(),
            places: HashMap::new(),
        };
        if let Some(path) = &args.file {
            let read = SettingsFile::read(path).and_then(|settings| config.complete(&settings));
            read.map_err(|error| Failure::Usage(error.to_string()))?;
        }
        Ok(config)
    }

    /// Where a setting was given: in a line of the file, or with a flag.
    pub(super) fn place(&self, key: &'static str) -> String {
        self.places.get(key).cloned().unwrap_or_else(|| format!("--{}", key.replace('_', "-")))
    }

    /// Adds the settings of the file that the command line lacks. Paths are relative to the current folder.
    fn complete(&mut self, settings: &SettingsFile) -> Result<(), SettingsError> {
        let mut file = File { name: settings.name(), table: settings.root()?, places: &mut self.places };
        let players = file.table.texts("players")?;
        if players.len() > MOST_PLAYERS_OF_ONE_BATCH {
            let problem = format!("{} players are more than a tournament can have", players.len());
            return Err(settings.error(problem, format!("name at most {MOST_PLAYERS_OF_ONE_BATCH}")));
        }
        if self.players.is_empty() {
            let placed =
                |player: Value<String>| (player.value, format!("{}:{}", file.name, player.place.line()));
            self.players = players.into_iter().map(placed).collect();
        }
        let run = &mut self.run;
        file.text("format", &mut self.format)?;
        file.text("anchor", &mut self.anchor)?;
        file.text("game", &mut run.game)?;
        file.text("referees", &mut run.referees)?;
        file.text("openings", &mut run.openings)?;
        file.text("out", &mut run.out)?;
        file.whole("games", number::GAMES, &mut self.games)?;
        file.whole("rounds", number::ROUNDS, &mut self.rounds)?;
        file.whole("total_games", number::GAMES, &mut self.total_games)?;
        file.whole("seed", 0..=u64::MAX, &mut run.seed)?;
        file.whole("threads", number::THREADS, &mut run.threads.threads)?;
        file.whole("max_plies", number::POSITIVE, &mut run.max_plies)?;
        file.text("adjudicate", &mut run.adjudicate)?;
        file.whole("max_forfeits", number::POSITIVE, &mut run.max_forfeits)?;
        file.flag("no_affinity", &mut run.threads.no_affinity)?;
        file.flag("fresh", &mut run.fresh)?;
        file.flag("record_moves", &mut run.record_moves)?;
        file.flag("quiet", &mut run.output.quiet)?;
        file.flag("no_progress", &mut run.output.no_progress)?;
        file.flag("json", &mut run.output.json)?;
        file.flag("report", &mut run.report)?;
        file.text("export_markdown", &mut run.export_markdown)?;
        file.text("export_json", &mut run.export_json)?;
        file.table.finish()
    }
}

/// A file that completes the command line.
struct File<'a> {
    name: &'a str,
    table: Section<'a>,
    /// The places of its settings.
    places: &'a mut HashMap<&'static str, String>,
}

impl File<'_> {
    fn text<T: From<String>>(
        &mut self,
        key: &'static str,
        setting: &mut Option<T>,
    ) -> Result<(), SettingsError> {
        let value = self.table.text(key)?;
        self.set(key, value, setting);
        Ok(())
    }

    /// The range must fit the type.
    fn whole<T: TryFrom<u64>>(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        setting: &mut Option<T>,
    ) -> Result<(), SettingsError> {
        let value = self.table.whole(key, range)?;
        let fitting = |Value { value, place }| T::try_from(value).ok().map(|value| Value { value, place });
        self.set(key, value.and_then(fitting), setting);
        Ok(())
    }

    fn flag(&mut self, key: &'static str, setting: &mut bool) -> Result<(), SettingsError> {
        *setting |= self.table.flag(key)?.is_some_and(|value| value.value);
        Ok(())
    }

    fn set<S, T: From<S>>(&mut self, key: &'static str, value: Option<Value<S>>, setting: &mut Option<T>) {
        if let (None, Some(value)) = (&setting, value) {
            self.places.insert(key, format!("{}:{}", self.name, value.place.line()));
            *setting = Some(value.value.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::args::command;
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        tournament: TournamentArgs,
    }

    /// What one process does is not a setting of the tournament.
    const ONLY_FLAGS: [&str; 4] = ["file", "shard", "max_time", "dry_run"];

    #[test]
    fn every_setting_of_the_command_line_is_one_of_the_file() {
        let command = command();
        let flags = command.find_subcommand("tournament").unwrap().get_arguments();
        let keys: Vec<&str> = flags.map(|flag| flag.get_id().as_str()).collect();
        assert!(keys.contains(&"players") && keys.contains(&"export_json"), "{keys:?}");
        for key in keys {
            let args = Line::parse_from(["tournament"]).tournament;
            let file = SettingsFile::new("tournament.toml", format!("{key} = []"));
            let read = TournamentConfig::resolve(&args).unwrap().complete(&file);
            let known = read.map_or_else(|error| !error.to_string().contains("unknown key"), |()| true);
            assert_eq!(known, !ONLY_FLAGS.contains(&key), "{key}");
        }
    }
}
