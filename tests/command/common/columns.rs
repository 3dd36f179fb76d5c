//! The columns of the files, as `docs/REFERENCE.md` documents them: written out here so that no change of the program goes
//! unnoticed.

pub(crate) const GAMES: [&str; 12] = [
    "game",
    "pair",
    "opening",
    "first",
    "second",
    "result",
    "winner",
    "reason",
    "first_points",
    "second_points",
    "plies",
    "moves",
];

pub(crate) const MOVES: [&str; 8] = ["game", "ply", "player", "move", "time_ns", "nodes", "depth", "value"];

pub(crate) const SUMMARY: [&str; 28] = [
    "a",
    "b",
    "game",
    "games",
    "pairs",
    "distinct_games",
    "a_wins",
    "draws",
    "b_wins",
    "a_score",
    "a_score_low",
    "a_score_high",
    "elo",
    "elo_low",
    "elo_high",
    "nelo",
    "nelo_low",
    "nelo_high",
    "los",
    "penta_ll",
    "penta_ld",
    "penta_mid",
    "penta_wd",
    "penta_ww",
    "a_score_first",
    "a_score_second",
    "mean_plies",
    "mean_margin",
];

pub(crate) const TIMINGS: [&str; 13] = [
    "player",
    "phase",
    "moves",
    "total_s",
    "mean_us",
    "p50_us",
    "p90_us",
    "p95_us",
    "p99_us",
    "max_us",
    "nodes",
    "nodes_per_s",
    "mean_depth",
];

pub(crate) const STANDINGS: [&str; 14] = [
    "rank",
    "player",
    "rating",
    "rating_low",
    "rating_high",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "los_next",
    "mean_us",
    "p99_us",
    "nodes_per_move",
];
