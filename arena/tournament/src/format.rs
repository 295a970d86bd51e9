//! Who meets whom: the formats of a tournament, each a pure function of what was played before.

/// The format, with rows of the tournament's strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every two strategies.
    RoundRobin,
    /// Each strategy against itself: what is measured is the side.
    Mirror,
    /// Each challenger against everybody who is none.
    Gauntlet {
        /// The challengers.
        challengers: Vec<usize>,
    },
    /// In each round those who stand alike, never the same two again while that can be helped.
    Swiss {
        /// Rounds.
        rounds: u32,
    },
    /// Who has lost `lives` meetings is out.
    Elimination {
        /// Meetings that may be lost before it is over: 1, or 2.
        lives: u32,
    },
    /// Challengers climb a pool of strategies that do not play each other: up after a meeting won, down after one lost.
    Ladder {
        /// Who climbs.
        challengers: Vec<usize>,
        /// Rounds.
        rounds: u32,
    },
    /// Every choice of `seats` strategies, each for itself.
    FreeForAll {
        /// Players of a game.
        seats: usize,
    },
    /// Two teams, each of `size` players of one strategy.
    Teams {
        /// Players of a team.
        size: usize,
    },
}

/// Two strategies met, over all maps and seeds of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The round.
    pub round: u32,
    /// Their rows, in the order of the meeting.
    pub rows: [usize; 2],
    /// Half points of each.
    pub half_points: [u32; 2],
}

impl Met {
    /// Who got more; the one named first when both got the same, which is the one that stands higher.
    fn winner(&self) -> usize {
        self.rows[usize::from(self.half_points[1] > self.half_points[0])]
    }
}

/// Ways of pairing a Swiss round that are tried before two may meet again.
const MAX_TRIED: u32 = 20_000;

impl Format {
    /// Whether who meets whom is known before anything was played.
    pub const fn is_fixed(&self) -> bool {
        !matches!(self, Format::Swiss { .. } | Format::Elimination { .. } | Format::Ladder { .. })
    }

    /// Whether both sides of a meeting are worth swapping.
    pub const fn can_swap(&self) -> bool {
        !matches!(self, Format::Mirror)
    }

    /// Strategies that take part in a meeting.
    pub const fn entrants(&self) -> usize {
        match self {
            Format::FreeForAll { seats } => *seats,
            _ => 2,
        }
    }

    /// Players of a game.
    pub const fn seats(&self) -> usize {
        match self {
            Format::FreeForAll { seats } => *seats,
            Format::Teams { size } => 2 * *size,
            _ => 2,
        }
    }

    /// Players of a team.
    pub const fn team_size(&self) -> usize {
        match self {
            Format::Teams { size } => *size,
            _ => 1,
        }
    }

    /// The meetings of a round, of `count` strategies: who takes part in each. None when the tournament is over; a round of a fixed
    /// format is one seed, and there is always another.
    pub fn round(&self, round: u32, count: usize, met: &[Met]) -> Option<Vec<Vec<usize>>> {
        match self {
            Format::RoundRobin | Format::Teams { .. } => Some(combinations(count, 2)),
            Format::Mirror => Some((0..count).map(|row| vec![row, row]).collect()),
            Format::FreeForAll { seats } => Some(combinations(count, *seats)),
            Format::Gauntlet { challengers } => {
                let others = (0..count).filter(|row| !challengers.contains(row));
                Some(others.flat_map(|other| challengers.iter().map(move |own| vec![*own, other])).collect())
            }
            Format::Swiss { rounds } => (round < *rounds).then(|| swiss(count, met)),
            Format::Elimination { lives } => elimination(count, *lives, met),
            Format::Ladder { challengers, rounds } => (round < *rounds)
                .then(|| challengers.iter().map(|own| vec![*own, rung(*own, challengers, count, met)]).collect()),
        }
    }
}

/// Every choice of `size` of the first `count` rows, in order.
fn combinations(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..size {
        let longer = |some: Vec<usize>| {
            let next = some.last().map_or(0, |last| last + 1);
            (next..count).map(move |row| some.iter().copied().chain([row]).collect())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

/// A Swiss round: best first, each with the next it has not met; of an odd number the last who has not sat out yet sits out, which is
/// worth a meeting won.
fn swiss(count: usize, met: &[Met]) -> Vec<Vec<usize>> {
    let played = |row: usize| met.iter().filter(|met| met.rows.contains(&row)).count() as u32;
    let rounds = met.iter().map(|met| met.round + 1).max().unwrap_or(0);
    let full = met.first().map_or(0, |met| met.half_points[0] + met.half_points[1]);
    let points = |row: usize| {
        let of =
            |met: &Met| (0..2).filter(|side| met.rows[*side] == row).map(|side| met.half_points[side]).sum::<u32>();
        met.iter().map(of).sum::<u32>() + (rounds - played(row)) * full
    };
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|row| (std::cmp::Reverse(points(*row)), *row));
    if count % 2 == 1 {
        let idle = order.iter().rposition(|row| played(*row) == rounds).unwrap_or(count - 1);
        order.remove(idle);
    }
    let have_met = |a: usize, b: usize| met.iter().any(|met| met.rows.contains(&a) && met.rows.contains(&b));
    let mut tried = 0;
    pair_off(&order, &have_met, &mut tried).unwrap_or_else(|| order.chunks(2).map(<[usize]>::to_vec).collect())
}

/// Pairs those in `order` from the top, going back where who is left have all met.
fn pair_off(order: &[usize], have_met: &dyn Fn(usize, usize) -> bool, tried: &mut u32) -> Option<Vec<Vec<usize>>> {
    let Some((first, rest)) = order.split_first() else { return Some(Vec::new()) };
    for (row, second) in rest.iter().enumerate() {
        *tried += 1;
        if *tried > MAX_TRIED {
            return None;
        }
        if have_met(*first, *second) {
            continue;
        }
        let left: Vec<usize> = rest.iter().enumerate().filter(|(at, _)| *at != row).map(|(_, other)| *other).collect();
        if let Some(mut others) = pair_off(&left, have_met, tried) {
            others.insert(0, vec![*first, *second]);
            return Some(others);
        }
    }
    None
}

/// Among those who have lost equally often the highest meets the lowest, and of an odd number the highest sits out. When one of
/// each is left they meet; who loses its last life is out.
fn elimination(count: usize, lives: u32, met: &[Met]) -> Option<Vec<Vec<usize>>> {
    let losses = |row: usize| met.iter().filter(|met| met.rows.contains(&row) && met.winner() != row).count() as u32;
    let groups: Vec<Vec<usize>> =
        (0..lives).map(|lost| (0..count).filter(|row| losses(*row) == lost).collect()).collect();
    let alive: Vec<usize> = groups.iter().flatten().copied().collect();
    if alive.len() < 2 {
        return None;
    }
    let folded = |group: &Vec<usize>| {
        let skipped = group.len() % 2;
        let half = group.len() / 2;
        (0..half).map(|at| vec![group[skipped + at], group[group.len() - 1 - at]]).collect::<Vec<_>>()
    };
    let meetings: Vec<Vec<usize>> = groups.iter().flat_map(folded).collect();
    Some(if meetings.is_empty() { vec![alive[..2].to_vec()] } else { meetings })
}

/// The rung a challenger stands at: the middle one first.
fn rung(own: usize, challengers: &[usize], count: usize, met: &[Met]) -> usize {
    let pool: Vec<usize> = (0..count).filter(|row| !challengers.contains(row)).collect();
    let mut at = pool.len() / 2;
    for met in met.iter().filter(|met| met.rows[0] == own) {
        match met.half_points[0].cmp(&met.half_points[1]) {
            std::cmp::Ordering::Greater => at = (at + 1).min(pool.len() - 1),
            std::cmp::Ordering::Less => at = at.saturating_sub(1),
            std::cmp::Ordering::Equal => {}
        }
    }
    pool[at]
}
