//! The default name of a run's folder.
//!
//! `results/kalah-6x4_smart-6_vs_bad_seed1`: readable, and valid on every system. Windows,
//! `scp` and uploads of build artifacts reject colons, so those become hyphens. If the plain name does not identify the
//! players (one has a custom name, or another character had to be replaced, or the name was too long), the
//! beginning of the plan's hash follows. What the plain name omits (openings, number of games, …) is distinguished
//! only if necessary: see [`ResolvedPlan::folders`].

use crate::play::plan::ResolvedPlan;

/// The longest name. Encrypting file systems allow little more than 140 bytes.
const LONGEST: usize = 120;

/// The number of digits of the plan's hash.
const DIGITS: usize = 8;

impl ResolvedPlan {
    /// The default folder of the run if it is not taken.
    pub(crate) fn folder(&self) -> String {
        match self.plain_name() {
            Some(name) => in_results(&name),
            None => self.distinct_folder(),
        }
    }

    /// The default folders in which this plan may be: the plain name; the one with a digest, for when a run of
    /// another plan has the plain name; and the one of earlier versions, which had colons.
    pub(crate) fn folders(&self) -> [String; 3] {
        [self.folder(), self.distinct_folder(), self.earlier_folder()]
    }

    /// A folder that no other plan has.
    fn distinct_folder(&self) -> String {
        with_digest(&self.name(), &self.hash())
    }

    /// The name, if it identifies the game and the players of a match.
    fn plain_name(&self) -> Option<String> {
        let is_match = self.tournament().is_none();
        let unnamed = self.players.iter().all(|player| player.name() == player.to_string());
        let name = self.name();
        let texts = std::iter::once(self.game.to_string()).chain(self.names().map(str::to_owned));
        // A text without hyphens can be recovered after its colons become hyphens.
        let plain = |c: char| c.is_ascii_alphanumeric() || ":.,=+".contains(c);
        let is_plain =
            name.len() <= LONGEST && texts.flat_map(|text| text.chars().collect::<Vec<_>>()).all(plain);
        (is_match && unnamed && is_plain).then(|| name.chars().map(replaced).collect())
    }

    fn name(&self) -> String {
        let names: Vec<&str> = self.names().collect();
        let game = self.game.short_name();
        match self.tournament() {
            None => format!("{game}_{}_seed{}", names.join("_vs_"), self.seed),
            Some(format) => format!("{game}_{}_of_{}_seed{}", format.kind(), names.len(), self.seed),
        }
    }

    /// The name that earlier versions used.
    fn earlier_folder(&self) -> String {
        let name = match self.tournament() {
            None => self.name(),
            Some(format) => {
                let (format, hash) = (format.kind(), &self.hash()[..DIGITS]);
                format!("{}_{format}_of_{}_{hash}_seed{}", self.game, self.players.len(), self.seed)
            }
        };
        let kept = |c: char| if c.is_alphanumeric() || ":._-+=,".contains(c) { c } else { '-' };
        in_results(&name.chars().map(kept).collect::<String>())
    }
}

/// The name of a folder for something that people have named.
pub(crate) fn of_text(text: &str) -> String {
    let name: String = text.chars().map(replaced).collect();
    let name = cut(&name, LONGEST - DIGITS);
    // Neither hidden nor `..`.
    if name.starts_with('.') { format!("-{name}") } else { name.to_owned() }
}

/// The folder of this name with the beginning of a hash.
pub(crate) fn with_digest(name: &str, hash: &str) -> String {
    let name: String = name.chars().map(replaced).collect();
    in_results(&format!("{}_{}", cut(&name, LONGEST - DIGITS - 1), &hash[..DIGITS]))
}

/// The beginning of a name, of at most this many bytes.
fn cut(name: &str, most: usize) -> &str {
    let end = (0..=most.min(name.len())).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
    &name[..end]
}

/// Where runs are, unless `--out` says otherwise.
pub(crate) const RESULTS: &str = "results";

fn in_results(name: &str) -> String {
    format!("{RESULTS}/{name}")
}

/// A character that is valid in names on every system.
fn replaced(c: char) -> char {
    if c.is_alphanumeric() || "._-+=,".contains(c) { c } else { '-' }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::host::GameSpec;
    use crate::play::plan::{Digests, Plan};
    use crate::play::schedule::{Format, Schedule};

    fn plan(game: &str, players: &[&str]) -> ResolvedPlan {
        let game: GameSpec = game.parse().unwrap();
        let players = players.iter().map(|player| player.parse().unwrap()).collect();
        let plan = Plan::new(game, players, Schedule::of_match(10));
        ResolvedPlan { plan, digests: Digests::default() }
    }

    fn folder(game: &str, a: &str, b: &str) -> String {
        plan(game, &[a, b]).folder()
    }

    #[test]
    fn a_folder_is_named_by_game_players_and_seed() {
        assert_eq!(folder("kalah", "smart:6", "bad"), "results/kalah-6x4_smart-6_vs_bad_seed1");
        assert_eq!(
            folder("connect:5x5x3", "smart:6,eval=lines", "random"),
            "results/connect-5x5x3_smart-6,eval=lines_vs_random_seed1"
        );
    }

    #[test]
    fn plans_that_the_name_does_not_distinguish_get_a_digest() {
        let four = folder("kalah", "me=smart:4", "bad");
        let five = folder("kalah", "me=smart:5", "bad");
        assert!(four.starts_with("results/kalah-6x4_me_vs_bad_seed1_"), "{four}");
        assert_ne!(four, five);
        // A typed hyphen is not a replaced colon.
        assert_ne!(folder("kalah", "smart-6=smart:6", "bad"), folder("kalah", "smart:6", "bad"));
        let variant = folder("kalah:6x4:empty-capture", "smart:6", "bad");
        assert!(variant.starts_with("results/kalah-6x4-empty-capture_smart-6_vs_bad_seed1_"), "{variant}");
    }

    #[test]
    fn another_plan_of_the_same_name_has_a_fallback_folder() {
        let (ten, mut twenty) = (plan("kalah", &["smart:6", "bad"]), plan("kalah", &["smart:6", "bad"]));
        twenty.plan.schedule = Schedule::of_match(20);
        assert_eq!(ten.folder(), twenty.folder());
        assert_ne!(ten.folders()[1], twenty.folders()[1]);
    }

    #[test]
    fn every_name_is_short_and_made_of_safe_characters() {
        let long = format!("smart:6,eval={}", "pots".repeat(100));
        for player in [long.as_str(), "näme=bad", "smart:6,nodes=100k"] {
            for folder in plan("kalah", &[player, "random"]).folders().into_iter().take(2) {
                let name = folder.strip_prefix("results/").unwrap();
                assert!(name.len() <= LONGEST, "{name}");
                assert!(!name.contains([':', '/', '\\', '*', '?', '"', '<', '>', '|', ' ']), "{name}");
            }
        }
        let other = long.replace("pots", "putz");
        assert_ne!(folder("kalah", &long, "random"), folder("kalah", &other, "random"));
    }

    #[test]
    fn earlier_versions_named_folders_with_colons() {
        assert_eq!(plan("kalah", &["me=smart:4", "bad"]).folders()[2], "results/kalah:6x4_me_vs_bad_seed1");
        let mut tournament = plan("kalah", &["smart:1", "smart:2", "bad"]);
        tournament.plan.schedule = Schedule::new(3, 10, Format::RoundRobin).unwrap();
        let hash = tournament.hash()[..8].to_owned();
        assert_eq!(
            tournament.folders(),
            [
                format!("results/kalah-6x4_round-robin_of_3_seed1_{hash}"),
                format!("results/kalah-6x4_round-robin_of_3_seed1_{hash}"),
                format!("results/kalah:6x4_round-robin_of_3_{hash}_seed1"),
            ]
        );
    }
}
