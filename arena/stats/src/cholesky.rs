//! The Cholesky factor of a symmetric positive definite matrix, in plain sums of a fixed order: the same bits on every target.

/// The lower triangular factor `L` of a matrix `L Lᵀ`.
#[derive(Clone, Debug, Default)]
pub(super) struct Cholesky {
    /// Rows of the lower triangle, one after the other: row `i` has `i + 1` entries.
    lower: Vec<f64>,
    size: usize,
}

/// Where a row of a packed lower triangle begins.
pub(super) const fn row_start(row: usize) -> usize {
    row * (row + 1) / 2
}

impl Cholesky {
    /// Factors a matrix given as its packed lower triangle; none when it is not positive definite.
    pub fn factor(mut lower: Vec<f64>, size: usize) -> Option<Cholesky> {
        for row in 0..size {
            let (above, own) = lower.split_at_mut(row_start(row));
            for column in 0..row {
                let other = &above[row_start(column)..=row_start(column) + column];
                let dot = dot(&own[..column], &other[..column]);
                own[column] = (own[column] - dot) / other[column];
            }
            let rest = own[row] - dot(&own[..row], &own[..row]);
            if rest.is_nan() || rest <= 0.0 {
                return None;
            }
            own[row] = rest.sqrt();
        }
        Some(Cholesky { lower, size })
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.lower[row_start(row)..=row_start(row) + row]
    }

    /// Solves `L x = b`.
    pub fn forward(&self, b: &[f64]) -> Vec<f64> {
        let mut x: Vec<f64> = Vec::with_capacity(self.size);
        for (row, value) in b.iter().enumerate().take(self.size) {
            let own = self.row(row);
            x.push((value - dot(&own[..row], &x)) / own[row]);
        }
        x
    }

    /// Solves `L Lᵀ x = b`.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = self.forward(b);
        for row in (0..self.size).rev() {
            let own = self.row(row);
            let value = x[row] / own[row];
            x[row] = value;
            x[..row].iter_mut().zip(own).for_each(|(rest, factor)| *rest -= factor * value);
        }
        x
    }

    /// The logarithm of the determinant of the matrix.
    pub fn log_determinant(&self) -> f64 {
        2.0 * (0..self.size).map(|row| libm::log(self.row(row)[row])).sum::<f64>()
    }
}

/// The sum of products in four fixed strands, which a processor can do side by side in any width without changing a bit.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut strands = [0.0_f64; 4];
    let (left, right) = (one.chunks_exact(4), other.chunks_exact(4));
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in left.zip(right) {
        strands.iter_mut().zip(a).zip(b).for_each(|((strand, a), b)| *strand += a * b);
    }
    (strands[0] + strands[1]) + (strands[2] + strands[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        // 4 2 1 / 2 5 3 / 1 3 6, and x = 1, -2, 3.
        let factor = Cholesky::factor(vec![4.0, 2.0, 5.0, 1.0, 3.0, 6.0], 3).expect("positive definite");
        let x = factor.solve(&[3.0, 1.0, 13.0]);
        for (found, expected) in x.iter().zip([1.0, -2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{x:?}");
        }
        assert!((factor.log_determinant() - libm::log(67.0)).abs() < 1e-12);
        assert!(Cholesky::factor(vec![1.0, 2.0, 1.0], 2).is_none(), "not positive definite");
    }
}
