//! The standings of many players: a sentence, and a table with a bar for each interval.

use super::bar::Scale;
use super::numbers::{counted, grouped};
use super::paint::Paint;
use super::sentence::percent;
use crate::report::WIDTH;
use crate::stats::{RatingBound, Standing};
use crate::text::shortened;

impl Standing {
    /// The games, and how many of them were forfeited if any: "200 (7 forfeits)".
    fn games_words(&self) -> String {
        let games = grouped(self.games());
        match self.forfeits {
            0 => games,
            forfeits => format!("{games} ({})", counted(forfeits, "forfeit")),
        }
    }

    /// The rating with its interval: "+312 Elo (95 %: +290 to +335)".
    fn words(&self) -> String {
        let rating = whole(self.rating);
        match (self.bound, self.interval_words()) {
            (Some(RatingBound::AtLeast), _) => format!("at least {rating} Elo (95 %)"),
            (Some(RatingBound::AtMost), _) => format!("at most {rating} Elo (95 %)"),
            (None, Some(interval)) => format!("{rating} Elo (95 %: {interval})"),
            (None, None) => format!("{rating} Elo"),
        }
    }

    /// The rating or its bound: "+312", "≥ +330".
    pub(super) fn rating_words(&self) -> String {
        let rating = whole(self.rating);
        match self.bound {
            Some(RatingBound::AtLeast) => format!("≥ {rating}"),
            Some(RatingBound::AtMost) => format!("≤ {rating}"),
            None => rating,
        }
    }

    /// The interval of the rating, if both its ends are known: "+290 to +335".
    pub(super) fn interval_words(&self) -> Option<String> {
        Some(format!("{} to {}", whole(self.low?), whole(self.high?)))
    }

    /// The rating with its error: "+312 ±  23", "≥ +330".
    fn brief(&self) -> String {
        let rating = self.rating_words();
        match (self.bound, self.high) {
            (Some(_), _) => rating,
            (None, Some(high)) => format!("{rating} ± {:>3.0}", high - self.rating),
            (None, None) => format!("{rating}      "),
        }
    }
}

/// Who leads, by how much, and how certain that is: "smart:8 leads: +312 Elo (95 %: +290 to +335), ahead of smart:7 with
/// 99.8 % certainty".
pub(crate) fn sentence(standings: &[Standing]) -> String {
    let [leader, rest @ ..] = standings else { return "nobody has played yet".to_owned() };
    let second = rest.first().filter(|second| second.group == leader.group);
    let leads = format!("{} leads: {}", leader.player, leader.words());
    match (second, leader.los_next) {
        (Some(second), Some(los)) if los < 0.95 => {
            format!("{leads}, but only {} certain to be ahead of {}", certainty(los), second.player)
        }
        (Some(second), Some(los)) => {
            format!("{leads}, ahead of {} with {} certainty", second.player, certainty(los))
        }
        (Some(second), None) => {
            format!("{leads}; it cannot be compared with {}", second.player)
        }
        (None, _) if rest.is_empty() => format!("{} is alone", leader.player),
        (None, _) => format!("nobody can be compared with {}", leader.player),
    }
}

/// The shortest bar, and the shortest column of names.
const SHORTEST_BAR: usize = 11;
const SHORTEST_NAME: usize = 6;

/// The table: rank, rating, games, score, how likely one is ahead of the next, and the interval as a bar if
/// there is room. It is at most `columns` wide, if that is 60 or more.
pub(crate) fn table(standings: &[Standing], columns: usize, paint: Paint) -> String {
    let brief = standings.iter().map(|standing| width(&standing.brief())).max().unwrap_or(0).max(6);
    let games = standings.iter().map(|standing| standing.games_words().len()).max().unwrap_or(0).max(5);
    let taken = 2 + 2 + 2 + 2 + brief + 2 + games + 2 + 7 + 2 + 8;
    // A narrow terminal has room for names rather than for bars.
    let for_bar = if columns < WIDTH { 0 } else { 2 + SHORTEST_BAR };
    let names = name_width(standings).min(columns.saturating_sub(taken + for_bar)).max(SHORTEST_NAME);
    let bar = match columns.saturating_sub(taken + names + 2) {
        room if room < SHORTEST_BAR => 0,
        room => room.min(31),
    };
    let groups = standings.last().map_or(0, |last| last.group + 1);

    let mut out = String::new();
    for group in 0..groups {
        let members: Vec<&Standing> = standings.iter().filter(|standing| standing.group == group).collect();
        if group > 0 {
            out += "\n  not comparable with those above:\n";
        }
        let scale =
            Scale::of(members.iter().map(|standing| (standing.rating, standing.low, standing.high)), bar);
        let head = format!(
            "  {:>2}  {:<names$}  {:>brief$}  {:>games$}  {:>7}  {:>8}  {}",
            "#",
            "player",
            "Elo",
            "games",
            "score",
            "> next",
            if bar > 0 { scale.ends() } else { String::new() }
        );
        out += &format!("{}\n", paint.faint(head.trim_end()));
        for standing in members {
            let line = format!(
                "  {:>2}  {:<names$}  {:>brief$}  {:>games$}  {:>7}  {:>8}  ",
                standing.rank,
                shortened(&standing.player, names),
                standing.brief(),
                standing.games_words(),
                standing.score.map_or("-".to_owned(), percent),
                standing.los_next.map_or(String::new(), certainty),
            );
            let bar =
                if bar > 0 { scale.bar(standing.rating, standing.low, standing.high) } else { String::new() };
            out += &format!("{}\n", (line + &bar).trim_end());
        }
    }
    out
}

/// The width of the column of names: that of the longest, but not too wide.
pub(super) fn name_width(standings: &[Standing]) -> usize {
    standings.iter().map(|standing| width(&standing.player)).max().unwrap_or(0).clamp(6, 24)
}

pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Elo without decimals, with its sign.
pub(crate) fn whole(elo: f64) -> String {
    if elo.round() == 0.0 { "0".to_owned() } else { format!("{elo:+.0}") }
}

/// A probability in percent, never rounded to 100.
pub(crate) fn certainty(probability: f64) -> String {
    if probability > 0.9995 { "> 99.9 %".to_owned() } else { format!("{:.1} %", probability * 100.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::standings::examples::ladder;
    use crate::stats::{Crosstable, Ratings, Results, standings};

    #[test]
    fn standings_read_well() {
        let standings = ladder();
        insta::assert_snapshot!(sentence(&standings), @"smart:6,eval=hoard,extra=free leads: +392 Elo (95 %: +353 to +430), but only 82.4 % certain to be ahead of smart:4");
        insta::assert_snapshot!(table(&standings, WIDTH, Paint::new(false)), @"
        #  player                          Elo  games    score    > next  -826   +430
        1  smart:6,eval=hoard,ext…  +392 ±  39    500   52.0 %    82.4 %           ├●
        2  smart:4                  +378 ±  31  1,000   64.0 %  > 99.9 %           ├●
        3  smart:2                  +137 ±  27  1,000   52.0 %  > 99.9 %         ├●
        4  smart:1                  -151 ±  32  1,000   56.5 %  > 99.9 %       ●┤
        5  bad                      -755 ±  71    500    3.0 %            ├●
        ");
    }

    #[test]
    fn the_table_fits_into_sixty_columns() {
        for columns in [60, 70, 80] {
            let table = table(&ladder(), columns, Paint::new(false));
            let widest = table.lines().map(width).max();
            assert!(widest <= Some(columns), "{widest:?} in {columns}:\n{table}");
            assert_eq!(table.contains('●'), columns == 80, "a bar where there is room for one:\n{table}");
        }
    }

    #[test]
    fn bounds_and_groups_are_told_as_what_they_are() {
        let names = ["A", "B", "C", "D", "lone", "E", "F"].map(str::to_owned);
        let mut results = Crosstable::new(7);
        results.add(0, 1, &Results::single(0, 0, 10));
        results.add(0, 2, &Results::single(0, 0, 10));
        results.add(1, 2, &Results::single(3, 2, 5));
        results.add(2, 3, &Results::single(0, 0, 1));
        results.add(5, 6, &Results::single(3, 0, 3));
        let standings = standings(&names, &results, &Ratings::of(&results, None));
        insta::assert_snapshot!(sentence(&standings), @"A leads: at least +280 Elo (95 %), ahead of B with > 99.9 % certainty");
        insta::assert_snapshot!(table(&standings, WIDTH, Paint::new(false)), @"
         #  player        Elo  games    score    > next  -148                     +601
         1  A          ≥ +280     20    100 %  > 99.9 %                  ●───────────▸
         2  B       +35 ± 113     20   30.0 %    75.1 %     ├───●───┤
         3  C       -35 ± 113     21   23.8 %    75.0 %  ├───●───┤
         4  D          ≤ +601      1      0 %            ◂───────────────────────────●

        not comparable with those above:
         #  player        Elo  games    score    > next  -182                     +182
         1  E         0 ± 182      6   50.0 %    50.0 %  ├─────────────●─────────────┤
         2  F         0 ± 182      6   50.0 %            ├─────────────●─────────────┤

        not comparable with those above:
         #  player        Elo  games    score    > next  0                           0
         1  lone      0            0        -                          ●
        ");
    }

    #[test]
    fn a_sentence_says_how_sure_it_is() {
        let names = ["A", "B"].map(str::to_owned);
        let said = |losses, draws, wins| {
            let mut results = Crosstable::new(2);
            results.add(0, 1, &Results::single(losses, draws, wins));
            sentence(&standings(&names, &results, &Ratings::of(&results, None)))
        };
        insta::assert_snapshot!(said(0, 0, 10), @"A leads: at least +70 Elo (95 %), ahead of B with > 99.9 % certainty");
        insta::assert_snapshot!(said(48, 1, 51), @"A leads: +5 Elo (95 %: -29 to +40), but only 61.8 % certain to be ahead of B");
        insta::assert_snapshot!(said(0, 0, 0), @"nobody can be compared with A");
        assert_eq!(sentence(&[]), "nobody has played yet");
    }
}
