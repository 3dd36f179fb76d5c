//! A game of chess in PGN, in the export format: tags, and moves in SAN on lines of up to 79 characters.

use std::time::Duration;

use crate::play::duel::Reason;
use crate::players::bots::Info;
use crate::players::clock::TimeControl;
use crate::run::GamesError;
use crate::run::export::ExportedGame;
use crate::store::games_csv::result;
use crate::store::measured_moves::MeasuredMove;

pub(super) fn pgn(game: &ExportedGame<'_>) -> Result<String, GamesError> {
    let record = &game.record;
    let (moves, positions) = game.replay()?;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{}\"]\n", quoted(value));
    tag("Event", &game.run.name);
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", &record.number.to_string());
    tag("White", &record.players[0]);
    tag("Black", &record.players[1]);
    tag("Result", result(record.outcome));
    let spec = game.run.game.to_string();
    let is_variant = spec != STANDARD;
    if is_variant {
        tag("Variant", "Chess960");
    }
    let fen = positions.first().map(ToString::to_string).unwrap_or_default();
    if is_variant || game.run.start().map(ToString::to_string).as_ref() != Some(&fen) {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    tag("PlyCount", &moves.len().to_string());
    if let Some(control) = game.run.time_control(&record.players) {
        tag("TimeControl", &seconds(control));
    }
    tag("Termination", termination(record.reason));

    let mut line = Line::default();
    let (mut number, mut is_white) = (fullmove_number(&fen), fen.contains(" w "));
    for (i, (position, &mv)) in positions.iter().zip(&moves).enumerate() {
        if is_white || i == 0 {
            line.add(&format!("{number}{}", if is_white { "." } else { "..." }));
        }
        line.add(&position.san(mv));
        let measured = game.measured.iter().find(|measured| measured.ply == i + 1);
        let player = &record.players[position.to_move().index()];
        if let Some(comment) = measured.map(|measured| comment(measured, game.run.is_bot(player))) {
            comment.split(' ').for_each(|word| line.add(word));
        }
        number += u32::from(!is_white);
        is_white = !is_white;
    }
    let how = match (record.reason, positions.last()) {
        (Reason::Normal, Some(end)) => end.decided_by(),
        (reason, _) => format!("{}: {reason}", termination(reason)),
    };
    for word in format!("{{{how}}} {}", result(record.outcome)).split(' ') {
        line.add(word);
    }
    Ok(format!("{text}\n{}\n\n", line.text))
}

/// What a player said of its move, as chess programs write it: `{+0.31/12 0.05s}`, for the side that moved. Engines count in hundredths
/// of a pawn, strategies in pawns.
fn comment(measured: &MeasuredMove, is_bot: bool) -> String {
    let depth = measured.depth.as_deref().map(|depth| format!("/{depth}")).unwrap_or_default();
    let score = measured.value.map(|value| {
        let (value, unit) = (value.value(), if is_bot { 100.0 } else { 1.0 });
        let mate = f64::from(Info::MATE) - value.abs();
        let sign = if value < 0.0 { '-' } else { '+' };
        // The longest mate that engines see is shorter.
        let is_mate = is_bot && (0.0..1000.0).contains(&mate);
        if is_mate { format!("{sign}M{mate}{depth} ") } else { format!("{:+.2}{depth} ", value / unit) }
    });
    format!("{{{}{:.3}s}}", score.unwrap_or_default(), measured.time.as_secs_f64())
}

/// The spec of the game that is no variant.
const STANDARD: &str = "chess";

/// What the standard calls the way in which a game ended.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Normal => "normal",
        Reason::Illegal => "rules infraction",
        Reason::Timeout => "time forfeit",
        Reason::Crash | Reason::Failed => "abandoned",
        Reason::MaxPlies | Reason::Dispute | Reason::Adjudicated => "adjudication",
    }
}

/// The field of a FEN.
fn fullmove_number(fen: &str) -> u32 {
    fen.split(' ').nth(5).and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// A clock as seconds for a game, or for some moves, and for each move: `150+1`, `40/60`.
fn seconds(control: TimeControl) -> String {
    let number = |time: Duration| format!("{}", time.as_secs_f64());
    let session = control.session.map(|moves| format!("{moves}/")).unwrap_or_default();
    let increment = Some(control.increment).filter(|increment| !increment.is_zero());
    let increment = increment.map(|increment| format!("+{}", number(increment))).unwrap_or_default();
    format!("{session}{}{increment}", number(control.base))
}

/// The value of a tag: what would end it is escaped.
fn quoted(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ")
}

/// Words on lines of limited length.
#[derive(Default)]
struct Line {
    text: String,
    length: usize,
}

impl Line {
    fn add(&mut self, word: &str) {
        const LONGEST: usize = 79;
        let is_first = self.text.is_empty();
        let breaks = self.length + 1 + word.len() > LONGEST;
        if !is_first {
            self.text.push(if breaks { '\n' } else { ' ' });
        }
        self.length = if is_first || breaks { word.len() } else { self.length + 1 + word.len() };
        self.text += word;
    }
}
