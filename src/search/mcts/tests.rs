use super::*;
use crate::games::connect::{Board as ConnectBoard, ConnectRules};
use crate::games::kalah::{Board as KalahBoard, KalahRules};
use crate::rng::{Purpose, Rng};
use crate::search::Unlimited;

fn kalah() -> KalahBoard {
    KalahBoard::start(KalahRules::new(4, 3, false).unwrap())
}

fn searched<G: Game>(tree: &mut TreeSearch<G>, position: &G, playouts: u64) {
    let mut rng = Rng::stream(1, Purpose::PlayerA, 0).playouts();
    tree.set_root(position);
    tree.search(RootPolicy::Best, playouts, &mut |bound| rng.below(bound), &Unlimited).unwrap();
}

fn tree<G: Game>(playouts: u64) -> TreeSearch<G> {
    let mut tree = TreeSearch::new(Settings::default());
    tree.reserve(Some(playouts));
    tree
}

/// A subtree, in order: the depth, move, visits, mean and proof of every node.
fn listed<G>(tree: &TreeSearch<G>, at: u32, depth: usize, list: &mut Vec<String>) {
    let node = &tree.pool[at];
    // No move leads to the root.
    let mv = if depth == 0 { 0 } else { node.mv().number() };
    list.push(format!("{depth} {mv} {} {} {:?}", node.visits(), node.mean(), node.proof()));
    tree.pool.children_of(at).for_each(|child| listed(tree, child, depth + 1, list));
}

#[test]
fn the_tree_below_the_moves_that_were_played_is_kept_unchanged() {
    let mut kept = 0;
    for playouts in [50, 500, 3000] {
        let mut position = kalah();
        let mut tree = tree(playouts);
        searched(&mut tree, &position, playouts);
        while !position.is_over() {
            // The best move, and then the last legal ones of the other side.
            let side = position.to_move();
            position.play(tree.best().unwrap().mv);
            while !position.is_over() && position.to_move() != side {
                let reply = position.legal_moves().last().unwrap();
                position.play(reply);
            }
            let node = tree.find(ROOT, &tree.root.unwrap(), &position, side);
            let mut before = Vec::new();
            if let Some(node) = node.filter(|&node| tree.pool[node].is_expanded()) {
                listed(&tree, node, 0, &mut before);
                kept += 1;
            }
            tree.set_root(&position);
            let mut after = Vec::new();
            listed(&tree, ROOT, 0, &mut after);
            assert_eq!(tree.nodes(), after.len(), "nothing else is left");
            if !before.is_empty() {
                assert_eq!(before, after);
            }
            searched(&mut tree, &position, playouts);
        }
    }
    assert!(kept > 10, "{kept}");
}

#[test]
fn another_position_begins_a_new_tree() {
    let mut kept = tree(500);
    searched(&mut kept, &kalah(), 500);
    let other = kalah().read("n:1,2,3,4,5:4,3,2,1,0").unwrap();
    searched(&mut kept, &other, 500);
    let mut fresh = tree(500);
    searched(&mut fresh, &other, 500);
    assert_eq!(kept.root_moves(), fresh.root_moves());
    assert_eq!(kept.visits(), 500);
}

#[test]
fn playouts_are_counted_and_nothing_is_allocated_after_the_pool() {
    let start = ConnectBoard::start(ConnectRules::new(7, 6, 4).unwrap());
    let mut tree = tree(2000);
    let room = tree.pool.capacity();
    searched(&mut tree, &start, 2000);
    assert_eq!(tree.visits(), 2000);
    assert_eq!(tree.root_moves().iter().map(|found| found.visits).sum::<u32>(), 2000);
    searched(&mut tree, &start, 2000);
    assert_eq!(tree.visits(), 4000, "the same position is searched further");
    assert_eq!(tree.pool.capacity(), room);
}

#[test]
fn a_full_pool_stops_the_tree_but_not_the_search() {
    let start = ConnectBoard::start(ConnectRules::new(7, 6, 4).unwrap());
    let mut tree = TreeSearch::new(Settings::default());
    tree.pool.reserve(300);
    tree.path.reserve(DEEPEST);
    let room = tree.pool.capacity();
    searched(&mut tree, &start, 5000);
    assert!(tree.nodes() <= room && tree.nodes() > room - 8, "{} of {room}", tree.nodes());
    assert_eq!((tree.visits(), tree.pool.capacity()), (5000, room));
    assert_eq!(tree.best().unwrap().mv.number(), 4, "the middle column");
}

#[test]
fn an_even_search_visits_every_move_equally_often() {
    let mut tree = tree(700);
    let start = ConnectBoard::start(ConnectRules::new(7, 6, 4).unwrap());
    let mut rng = Rng::stream(1, Purpose::PlayerA, 0).playouts();
    tree.set_root(&start);
    tree.search(RootPolicy::Even, 700, &mut |bound| rng.below(bound), &Unlimited).unwrap();
    assert!(tree.root_moves().iter().all(|found| found.visits == 100), "{:?}", tree.root_moves());
}

#[test]
fn a_position_that_is_over_has_no_moves() {
    let over = kalah().read("s:0,0,0,0,14:0,0,0,0,10").unwrap();
    let mut tree = tree(10);
    searched(&mut tree, &over, 10);
    assert_eq!((tree.best(), tree.visits()), (None, 0));
}
