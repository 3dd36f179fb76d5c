//! The quantities that a check can set bounds for, all about player a.

/// A quantity measured by games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// The mean points of a per game, from 0 to 1.
    Score,
    /// The Elo difference between a and b.
    Elo,
    /// The share of games that a won.
    WinRate,
    /// The share of drawn games.
    DrawRate,
    /// The nodes that a searches per move.
    NodesPerMove,
    /// The median of the time that a takes for a move, in milliseconds.
    MedianTimeMs,
    /// The time that 99 % of the moves of a do not exceed, in milliseconds.
    P99TimeMs,
    /// The score of a minus that of the baseline, over the same openings.
    Difference,
}

impl Quantity {
    /// Those that a requirement can name. A difference is used only with a baseline.
    pub(crate) const ASKED: [Quantity; 7] = [
        Quantity::Score,
        Quantity::Elo,
        Quantity::WinRate,
        Quantity::DrawRate,
        Quantity::NodesPerMove,
        Quantity::MedianTimeMs,
        Quantity::P99TimeMs,
    ];

    /// Its name in files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Quantity::Score => "score",
            Quantity::Elo => "elo",
            Quantity::WinRate => "win_rate",
            Quantity::DrawRate => "draw_rate",
            Quantity::NodesPerMove => "nodes_per_move",
            Quantity::MedianTimeMs => "median_time_ms",
            Quantity::P99TimeMs => "p99_time_ms",
            Quantity::Difference => "score_difference",
        }
    }

    pub(crate) const fn unit(self) -> &'static str {
        match self {
            Quantity::Score | Quantity::Difference => "points/game",
            Quantity::Elo => "Elo",
            Quantity::WinRate => "wins/game",
            Quantity::DrawRate => "draws/game",
            Quantity::NodesPerMove => "nodes/move",
            Quantity::MedianTimeMs | Quantity::P99TimeMs => "ms/move",
        }
    }

    /// Whether it is a share of games, from 0 to 1.
    pub(crate) const fn is_share(self) -> bool {
        matches!(self, Quantity::Score | Quantity::WinRate | Quantity::DrawRate)
    }

    /// Whether it is a time, which depends on the machine and its load.
    pub(crate) const fn is_time(self) -> bool {
        matches!(self, Quantity::MedianTimeMs | Quantity::P99TimeMs)
    }

    /// The number of meaningful decimals.
    pub(crate) const fn decimals(self) -> usize {
        match self {
            Quantity::Score | Quantity::WinRate | Quantity::DrawRate | Quantity::Difference => 4,
            Quantity::Elo | Quantity::NodesPerMove => 1,
            Quantity::MedianTimeMs | Quantity::P99TimeMs => 6,
        }
    }
}
