//! The linear algebra that ratings need.
//!
//! All matrices here are sums of weighted squares of differences between players: symmetric, with rows that sum to 0.
//! They say nothing about a common shift of all players, so the last player is fixed at 0 and the rest is solved for.

/// A square matrix.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.size + j]
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.size..(i + 1) * self.size]
    }

    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.cells[i * self.size..(i + 1) * self.size]
    }

    pub(super) fn at_mut(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.cells[i * self.size + j]
    }

    /// Adds the square of a vector, given by its non-zero cells.
    pub(super) fn add_square(&mut self, vector: &[(usize, f64)]) {
        for &(i, one) in vector {
            for &(j, other) in vector {
                *self.at_mut(i, j) += one * other;
            }
        }
    }

    /// This matrix plus another times a factor.
    pub(super) fn mixed(&self, other: &Matrix, share: f64) -> Matrix {
        let cells = self.cells.iter().zip(&other.cells).map(|(one, other)| one + share * (other - one));
        Matrix { size: self.size, cells: cells.collect() }
    }

    fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for i in 0..self.size {
            for k in 0..self.size {
                add_times(product.row_mut(i), self.at(i, k), other.row(k));
            }
        }
        product
    }

    /// The covariance of the differences to the mean, from that of the differences to the last.
    fn centred(mut self) -> Matrix {
        let n = self.size as f64;
        let means: Vec<f64> = (0..self.size).map(|i| self.row(i).iter().sum::<f64>() / n).collect();
        let mean = means.iter().sum::<f64>() / n;
        for i in 0..self.size {
            for (cell, other) in self.row_mut(i).iter_mut().zip(&means) {
                *cell += mean - means[i] - other;
            }
        }
        self
    }
}

/// The sum of products, eight at a time: a processor adds several numbers at once, but not in another order than written.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    let ((ones, one), (others, other)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (ones, others) in ones.iter().zip(others) {
        for ((sum, one), other) in sums.iter_mut().zip(ones).zip(others) {
            *sum += one * other;
        }
    }
    sums.iter().sum::<f64>() + one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>()
}

/// Adds a multiple of a row to another.
fn add_times(sums: &mut [f64], factor: f64, row: &[f64]) {
    for (sum, cell) in sums.iter_mut().zip(row) {
        *sum += factor * cell;
    }
}

/// The solution x of `matrix` x = `right` in which the last is 0; `None` if the matrix does not link all players.
pub(super) fn solve(matrix: &Matrix, right: &[f64]) -> Option<Vec<f64>> {
    let factor = cholesky(matrix)?;
    Some(substitute(&factor, right))
}

/// The covariance of the differences to the mean: by the model, the inverse of `information`; and as a sandwich with
/// `scatter` in between. Zeros if the information does not link all players.
pub(super) fn spread(information: &Matrix, scatter: &Matrix) -> (Matrix, Matrix) {
    let size = information.size;
    let mut inverse = Matrix::zero(size);
    if let Some(factor) = cholesky(information) {
        for j in 0..size.saturating_sub(1) {
            let mut unit = vec![0.0; size];
            unit[j] = 1.0;
            // A column, which is also a row.
            inverse.row_mut(j).copy_from_slice(&substitute(&factor, &unit));
        }
    }
    let sandwich = inverse.times(scatter).times(&inverse);
    (inverse.centred(), sandwich.centred())
}

/// The lower triangle whose product with its mirror image is the matrix without the last row and column.
fn cholesky(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.size.saturating_sub(1);
    let mut factor = Matrix::zero(size);
    for i in 0..size {
        for j in 0..=i {
            let rest = matrix.at(i, j) - dot(&factor.row(i)[..j], &factor.row(j)[..j]);
            *factor.at_mut(i, j) = if i > j {
                rest / factor.at(j, j)
            } else if rest > 0.0 {
                rest.sqrt()
            } else {
                return None;
            };
        }
    }
    Some(factor)
}

/// Solves with a factor; the last is 0.
fn substitute(factor: &Matrix, right: &[f64]) -> Vec<f64> {
    let size = factor.size;
    let mut x = right.to_vec();
    // What comes before the first number other than 0 stays 0.
    let first = x.iter().position(|&x| x != 0.0).unwrap_or(size);
    for i in first..size {
        x[i] = (x[i] - dot(&factor.row(i)[first..i], &x[first..i])) / factor.at(i, i);
    }
    for i in (0..size).rev() {
        x[i] /= factor.at(i, i);
        let (before, from) = x.split_at_mut(i);
        add_times(before, -from[0], &factor.row(i)[..i]);
    }
    if let Some(last) = x.last_mut() {
        *last = 0.0;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three players, with weight 2 between the first two and 1 between the others.
    fn triangle() -> Matrix {
        Matrix { size: 3, cells: vec![3.0, -2.0, -1.0, -2.0, 3.0, -1.0, -1.0, -1.0, 2.0] }
    }

    #[test]
    fn a_solution_solves() {
        let x = solve(&triangle(), &[1.0, 2.0, -3.0]).unwrap();
        let back: Vec<f64> = (0..3).map(|i| (0..3).map(|j| triangle().at(i, j) * x[j]).sum()).collect();
        for (found, wanted) in back.iter().zip([1.0, 2.0, -3.0]) {
            assert!((found - wanted).abs() < 1e-14, "{back:?}");
        }
    }

    #[test]
    fn players_without_a_link_have_no_solution() {
        assert_eq!(solve(&Matrix::zero(3), &[0.0; 3]), None);
    }

    #[test]
    fn the_covariance_is_about_the_mean_and_the_sandwich_of_the_information_is_the_model() {
        let (model, sandwich) = spread(&triangle(), &triangle());
        for i in 0..3 {
            assert!((0..3).map(|j| model.at(i, j)).sum::<f64>().abs() < 1e-15);
            for j in 0..3 {
                assert!((model.at(i, j) - sandwich.at(i, j)).abs() < 1e-15);
            }
        }
        // As resistances: 1 directly, and 1/2 + 1 via the second player.
        let apart = model.at(0, 0) + model.at(2, 2) - 2.0 * model.at(0, 2);
        assert!((apart - 0.6).abs() < 1e-15, "{apart}");
    }
}
