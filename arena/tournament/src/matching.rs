//! The cheapest way to pair off everybody: minimum-weight perfect matching, exact, by Edmonds' blossoms.
//!
//! The primal-dual method in O(n³) of Galil, "Efficient algorithms for finding maximum matching in graphs" (1986), in whole numbers: costs are
//! turned into gains, each greater than 0, and the heaviest matching of a complete graph leaves nobody out. A tournament has at most 64
//! entries, which takes a few milliseconds.

use std::collections::VecDeque;

/// Pairs off 0 … `count` − 1, an even number, so that the sum of `cost` is the least there is. Costs are symmetric, from 0 to 2⁹⁰.
pub(super) fn cheapest_pairs(count: usize, cost: impl Fn(usize, usize) -> i128) -> Vec<[usize; 2]> {
    let pairs = || (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let most = pairs().map(|(one, other)| cost(one, other)).max().unwrap_or(0);
    let mut graph = Blossoms::new(count);
    for (one, other) in pairs() {
        graph.join(one + 1, other + 1, most + 1 - cost(one, other));
    }
    graph.solve();
    let mate = |one: &usize| graph.mate[*one];
    (1..=count).filter(|one| *one < mate(one)).map(|one| [one - 1, mate(&one) - 1]).collect()
}

/// An edge between two vertices, and its gain; of a blossom the edge by which it would be reached.
#[derive(Clone, Copy, Default)]
struct Edge {
    from: usize,
    to: usize,
    gain: i128,
}

/// What a vertex or blossom is in the trees that grow from those without a mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// Vertices are numbered from 1, blossoms behind them; 0 is nobody.
struct Blossoms {
    count: usize,
    /// The highest number in use.
    last: usize,
    edges: Vec<Vec<Edge>>,
    /// Dual variables.
    dual: Vec<i128>,
    mate: Vec<usize>,
    /// The outer vertex with the least slack to each.
    nearest: Vec<usize>,
    /// The outermost blossom each is in.
    top: Vec<usize>,
    parent: Vec<usize>,
    label: Vec<Label>,
    /// The members of each blossom, round it from its base.
    members: Vec<Vec<usize>>,
    /// By blossom and vertex, the member that the vertex is in; 0 when it is in none.
    member_of: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
    visited: Vec<u32>,
    visits: u32,
}

impl Blossoms {
    fn new(count: usize) -> Blossoms {
        let size = 2 * count + 1;
        let edge = |from, to| Edge { from, to, gain: 0 };
        let own = |at: usize, of: usize| if at == of && at <= count { at } else { 0 };
        Blossoms {
            count,
            last: count,
            edges: (0..size).map(|from| (0..size).map(|to| edge(from, to)).collect()).collect(),
            dual: vec![0; size],
            mate: vec![0; size],
            nearest: vec![0; size],
            top: (0..size).map(|at| if at <= count { at } else { 0 }).collect(),
            parent: vec![0; size],
            label: vec![Label::Free; size],
            members: vec![Vec::new(); size],
            member_of: (0..size).map(|at| (0..size).map(|of| own(at, of)).collect()).collect(),
            queue: VecDeque::new(),
            visited: vec![0; size],
            visits: 0,
        }
    }

    fn join(&mut self, one: usize, other: usize, gain: i128) {
        self.edges[one][other].gain = gain;
        self.edges[other][one].gain = gain;
    }

    fn solve(&mut self) {
        let most = self.edges.iter().flatten().map(|edge| edge.gain).max().unwrap_or(0);
        self.dual[1..=self.count].fill(most);
        while self.grow() {}
    }

    fn slack(&self, edge: Edge) -> i128 {
        self.dual[edge.from] + self.dual[edge.to] - 2 * self.edges[edge.from][edge.to].gain
    }

    fn slack_of(&self, at: usize) -> i128 {
        self.slack(self.edges[self.nearest[at]][at])
    }

    fn note_nearest(&mut self, from: usize, to: usize) {
        if self.nearest[to] == 0 || self.slack(self.edges[from][to]) < self.slack_of(to) {
            self.nearest[to] = from;
        }
    }

    fn find_nearest(&mut self, at: usize) {
        self.nearest[at] = 0;
        for from in 1..=self.count {
            let outer = self.top[from] != at && self.label[self.top[from]] == Label::Outer;
            if outer && self.edges[from][at].gain > 0 {
                self.note_nearest(from, at);
            }
        }
    }

    /// Puts the vertices of a vertex or blossom in line to be looked from.
    fn put_in_line(&mut self, at: usize) {
        if at <= self.count {
            self.queue.push_back(at);
        } else {
            self.members[at].clone().into_iter().for_each(|member| self.put_in_line(member));
        }
    }

    fn set_top(&mut self, member: usize, blossom: usize) {
        self.top[member] = blossom;
        if member > self.count {
            self.members[member].clone().into_iter().for_each(|member| self.set_top(member, blossom));
        }
    }

    /// Turns a blossom so that an even number of steps leads from its base to a member; that number.
    fn steps_to(&mut self, blossom: usize, member: usize) -> usize {
        let members = &mut self.members[blossom];
        let at = members.iter().position(|one| *one == member).unwrap_or(0);
        if at % 2 == 0 {
            return at;
        }
        members[1..].reverse();
        members.len() - at
    }

    fn marry(&mut self, one: usize, other: usize) {
        let edge = self.edges[one][other];
        self.mate[one] = edge.to;
        if one <= self.count {
            return;
        }
        let member = self.member_of[one][edge.from];
        let steps = self.steps_to(one, member);
        for at in 0..steps {
            let [own, next] = [at, at ^ 1].map(|at| self.members[one][at]);
            self.marry(own, next);
        }
        self.marry(member, other);
        self.members[one].rotate_left(steps);
    }

    /// Changes who is whose mate along the path from a vertex up to its root.
    fn augment(&mut self, mut one: usize, mut other: usize) {
        loop {
            let former = self.top[self.mate[one]];
            self.marry(one, other);
            if former == 0 {
                return;
            }
            let up = self.top[self.parent[former]];
            self.marry(former, up);
            (one, other) = (up, former);
        }
    }

    /// Where the paths of two outer ones to their roots come together; 0 when they have two roots.
    fn common_root(&mut self, mut one: usize, mut other: usize) -> usize {
        self.visits += 1;
        while one != 0 || other != 0 {
            if one != 0 {
                if self.visited[one] == self.visits {
                    return one;
                }
                self.visited[one] = self.visits;
                one = self.top[self.mate[one]];
                if one != 0 {
                    one = self.top[self.parent[one]];
                }
            }
            std::mem::swap(&mut one, &mut other);
        }
        0
    }

    /// Adds the path from a member up to the base of a blossom that is made.
    fn add_path(&mut self, blossom: usize, member: usize, base: usize) {
        let mut at = member;
        while at != base {
            let mate = self.top[self.mate[at]];
            self.members[blossom].extend([at, mate]);
            self.put_in_line(mate);
            at = self.top[self.parent[mate]];
        }
    }

    fn add_blossom(&mut self, base: usize, [one, other]: [usize; 2]) {
        let blossom = (self.count + 1..=self.last).find(|at| self.top[*at] == 0).unwrap_or(self.last + 1);
        self.last = self.last.max(blossom);
        (self.dual[blossom], self.label[blossom], self.mate[blossom]) = (0, Label::Outer, self.mate[base]);
        self.members[blossom] = vec![base];
        self.add_path(blossom, one, base);
        self.members[blossom][1..].reverse();
        self.add_path(blossom, other, base);
        self.set_top(blossom, blossom);
        for at in 1..=self.last {
            self.edges[blossom][at].gain = 0;
            self.edges[at][blossom].gain = 0;
        }
        self.member_of[blossom].fill(0);
        for member in self.members[blossom].clone() {
            self.take_edges(blossom, member);
        }
        self.find_nearest(blossom);
    }

    /// Gives a blossom the edges of a member that are shorter than those it has.
    fn take_edges(&mut self, blossom: usize, member: usize) {
        for at in 1..=self.last {
            let (own, new) = (self.edges[blossom][at], self.edges[member][at]);
            if own.gain == 0 || self.slack(new) < self.slack(own) {
                self.edges[blossom][at] = new;
                self.edges[at][blossom] = self.edges[at][member];
            }
        }
        for at in 1..=self.count {
            if self.member_of[member][at] != 0 {
                self.member_of[blossom][at] = member;
            }
        }
    }

    fn expand(&mut self, blossom: usize) {
        for member in self.members[blossom].clone() {
            self.set_top(member, member);
        }
        let entry = self.member_of[blossom][self.edges[blossom][self.parent[blossom]].from];
        let steps = self.steps_to(blossom, entry);
        let members = self.members[blossom].clone();
        for at in (0..steps).step_by(2) {
            let [inner, outer] = [members[at], members[at + 1]];
            self.parent[inner] = self.edges[outer][inner].from;
            (self.label[inner], self.label[outer]) = (Label::Inner, Label::Outer);
            self.nearest[inner] = 0;
            self.find_nearest(outer);
            self.put_in_line(outer);
        }
        self.label[entry] = Label::Inner;
        self.parent[entry] = self.parent[blossom];
        for member in &members[steps + 1..] {
            self.label[*member] = Label::Free;
            self.find_nearest(*member);
        }
        self.top[blossom] = 0;
    }

    /// Goes along an edge without slack from an outer vertex; whether two trees were joined.
    fn follow(&mut self, edge: Edge) -> bool {
        let [one, other] = [edge.from, edge.to].map(|at| self.top[at]);
        match self.label[other] {
            Label::Free => {
                self.parent[other] = edge.from;
                self.label[other] = Label::Inner;
                let mate = self.top[self.mate[other]];
                (self.nearest[other], self.nearest[mate]) = (0, 0);
                self.label[mate] = Label::Outer;
                self.put_in_line(mate);
            }
            Label::Outer => {
                let base = self.common_root(one, other);
                if base == 0 {
                    self.augment(one, other);
                    self.augment(other, one);
                    return true;
                }
                self.add_blossom(base, [one, other]);
            }
            Label::Inner => {}
        }
        false
    }

    fn tops(&self) -> impl Iterator<Item = usize> + use<> {
        let tops: Vec<usize> = (1..=self.last).filter(|at| self.top[*at] == *at).collect();
        tops.into_iter()
    }

    /// Grows trees from all who have no mate until two have one more; whether that came about.
    fn grow(&mut self) -> bool {
        self.label[1..=self.last].fill(Label::Free);
        self.nearest[1..=self.last].fill(0);
        self.queue.clear();
        for at in self.tops().filter(|at| self.mate[*at] == 0).collect::<Vec<_>>() {
            self.parent[at] = 0;
            self.label[at] = Label::Outer;
            self.put_in_line(at);
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.look_round() {
                return true;
            }
            if !self.change_duals() {
                return false;
            }
            self.queue.clear();
            for at in self.tops() {
                let nearest = self.nearest[at];
                let ready = self.top[at] == at && nearest != 0 && self.top[nearest] != at && self.slack_of(at) == 0;
                if ready && self.follow(self.edges[nearest][at]) {
                    return true;
                }
            }
            for at in self.tops() {
                if at > self.count && self.label[at] == Label::Inner && self.dual[at] == 0 {
                    self.expand(at);
                }
            }
        }
    }

    /// Follows the edges without slack of all vertices in line; whether two trees were joined.
    fn look_round(&mut self) -> bool {
        while let Some(from) = self.queue.pop_front() {
            if self.label[self.top[from]] == Label::Inner {
                continue;
            }
            for to in 1..=self.count {
                let edge = self.edges[from][to];
                if edge.gain == 0 || self.top[from] == self.top[to] {
                    continue;
                }
                if self.slack(edge) > 0 {
                    self.note_nearest(from, self.top[to]);
                } else if self.follow(edge) {
                    return true;
                }
            }
        }
        false
    }

    /// Changes the dual variables until another edge has no slack; false when there can be none.
    fn change_duals(&mut self) -> bool {
        let step = |at: usize| match self.label[at] {
            Label::Inner => (at > self.count).then(|| self.dual[at] / 2),
            _ if self.nearest[at] == 0 => None,
            Label::Free => Some(self.slack_of(at)),
            Label::Outer => Some(self.slack_of(at) / 2),
        };
        let least =
            (1..=self.count).filter(|at| self.label[self.top[*at]] == Label::Outer).map(|at| self.dual[at]).min();
        let Some(step) = self.tops().filter_map(step).chain(least).min() else { return false };
        if least.is_some_and(|least| least <= step) {
            return false;
        }
        for at in 1..=self.count {
            match self.label[self.top[at]] {
                Label::Outer => self.dual[at] -= step,
                Label::Inner => self.dual[at] += step,
                Label::Free => {}
            }
        }
        let blossoms = self.count + 1;
        for at in self.tops().filter(|at| *at >= blossoms) {
            match self.label[at] {
                Label::Outer => self.dual[at] += 2 * step,
                Label::Inner => self.dual[at] -= 2 * step,
                Label::Free => {}
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use sandtable_math::mix3;

    use super::*;

    fn cheapest(left: &[usize], cost: &dyn Fn(usize, usize) -> i128) -> i128 {
        let Some((first, rest)) = left.split_first() else { return 0 };
        let with = |other: &usize| {
            let others: Vec<usize> = rest.iter().copied().filter(|one| one != other).collect();
            cost(*first, *other) + cheapest(&others, cost)
        };
        rest.iter().map(with).min().unwrap_or(0)
    }

    #[test]
    fn nobody_pairs_off_cheaper() {
        for case in 0..3_000_u64 {
            let count = 2 * (1 + mix3(case, 1, 0) % 5) as usize;
            // Few values make many ties, and blossoms in blossoms.
            let values = [2, 4, 10, 1_000][(case % 4) as usize];
            let cost = |one: usize, other: usize| {
                let [low, high] = [one.min(other), one.max(other)];
                i128::from(mix3(case, low as u64, high as u64) % values)
            };
            let pairs = cheapest_pairs(count, cost);
            let mut paired: Vec<usize> = pairs.iter().flatten().copied().collect();
            paired.sort_unstable();
            assert_eq!(paired, (0..count).collect::<Vec<_>>(), "case {case}");
            let sum: i128 = pairs.iter().map(|[one, other]| cost(*one, *other)).sum();
            assert_eq!(sum, cheapest(&paired, &cost), "case {case}");
        }
    }

    #[test]
    fn sixty_four_are_paired_off_at_great_costs() {
        let cost = |one: usize, other: usize| i128::from(mix3(7, (one * other) as u64, (one + other) as u64)) << 26;
        let pairs = cheapest_pairs(64, cost);
        assert_eq!(pairs.iter().flatten().collect::<std::collections::BTreeSet<_>>().len(), 64);
    }
}
