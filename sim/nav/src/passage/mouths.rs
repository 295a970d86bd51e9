//! Narrow cells that touch, and the mouths that lead out of them.

use sandtable_state::Arrange;

use super::runs::{FreeRuns, LONG};
use super::{AROUND, Passage, PassageMouth, PassagePart, STRAIGHT, doubled_offset, mean_of};
use crate::bits::BitGrid;
use crate::tuning::{APRON_STEPS, MOST_APRON_CELLS, POCKET_CELLS, ROOM_EDGE};
use crate::vector::{cross, direction};

/// A passage with its cells, where each lies and how far from which mouth.
#[derive(Clone, Debug)]
pub(super) struct FoundPassage {
    pub(super) passage: Passage,
    pub(super) cells: Vec<(usize, PassagePart, u16)>,
}

/// What is before a passage: each cell with the number of its mouth and its distance, nearest first.
struct Aprons {
    cells: Vec<(usize, usize, u16)>,
    /// By number of a first cell: the number of the mouth that it belongs to.
    mouths: Vec<usize>,
}

impl Aprons {
    fn mouth(&self, mut number: usize) -> usize {
        while self.mouths[number] != number {
            number = self.mouths[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.mouth(one), self.mouth(other));
        self.mouths[one.max(other)] = one.min(other);
    }

    /// Whether all that lies before a mouth is a small room. Nobody gets anywhere through that, so that who is on the way elsewhere
    /// comes out where others come in, and two of them would wait for each other as if they met.
    fn is_nook(&self, mouth: usize) -> bool {
        let mut steps =
            self.cells.iter().filter(|(_, number, _)| self.mouth(*number) == mouth).map(|(.., steps)| steps);
        steps.clone().count() <= POCKET_CELLS && steps.all(|steps| *steps < APRON_STEPS)
    }
}

/// Narrow cells that touch, and the passage that they make.
#[derive(Clone, Debug)]
pub(super) struct NarrowGround {
    cells: Vec<usize>,
    /// The passage depends on nothing outside: x and y from, x and y to.
    bounds: [i32; 4],
    /// None when more or fewer than two mouths lead out, or one leads into a nook.
    pub(super) found: Option<FoundPassage>,
}

impl NarrowGround {
    fn new(cells: Vec<usize>, width: i32) -> NarrowGround {
        let far = i32::from(APRON_STEPS + 1).max(i32::from(LONG));
        let [left, top, right, bottom] = bounds_of(&positions(&cells, width));
        NarrowGround { cells, bounds: [left - far, top - far, right + far, bottom + far], found: None }
    }

    /// Whether what is told of it may depend on one of some cells that lie within `around`.
    fn heeds(&self, cells: &[(i32, i32)], around: [i32; 4]) -> bool {
        let [left, top, right, bottom] = self.bounds;
        let overlaps = around[0] <= right && around[2] >= left && around[1] <= bottom && around[3] >= top;
        overlaps && cells.iter().any(|(x, y)| (left..=right).contains(x) && (top..=bottom).contains(y))
    }
}

fn positions(cells: &[usize], width: i32) -> Vec<(i32, i32)> {
    cells.iter().map(|cell| (*cell as i32 % width, *cell as i32 / width)).collect()
}

/// The least rectangle around some cells: x and y from, x and y to.
fn bounds_of(cells: &[(i32, i32)]) -> [i32; 4] {
    cells.iter().fold([i32::MAX, i32::MAX, i32::MIN, i32::MIN], |[left, top, right, bottom], (x, y)| {
        [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
    })
}

/// Looks for passages.
pub(super) struct MouthSearch<'r> {
    runs: &'r FreeRuns,
    /// The cells that belong to a component already.
    seen: BitGrid,
    /// By cell: one more than its place in the aprons at hand; 0 for none.
    reached: Vec<u32>,
}

impl<'r> MouthSearch<'r> {
    pub(super) fn new(runs: &'r FreeRuns) -> MouthSearch<'r> {
        let cells = (runs.width * runs.height) as usize;
        MouthSearch { runs, seen: BitGrid::new(cells), reached: vec![0; cells] }
    }

    /// All narrow ground in the order of its first cells. What was `known` before some cells `changed` is taken over where it cannot
    /// have changed.
    pub(super) fn grounds(mut self, known: Vec<NarrowGround>, changed: &[usize]) -> Vec<NarrowGround> {
        let width = self.runs.width;
        let changed = positions(changed, width);
        let around = bounds_of(&changed);
        let mut grounds = known;
        grounds.retain(|ground| !ground.heeds(&changed, around));
        for ground in &grounds {
            ground.cells.iter().for_each(|cell| _ = self.seen.set(*cell));
        }
        for cell in self.runs.narrow() {
            if !self.seen.get(cell) {
                let mut ground = NarrowGround::new(self.component(cell), width);
                ground.found = self.passage(&ground.cells);
                grounds.push(ground);
            }
        }
        grounds.arrange_by_unique_key(|ground| ground.cells[0]);
        grounds
    }

    fn component(&mut self, first: usize) -> Vec<usize> {
        let mut cells = vec![first];
        self.seen.set(first);
        let mut at = 0;
        while at < cells.len() {
            for (dx, dy) in AROUND {
                let next = self.runs.beside(cells[at], dx, dy);
                if let Some(next) = next.filter(|next| self.runs.is_narrow(*next) && self.seen.set(*next)) {
                    cells.push(next);
                }
            }
            at += 1;
        }
        cells
    }

    fn passage(&mut self, inside: &[usize]) -> Option<FoundPassage> {
        let aprons = self.aprons(inside);
        let mut mouths: Vec<usize> = (0..aprons.mouths.len()).map(|number| aprons.mouth(number)).collect();
        mouths.arrange();
        mouths.dedup();
        let pockets: Vec<usize> = mouths.extract_if(.., |mouth| self.is_pocket(inside, &aprons, *mouth)).collect();
        let made = match mouths[..] {
            [one, other] if !aprons.is_nook(one) && !aprons.is_nook(other) => {
                let within = aprons.cells.iter().filter(|(_, number, _)| pockets.contains(&aprons.mouth(*number)));
                let rooms: Vec<usize> = within.map(|(cell, ..)| *cell).collect();
                let all: Vec<usize> = inside.iter().chain(&rooms).copied().collect();
                let made = self.make(&all, &aprons, [one, other]);
                made.filter(|made| rooms.is_empty() || self.is_tube(inside, &rooms, &made.passage))
            }
            _ => None,
        };
        aprons.cells.iter().for_each(|(cell, ..)| self.reached[*cell] = 0);
        made
    }

    /// Whether what lies before a mouth is a small room that narrow cells of this ground alone surround: it widens the way, and leads
    /// nowhere else.
    fn is_pocket(&self, inside: &[usize], aprons: &Aprons, mouth: usize) -> bool {
        let own = || aprons.cells.iter().filter(|(_, number, _)| aprons.mouth(*number) == mouth);
        let leads_on = |cell: usize| {
            let mut beside = AROUND.iter().filter_map(|(dx, dy)| self.runs.beside(cell, *dx, *dy));
            beside.any(|next| self.runs.is_narrow(next) && !inside.contains(&next))
        };
        aprons.is_nook(mouth) && !own().any(|(cell, ..)| leads_on(*cell))
    }

    /// Whether narrow cells that are not at the edge of a room among them are no more than a way of one width from mouth to mouth. Streets
    /// of a base have rooms as well, but people live there who wait for no turn.
    fn is_tube(&self, inside: &[usize], rooms: &[usize], passage: &Passage) -> bool {
        let rooms = positions(rooms, self.runs.width);
        let is_edge =
            |(x, y): &(i32, i32)| rooms.iter().any(|room| (room.0 - x).abs().max((room.1 - y).abs()) <= ROOM_EDGE);
        let way = positions(inside, self.runs.width).iter().filter(|cell| !is_edge(cell)).count();
        way <= usize::from(passage.length) * usize::from(passage.width)
    }

    /// Walks out of the narrow cells for a few steps. Who meets others came out of the same mouth.
    fn aprons(&mut self, inside: &[usize]) -> Aprons {
        let mut aprons = Aprons { cells: Vec::new(), mouths: Vec::new() };
        for cell in inside {
            for (dx, dy) in STRAIGHT {
                let Some(next) = self.runs.beside(*cell, dx, dy) else { continue };
                if self.runs.is_open(next) && !self.runs.is_narrow(next) && self.reached[next] == 0 {
                    let number = aprons.mouths.len();
                    aprons.mouths.push(number);
                    aprons.cells.push((next, number, 1));
                    self.reached[next] = aprons.cells.len() as u32;
                }
            }
        }
        let mut at = 0;
        while at < aprons.cells.len() {
            let (cell, number, steps) = aprons.cells[at];
            for (dx, dy) in AROUND {
                let Some(next) = self.runs.beside(cell, dx, dy) else { continue };
                if self.reached[next] > 0 {
                    aprons.join(number, aprons.cells[self.reached[next] as usize - 1].1);
                } else if dx * dy == 0
                    && steps < APRON_STEPS
                    && aprons.cells.len() < MOST_APRON_CELLS
                    && self.runs.is_open(next)
                    && !self.runs.is_narrow(next)
                {
                    aprons.cells.push((next, number, steps + 1));
                    self.reached[next] = aprons.cells.len() as u32;
                }
            }
            at += 1;
        }
        aprons
    }

    fn make(&self, inside: &[usize], aprons: &Aprons, mouths: [usize; 2]) -> Option<FoundPassage> {
        let mut ends = mouths.map(|mouth| self.end(aprons, mouth, inside));
        let away = |end: &MouthEnd| {
            let [x, y] = end.offset;
            x * x + y * y
        };
        let mut mouths = mouths;
        if away(&ends[0]) > away(&ends[1]) {
            ends.swap(0, 1);
            mouths.swap(0, 1);
        }
        let steps = self.steps(inside, &ends[0].last);
        let reaches = |cell: &usize| steps.iter().find(|(known, _)| known == cell).map(|(_, steps)| *steps);
        let length = ends[1].last.iter().filter_map(reaches).min()?;
        let width = inside.iter().map(|cell| self.runs.across(*cell)).min()?;
        let key = away(&ends[0]) as u64 ^ (away(&ends[1]) as u64) << 24 ^ u64::from(length) << 48;
        let part = |number: usize| match aprons.mouth(number) == mouths[0] {
            true => PassagePart::BeforeFirst,
            false => PassagePart::BeforeSecond,
        };
        let is_before = |number: usize| mouths.contains(&aprons.mouth(number));
        let before = aprons.cells.iter().filter(|(_, number, _)| is_before(*number));
        let before = before.map(|(cell, number, steps)| (*cell, part(*number), *steps));
        let passage = Passage {
            length,
            width,
            mouths: [ends[0].mouth, ends[1].mouth],
            is_central: away(&ends[0]) == away(&ends[1]),
            key,
        };
        let within = steps.iter().map(|(cell, steps)| (*cell, PassagePart::Inside, *steps));
        Some(FoundPassage { passage, cells: within.chain(before).collect() })
    }

    fn end(&self, aprons: &Aprons, mouth: usize, inside: &[usize]) -> MouthEnd {
        let own = |number: usize| aprons.mouth(number) == mouth;
        let first: Vec<usize> = aprons
            .cells
            .iter()
            .filter(|(_, number, steps)| *steps == 1 && own(*number))
            .map(|(cell, ..)| *cell)
            .collect();
        let beside = |cell: &usize| {
            let mut next = STRAIGHT.iter().filter_map(|(dx, dy)| self.runs.beside(*cell, *dx, *dy));
            next.any(|next| self.reached[next] > 0 && first.contains(&next))
        };
        let last: Vec<usize> = inside.iter().copied().filter(beside).collect();
        let (width, height) = (self.runs.width, self.runs.height);
        let (centre, front) = (mean_of(&last, width, height), mean_of(&first, width, height));
        let out = direction(front - centre);
        let side = |cell: usize| cross(out, mean_of(&[cell], width, height) - centre).bits().signum();
        let room = aprons.cells.iter().filter(|(_, number, _)| own(*number)).map(|(cell, ..)| side(*cell)).sum();
        let offset = first.iter().fold([0i64; 2], |sum, cell| {
            let [x, y] = doubled_offset(*cell, width, height);
            [sum[0] + x, sum[1] + y]
        });
        MouthEnd { mouth: PassageMouth { centre, out, room }, last, offset }
    }

    /// The cells inside with their steps from the `first`, which are at the first mouth.
    fn steps(&self, inside: &[usize], first: &[usize]) -> Vec<(usize, u16)> {
        let mut left: Vec<usize> = inside.iter().copied().filter(|cell| !first.contains(cell)).collect();
        left.arrange();
        let mut taken = vec![false; left.len()];
        let mut found: Vec<(usize, u16)> = first.iter().map(|cell| (*cell, 1)).collect();
        let mut at = 0;
        while at < found.len() {
            let (cell, steps) = found[at];
            for (dx, dy) in AROUND {
                let next = self.runs.beside(cell, dx, dy);
                let place = next.and_then(|next| left.binary_search(&next).ok()).filter(|place| !taken[*place]);
                if let Some(place) = place {
                    taken[place] = true;
                    found.push((left[place], steps.saturating_add(1)));
                }
            }
            at += 1;
        }
        found
    }
}

/// An end of a passage while it is made.
struct MouthEnd {
    mouth: PassageMouth,
    /// The cells of the passage at it.
    last: Vec<usize>,
    /// Where the cells before it lie from the middle of the map, added up and doubled.
    offset: [i64; 2],
}
