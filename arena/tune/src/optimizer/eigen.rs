//! Eigenvalues of small symmetric matrices.

/// Sweeps at most; it takes about eight.
const SWEEPS: u32 = 60;
/// Off the diagonal, less than this share of it is nothing.
const SETTLED: f64 = 1e-14;

/// The eigenvalues, and the eigenvectors as columns, by cyclic rotations (Jacobi 1846).
pub(super) fn symmetric(matrix: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = matrix.len();
    let mut a = matrix.to_vec();
    let mut vectors: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|at| f64::from(u8::from(at == row))).collect()).collect();
    for _ in 0..SWEEPS {
        let diagonal: f64 = (0..size).map(|row| a[row][row] * a[row][row]).sum();
        let off: f64 =
            (0..size).flat_map(|row| (0..row).map(move |column| (row, column))).map(|(r, c)| a[r][c] * a[r][c]).sum();
        if off <= SETTLED * SETTLED * diagonal {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..size).map(|row| a[row][row]).collect(), vectors)
}

/// Makes the entry at (p, q) nothing.
fn rotate(a: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let tangent = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in a.iter_mut().chain(vectors.iter_mut()) {
        let (old_p, old_q) = (row[p], row[q]);
        row[p] = cosine * old_p - sine * old_q;
        row[q] = sine * old_p + cosine * old_q;
    }
    let (upper, lower) = a.split_at_mut(q);
    for (above, below) in upper[p].iter_mut().zip(&mut lower[0]) {
        let (old_p, old_q) = (*above, *below);
        *above = cosine * old_p - sine * old_q;
        *below = sine * old_p + cosine * old_q;
    }
}
