//! `arena show`: a position.

use std::io::Write;

use serde::Serialize;

use super::args::ShowArgs;
use super::failure::Failure;
use super::table::{side_key, verdict};
use crate::games::{Game, GameSpec, GameVisitor, Move, Outcome, moves};
use crate::report::paint::Paint;

/// Runs the command.
pub(super) fn run(args: &ShowArgs, paint: Paint, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.position.game()?;
    game.visit_holding(&args.position.held(), Show { args, game, paint, out })
}

struct Show<'a, W> {
    args: &'a ShowArgs,
    game: GameSpec,
    paint: Paint,
    out: &'a mut W,
}

impl<W: Write> GameVisitor for Show<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Result<(), Failure> {
        let set_up = self.args.position.set_up(start)?;
        let position = set_up.position;
        if self.args.json {
            serde_json::to_writer(&mut *self.out, &Shown::of(self.game, &position))?;
            writeln!(self.out)?;
            return Ok(());
        }
        let paint = self.paint;
        let after = match moves::listed(set_up.moves) {
            moves if moves.is_empty() => String::new(),
            moves => format!(" after {moves}"),
        };
        writeln!(self.out, "{}{after}\n", paint.strong(&self.game.to_string()))?;
        writeln!(self.out, "{}", position.draw().render(|ink, text| paint.ink(ink, text)))?;
        match position.outcome() {
            Some(outcome) => {
                let verdict = verdict(&position, outcome, |side| G::side_name(side).to_owned());
                writeln!(self.out, "The game is over: {}.", paint.strong(&verdict))?;
            }
            None => {
                let side = paint.side(position.to_move(), G::side_name(position.to_move()));
                writeln!(self.out, "{side} to move. Legal moves: {}", moves::listed(position.legal_moves()))?;
            }
        }
        writeln!(self.out, "Position: {position}")?;
        Ok(())
    }
}

/// The JSON of the command.
#[derive(Serialize)]
struct Shown {
    game: String,
    position: String,
    to_move: Option<&'static str>,
    legal: Vec<usize>,
    over: bool,
    winner: Option<&'static str>,
    points: [u32; 2],
}

impl Shown {
    fn of<G: Game>(game: GameSpec, position: &G) -> Shown {
        let over = position.is_over();
        Shown {
            game: game.to_string(),
            position: position.to_string(),
            to_move: (!over).then(|| side_key(position.to_move())),
            legal: position.legal_moves().map(Move::number).collect(),
            over,
            winner: position.outcome().map(|outcome| match outcome {
                Outcome::Win(side) => side_key(side),
                Outcome::Draw => "draw",
            }),
            points: position.points(),
        }
    }
}
