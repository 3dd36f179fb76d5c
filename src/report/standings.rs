//! The standings of many players: a sentence, and a table with a bar for each interval.

use super::bar::Scale;
use super::forfeits::with_forfeits;
use super::numbers::{counted, grouped};
use super::paint::Paint;
use super::sentence::percent;
use crate::report::WIDTH;
use crate::stats::{RatedResults, RatingBound, Standing};
use crate::store::faults::Forfeiter;
use crate::text::{display_width, fitted};

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
/// 99.8 % certainty"; and who forfeited games.
pub(crate) fn sentence(standings: &[Standing], forfeiters: &[Forfeiter]) -> String {
    with_forfeits(leader(standings), forfeiters)
}

fn leader(standings: &[Standing]) -> String {
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
        (Some(_), None) if leader.bound.is_none() && leader.low.is_none() => {
            format!("{leads}, with an unknown error")
        }
        (Some(second), None) => {
            format!("{leads}; it cannot be compared with {}", second.player)
        }
        (None, _) if rest.is_empty() => format!("{} is alone", leader.player),
        (None, _) => format!("nobody can be compared with {}", leader.player),
    }
}

/// Which games the ratings are from, if not from all.
pub(crate) fn note(standings: &[Standing], rated: RatedResults) -> Option<String> {
    match rated {
        RatedResults::All => None,
        RatedResults::Reported => {
            let games = rated_games(standings);
            Some(format!("Ratings and ranks are from the {} that chose no pairing.", counted(games, "game")))
        }
        RatedResults::Choosing => {
            Some("The results chose the pairings, so the ratings have no errors.".to_owned())
        }
    }
}

/// The number of games that ratings are computed from.
pub(crate) fn rated_games(standings: &[Standing]) -> u64 {
    standings.iter().fold(0_u64, |sum, standing| sum.saturating_add(standing.rated_games)) / 2
}

/// The shortest bar, the shortest column of names, and the shortest one beside a bar.
const SHORTEST_BAR: usize = 11;
const SHORTEST_NAME: usize = 6;
const SHORTEST_NAME_WITH_BAR: usize = 16;

/// A column of a table of players beside their names: its title, its least width, and its cells.
pub(super) type TableColumn = (&'static str, usize, fn(&Standing) -> String);

/// The columns; the first stands before the names.
const COLUMNS: [TableColumn; 5] = [
    ("#", 2, |standing| standing.rank.to_string()),
    ("Elo", 6, Standing::brief),
    ("games", 5, Standing::games_words),
    ("score", 7, |standing| standing.score.map_or("-".to_owned(), percent)),
    ("> next", 8, |standing| standing.los_next.map_or(String::new(), certainty)),
];

/// The order in which a narrow table loses its columns: how likely one is ahead, games, score, rank.
const DROPPED: [usize; 4] = [4, 2, 3, 0];

/// The widths of the columns, of the names and of the bars, which are left out where there is no room for them.
struct TableLayout {
    /// 0 for a column that is left out.
    columns: [usize; 5],
    names: usize,
    bar: usize,
}

impl TableLayout {
    /// Columns are left out before names are cut off.
    fn of(standings: &[Standing], columns: usize) -> TableLayout {
        let mut widths = COLUMNS.map(|(_, least, cell)| {
            standings.iter().map(|standing| display_width(&cell(standing))).max().unwrap_or(0).max(least)
        });
        let taken = |widths: &[usize; 5]| {
            2 + widths.iter().map(|&width| (width + 2) * usize::from(width > 0)).sum::<usize>()
        };
        let full = name_width(standings);
        for column in DROPPED {
            if taken(&widths) + full > columns {
                widths[column] = 0;
            }
        }
        let room = columns.saturating_sub(taken(&widths));
        // A narrow terminal has room for names rather than for bars.
        let beside_bar = match room.saturating_sub(2 + SHORTEST_BAR) {
            names if columns >= WIDTH && names >= SHORTEST_NAME_WITH_BAR => names,
            _ => room,
        };
        let names = full.min(beside_bar).max(SHORTEST_NAME);
        let bar = match room.saturating_sub(names + 2) {
            left if left < SHORTEST_BAR => 0,
            left => left.min(31),
        };
        TableLayout { columns: widths, names, bar }
    }

    fn line(&self, name: &str, cell: impl Fn(TableColumn) -> String, bar: &str) -> String {
        let cells = COLUMNS.into_iter().zip(self.columns).enumerate().filter(|(_, (_, width))| *width > 0);
        let (mut before, mut after) = (String::from("  "), String::new());
        for (i, (column, width)) in cells {
            let text = cell(column);
            if i == 0 {
                before += &format!("{text:>width$}  ");
            } else {
                after += &format!("  {text:>width$}");
            }
        }
        let line = format!("{before}{}{after}  {bar}", fitted(name, self.names));
        line.trim_end().to_owned()
    }
}

/// The table: rank, rating, games, score, how likely one is ahead of the next, and the interval as a bar if
/// there is room. It is at most `columns` wide, if that is 24 or more.
pub(crate) fn table(standings: &[Standing], columns: usize, paint: Paint) -> String {
    let layout = TableLayout::of(standings, columns);
    let groups = standings.last().map_or(0, |last| last.group + 1);
    let mut out = String::new();
    for group in 0..groups {
        let members: Vec<&Standing> = standings.iter().filter(|standing| standing.group == group).collect();
        if group > 0 {
            out += "\n  not comparable with those above:\n";
        }
        let intervals = members.iter().map(|standing| (standing.rating, standing.low, standing.high));
        let scale = Scale::of(intervals, layout.bar);
        let with_bar = |bar: String| if layout.bar > 0 { bar } else { String::new() };
        let head = layout.line("player", |(title, ..)| title.to_owned(), &with_bar(scale.ends()));
        out += &format!("{}\n", paint.faint(&head));
        for standing in members {
            let bar = with_bar(scale.bar(standing.rating, standing.low, standing.high));
            out += &format!("{}\n", layout.line(&standing.player, |(.., cell)| cell(standing), &bar));
        }
    }
    out
}

/// The width of the column of names: that of the longest, but not too wide.
pub(super) fn name_width(standings: &[Standing]) -> usize {
    standings.iter().map(|standing| display_width(&standing.player)).max().unwrap_or(0).clamp(6, 24)
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
        insta::assert_snapshot!(sentence(&standings, &[]), @"smart:6,eval=hoard,extra=free leads: +392 Elo (95 %: +353 to +430), but only 82.4 % certain to be ahead of smart:4");
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
    fn a_narrow_table_loses_columns_before_names() {
        let standings = ladder();
        for columns in 24..=100 {
            let table = table(&standings, columns, Paint::new(false));
            let widest = table.lines().map(display_width).max();
            assert!(widest <= Some(columns), "{widest:?} in {columns}:\n{table}");
            assert!(table.contains("smart:4") && table.contains("+378"), "{columns}:\n{table}");
            assert_eq!(table.contains('●'), columns >= 80, "a bar where there is room for one:\n{table}");
        }
        insta::assert_snapshot!(table(&standings, 46, Paint::new(false)), @"
        #  player                           Elo
        1  smart:6,eval=hoard,extr…  +392 ±  39
        2  smart:4                   +378 ±  31
        3  smart:2                   +137 ±  27
        4  smart:1                   -151 ±  32
        5  bad                       -755 ±  71
        ");
    }

    #[test]
    fn wide_letters_keep_the_columns_straight() {
        let names = ["囲碁", "A"].map(str::to_owned);
        let mut results = Crosstable::new(2);
        results.add(0, 1, &Results::single(3, 2, 5));
        let standings = standings(&names, &results, &Ratings::of(&results, None));
        let table = table(&standings, 60, Paint::new(false));
        let widths: Vec<usize> =
            table.lines().map(|line| display_width(line.split('%').next().unwrap())).collect();
        assert_eq!(widths[1], widths[2], "{table}");
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
        insta::assert_snapshot!(sentence(&standings, &[]), @"A leads: at least +280 Elo (95 %), ahead of B with > 99.9 % certainty");
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
            sentence(&standings(&names, &results, &Ratings::of(&results, None)), &[])
        };
        insta::assert_snapshot!(said(0, 0, 10), @"A leads: at least +70 Elo (95 %), ahead of B with > 99.9 % certainty");
        insta::assert_snapshot!(said(48, 1, 51), @"A leads: +5 Elo (95 %: -29 to +40), but only 61.8 % certain to be ahead of B");
        insta::assert_snapshot!(said(0, 0, 0), @"nobody can be compared with A");
        assert_eq!(sentence(&[], &[]), "nobody has played yet");
    }
}
