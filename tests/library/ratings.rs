//! Ratings against worked cases and simulated tournaments, and their properties for any results.
#![allow(clippy::unwrap_used)]

use arena::rng::{Purpose, Rng};
use arena::stats::{
    Anchor, Clusters, Crosstable, RatedResults, RatingBound, RatingSample, Ratings, Results,
    likelihood_interval, score, score_interval, student_95,
};
use proptest::prelude::*;
use serde_json::Value;

/// The worked case of this name.
fn case(name: &str) -> Value {
    let data: Value = serde_json::from_str(include_str!("../data/ratings.json")).unwrap();
    data["bradley_terry"].as_array().unwrap().iter().find(|case| case["name"] == name).unwrap().clone()
}

fn crosstable(case: &Value) -> Crosstable {
    let players = case["players"].as_array().unwrap();
    let number = |name: &Value| players.iter().position(|player| player == name).unwrap();
    let mut table = Crosstable::new(players.len());
    for game in case["games"].as_array().unwrap() {
        let count = |i: usize| game[i].as_u64().unwrap();
        table.add(number(&game[0]), number(&game[1]), &Results::single(count(2), count(3), count(4)));
    }
    table
}

#[test]
fn ratings_errors_and_differences_are_those_of_the_worked_cases() {
    for name in ["bt4gauntlet", "bt6wide"] {
        let case = case(name);
        let table = crosstable(&case);
        let ratings = Ratings::of(&table, None);
        let close = |found: f64, expected: &Value| {
            let expected = expected.as_f64().unwrap();
            assert!((found - expected).abs() < 1e-6, "{name}: {found} instead of {expected}");
        };
        for i in 0..table.players() {
            close(ratings[i].elo, &case["elo"][i]);
            close(ratings[i].stderr.unwrap(), &case["stderr"][i]);
            for j in 0..table.players() {
                let difference = ratings.difference(i, j).unwrap();
                close(difference.stderr, &case["stderr_difference"][i][j]);
                assert!((difference.elo - ratings[i].elo + ratings[j].elo).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn an_anchor_moves_all_ratings_and_the_errors_are_those_of_the_differences_to_it() {
    let case = case("bt6wide");
    let table = crosstable(&case);
    let free = Ratings::of(&table, None);
    let held = Ratings::of(&table, Some(Anchor { player: 0, elo: 100.0 }));
    for i in 0..table.players() {
        assert!((held[i].elo - 100.0 - free[i].elo + free[0].elo).abs() < 1e-9);
        assert!((held[i].stderr.unwrap() - case["stderr_difference"][0][i].as_f64().unwrap()).abs() < 1e-6);
    }
    assert_eq!(held[0].stderr, Some(0.0));
}

#[test]
fn a_perfect_score_is_a_bound_and_leaves_the_others_alone() {
    let table = crosstable(&case("bt3perfect"));
    let ratings = Ratings::of(&table, None);
    assert_eq!(ratings.groups(), 1);
    assert_eq!(ratings.ranking(), [0, 1, 2]);
    assert_eq!([0, 1, 2].map(|i| ratings[i].bound), [Some(RatingBound::AtLeast), None, None]);
    // 60 % of the games of B against C.
    assert!((ratings[1].elo - 35.218).abs() < 1e-3 && (ratings[2].elo + 35.218).abs() < 1e-3);
    // At the bound, the probability of the twenty wins is 0.025.
    let chance: f64 = [1, 2].map(|i| score(ratings[0].elo - ratings[i].elo).powi(10)).iter().product();
    assert!((chance - 0.025).abs() < 1e-9, "{chance}");
    assert_eq!((ratings[0].low(), ratings[0].high()), (Some(ratings[0].elo), None));
    assert!(ratings.los(0, 1).is_some_and(|los| los > 0.9999));
    assert!(ratings.los(2, 0).is_some_and(|los| los < 0.0001));
}

#[test]
fn ten_nil_is_the_same_bound_as_in_a_match() {
    let mut table = Crosstable::new(2);
    table.add(0, 1, &Results::single(0, 0, 10));
    let ratings = Ratings::of(&table, None);
    let bounds = [0, 1].map(|i| (ratings[i].bound, ratings[i].stderr));
    assert_eq!(bounds, [(Some(RatingBound::AtLeast), None), (Some(RatingBound::AtMost), None)]);
    let (at_least, _) = score_interval(&arena::stats::Counts::games(0, 0, 10)).elo();
    let apart = ratings[0].elo - ratings[1].elo;
    assert!((apart - at_least.unwrap()).abs() < 1e-9, "{apart} and {at_least:?}");
    assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-9, "relative to the mean of the two");

    let held = Ratings::of(&table, Some(Anchor { player: 1, elo: 0.0 }));
    assert_eq!((held[1].elo, held[1].stderr, held[1].bound), (0.0, Some(0.0), None));
    assert!((held[0].elo - apart).abs() < 1e-9 && held[0].bound == Some(RatingBound::AtLeast));
}

#[test]
fn a_single_loss_is_a_weak_bound_and_still_the_last_place() {
    let mut table = Crosstable::new(3);
    table.add(0, 1, &Results::single(3, 2, 5));
    table.add(1, 2, &Results::single(0, 0, 1));
    let ratings = Ratings::of(&table, None);
    assert_eq!(ratings[2].bound, Some(RatingBound::AtMost));
    assert!(ratings[2].elo > ratings[0].elo, "one game says little");
    assert_eq!(ratings.ranking(), [0, 1, 2]);
    // If both were equal, a loss would be as likely as a win; half of that is the evidence against it.
    let equal = 0.75;
    assert!((ratings.los(1, 2).unwrap() - equal).abs() < 1e-9);
    assert!((ratings.los(2, 1).unwrap() - 1.0 + equal).abs() < 1e-9);
    assert!(ratings.los(0, 2) > ratings.los(1, 2), "the stronger player is more likely ahead");
}

#[test]
fn a_draw_brings_a_player_into_reach() {
    let mut table = Crosstable::new(2);
    table.add(0, 1, &Results::single(0, 1, 10));
    let ratings = Ratings::of(&table, None);
    assert_eq!((ratings[0].bound, ratings[1].bound), (None, None));
    assert!(ratings[0].stderr.is_some_and(|stderr| stderr > 0.0));
}

#[test]
fn groups_that_never_met_are_rated_apart() {
    let mut table = Crosstable::new(5);
    table.add(0, 3, &Results::single(1, 0, 3));
    table.add(1, 4, &Results::single(3, 0, 2));
    let ratings = Ratings::of(&table, None);
    assert_eq!(ratings.groups(), 3);
    assert_eq!(ratings.ranking(), [4, 1, 0, 3, 2]);
    assert_eq!(ratings[0].group, ratings[3].group);
    assert_eq!((ratings[2].elo, ratings[2].stderr, ratings[2].bound), (0.0, None, None));
    assert!((ratings[0].elo + ratings[3].elo).abs() < 1e-9 && (ratings[1].elo + ratings[4].elo).abs() < 1e-9);
    assert!(ratings.los(0, 4).is_none() && ratings.difference(0, 4).is_none());
}

#[test]
fn two_players_that_won_everything_and_never_met_are_not_ranked_by_their_opponents() {
    let mut table = Crosstable::new(4);
    table.add(0, 1, &Results::single(3, 2, 5));
    for winner in [2, 3] {
        table.add(winner, 0, &Results::single(0, 0, 4));
    }
    let ratings = Ratings::of(&table, None);
    assert_eq!([2, 3].map(|i| ratings[i].bound), [Some(RatingBound::AtLeast); 2]);
    assert_eq!((ratings.los(2, 3), ratings.los(3, 2)), (None, None));
    assert!(ratings.los(2, 0).is_some_and(|los| (los - 1.0 + 0.5_f64.powi(5)).abs() < 1e-9));
}

#[test]
fn equal_results_have_about_the_error_of_the_likelihood() {
    let mut table = Crosstable::new(2);
    table.add(0, 1, &Results::single(0, 10, 0));
    let ratings = Ratings::of(&table, None);
    let (low, high) = ratings.difference(0, 1).unwrap().interval();
    let expected = likelihood_interval(&[0, 10, 0], student_95(9).powi(2)).elo().1.unwrap();
    assert!((high - expected).abs() < 3.0 && (low + high).abs() < 1e-9, "{low} to {high}, {expected}");
    assert_eq!(ratings.los(0, 1), Some(0.5));
}

#[test]
fn even_results_of_one_pairing_leave_an_error_even_if_others_scatter() {
    let mut table = Crosstable::new(4);
    for (j, pairs) in [(1, [1, 0, 0, 0, 1]), (2, [0, 0, 2, 0, 0]), (3, [0, 1, 0, 1, 0])] {
        table.add(0, j, &Results { games: [2, 0, 2], single: [0; 3], pairs });
    }
    let ratings = Ratings::of(&table, None);
    let difference = ratings.difference(0, 2).unwrap();
    assert!(difference.stderr > 100.0, "{difference:?}");
    assert_eq!(ratings.los(0, 2), Some(0.5));
    assert!(ratings[2].stderr > ratings[0].stderr, "four games say less than twelve");
}

#[test]
fn results_that_share_openings_are_not_independent() {
    // Three players that play alike: an opening gives all of them the same result against the fourth.
    let with = |cluster: fn(u64, usize) -> u64| {
        let mut clusters = Clusters::default();
        for opening in 0..40 {
            for i in 0..3 {
                clusters.add(cluster(opening, i), [i, 3], [0, 2, 3, 4][opening as usize % 4], 2);
            }
        }
        let sample = RatingSample::of_all(4, clusters);
        Ratings::of(&Crosstable::new(4).rated_by(sample), None)
    };
    let apart = with(|opening, i| 3 * opening + i as u64);
    let together = with(|opening, _| opening);
    for i in 0..4 {
        assert!((apart[i].elo - together[i].elo).abs() < 1e-9);
    }
    // The openings differ only in how good they are for the fourth.
    assert!(together[3].stderr > Some(1.5 * apart[3].stderr.unwrap()), "{together:?} {apart:?}");
    assert_eq!((together[3].freedom, apart[3].freedom), (39, 119));
}

#[test]
fn results_that_chose_who_met_whom_give_estimates_without_errors() {
    let rated = |rated, anchor| {
        let mut clusters = Clusters::default();
        for opening in 0..3 {
            clusters.add(opening, [0, 1], 4, 2);
            clusters.add(opening, [1, 2], 3, 2);
            clusters.add(opening, [3, 4], 2 + opening % 2, 2);
        }
        let sample = RatingSample { rated, ..RatingSample::of_all(5, clusters) };
        Ratings::of(&Crosstable::new(5).rated_by(sample), anchor)
    };
    let anchor = Some(Anchor { player: 2, elo: 50.0 });
    let (reported, choosing) = (rated(RatedResults::Reported, anchor), rated(RatedResults::Choosing, anchor));
    assert_eq!(reported[0].bound, Some(RatingBound::AtLeast));
    for i in 0..5 {
        assert_eq!((choosing[i].bound, choosing[i].stderr), (None, None));
        assert_eq!((choosing[i].low(), choosing[i].high()), (None, None));
        assert_eq!(choosing[i].group, reported[i].group);
        assert!((0..5).all(|j| choosing.los(i, j).is_none() && choosing.difference(i, j).is_none()));
    }
    assert_eq!(choosing.ranking(), [0, 1, 2, 3, 4]);
    assert!((choosing[2].elo - 50.0).abs() < 1e-9 && (choosing[3].elo + choosing[4].elo).abs() < 1e-9);
}

#[test]
fn similar_or_opposite_games_in_pairs_change_the_errors_and_not_the_ratings() {
    let games = [30, 0, 70];
    let with = |pairs: [u64; 5], single: [u64; 3]| {
        let mut table = Crosstable::new(2);
        table.add(0, 1, &Results { games, single, pairs });
        Ratings::of(&table, None)
    };
    let alike = with([15, 0, 0, 0, 35], [0; 3]);
    let opposite = with([0, 0, 30, 0, 20], [0; 3]);
    let single = with([0; 5], games);
    assert!((alike[0].elo - single[0].elo).abs() < 1e-9 && (opposite[0].elo - single[0].elo).abs() < 1e-9);
    let [alike, opposite, single] = [alike, opposite, single].map(|ratings| ratings[0].stderr.unwrap());
    assert!((alike / single - 2_f64.sqrt()).abs() < 1e-9, "fifty results instead of a hundred");
    assert!(opposite < 0.8 * single);
}

#[test]
fn a_billion_games_of_sixty_four_players_are_rated() {
    const MANY: u64 = 1_000_000_000;
    let mut pair = Crosstable::new(2);
    pair.add(0, 1, &Results::single(1, 0, MANY));
    let ratings = Ratings::of(&pair, None);
    assert!((ratings[0].elo - 1800.0).abs() < 1e-6, "{}", ratings[0].elo);

    let mut table = Crosstable::new(64);
    for i in 0..64 {
        for j in i + 1..64 {
            let expected = (score(20.0 * (j - i) as f64) * MANY as f64).round() as u64;
            table.add(j, i, &Results::single(MANY - expected, 0, expected));
        }
    }
    let ratings = Ratings::of(&table, None);
    for i in 0..64 {
        assert!((ratings[i].elo - 20.0 * (i as f64 - 31.5)).abs() < 1e-4, "{i}: {:?}", ratings[i]);
    }
}

/// A round robin with this many pairs per pairing, with draws and with openings that favour a side.
fn simulated(truth: &[f64], pairs: u64, tournament: u64) -> Crosstable {
    let mut rng = Rng::stream(7, Purpose::Walk, tournament);
    let mut coin = |chance: f64| f64::from(rng.below(1 << 30)) < chance * f64::from(1 << 30);
    let mut table = Crosstable::new(truth.len());
    for i in 0..truth.len() {
        for j in i + 1..truth.len() {
            let expected = score(truth[i] - truth[j]);
            for _ in 0..pairs {
                // An opening that favours a side shifts both games, in opposite directions.
                let tilt = if coin(0.5) { 1.0 } else { -1.0 } * 0.6 * expected * (1.0 - expected);
                let mut game = |expected: f64| {
                    let draws = 0.5 * expected.min(1.0 - expected);
                    if coin(draws) {
                        1
                    } else {
                        2 * usize::from(coin((expected - draws / 2.0) / (1.0 - draws)))
                    }
                };
                table.add_pair(i, j, [game(expected + tilt), game(expected - tilt)]);
            }
        }
    }
    table
}

#[test]
fn ratings_of_simulated_tournaments_are_within_their_errors_as_often_as_they_should_be() {
    let truth = [-260.0, -150.0, -80.0, -10.0, 20.0, 90.0, 150.0, 240.0];
    let (mut inside, mut all, mut bias) = (0, 0, 0.0);
    for tournament in 0..250 {
        let ratings = Ratings::of(&simulated(&truth, 60, tournament), None);
        for (i, truth) in truth.iter().enumerate() {
            let (low, high) = (ratings[i].low().unwrap(), ratings[i].high().unwrap());
            inside += u32::from(low <= *truth && *truth <= high);
            bias += ratings[i].elo - truth;
            all += 1;
        }
    }
    let coverage = f64::from(inside) / f64::from(all);
    assert!((0.935..0.965).contains(&coverage), "{coverage} of the intervals contain the truth");
    assert!((bias / f64::from(all)).abs() < 1e-9, "relative to the mean");
}

/// Any results of up to seven players.
fn any_table() -> impl Strategy<Value = Crosstable> {
    (2_usize..8).prop_flat_map(|players| {
        let results = (0_u64..4, 0_u64..3, 0_u64..4);
        prop::collection::vec((0..players, 0..players, results), 0..20).prop_map(move |meetings| {
            let mut table = Crosstable::new(players);
            for (i, j, (losses, draws, wins)) in meetings {
                if i != j {
                    table.add(i, j, &Results::single(losses, draws, wins));
                }
            }
            table
        })
    })
}

proptest! {
    #[test]
    fn no_results_give_an_infinite_number(table in any_table()) {
        let ratings = Ratings::of(&table, None);
        for i in 0..table.players() {
            let rating = ratings[i];
            prop_assert!(rating.elo.is_finite() && rating.elo.abs() < 20_000.0);
            prop_assert!(rating.stderr.is_none_or(|stderr| stderr.is_finite() && stderr >= 0.0));
            prop_assert!(rating.bound.is_none() || rating.stderr.is_none());
            for j in 0..table.players() {
                prop_assert!(ratings.los(i, j).is_none_or(|los| (0.0..=1.0).contains(&los)));
            }
        }
        let mut ranking = ratings.ranking();
        ranking.sort_unstable();
        prop_assert_eq!(ranking, (0..table.players()).collect::<Vec<_>>());
    }

    #[test]
    fn the_expected_points_of_rated_players_are_those_they_took(table in any_table()) {
        let ratings = Ratings::of(&table, None);
        if (0..table.players()).all(|i| ratings[i].stderr.is_some() && ratings[i].group == 0) {
            for i in 0..table.players() {
                let expected: f64 = (0..table.players())
                    .map(|j| table.between(i, j).n() as f64 * score(ratings[i].elo - ratings[j].elo))
                    .sum();
                prop_assert!((expected - table.of(i).half_points() as f64 / 2.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn other_numbers_for_the_players_give_the_same_ratings(table in any_table(), shift in 1_usize..7) {
        let players = table.players();
        let other = |i: usize| (i + shift) % players;
        let mut turned = Crosstable::new(players);
        for i in 0..players {
            for j in i + 1..players {
                turned.add(other(i), other(j), &table.between(i, j));
            }
        }
        let (ratings, turned) = (Ratings::of(&table, None), Ratings::of(&turned, None));
        // If the results do not distinguish parts, the first is the core, and the rest may differ.
        if (0..players).all(|i| ratings[i].stderr.is_some() && ratings[i].group == 0) {
            for i in 0..players {
                let (a, b) = (ratings[i], turned[other(i)]);
                prop_assert!((a.elo - b.elo).abs() < 1e-6, "{:?} and {:?}", a, b);
                prop_assert!((a.stderr.unwrap() - b.stderr.unwrap()).abs() < 1e-6, "{:?} and {:?}", a, b);
            }
        }
    }
}
