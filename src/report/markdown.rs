//! Results as Markdown, for pull requests and wikis.

use super::numbers::grouped;
use super::pick;
use super::sentence::{elo_words, percent, percent_interval, sentence};
use super::sprt::sprt_words;
use super::standings::{self, certainty};
use super::timings;
use crate::run::pick::ShownRace;
use crate::stats::{Crosstable, Sprt, SprtResult, Standing};
use crate::store::Summary;
use crate::store::timings::Timings;

/// The columns of a crosstable, at most: wider ones do not render well.
const MOST_COLUMNS: usize = 16;

/// A race: the sentence, and the candidates.
pub(crate) fn of_race(standing: &ShownRace<'_>) -> String {
    let row = |cells: [String; 4]| cells.map(|cell| escaped(&cell)).join(" | ");
    let mut out = format!("**{}**\n\n", escaped(&pick::sentence(standing)));
    out += &format!("| candidate | {} |\n| --- | ---: | ---: | --- | --- |\n", row(pick::titles(standing)));
    for number in standing.order() {
        out += &format!("| {} | {} |\n", escaped(standing.name(number)), row(pick::cells(standing, number)));
    }
    out
}

/// A match: the sentence, its figures, and the cost of moves.
pub(crate) fn of_match(summary: &Summary, measured: &Timings, test: Option<(Sprt, SprtResult)>) -> String {
    let [a, b] = summary.players.each_ref().map(|name| escaped(name));
    let mut out = format!("**{}**\n\n", escaped(&sentence(summary)));
    out += "| player | won | drawn | lost | score | Elo |\n| --- | ---: | ---: | ---: | ---: | ---: |\n";
    if let (Some([losses, draws, wins]), Some(score)) = (summary.results, summary.score) {
        let [wins, draws, losses] = [wins, draws, losses].map(grouped);
        let elo = elo_words(summary.estimate.elo());
        out += &format!(
            "| {a} | {wins} | {draws} | {losses} | {} ({}) | {elo} |\n",
            percent(score),
            percent_interval(summary.estimate.interval)
        );
        out += &format!("| {b} | {losses} | {draws} | {wins} | {} | |\n", percent(1.0 - score));
    }
    out += &format!(
        "\n{} games of {} in {} pairs.",
        grouped(summary.games),
        code(&summary.game),
        grouped(summary.complete_pairs())
    );
    if let Some((sprt, result)) = test {
        out += &format!(" {}.", sprt_words(&sprt, &result));
    }
    if !timings::has_moves(2, measured) {
        return out + "\n";
    }
    out += &format!("\n\n| player | {} |\n| --- |{}\n", timings::HEADS.join(" | "), " ---: |".repeat(4));
    for (player, name) in [a, b].iter().enumerate() {
        let cells = timings::cells(measured.of_player(player).cost(), "–");
        out += &format!("| {name} | {} |\n", cells.join(" | "));
    }
    out
}

/// A tournament: the sentence, the standings, and the crosstable.
pub(crate) fn of_tournament(
    sentence: &str,
    standings: &[Standing],
    table: &Crosstable,
    game: &str,
) -> String {
    let mut out = format!("**{}**\n\n", escaped(sentence));
    out += "| # | player | Elo | 95 % | games | score | ahead of the next | median/move | mean/move |\n";
    out += "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for standing in standings {
        let [median, mean, ..] = timings::cells(standing.cost, "–");
        out += &format!(
            "| {} | {} | {} | {} | {} | {} | {} | {median} | {mean} |\n",
            standing.rank,
            escaped(&standing.player),
            standing.rating_words(),
            standing.interval_words().unwrap_or_default(),
            grouped(standing.games()),
            standing.score.map_or("–".to_owned(), percent),
            standing.los_next.map_or(String::new(), certainty),
        );
    }
    let note = standings::note(standings, table.rated()).map(|note| format!(" {note}")).unwrap_or_default();
    out += &format!("\n{} games of {}.{note}\n", grouped(table.games()), code(game));
    if (2..=MOST_COLUMNS).contains(&standings.len()) {
        let numbers: String = (1..=standings.len()).map(|number| format!(" {number} |")).collect();
        out += &format!("\n| score in % |{numbers}\n| --- |{}\n", " ---: |".repeat(standings.len()));
        for (i, row) in standings.iter().enumerate() {
            let cell = |column: &Standing| match table.between(row.number, column.number).score() {
                Some(score) if row.number != column.number => format!(" {:.0} |", score * 100.0),
                _ => " · |".to_owned(),
            };
            let cells: String = standings.iter().map(cell).collect();
            out += &format!("| {} {} |{cells}\n", i + 1, escaped(&row.player));
        }
    }
    out
}

/// A text that means nothing in Markdown: neither markup nor the end of a cell.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '\n' | '\r' => out.push(' '),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '~' | '#' => out.extend(['\\', c]),
            // A mention, and an address that would become a link.
            '@' => out += "&#64;",
            _ => out.push(c),
        }
    }
    out
}

fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Side;
    use crate::play::duel::Measurement;
    use crate::stats::{Counts, Ratings, Results};

    #[test]
    fn a_match_is_two_tables() {
        let mut summary = Summary::of_counts(["smart:6", "a|b<i>_x_"], Counts::games(10, 20, 70));
        summary.game = "kalah:6x4".to_owned();
        let measured =
            Measurement { ply: 1, side: Side::First, nanoseconds: 1500, nodes: 3, depth: None, value: None };
        let mut timings = Timings::default();
        timings.add(&[measured], [0, 1]);
        insta::assert_snapshot!(of_match(&summary, &timings, None), @r"
        **smart:6 beats a\|b&lt;i&gt;\_x\_: 80.0 % of 100 games, +241 Elo (95 %: +171 to +315)**

        | player | won | drawn | lost | score | Elo |
        | --- | ---: | ---: | ---: | ---: | ---: |
        | smart:6 | 70 | 20 | 10 | 80.0 % (72.8 to 86.0 %) | +241 Elo (95 %: +171 to +315) |
        | a\|b&lt;i&gt;\_x\_ | 10 | 20 | 70 | 20.0 % | |

        100 games of `kalah:6x4` in 0 pairs.

        | player | median/move | mean/move | 99 % | nodes/s |
        | --- | ---: | ---: | ---: | ---: |
        | smart:6 | 1.50 µs | 1.50 µs | 1.50 µs | 2,000,000 |
        | a\|b&lt;i&gt;\_x\_ | – | – | – | – |
        ");
    }

    #[test]
    fn a_tournament_is_standings_and_a_crosstable() {
        let names = ["bad", "deep=smart:8", "smart:2"].map(str::to_owned);
        let mut table = Crosstable::new(3);
        table.add(1, 0, &Results::single(10, 0, 990));
        table.add(1, 2, &Results::single(30, 10, 60));
        let standings = crate::stats::standings(&names, &table, &Ratings::of(&table, None));
        insta::assert_snapshot!(of_tournament("deep=smart:8 leads", &standings, &table, "connect:7x6x4"), @r"
        **deep=smart:8 leads**

        | # | player | Elo | 95 % | games | score | ahead of the next | median/move | mean/move |
        | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | 1 | deep=smart:8 | +302 | +259 to +344 | 1,100 | 95.9 % | 99.9 % | – | – |
        | 2 | smart:2 | +194 | +137 to +252 | 100 | 35.0 % | > 99.9 % | – | – |
        | 3 | bad | -496 | -572 to -421 | 1,000 | 1.0 % |  | – | – |

        1,100 games of `connect:7x6x4`.

        | score in % | 1 | 2 | 3 |
        | --- | ---: | ---: | ---: |
        | 1 deep=smart:8 | · | 65 | 99 |
        | 2 smart:2 | 35 | · | · |
        | 3 bad | 1 | · | · |
        ");
    }
}
