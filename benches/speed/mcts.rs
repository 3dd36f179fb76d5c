//! Playouts of Monte Carlo tree search compared with bare playouts from the same position, in the same run.

use std::hint::black_box;

use arena::games::{BuiltInGame, Game, GameVisitor};
use arena::search::mcts::{Rollout, RootPolicy, Settings, TreeSearch};
use arena::search::{Unlimited, playout};

use crate::clock::{Effort, Way, busy, medians};
use crate::draws::Draws;

/// The least acceptable ratio of the rates.
const WANTED: f64 = 0.6;

pub(crate) fn compare(effort: Effort) {
    println!(
        "\nmcts: playouts of a tree search from the start position on one core, compared with bare playouts.\n"
    );
    println!(
        "  {:<14} {:>9} {:>8} {:>14} {:>14} {:>8}  wanted",
        "game", "playouts", "rollout", "bare a second", "mcts a second", "ratio"
    );
    for game in ["kalah:6x4", "connect:7x6x4"] {
        for playouts in [1_000, 10_000, 100_000] {
            let game: BuiltInGame = game.parse().expect("a game");
            game.visit(Compare { effort, game, playouts, rollout: Rollout::Random });
        }
        let game: BuiltInGame = game.parse().expect("a game");
        game.visit(Compare { effort, game, playouts: 10_000, rollout: Rollout::Greedy });
    }
}

struct Compare {
    effort: Effort,
    game: BuiltInGame,
    playouts: u64,
    rollout: Rollout,
}

impl GameVisitor for Compare {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let Compare { effort, game, playouts, rollout } = self;
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
        let wanted = if rollout == Rollout::Random { format!("  {WANTED}") } else { String::new() };
        println!(
            "  {:<14} {playouts:>9} {:>8} {bare:>14.0} {mcts:>14.0} {:>8.2}{wanted}",
            game.to_string(),
            format!("{rollout:?}").to_lowercase(),
            mcts / bare
        );
    }
}
