//! Cycles of a small directed graph.

/// The strongly connected components of more than one node, each in ascending order; `successors[n]` are the heads of the
/// arrows from `n`. Two nodes are in one when each reaches the other, which for graphs of this size is simply looked up.
pub(crate) fn cycles(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let reach: Vec<Vec<bool>> = (0..successors.len()).map(|node| reached_from(node, successors)).collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for (node, reached) in reach.iter().enumerate() {
        if found.iter().any(|component| component.contains(&node)) {
            continue;
        }
        let component: Vec<usize> = (0..reach.len()).filter(|&to| reached[to] && reach[to][node]).collect();
        if component.len() > 1 {
            found.push(component);
        }
    }
    found
}

/// An order of `nodes` in which few arrows between them point back, heads before tails: what is used before what uses it.
/// Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set problem" (1993), `weight` being how much
/// an arrow counts.
pub(crate) fn order_with_few_back_arrows(nodes: &[usize], weight: &dyn Fn(usize, usize) -> usize) -> Vec<usize> {
    let mut left: Vec<usize> = nodes.to_vec();
    let (mut used_first, mut users_last) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        let uses = |node: usize| left.iter().filter(|&&to| to != node).map(|&to| weight(node, to)).sum::<usize>();
        let used =
            |node: usize| left.iter().filter(|&&from| from != node).map(|&from| weight(from, node)).sum::<usize>();
        let next = if let Some(&node) = left.iter().find(|&&node| uses(node) == 0) {
            used_first.push(node);
            node
        } else if let Some(&node) = left.iter().find(|&&node| used(node) == 0) {
            users_last.push(node);
            node
        } else {
            let gain = |node: usize| used(node) as isize - uses(node) as isize;
            let node =
                left.iter().copied().max_by_key(|&node| (gain(node), std::cmp::Reverse(node))).unwrap_or(left[0]);
            used_first.push(node);
            node
        };
        left.retain(|&node| node != next);
    }
    users_last.reverse();
    used_first.extend(users_last);
    used_first
}

fn reached_from(start: usize, successors: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for &next in &successors[node] {
            if !std::mem::replace(&mut reached[next], true) {
                open.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_reaches_itself_is_in_a_cycle() {
        assert_eq!(cycles(&[vec![1], vec![2], vec![0, 3], vec![4], vec![]]), [vec![0, 1, 2]]);
        assert_eq!(cycles(&[vec![1], vec![0], vec![3], vec![2]]), [vec![0, 1], vec![2, 3]]);
        assert!(cycles(&[vec![1, 2], vec![2], vec![]]).is_empty());
    }

    #[test]
    fn the_thin_arrow_points_back() {
        // 1 uses 0 five times, 0 uses 1 once: 0 comes first.
        let weight = |from: usize, to: usize| usize::from(from == 0 && to == 1) + 5 * usize::from(from == 1 && to == 0);
        assert_eq!(order_with_few_back_arrows(&[0, 1], &weight), [0, 1]);
        assert_eq!(order_with_few_back_arrows(&[1, 0], &weight), [0, 1]);
    }
}
