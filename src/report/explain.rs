//! The moves that lost games, as text and JSON.

use serde_json::{Value, json};

use crate::report::numbers::{counted, grouped, signed};
use crate::report::paint::Paint;
use crate::report::percent;
use crate::run::explain::{
    Explanation, HardFiles, Loss, LossCause, LossGroup, LostAt, Mistake, by_kind, by_opening, by_phase,
    by_side,
};
use crate::store::cell::Cell;
use crate::text::{Decimal, program};

/// The kinds that are shown with an example.
const MOST_KINDS: usize = 3;

/// The openings in the table.
const MOST_OPENINGS: usize = 5;

/// A sentence, what cost most, and the groups.
pub(crate) fn text(explained: &Explanation, paint: Paint) -> String {
    let mut text = format!("{}.\n", paint.strong(&sentence(explained)));
    text += &notes(explained);
    if explained.losses.is_empty() {
        return text;
    }
    text += &costly(explained, paint);
    text += &tables(explained);
    text
}

/// How much was lost, and who says so.
fn sentence(explained: &Explanation) -> String {
    let Explanation { player, games, lost, .. } = explained;
    match (&explained.before, lost) {
        (_, 0) => format!("{player} lost none of its {}", counted(*games, "game")),
        (None, _) => format!("{player} lost {} of {}", grouped(*lost), counted(*games, "game")),
        (Some(before), _) => {
            let then = &before.folder;
            let (that, both, only) = if before.player == *player {
                (format!("it did not lose in {then}"), "in both".to_owned(), "there".to_owned())
            } else {
                (
                    format!("{} did not lose", before.player),
                    "by both".to_owned(),
                    format!("by {}", before.player),
                )
            };
            let new = counted(before.only_now.len() as u64, "game");
            let [shared, lost_in_both, lost_then] =
                [before.shared, before.both, before.only_then].map(grouped);
            format!(
                "{player} lost {new} that {that}, of {shared}; {lost_in_both} were lost {both}, {lost_then} only {only}"
            )
        }
    }
}

fn notes(explained: &Explanation) -> String {
    let mut notes = Vec::new();
    let Explanation { losses, lost, forfeited, before, .. } = explained;
    let (program, run) = (program(), quoted(&explained.folder.display().to_string()));
    if *lost == 0 {
        notes.push(format!("Look at another player with --player, or at its moves: {program} review {run}"));
    }
    if *forfeited > 0 {
        notes.push(format!("{} forfeited, not lost on the board: see faults.csv.", were(*forfeited)));
    }
    let explainable = before.as_ref().map_or(lost - forfeited, |before| before.only_now.len() as u64);
    if (losses.len() as u64) < explainable && before.is_none() {
        notes.push(format!("Explained are {} of them, evenly spread.", counted(losses.len() as u64, "game")));
    }
    let of = |wanted: fn(&LossCause) -> bool| losses.iter().filter(|loss| wanted(&loss.cause)).count() as u64;
    let from_opening = of(|cause| matches!(cause, LossCause::Opening { is_exact: true }));
    if from_opening > 0 {
        let words = "lost from the opening on: no mistake is to be found in them.";
        notes.push(format!("{} {words}", were(from_opening)));
    }
    let behind = of(|cause| matches!(cause, LossCause::Opening { is_exact: false }));
    if let Some(engine) = explained.engine.as_ref().filter(|_| behind > 0) {
        notes.push(format!("{} lost from the opening on as {} sees it.", were(behind), engine.spec));
    }
    let not_judged = of(|cause| matches!(cause, LossCause::NotJudged));
    if not_judged > 0 {
        let advice = match &explained.engine {
            Some(_) => "a larger --budget may reach them".to_owned(),
            None => "a larger --budget may, or a player as the judge: --judge smart:12".to_owned(),
        };
        let budget = counted(explained.budget, "node");
        notes.push(format!(
            "In {} the move that lost cannot be told with {budget} a position: {advice}.",
            counted(not_judged, "game")
        ));
    }
    if let Some(engine) = &explained.engine {
        let judged = losses.iter().filter_map(Loss::mistake).filter(|mistake| !mistake.is_exact).count();
        let (judge, certainty) = (&engine.spec, certainty(engine.lost_at));
        notes.push(format!("{} judged by {judge}, not by a solver. {certainty}", were(judged as u64)));
    }
    notes.iter().map(|note| format!("{note}\n")).collect()
}

/// What the values of a judge are worth.
fn certainty(at: LostAt) -> String {
    let [positions, lost] = [at.positions, at.lost].map(grouped);
    let held = format!("of {positions} such positions, {lost} were in lost games");
    if at.positions == 0 {
        "It called no position lost: a deeper judge may say more.".to_owned()
    } else if at.value == -Decimal::SMALLEST {
        format!("No value of it tells lost games from others, so every negative one counts as lost: {held}.")
    } else {
        format!("For it a position of {} or less is lost: {held}.", signed(at.value))
    }
}

/// "1 game was", "2 games were".
fn were(games: u64) -> String {
    format!("{} {}", counted(games, "game"), if games == 1 { "was" } else { "were" })
}

/// The kinds of mistakes that lost most games, each with its largest example.
fn costly(explained: &Explanation, paint: Paint) -> String {
    let kinds = by_kind(&explained.losses);
    let mut text = String::new();
    for (place, group) in (1..).zip(kinds.iter().take(MOST_KINDS)) {
        let Some((loss, mistake)) = group.example().and_then(|loss| Some((loss, loss.mistake()?))) else {
            continue;
        };
        let share = percent(group.losses.len() as f64 / explained.losses.len() as f64);
        let games = counted(group.losses.len() as u64, "game");
        let title = format!("{place}. {}", group.name);
        text += &format!("\n{}: {games}, {share}{}\n", paint.strong(&title), mostly(explained, group));
        text += &format!("   {}\n", example(explained, loss, mistake));
        for command in commands(explained, loss, mistake) {
            text += &format!("     {command}\n");
        }
    }
    if text.is_empty() { text } else { format!("\nWhat cost most:\n{text}") }
}

/// Where a kind of mistake is made, if most of its games agree.
fn mostly(explained: &Explanation, group: &LossGroup<'_>) -> String {
    let losses: Vec<Loss> = group.losses.iter().map(|&loss| loss.clone()).collect();
    let sides = by_side(&losses, explained.game.side_names());
    let most = |groups: Vec<LossGroup<'_>>| {
        let all = losses.len();
        groups.into_iter().find(|one| 2 * one.losses.len() > all && all > 1).map(|one| one.name)
    };
    let phase = most(by_phase(&losses)).map(|phase| format!("in plies {phase}"));
    let side = most(sides).map(|side| format!("as {side}"));
    let words: Vec<String> = phase.into_iter().chain(side).collect();
    if words.is_empty() { String::new() } else { format!(", mostly {}", words.join(" ")) }
}

fn example(explained: &Explanation, loss: &Loss, mistake: &Mistake) -> String {
    let player = &explained.player;
    let instead = mistake.best.as_ref().map_or(String::new(), |best| format!(", {best} was best"));
    let told = mistake.told.as_ref().map_or(String::new(), |told| format!(" {}", told.sentence(player)));
    let change = match mistake.after {
        Some(after) => {
            format!("{} to {}", worth(explained, mistake, mistake.before), worth(explained, mistake, after))
        }
        None => worth(explained, mistake, mistake.before),
    };
    format!(
        "game {}, ply {}: {player} played {}{instead} ({change}).{told}",
        loss.game, mistake.ply, mistake.played
    )
}

/// A value in words where it only says who wins.
fn worth(explained: &Explanation, mistake: &Mistake, value: Decimal) -> String {
    match value.as_whole() {
        Some(value @ -1..=1) if mistake.is_exact && !explained.counts_points => {
            ["lost", "drawn", "won"][(value + 1) as usize].to_owned()
        }
        _ => signed(value),
    }
}

/// How to look at the position, and at all its moves.
fn commands(explained: &Explanation, loss: &Loss, mistake: &Mistake) -> Vec<String> {
    let program = program();
    let run = quoted(&explained.folder.display().to_string());
    let boards = if mistake.board.is_some() { "" } else { " --boards" };
    let mut commands =
        vec![format!("{program} show {run} --game {} --ply {}{boards}", loss.game, mistake.ply - 1)];
    if mistake.board.is_some() {
        let (game, position) = (quoted(&explained.game.to_string()), quoted(&mistake.position));
        commands.push(match &explained.engine {
            Some(engine) if !mistake.is_exact => {
                let judge = quoted(&engine.spec);
                format!("{program} analyze -g {game} --with {judge} --position {position}")
            }
            _ => format!("{program} solve -g {game} --position {position}"),
        });
    }
    commands
}

fn quoted(text: &str) -> String {
    shell_words::quote(text).into_owned()
}

/// The lost games by kind, phase, side and opening.
fn tables(explained: &Explanation) -> String {
    let Explanation { losses, .. } = explained;
    let openings: Vec<LossGroup<'_>> =
        by_opening(losses).into_iter().filter(|group| group.losses.len() > 1).take(MOST_OPENINGS).collect();
    let mut text = String::new();
    for (title, groups) in [
        ("mistake", by_kind(losses)),
        ("plies", by_phase(losses)),
        ("side", by_side(losses, explained.game.side_names())),
        ("opening", openings),
    ] {
        if groups.is_empty() {
            continue;
        }
        let name = |group: &LossGroup<'_>| {
            if group.name.is_empty() { "the start".to_owned() } else { group.name.clone() }
        };
        let width = groups.iter().map(|group| name(group).chars().count()).max().unwrap_or(0).max(20);
        text += &format!("\n  {title:<width$}  {:>6}  {:>8}  games\n", "lost", "share");
        for group in &groups {
            let count = group.losses.len();
            let share = percent(count as f64 / losses.len() as f64);
            text += &format!("  {:<width$}  {count:>6}  {share:>8}  {}\n", name(group), numbers(group));
        }
    }
    text
}

/// The first games of a group.
fn numbers(group: &LossGroup<'_>) -> String {
    let shown: Vec<String> = group.losses.iter().take(5).map(|loss| loss.game.to_string()).collect();
    let more = if group.losses.len() > shown.len() { " …" } else { "" };
    shown.join(" ") + more
}

/// What was written for the next match.
pub(crate) fn hard_words(hard: Option<&HardFiles>) -> String {
    let Some(hard) = hard else {
        return "No openings were written: no mistake was found.\n".to_owned();
    };
    let openings = hard.openings.display();
    let (program, suite) = (program(), hard.suite.display());
    let written = if hard.had_suite {
        format!("{suite} was there already and is left as it is.")
    } else {
        format!("{program} check {suite} --record makes them a test.")
    };
    let positions = counted(hard.positions as u64, "position");
    format!("Wrote {positions} to {openings}: --openings file:{openings} plays them. {written}\n")
}

/// The rows of `mistakes.csv`, and the groups.
pub(crate) fn json(explained: &Explanation, hard: Option<&HardFiles>) -> Value {
    let Explanation { losses, player, games, lost, forfeited, .. } = explained;
    let groups = |groups: Vec<LossGroup<'_>>| -> Vec<Value> {
        let group = |group: LossGroup<'_>| {
            let games: Vec<u64> = group.losses.iter().map(|loss| loss.game).collect();
            json!({ "name": group.name, "lost": games.len(), "games": games })
        };
        groups.into_iter().map(group).collect()
    };
    json!({
        "run": explained.folder.display().to_string(),
        "game": explained.game.to_string(),
        "player": player,
        "games": games,
        "lost": lost,
        "forfeited": forfeited,
        "budget": explained.budget,
        "judge": explained.engine.as_ref().map(|engine| json!({
            "player": engine.spec,
            "lost_at": engine.lost_at.value,
            "positions": engine.lost_at.positions,
            "positions_of_lost_games": engine.lost_at.lost,
        })),
        "before": explained.before.as_ref().map(|before| json!({
            "run": before.folder,
            "player": before.player,
            "games": before.shared,
            "lost_in_both": before.both,
            "lost_only_before": before.only_then,
            "lost_only_now": before.only_now,
        })),
        "kinds": groups(by_kind(losses)),
        "phases": groups(by_phase(losses)),
        "sides": groups(by_side(losses, ["first", "second"])),
        "mistakes": losses.iter().map(row).collect::<Vec<_>>(),
        "openings": hard.map(|hard| json!({
            "file": hard.openings.display().to_string(),
            "positions": hard.positions,
            "suite": hard.suite.display().to_string(),
        })),
    })
}

fn row(loss: &Loss) -> Value {
    let (mistake, side) = (loss.mistake(), ["first", "second"][loss.side.index()]);
    let number = |value: Option<Decimal>| Cell::number(value.map(Decimal::value), 3).json();
    json!({
        "game": loss.game,
        "opening": loss.opening,
        "opponent": loss.opponent,
        "side": side,
        "kind": loss.kind(),
        "ply": mistake.map(|mistake| mistake.ply),
        "phase": mistake.map(Mistake::phase),
        "position": mistake.map(|mistake| &mistake.position),
        "move": mistake.map(|mistake| &mistake.played),
        "best": mistake.and_then(|mistake| mistake.best.as_ref()),
        "value_before": number(mistake.map(|mistake| mistake.before)),
        "value_after": number(mistake.and_then(|mistake| mistake.after)),
        "loss": number(mistake.and_then(Mistake::size)),
        "exact": mistake.map(|mistake| mistake.is_exact),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_whose_values_say_little_is_not_given_a_threshold() {
        let of = |value, lost, positions| certainty(LostAt { value, lost, positions });
        assert_eq!(
            of(-Decimal::SMALLEST, 92, 179),
            "No value of it tells lost games from others, so every negative one counts as lost: of 179 such positions, 92 were in \
             lost games."
        );
        assert_eq!(
            of(Decimal::from(-13), 10, 10),
            "For it a position of -13 or less is lost: of 10 such positions, 10 were in lost games."
        );
        assert_eq!(of(-Decimal::SMALLEST, 0, 0), "It called no position lost: a deeper judge may say more.");
    }
}
