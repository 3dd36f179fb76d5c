//! The likeliest strengths of players among whom nobody is out of reach, with their errors.

use super::matrix::{Matrix, solve, spread};
use crate::stats::Crosstable;

/// Steps after which the search for the maximum ends in any case. Ratings 3000 Elo apart take about 30.
const MOST_STEPS: usize = 500;

/// The strengths of players and how sure they are, in natural units: `ln(odds of a win)`.
#[derive(Debug)]
pub(super) struct Fit {
    /// Their mean is 0.
    pub(super) strengths: Vec<f64>,
    /// The covariance of the strengths, by the model: as if every game were a coin.
    pub(super) model: Matrix,
    /// The covariance of the strengths, from what the units really scatter: the sandwich, if they scatter.
    pub(super) covariance: Matrix,
}

/// Games between two members.
struct Meeting {
    i: usize,
    j: usize,
    games: f64,
    /// The points of both.
    points: [f64; 2],
    /// Games without a pair, and pairs, by half points.
    single: [u64; 3],
    pairs: [u64; 5],
}

impl Meeting {
    /// How much more points `i` has than its strengths promise. Taken from the side that expects few points, so that
    /// nothing cancels when one of a thousand million games is lost.
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

    /// The sum over the units of the square of their surplus.
    fn scatter(&self, ahead: f64) -> f64 {
        let (win, loss) = (chance(ahead), chance(-ahead));
        // In points of i: half of the half points, minus what is expected of one game or of two.
        let off = |half_points: usize, games: f64| {
            let points = half_points as f64 / 2.0;
            if win <= 0.5 { points - games * win } else { games * loss - (games - points) }
        };
        let single = self.single.iter().enumerate().map(|(h, &n)| n as f64 * off(h, 1.0).powi(2));
        let pairs = self.pairs.iter().enumerate().map(|(h, &n)| n as f64 * off(h, 2.0).powi(2));
        single.chain(pairs).sum()
    }
}

/// The expected score of a player that is so much ahead.
fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// Fits the strengths of `members`, among whom everybody must be linked to everybody by points taken.
///
/// The likelihood has one maximum, and Newton's method finds it from anywhere if its steps are shortened to
/// ln(1 + d) / d, where d is the greatest change between two players that met (T. Sun and Q. Tran-Dinh, "Generalized
/// self-concordant functions: a recipe for Newton-type methods", 2019, for the logistic loss). Near the maximum the
/// steps are whole ones.
pub(super) fn fit(table: &Crosstable, members: &[usize]) -> Fit {
    let n = members.len();
    let meetings = meetings(table, members);
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
    let (model, covariance) = covariances(&meetings, &strengths);
    Fit { strengths, model, covariance }
}

/// The sandwich: the inverse of the information, with what the units really scatter in between. It is right whatever
/// the share of draws, and however alike the two games of a pair are, where the model takes every game for a coin.
/// Where the units do not scatter at all, all that is left is the model.
fn covariances(meetings: &[Meeting], strengths: &[f64]) -> (Matrix, Matrix) {
    let information = laplacian(meetings, strengths, Meeting::weight);
    let scatter = laplacian(meetings, strengths, Meeting::scatter);
    let (model, sandwich) = spread(&information, &scatter);
    let flat = (0..strengths.len()).all(|i| sandwich.at(i, i) <= 1e-12 * model.at(i, i));
    let covariance = if flat { model.clone() } else { sandwich };
    (model, covariance)
}

fn meetings(table: &Crosstable, members: &[usize]) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for (i, &one) in members.iter().enumerate() {
        for (j, &other) in members.iter().enumerate().skip(i + 1) {
            let results = table.between(one, other);
            if results.n() > 0 {
                meetings.push(Meeting {
                    i,
                    j,
                    games: results.n() as f64,
                    points: [results, results.mirrored()].map(|seen| seen.half_points() as f64 / 2.0),
                    single: results.single,
                    pairs: results.pairs,
                });
            }
        }
    }
    meetings
}

/// The matrix of a sum of squares of differences between players that met, each with its weight.
fn laplacian(meetings: &[Meeting], strengths: &[f64], weight: impl Fn(&Meeting, f64) -> f64) -> Matrix {
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
