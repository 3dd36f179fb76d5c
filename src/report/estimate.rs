//! What a run would play, for people.

use std::time::Duration;

use super::numbers::{counted, grouped, time};
use crate::run::{RunEstimate, SAMPLE};

pub(crate) fn text(estimate: &RunEstimate) -> String {
    let at_most = if estimate.may_stop_early { "at most " } else { "" };
    let mut text = format!("Dry run: nothing is recorded.\n\n  game      {}\n", estimate.plan.game);
    for (i, player) in estimate.plan.players().enumerate() {
        let heading = if i == 0 { "players" } else { "" };
        let name = if player.name == player.spec { String::new() } else { format!("{} = ", player.name) };
        text += &format!("  {heading:<8}  {name}{}\n", player.spec);
    }
    text += &format!("  openings  {}\n", estimate.plan.openings);
    text += &format!("  seed      {}\n", estimate.plan.seed);
    text += &format!("  games     {at_most}{}\n", grouped(estimate.games));
    text += &format!("  threads   {}\n", estimate.threads);
    text += &format!("  folder    {} ({})\n", estimate.folder, estimate.folder_state.words());
    text += &format!("  time      {}\n\n", time_words(estimate));
    text + &format!("Play it with:\n  {}\n", estimate.command)
}

fn time_words(estimate: &RunEstimate) -> String {
    let total = long(estimate.estimated_seconds);
    if estimate.sampled_games == 0 {
        return format!("more than {total}: no game ended within {}", time(SAMPLE));
    }
    let at_most = if estimate.may_stop_early { "at most " } else { "" };
    format!("{at_most}about {total}, from a sample of {}", counted(estimate.sampled_games, "game"))
}

/// A time from seconds to days.
fn long(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => time(Duration::from_secs_f64(s.max(0.0))),
        s if s < 2.0 * 3600.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{} days", grouped((s / 86_400.0).round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_read_well() {
        assert_eq!(long(0.5), "500 ms");
        assert_eq!(long(100.0), "100 s");
        assert_eq!(long(600.0), "10 min");
        assert_eq!(long(9000.0), "2.5 h");
        assert_eq!(long(1e9), "11,574 days");
    }
}
