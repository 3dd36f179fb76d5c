use super::*;

/// Pairs with this mean score: of two independent games without draws.
fn pairs(n: u64, score: f64) -> Counts {
    let count = |share: f64| (n as f64 * share).round() as u64;
    let lost = 1.0 - score;
    Counts::pairs([count(lost * lost), 0, count(2.0 * score * lost), 0, count(score * score)])
}

const EVEN: f64 = 0.5;
const WEAK: f64 = 0.4;

#[test]
fn without_results_all_commits_are_equally_likely() {
    let bisection = Bisection::new(4, 5.0);
    let probabilities = bisection.probabilities();
    assert_eq!((bisection.last(), probabilities[0].to_bits()), (4, 0));
    assert!(probabilities[1..].iter().all(|p| (p - 0.25).abs() < 1e-12), "{probabilities:?}");
}

#[test]
fn results_move_the_probability_to_one_side_and_never_rule_out_the_other() {
    let mut bisection = Bisection::new(8, 5.0);
    bisection.set_counts(8, pairs(1000, WEAK));
    bisection.set_counts(4, pairs(40, WEAK));
    let probabilities = bisection.probabilities();
    let [before, after] = [&probabilities[1..=4], &probabilities[5..]].map(|part| part.iter().sum::<f64>());
    assert!(before > 0.8 && after > 0.001, "{before} {after}");
    bisection.set_counts(4, pairs(400, EVEN));
    assert!(bisection.suspects()[0].commit > 4);
}

#[test]
fn the_search_ends_between_the_last_strong_and_the_first_weak_commit() {
    let mut bisection = Bisection::new(8, 5.0);
    for commit in [8, 5] {
        bisection.set_counts(commit, pairs(400, WEAK));
    }
    assert_eq!(bisection.found(), None);
    bisection.set_counts(4, pairs(400, EVEN));
    let found = bisection.found().unwrap();
    assert_eq!((found.first, found.commit), (5, 5));
    let loss = bisection.loss(found).unwrap();
    assert!(
        loss.low < 70.4 && loss.high.is_some_and(|high| 70.4 < high && high - loss.low < 40.0),
        "{loss:?}"
    );
    assert_eq!(bisection.next(1_000_000).map(|visit| visit.commit).filter(|&commit| commit > 5), None);
}

#[test]
fn the_loss_is_not_between_commits_that_play_alike() {
    let mut bisection = Bisection::new(8, 5.0);
    bisection.set_counts(8, pairs(400, WEAK));
    bisection.alike(6, 8);
    bisection.alike(3, 0);
    let probabilities = bisection.probabilities();
    let possible: Vec<usize> = (0..=8).filter(|&commit| probabilities[commit] > 0.0).collect();
    assert_eq!(possible, [4, 5, 6]);
    assert_eq!(bisection.counts(6), Some(pairs(400, WEAK)));
    assert!(bisection.is_like_good(3));
    assert_eq!(bisection.neighbours(5).collect::<Vec<_>>(), [3, 6]);
}

#[test]
fn a_bad_commit_that_plays_like_the_good_one_leaves_nothing_to_find() {
    let mut bisection = Bisection::new(3, 5.0);
    bisection.alike(3, 0);
    assert!(bisection.probabilities().iter().all(|&p| p == 0.0));
    assert_eq!((bisection.found(), bisection.next(100)), (None, None));
}

#[test]
fn commits_that_cannot_be_built_are_suspected_together_with_the_next_that_can() {
    let mut bisection = Bisection::new(6, 5.0);
    bisection.set_counts(6, pairs(400, WEAK));
    bisection.skip(3);
    bisection.skip(4);
    bisection.set_counts(5, pairs(400, WEAK));
    bisection.set_counts(2, pairs(400, EVEN));
    let found = bisection.found().unwrap();
    assert_eq!((found.first, found.commit), (3, 5));
    assert!(bisection.next(10_000).is_none_or(|visit| ![3, 4].contains(&visit.commit)));
}

#[test]
fn a_visit_plays_more_pairs_where_less_is_lost_and_no_more_than_are_left() {
    let visit = |score, most_pairs| {
        let mut bisection = Bisection::new(8, 5.0);
        bisection.set_counts(8, pairs(4000, score));
        bisection.next(most_pairs).unwrap()
    };
    assert_eq!(visit(0.4, 10_000).commit, 4);
    assert!(visit(0.45, 10_000).pairs > 3 * visit(0.4, 10_000).pairs);
    assert_eq!(visit(0.45, 5).pairs, 5);
}

#[test]
fn only_one_commit_needs_no_search() {
    let mut bisection = Bisection::new(1, 5.0);
    bisection.set_counts(1, pairs(100, WEAK));
    assert_eq!(bisection.found().map(|found| found.commit), Some(1));
}

#[test]
fn results_of_a_commit_that_cannot_be_played_do_not_count() {
    let mut bisection = Bisection::new(4, 5.0);
    bisection.set_counts(4, pairs(400, WEAK));
    bisection.set_counts(2, pairs(400, WEAK));
    assert!(bisection.probabilities()[4] < 0.01);
    bisection.skip(2);
    assert!((bisection.probabilities()[4] - 0.25).abs() < 1e-9);
    bisection.set_counts(1, pairs(10, EVEN));
    bisection.exhaust(1);
    assert_eq!(bisection.next(1000).map(|visit| visit.commit), Some(3));
}
