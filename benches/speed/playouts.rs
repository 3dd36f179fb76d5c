//! Random games at full speed, from start to end, by the same draws.

use std::hint::black_box;

use arena::games::{BuiltInGame, Game, GameVisitor, connect, kalah};
use arena::search::playout;

use crate::clock::{Effort, Way, busy, medians};
use crate::draws::Draws;
use crate::ratios::{Row, header};
use crate::table::Table;
use crate::textbook::{self, ConnectFour, Textbook};

pub(crate) fn compare(effort: Effort) {
    let table = &header("playouts", "Random games from start to end on one core.", "game");
    for game in ["kalah:6x4", "connect:7x6x4"] {
        match game.parse().expect("a game") {
            game @ BuiltInGame::Kalah(rules) => {
                let plain = kalah::Board::start(rules);
                let textbook = textbook::Kalah::read(&plain.to_string());
                let value = |end: &textbook::Kalah| end.value();
                game.visit(Compare { effort, table, game, plain, textbook, value });
            }
            game @ BuiltInGame::Connect(rules) => {
                let plain = connect::Board::start(rules);
                let textbook = ConnectFour::read(&plain.to_string());
                let value = |end: &ConnectFour| end.value().signum();
                game.visit(Compare { effort, table, game, plain, textbook, value });
            }
            other => panic!("the textbook has no {other}"),
        }
    }
}

struct Compare<'t, P, T> {
    effort: Effort,
    table: &'t Table,
    game: BuiltInGame,
    plain: P,
    textbook: T,
    /// The points of the first side minus those of the second.
    value: fn(&T) -> i32,
}

impl<P: Game, T: Textbook> GameVisitor for Compare<'_, P, T> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let games = self.effort.pick(5_000, 20_000);
        let by_the_book = || -> i64 {
            let mut draws = Draws::new(1);
            let game =
                |_| i64::from((self.value)(&textbook::random_game(&self.textbook, |n| draws.below(n))));
            (0..games).map(game).sum()
        };
        let expected = by_the_book();
        assert_eq!(total(self.plain, games), expected);
        assert_eq!(total(start, games), expected);
        let ways: [Way<'_>; 3] = [
            &mut || _ = black_box(by_the_book()),
            &mut || _ = black_box(total(black_box(self.plain), games)),
            &mut || _ = black_box(total(black_box(start), games)),
        ];
        let taken = medians(self.effort, busy, ways);
        let a_second = games as f64 / taken[2].as_secs_f64() / 1e6;
        let (game, work) = (self.game.to_string(), format!("{a_second:.2} million a second"));
        Row { game: &game, work: &work, taken, pieces: games, target: None }.print(self.table);
    }
}

/// The points of the first side minus those of the second, over this many playouts.
fn total<G: Game>(start: G, games: u64) -> i64 {
    let mut draws = Draws::new(1);
    let playout = |_| {
        let [first, second] = playout::to_the_end(start, |bound| draws.below(bound)).points();
        i64::from(first) - i64::from(second)
    };
    (0..games).map(playout).sum()
}
