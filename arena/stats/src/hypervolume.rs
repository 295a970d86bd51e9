//! The area that a front of points in two aims dominates: how good the front is, as one number.

/// The area between the points and `reference` in which some point is at least as good in both, where more is better in both (Zitzler and
/// Thiele 1998). Points that are not better than the reference in both add nothing.
///
/// ```
/// use sandtable_stats::hypervolume;
///
/// assert_eq!(hypervolume(&[[1.0, 0.5], [0.5, 1.0], [0.4, 0.4]], [0.0, 0.0]), 0.75);
/// ```
pub fn hypervolume(points: &[[f64; 2]], reference: [f64; 2]) -> f64 {
    let mut better: Vec<[f64; 2]> =
        points.iter().copied().filter(|point| point[0] > reference[0] && point[1] > reference[1]).collect();
    better.sort_by(|a, b| b[0].total_cmp(&a[0]).then(b[1].total_cmp(&a[1])));
    let (mut area, mut height) = (0.0, reference[1]);
    for [right, top] in better {
        if top > height {
            area += (right - reference[0]) * (top - height);
            height = top;
        }
    }
    area
}

#[cfg(test)]
mod tests {
    use super::hypervolume;

    #[test]
    fn only_what_is_not_dominated_adds() {
        let front = [[3.0, 1.0], [2.0, 2.0], [1.0, 3.0]];
        let whole = hypervolume(&front, [0.0, 0.0]);
        assert_eq!(whole, 6.0);
        let more = [&front[..], &[[1.0, 1.0], [2.0, 2.0], [-1.0, 9.0]]].concat();
        assert_eq!(hypervolume(&more, [0.0, 0.0]), whole);
        assert_eq!(hypervolume(&[], [0.0, 0.0]), 0.0);
    }
}
