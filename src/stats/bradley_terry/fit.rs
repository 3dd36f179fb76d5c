//! The maximum-likelihood strengths of players within reach of each other, with their errors.

use super::evidence::{AllResults, HeadToHead};
use super::matrix::{Matrix, solve, spread};

/// The most steps of the search for the maximum. Ratings 3000 Elo apart take about 30.
const MOST_STEPS: usize = 500;

/// The strengths of players and their errors, in natural units: `ln(odds of a win)`.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    /// Their mean is 0.
    pub(super) strengths: Vec<f64>,
    /// The covariance of the strengths by the model, as if every game were a coin toss.
    pub(super) model: Matrix,
    /// The covariance of the strengths from the observed scatter of the clusters: the sandwich.
    pub(super) sandwich: Matrix,
    links: Vec<Link>,
    clusters: Vec<Vec<ClusteredGames>>,
}

/// The error of a number computed from the strengths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spread {
    pub(super) variance: f64,
    /// The number of independent clusters it was estimated from, minus one.
    pub(super) freedom: u64,
}

/// What the errors need to know about the games between two members.
#[derive(Debug, Clone)]
struct Link {
    i: u32,
    j: u32,
    /// How much the expected points of a game change with the strengths.
    weight: f64,
    /// The number of independent games and pairs.
    single: f64,
    pairs: f64,
}

/// Games between two members.
#[derive(Debug)]
struct Meeting<'a> {
    i: usize,
    j: usize,
    games: f64,
    /// The points of both.
    points: [f64; 2],
    met: &'a HeadToHead,
}

/// The games of a meeting in a cluster.
#[derive(Debug, Clone, Copy)]
struct ClusteredGames {
    meeting: u32,
    points: f64,
    games: f64,
}

impl Meeting<'_> {
    /// What is kept of it.
    fn link(&self, strengths: &[f64]) -> Link {
        let ahead = strengths[self.i] - strengths[self.j];
        let sum = |counts: &[u64]| counts.iter().map(|&n| n as f64).sum();
        Link {
            i: self.i as u32,
            j: self.j as u32,
            weight: chance(ahead) * chance(-ahead),
            single: sum(&self.met.single),
            pairs: sum(&self.met.pairs),
        }
    }

    /// The points of `i` minus those expected from the strengths. Computed for the side that expects few points, so that
    /// nothing cancels when one of a billion games is lost.
    fn surplus(&self, ahead: f64) -> f64 {
        if ahead <= 0.0 {
            self.points[0] - self.games * chance(ahead)
        } else {
            self.games * chance(-ahead) - self.points[1]
        }
    }

    /// How much the expected points change with the strengths.
    fn weight(&self, ahead: f64) -> f64 {
        self.games * chance(ahead) * chance(-ahead)
    }

    /// The sum over the independent units of the square of their surplus.
    fn scatter(&self, ahead: f64) -> f64 {
        let square = |half_points: usize, games: f64| off(half_points as f64 / 2.0, games, ahead).powi(2);
        let single = self.met.single.iter().enumerate().map(|(h, &n)| n as f64 * square(h, 1.0));
        let pairs = self.met.pairs.iter().enumerate().map(|(h, &n)| n as f64 * square(h, 2.0));
        single.chain(pairs).sum::<f64>() + self.unseen(ahead)
    }

    /// What is added if all units have the same score, so that their scatter is unknown. If all were
    /// won or all lost, it is the variance of the model (every game is a coin toss). If all were even, one unit is
    /// assumed to scatter as in the model: then ten draws have about the same error as in a match.
    fn unseen(&self, ahead: f64) -> f64 {
        let is_one_sided = self.points.iter().any(|&points| points <= 0.0);
        match self.met.is_flat() {
            false => 0.0,
            true if is_one_sided => self.weight(ahead),
            true => self.weight(ahead) / (self.met.units as f64),
        }
    }
}

/// The surplus of a player that is this far ahead and took this many points in this many games.
fn off(points: f64, games: f64, ahead: f64) -> f64 {
    if ahead <= 0.0 { points - games * chance(ahead) } else { games * chance(-ahead) - (games - points) }
}

/// The expected score of a player that is this far ahead.
fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// Fits the strengths of `members`, who must all be linked to each other by points taken.
///
/// The likelihood has one maximum, and Newton's method finds it from any start if its steps are shortened to
/// ln(1 + d) / d, where d is the greatest change between two players that met (T. Sun and Q. Tran-Dinh, "Generalized
/// self-concordant functions: a recipe for Newton-type methods", 2019, for the logistic loss). Near the maximum the
/// steps are full ones.
pub(super) fn fit(evidence: &AllResults, members: &[usize]) -> Fit {
    let n = members.len();
    let (meetings, clusters) = meetings(evidence, members);
    let mut strengths = vec![0.0; n];
    for _ in 0..MOST_STEPS {
        let mut surplus = vec![0.0; n];
        for meeting in &meetings {
            let more = meeting.surplus(strengths[meeting.i] - strengths[meeting.j]);
            surplus[meeting.i] += more;
            surplus[meeting.j] -= more;
        }
        let Some(step) = solve(&laplacian(&meetings, &strengths, Meeting::weight), &surplus) else { break };
        let change = meetings.iter().map(|m| (step[m.i] - step[m.j]).abs()).fold(0.0, f64::max);
        if !change.is_finite() {
            break;
        }
        let short = if change > 1e-8 { change.ln_1p() / change } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += short * step);
        if change < 1e-12 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / n.max(1) as f64;
    for strength in &mut strengths {
        *strength -= mean;
    }
    let information = laplacian(&meetings, &strengths, Meeting::weight);
    let (model, sandwich) = spread(&information, &scatter(&meetings, &clusters, &strengths));
    let links = meetings.iter().map(|meeting| meeting.link(&strengths)).collect();
    Fit { strengths, model, sandwich, links, clusters }
}

impl Fit {
    /// The error of a player's rating relative to the mean of all.
    pub(super) fn about_mean(&self, i: usize) -> Spread {
        let change: Vec<f64> = (0..self.strengths.len()).map(|k| self.model.at(i, k)).collect();
        self.spread(self.sandwich.at(i, i), self.model.at(i, i), &change)
    }

    /// The error of the difference of two players.
    pub(super) fn between(&self, i: usize, j: usize) -> Spread {
        let change: Vec<f64> =
            (0..self.strengths.len()).map(|k| self.model.at(i, k) - self.model.at(j, k)).collect();
        let variance = |matrix: &Matrix| matrix.at(i, i) + matrix.at(j, j) - 2.0 * matrix.at(i, j);
        if i == j {
            return Spread { variance: 0.0, freedom: 1 };
        }
        self.spread(variance(&self.sandwich), variance(&self.model), &change)
    }

    /// If the results of clusters happen to cancel in this number, only the model is left.
    fn spread(&self, sandwich: f64, model: f64, change: &[f64]) -> Spread {
        let variance = if sandwich <= 1e-12 * model { model } else { sandwich };
        Spread { variance: variance.max(0.0), freedom: self.freedom(change) }
    }

    /// The degrees of freedom of a number with these sensitivities to the surplus of each player: the number of clusters
    /// it effectively rests on, minus one, and at least 1. If all clusters have equal weight, it rests on all of them.
    /// If a few of them dominate, by their share of its variance under the model, it rests on about that few.
    fn freedom(&self, change: &[f64]) -> u64 {
        let (mut sum, mut squares) = (0.0, 0.0);
        let mut add = |weight: f64, times: f64| {
            sum += times * weight;
            squares += times * weight * weight;
        };
        let a_game = |link: &Link| link.weight * (change[link.i as usize] - change[link.j as usize]).powi(2);
        let a_game: Vec<f64> = self.links.iter().map(a_game).collect();
        for (link, &weight) in self.links.iter().zip(&a_game) {
            add(weight, link.single);
            add(2.0 * weight, link.pairs);
        }
        for cluster in &self.clusters {
            add(cluster.iter().map(|cell| cell.games * a_game[cell.meeting as usize]).sum(), 1.0);
        }
        let clusters = if squares > 0.0 { sum * sum / squares } else { 1.0 };
        // Undoes rounding errors below a whole number.
        ((clusters - 1.0 + 1e-6) as u64).max(1)
    }
}

/// The observed scatter of the clusters around their expectation. It is right whatever the share of draws, however
/// similar the two games of a pair and however similar the results of different pairings from one opening, whereas the
/// model treats every game as a coin toss.
fn scatter(meetings: &[Meeting<'_>], clusters: &[Vec<ClusteredGames>], strengths: &[f64]) -> Matrix {
    let mut scatter = laplacian(meetings, strengths, Meeting::scatter);
    let mut surplus = vec![0.0; strengths.len()];
    let mut touched = Vec::new();
    for cluster in clusters {
        for &ClusteredGames { meeting, points, games } in cluster {
            let Meeting { i, j, .. } = meetings[meeting as usize];
            let more = off(points, games, strengths[i] - strengths[j]);
            surplus[i] += more;
            surplus[j] -= more;
            touched.extend([i, j]);
        }
        touched.sort_unstable();
        touched.dedup();
        let vector: Vec<(usize, f64)> =
            touched.drain(..).map(|i| (i, std::mem::take(&mut surplus[i]))).collect();
        scatter.add_square(&vector);
    }
    scatter
}

/// The games between members, and those of them that belong to clusters.
fn meetings<'a>(evidence: &'a AllResults, members: &[usize]) -> (Vec<Meeting<'a>>, Vec<Vec<ClusteredGames>>) {
    let mut meetings = Vec::new();
    let mut numbers = vec![None; members.len() * members.len()];
    for (i, &one) in members.iter().enumerate() {
        for (j, &other) in members.iter().enumerate().skip(i + 1) {
            let met = evidence.between(one, other);
            if met.games > 0 {
                let points =
                    [(one, other), (other, one)].map(|(one, other)| evidence.half_points(one, other));
                numbers[i * members.len() + j] = Some(meetings.len() as u32);
                meetings.push(Meeting {
                    i,
                    j,
                    games: met.games as f64,
                    points: points.map(|half_points| half_points as f64 / 2.0),
                    met,
                });
            }
        }
    }
    let mut places = vec![None; evidence.players()];
    for (place, &member) in members.iter().enumerate() {
        places[member] = Some(place);
    }
    let clusters = evidence.clusters.iter().map(|cells| {
        let cells = cells.iter().filter_map(|cell| {
            let (i, j) = (places[cell.players[0]]?, places[cell.players[1]]?);
            let meeting = numbers[i * members.len() + j]?;
            Some(ClusteredGames { meeting, points: cell.half_points as f64 / 2.0, games: cell.games as f64 })
        });
        cells.collect::<Vec<ClusteredGames>>()
    });
    (meetings, clusters.filter(|cells| !cells.is_empty()).collect())
}

/// The matrix of a sum of squares of differences between players that met, each with its weight.
fn laplacian<'a>(
    meetings: &[Meeting<'a>],
    strengths: &[f64],
    weight: impl Fn(&Meeting<'a>, f64) -> f64,
) -> Matrix {
    let mut matrix = Matrix::zero(strengths.len());
    for meeting in meetings {
        let (i, j) = (meeting.i, meeting.j);
        let weight = weight(meeting, strengths[i] - strengths[j]);
        *matrix.at_mut(i, i) += weight;
        *matrix.at_mut(j, j) += weight;
        *matrix.at_mut(i, j) -= weight;
        *matrix.at_mut(j, i) -= weight;
    }
    matrix
}
