//! Whether a bot is fit to play: a sentence, and a line for each check.

use std::time::Duration;

use crate::players::bots::fitness::{
    BotCheck, CheckName, CheckOutcome, Figures, Kinds, Millis, Problem, Report, Role, Times,
};
use crate::report::numbers::{counted, grouped, plies as plies_of, time};
use crate::report::paint::Paint;
use crate::text::escaped;

const NAME_WIDTH: usize = 15;

/// Whether the bot is fit, in a sentence.
pub(crate) fn sentence(report: &Report, paint: Paint) -> String {
    let count = |outcome, what: &str| match report.count(outcome) {
        0 => None,
        count => Some(format!("{count} {what}")),
    };
    let passed = counted(report.count(CheckOutcome::Passed) as u64, "check") + " passed";
    let failed = counted(report.count(CheckOutcome::Failed) as u64, "check") + " failed";
    let first = if report.fit { Some(passed) } else { Some(failed) };
    let parts: Vec<String> =
        [first, count(CheckOutcome::Noted, "to note"), count(CheckOutcome::Skipped, "skipped")]
            .into_iter()
            .flatten()
            .collect();
    let verdict = if report.fit { "is fit" } else { "is not fit" };
    let role = match report.role {
        Role::Player => format!("to play {}", report.game),
        Role::Referee => "to be a referee".to_owned(),
    };
    paint.strong(&format!("{} {verdict} {role}: {}", escaped(&report.bot), parts.join(", ")))
}

/// All checks, without the last line feed.
pub(crate) fn list(report: &Report, paint: Paint, width: usize) -> String {
    let lines: String = report.checks.iter().map(|check| check_lines(check, paint, width)).collect();
    lines.trim_end_matches('\n').to_owned()
}

/// A check: a line, and the conversation if it failed.
pub(crate) fn check_lines(check: &BotCheck, paint: Paint, width: usize) -> String {
    let mark = match check.outcome {
        CheckOutcome::Passed => paint.good("✓"),
        CheckOutcome::Noted => paint.strong("!"),
        CheckOutcome::Failed => paint.bad("✗"),
        CheckOutcome::Skipped => paint.faint("-"),
    };
    let figures = check.figures.as_ref().map(described);
    let reason = check.reason.as_ref().map(|reason| match check.outcome {
        CheckOutcome::Skipped => format!("skipped: {reason}"),
        _ => reason.clone(),
    });
    let words: Vec<String> = figures.into_iter().chain(reason).collect();
    let words = wrapped(&escaped(&words.join("; ")), width.saturating_sub(NAME_WIDTH + 6));
    let indent = format!("\n{:1$}", "", NAME_WIDTH + 6);
    let line = format!("  {mark} {:NAME_WIDTH$}  {}", name(check.name), words.join(&indent));
    let problem = check.problem.as_ref().map(problem).unwrap_or_default();
    format!("{}\n{problem}", line.trim_end())
}

/// Lines of at most this width, unless a word is longer.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn name(name: CheckName) -> &'static str {
    match name {
        CheckName::Starts => "starts",
        CheckName::Handshake => "handshake",
        CheckName::Ready => "ready",
        CheckName::LegalMoves => "legal moves",
        CheckName::AnswerTime => "answer time",
        CheckName::NewGame => "new game",
        CheckName::SameMove => "same move twice",
        CheckName::Memory => "memory",
        CheckName::Quit => "quit",
        CheckName::Children => "children",
        CheckName::EndOfInput => "end of input",
        CheckName::StrayOutput => "stray output",
        CheckName::Queries => "queries",
        CheckName::IllegalMoves => "illegal moves",
        CheckName::Games => "games",
        CheckName::SameAnswers => "same answers",
        CheckName::Board => "board",
    }
}

/// What was sent, received and expected, each on separate lines.
fn problem(problem: &Problem) -> String {
    let Problem { sent, received, expected } = problem;
    let expected = std::slice::from_ref(expected);
    let mut out = String::new();
    for (what, lines) in [("sent", sent.as_slice()), ("received", received), ("expected", expected)] {
        for (i, line) in lines.iter().enumerate() {
            let what = if i == 0 { what } else { "" };
            out += &format!("      {what:<8}  {}\n", escaped(line));
        }
    }
    out
}

fn described(figures: &Figures) -> String {
    match figures {
        Figures::Starts { first_line_ms: Some(first) } => format!("first line after {}", ms(first)),
        Figures::Starts { first_line_ms: None } => "without a word".to_owned(),
        Figures::Handshake { time_ms, name, author, options } => {
            introduced(time_ms, name.as_deref(), author.as_deref(), options)
        }
        Figures::Ready { time_ms } => format!("readyok after {}", ms(time_ms)),
        Figures::LegalMoves { positions, asked, answered, legal, kinds, .. } => {
            moves(*positions, *asked, *answered, *legal, *kinds)
        }
        Figures::AnswerTime(times) => answer_times(times),
        Figures::NewGame { games } => format!("{}, and plays on", counted(*games as u64, "game")),
        Figures::SameMove { positions, same } => format!("in {same} of {positions} positions"),
        Figures::Queries { start } => format!("at the start: {start}"),
        Figures::IllegalMoves { said: Some(said), .. } => format!("reported: {said}"),
        Figures::IllegalMoves { said: None, .. } => "not reported".to_owned(),
        Figures::Games { games, plies, first_wins, second_wins, draws, unfinished } => format!(
            "{} of {} in all: {first_wins} won by the first side, {second_wins} by the second, {draws} drawn, \
             {unfinished} unfinished",
            counted(*games as u64, "game"),
            plies_of(*plies),
        ),
        Figures::Board { rows } => format!("{} drawn", counted(rows.len() as u64, "row")),
        Figures::Memory { peak_bytes, processes } => {
            let megabytes = *peak_bytes as f64 / 1e6;
            let peak = format!("{megabytes:.1} MB at its peak");
            if *processes == 1 { peak } else { format!("{peak}, in {processes} processes") }
        }
        Figures::Ends { time_ms: Some(took), limit_ms } => {
            format!("ends after {} (limit {})", ms(took), whole(limit_ms))
        }
        Figures::Ends { time_ms: None, .. } => "does not end".to_owned(),
        Figures::Children { left } if left.is_empty() => "none left".to_owned(),
        Figures::Children { left } => format!("{} left", left.len()),
        Figures::StrayOutput { lines: 0, .. } => "none".to_owned(),
        Figures::StrayOutput { lines, unasked_moves, examples } => {
            let moves = match unasked_moves {
                0 => String::new(),
                count => format!(", {} that nobody asked for", counted(*count as u64, "move")),
            };
            let examples: Vec<String> = examples.iter().map(|line| format!("'{line}'")).collect();
            format!("{}{moves}: {}", counted(*lines as u64, "line"), examples.join(" "))
        }
    }
}

fn introduced(took: &Millis, name: Option<&str>, author: Option<&str>, options: &[String]) -> String {
    let name = name.map(|name| format!(", name {name}")).unwrap_or_default();
    let author = author.map(|author| format!(", author {author}")).unwrap_or_default();
    let options = match options {
        [] => ", no options".to_owned(),
        options => format!(", options {}", options.join(" ")),
    };
    format!("after {}{name}{author}{options}", ms(took))
}

fn moves(positions: usize, asked: usize, answered: usize, legal: usize, kinds: Kinds) -> String {
    let all = if asked < positions { format!(" ({positions} planned)") } else { String::new() };
    let unanswered = match asked - answered {
        0 => String::new(),
        count => format!(", {count} without an answer"),
    };
    let Kinds { openings, middle_games, endings, extra_turns, single_moves } = kinds;
    let rare = [(extra_turns, "extra turn"), (single_moves, "single move")];
    let rare: Vec<String> = rare
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| counted(*count as u64, what))
        .collect();
    let rare = if rare.is_empty() { String::new() } else { format!("; {}", rare.join(", ")) };
    format!(
        "in {} of {}{all}{unanswered}: {openings} early, {middle_games} middle, {endings} late{rare}",
        grouped(legal as u64),
        counted(asked as u64, "position"),
    )
}

fn answer_times(times: &Times) -> String {
    let limit = format!("limit {}", whole(&times.limit_ms));
    let figures = match (&times.median_ms, &times.p99_ms, &times.max_ms) {
        (Some(median), Some(p99), Some(max)) => {
            format!("median {}, 99 % {}, max {}; {limit}", ms(median), ms(p99), ms(max))
        }
        _ => format!("no answer; {limit}"),
    };
    let missing = match times.missing {
        0 => String::new(),
        count => format!("; {count} not in time"),
    };
    let hurried = match times.hurried {
        0 => String::new(),
        count => format!("; {} moves measured, {count} more asked for with 50 ms", times.answers),
    };
    figures + &missing + &hurried
}

fn ms(millis: &Millis) -> String {
    time(millis.0)
}

/// A limit, without needless digits: `1 s`, `120 ms`.
fn whole(millis: &Millis) -> String {
    let Millis(limit) = *millis;
    if limit.subsec_nanos() == 0 {
        format!("{} s", limit.as_secs())
    } else if limit < Duration::from_secs(1) && limit.subsec_micros().is_multiple_of(1000) {
        format!("{} ms", limit.as_millis())
    } else {
        time(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> Paint {
        Paint::new(false)
    }

    fn check(name: CheckName, outcome: CheckOutcome, figures: Option<Figures>) -> BotCheck {
        BotCheck { name, outcome, figures, reason: None, problem: None }
    }

    fn millis(milliseconds: u64) -> Millis {
        Millis(Duration::from_millis(milliseconds))
    }

    fn moves_check() -> BotCheck {
        let kinds = Kinds { openings: 3, middle_games: 4, endings: 5, extra_turns: 2, single_moves: 1 };
        let figures =
            Figures::LegalMoves { positions: 500, asked: 12, answered: 11, legal: 10, kinds, restarts: 5 };
        let problem = Problem {
            sent: vec!["position fen s:1,0:0,1".to_owned(), "go movetime 1000".to_owned()],
            received: vec!["bestmove 9 \u{202e}".to_owned()],
            expected: "bestmove and one of 1".to_owned(),
        };
        BotCheck {
            problem: Some(problem),
            reason: Some("stopped after 5 failures".to_owned()),
            ..check(CheckName::LegalMoves, CheckOutcome::Failed, Some(figures))
        }
    }

    fn report(fit: bool, checks: Vec<BotCheck>) -> Report {
        let (bot, game) = ("./mybot".to_owned(), "kalah:6x4".to_owned());
        Report { bot, spec: None, role: Role::Player, game, protocol: "ugi", fit, checks }
    }

    #[test]
    fn a_sentence_says_whether_it_is_fit() {
        let passed = || check(CheckName::Starts, CheckOutcome::Passed, None);
        let noted = check(CheckName::StrayOutput, CheckOutcome::Noted, None);
        let skipped = check(CheckName::Memory, CheckOutcome::Skipped, None);
        let fit = report(true, vec![passed(), passed(), noted, skipped]);
        assert_eq!(
            sentence(&fit, plain()),
            "./mybot is fit to play kalah:6x4: 2 checks passed, 1 to note, 1 skipped"
        );
        let unfit = report(false, vec![passed(), moves_check()]);
        assert_eq!(sentence(&unfit, plain()), "./mybot is not fit to play kalah:6x4: 1 check failed");
    }

    #[test]
    fn a_failure_says_what_was_sent_received_and_expected() {
        let quit = check(
            CheckName::Quit,
            CheckOutcome::Passed,
            Some(Figures::Ends { time_ms: Some(millis(3)), limit_ms: millis(2000) }),
        );
        let report = report(false, vec![moves_check(), quit]);
        insta::assert_snapshot!(list(&report, plain(), 80), @r"
        ✗ legal moves      in 10 of 12 positions (500 planned), 1 without an answer: 3
                           early, 4 middle, 5 late; 2 extra turns, 1 single move;
                           stopped after 5 failures
            sent      position fen s:1,0:0,1
                      go movetime 1000
            received  bestmove 9 \u{202e}
            expected  bestmove and one of 1
        ✓ quit             ends after 3.00 ms (limit 2 s)
        ");
    }

    #[test]
    fn answer_times_stand_beside_their_limit() {
        let times = Times {
            limit_ms: millis(1000),
            margin_ms: millis(120),
            answers: 60,
            median_ms: Some(millis(950)),
            p99_ms: Some(millis(990)),
            max_ms: Some(millis(1010)),
            late: 1,
            missing: 2,
            hurried: 440,
        };
        insta::assert_snapshot!(described(&Figures::AnswerTime(times)), @"median 950 ms, 99 % 990 ms, max 1.01 s; limit 1 s; 2 not in time; 60 moves measured, 440 more asked for with 50 ms");
    }

    #[test]
    fn lines_are_as_wide_as_the_terminal() {
        assert_eq!(wrapped("one two three four", 9), ["one two", "three", "four"]);
        assert_eq!(wrapped("", 9), [""]);
        assert_eq!(wrapped("a-very-long-word b", 4), ["a-very-long-word", "b"]);
    }
}
