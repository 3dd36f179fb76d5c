//! Playouts of Monte Carlo tree search compared with bare playouts from the same position, in the same run.

use std::hint::black_box;

use arena::games::{BuiltInGame, Game, GameVisitor};
use arena::search::mcts::{Rollout, RootPolicy, Settings, TreeSearch};
use arena::search::{Unlimited, playout};

use crate::clock::{Effort, Way, busy, medians};
use crate::draws::Draws;
use crate::table::{Table, times};

/// The least acceptable ratio of the rates.
const TARGET: f64 = 0.6;

pub(crate) fn compare(effort: Effort) {
    let table = &Table::new(
        "mcts",
        "Playouts of a tree search from the start position on one core, beside bare playouts.",
        &[
            ("game", 15),
            ("playouts", 9),
            ("rollout", 8),
            ("bare a second", 14),
            ("mcts a second", 14),
            ("ratio", 6),
            ("target", 7),
        ],
    );
    for game in ["kalah:6x4", "connect:7x6x4"] {
        for playouts in [1_000, 10_000, 100_000] {
            let game: BuiltInGame = game.parse().expect("a game");
            game.visit(Compare { effort, table, game, playouts, rollout: Rollout::Random });
        }
        let game: BuiltInGame = game.parse().expect("a game");
        game.visit(Compare { effort, table, game, playouts: 10_000, rollout: Rollout::Greedy });
    }
}

struct Compare<'t> {
    effort: Effort,
    table: &'t Table,
    game: BuiltInGame,
    playouts: u64,
    rollout: Rollout,
}

impl GameVisitor for Compare<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let Compare { effort, table, game, playouts, rollout } = self;
        let bare = || {
            let mut draws = Draws::new(1);
            for _ in 0..playouts {
                black_box(playout::to_the_end(black_box(start), |bound| draws.below(bound)).points());
            }
        };
        let mut tree = TreeSearch::new(Settings { rollout, ..Settings::default() });
        tree.reserve(Some(playouts));
        let mut search = || {
            let mut draws = Draws::new(1);
            tree.clear();
            tree.set_root(black_box(&start));
            let found = tree.search(RootPolicy::Best, playouts, &mut |bound| draws.below(bound), &Unlimited);
            found.expect("no limit");
            black_box(tree.best());
        };
        let ways: [Way<'_>; 2] = [&mut || bare(), &mut search];
        let [bare, mcts] = medians(effort, busy, ways).map(|time| playouts as f64 / time.as_secs_f64());
        table.row([
            game.to_string(),
            playouts.to_string(),
            format!("{rollout:?}").to_lowercase(),
            format!("{bare:.0}"),
            format!("{mcts:.0}"),
            times(mcts / bare),
            if rollout == Rollout::Random { TARGET.to_string() } else { String::new() },
        ]);
    }
}
