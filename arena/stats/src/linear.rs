//! Small dense linear systems.

/// A square matrix, by rows.
pub(super) type Matrix = Vec<Vec<f64>>;

/// The matrix of zeros with `size` rows.
pub(super) fn zeros(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

/// The solution of `a x = b`, by elimination with row exchange; none when `a` is singular.
pub(super) fn solve(mut a: Matrix, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let size = b.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|x, y| a[*x][column].abs().total_cmp(&a[*y][column].abs()))?;
        a.swap(column, pivot);
        b.swap(column, pivot);
        if a[column][column].abs() < f64::MIN_POSITIVE {
            return None;
        }
        let (upper, lower) = a.split_at_mut(column + 1);
        let head = &upper[column];
        for (row, below) in lower.iter_mut().enumerate() {
            let factor = below[column] / head[column];
            if factor != 0.0 {
                below[column..].iter_mut().zip(&head[column..]).for_each(|(own, above)| *own -= factor * above);
                b[column + 1 + row] -= factor * b[column];
            }
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| a[row][column] * b[column]).sum();
        b[row] = (b[row] - known) / a[row][row];
    }
    b.iter().all(|value| value.is_finite()).then_some(b)
}

/// The inverse; none when there is none.
pub(super) fn inverse(a: &Matrix) -> Option<Matrix> {
    let size = a.len();
    let column = |at: usize| solve(a.clone(), (0..size).map(|row| f64::from(u8::from(row == at))).collect());
    let columns: Vec<Vec<f64>> = (0..size).map(column).collect::<Option<_>>()?;
    Some((0..size).map(|row| columns.iter().map(|column| column[row]).collect()).collect())
}

/// The product.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let size = a.len();
    let cell = |row: usize, column: usize| (0..size).map(|at| a[row][at] * b[at][column]).sum();
    (0..size).map(|row| (0..size).map(|column| cell(row, column)).collect()).collect()
}
