//! Counts of move sequences: every sowing of Kalah is made, every leaf of Connect Four is checked for a row.

use std::hint::black_box;

use arena::games::{BuiltInGame, Game, GameVisitor, Leaves, connect, kalah};
use arena::search::perft;

use crate::clock::{Effort, Way, busy, medians};
use crate::ratios::{Row, header};
use crate::table::Table;
use crate::textbook::{self, ConnectFour, Textbook};

pub(crate) fn compare(effort: Effort) {
    let table = &header("perft", "Sequences of a length, and how many of them end the game.", "sequence");
    let kalah: BuiltInGame = "kalah:6x4".parse().expect("a game");
    if let BuiltInGame::Kalah(rules) = kalah {
        let plain = kalah::Board::start(rules);
        let depth = effort.pick(7, 9);
        let target = Some((10, 12));
        kalah.visit(Compare::<_, textbook::Kalah>::new(
            (effort, table),
            kalah,
            plain,
            depth,
            Counting::Leaves,
            target,
        ));
    }
    let connect: BuiltInGame = "connect:7x6x4".parse().expect("a game");
    if let BuiltInGame::Connect(rules) = connect {
        let plain = connect::Board::start(rules);
        let depth = effort.pick(6, 7);
        let target = Some((40, 140));
        connect.visit(Compare::<_, ConnectFour>::new(
            (effort, table),
            connect,
            plain,
            depth,
            Counting::Leaves,
            target,
        ));
        connect.visit(Compare::<_, ConnectFour>::new(
            (effort, table),
            connect,
            plain,
            depth,
            Counting::Moves,
            None,
        ));
    }
}

/// How the fast board counts.
#[derive(Clone, Copy)]
enum Counting {
    /// As fast as it can, even without playing the moves.
    Leaves,
    /// By making every move.
    Moves,
}

struct Compare<'t, P, T> {
    effort: Effort,
    table: &'t Table,
    game: BuiltInGame,
    plain: P,
    textbook: T,
    depth: usize,
    counting: Counting,
    target: Option<(u32, u32)>,
}

impl<'t, P: Game, T: Textbook> Compare<'t, P, T> {
    fn new(
        (effort, table): (Effort, &'t Table),
        game: BuiltInGame,
        plain: P,
        depth: usize,
        counting: Counting,
        target: Option<(u32, u32)>,
    ) -> Compare<'t, P, T> {
        let textbook = T::read(&plain.to_string());
        Compare { effort, table, game, plain, textbook, depth, counting, target }
    }
}

impl<P: Game, T: Textbook> GameVisitor for Compare<'_, P, T> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let depth = self.depth;
        let counted = |position: G| match self.counting {
            Counting::Leaves => perft::leaves(&position, depth),
            Counting::Moves => by_moves(&position, depth),
        };
        let found = counted(start);
        assert_eq!(found, by_moves(&self.plain, depth));
        assert_eq!((found.all, found.ends), textbook::perft(&self.textbook, depth as u32));
        let ways: [Way<'_>; 3] = [
            &mut || _ = black_box(textbook::perft(black_box(&self.textbook), depth as u32)),
            &mut || _ = black_box(by_moves(black_box(&self.plain), depth)),
            &mut || _ = black_box(counted(black_box(start))),
        ];
        let taken = medians(self.effort, busy, ways);
        let how = match self.counting {
            Counting::Leaves => "",
            Counting::Moves => ", all played",
        };
        let (game, work) = (self.game.to_string(), format!("{depth} plies{how}"));
        Row { game: &game, work: &work, taken, pieces: found.all, target: self.target }.print(self.table);
    }
}

/// The same by making every move.
fn by_moves<G: Game>(position: &G, depth: usize) -> Leaves {
    let mut found = Leaves::default();
    for mv in position.legal_moves() {
        let next = position.after(mv);
        found += match depth {
            1 => Leaves { all: 1, ends: u64::from(next.is_over()) },
            _ => by_moves(&next, depth - 1),
        };
    }
    found
}
