//! All pairs: from every node the first link on the cheapest path to every other (GAP ch. 17, "Precompute Every Single Path";
//! Roy 1959, Floyd, Warshall 1962), kept as runs as in a compressed path database (Botea 2011).

use sandtable_state::limits::{MAX_NEXT_HOP_BYTES, MAX_NEXT_HOP_NODES};

use super::graph::Graph;
use super::layout::{HOPS_FAR, NO_HOP, RUN_BYTES};
use super::space::Space;

/// Next hops of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextHops {
    /// By node: the row of its first run; one more at the end.
    first: Vec<u32>,
    /// By node: the goal a run begins at, and the link to take to all goals up to the next run.
    runs: Vec<(u16, u8)>,
}

impl NextHops {
    /// For a graph; none when it has more than [`MAX_NEXT_HOP_NODES`] nodes, 255 links at one node or paths too dear to add up,
    /// or when the table would be larger than [`MAX_NEXT_HOP_BYTES`].
    pub fn new(graph: &Graph) -> Option<NextHops> {
        let nodes = graph.nodes() as usize;
        let dearest = u64::from(graph.dearest_step()) * nodes as u64;
        let crowded = (0..graph.nodes()).any(|node| graph.links(node).len() >= usize::from(NO_HOP));
        if nodes > MAX_NEXT_HOP_NODES || dearest >= u64::from(HOPS_FAR) || crowded {
            return None;
        }
        let hops = all_pairs(graph, nodes);
        let mut table = NextHops { first: vec![0], runs: Vec::new() };
        for row in hops.chunks(nodes.max(1)) {
            table.append(row);
        }
        (table.bytes() <= MAX_NEXT_HOP_BYTES).then_some(table)
    }

    fn append(&mut self, row: &[u8]) {
        for (goal, hop) in row.iter().enumerate() {
            if goal == 0 || row[goal - 1] != *hop {
                self.runs.push((goal as u16, *hop));
            }
        }
        self.first.push(self.runs.len() as u32);
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> usize {
        self.runs.len() * RUN_BYTES + self.first.len() * size_of::<u32>()
    }

    /// Which of the links of `from` to take to get to `goal`; none when there is no way, or nothing left to go.
    pub fn hop(&self, from: u32, goal: u32) -> Option<usize> {
        if goal as usize + 1 >= self.first.len() {
            return None;
        }
        let bounds = self.first.get(from as usize).zip(self.first.get(from as usize + 1))?;
        let runs = &self.runs[*bounds.0 as usize..*bounds.1 as usize];
        let after = runs.partition_point(|run| u32::from(run.0) <= goal);
        let hop = runs.get(after.checked_sub(1)?)?.1;
        (hop != NO_HOP).then_some(usize::from(hop))
    }

    /// The nodes of the cheapest path, both ends included; false when there is none.
    pub fn path(&self, graph: &Graph, from: u32, goal: u32, path: &mut Vec<u32>) -> bool {
        path.clear();
        path.push(from);
        let mut node = from;
        while node != goal {
            let Some(hop) = self.hop(node, goal) else { return false };
            node = graph.links(node)[hop].to;
            path.push(node);
        }
        true
    }
}

/// By node, then goal: the first link. Of equally cheap paths the one found first stays, over the lower nodes.
fn all_pairs(graph: &Graph, nodes: usize) -> Vec<u8> {
    let (mut costs, mut hops) = (vec![HOPS_FAR; nodes * nodes], vec![NO_HOP; nodes * nodes]);
    for node in 0..nodes {
        costs[node * nodes + node] = 0;
        for (slot, link) in graph.links(node as u32).iter().enumerate() {
            costs[node * nodes + link.to as usize] = link.cost;
            hops[node * nodes + link.to as usize] = slot as u8;
        }
    }
    for over in 0..nodes {
        let onward: Vec<u32> = costs[over * nodes..][..nodes].to_vec();
        for from in 0..nodes {
            let (there, hop) = (costs[from * nodes + over], hops[from * nodes + over]);
            if there < HOPS_FAR && from != over {
                let (costs, hops) = (&mut costs[from * nodes..][..nodes], &mut hops[from * nodes..][..nodes]);
                relax(costs, hops, &onward, there, hop);
            }
        }
    }
    hops
}

fn relax(costs: &mut [u32], hops: &mut [u8], onward: &[u32], there: u32, hop: u8) {
    for ((cost, known), onward) in costs.iter_mut().zip(hops).zip(onward) {
        let through = there + onward;
        if through < *cost {
            (*cost, *known) = (through, hop);
        }
    }
}
