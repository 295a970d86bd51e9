//! What each team sees of its foes, block by block, and how strong friends and foes are there: reckoned once a tick for all who think.
//!
//! An influence map (Tozour, "Influence Mapping", Game Programming Gems 2, 2001) whose sums over rectangles take four look-ups
//! (Crow, "Summed-area tables for texture mapping", 1984).

use super::lattice::Lattice;
use super::senses::might;
use crate::combat::MAX_RADIUS;
use crate::math::{Fx, Vec2};
use crate::world::{Body, World};

/// Half the side of a square as large as a circle, in 1/1024 of its radius.
const SQUARE: i64 = 907;

/// A foe that a team sees.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    position: Vec2,
    pub(super) radius: Fx,
    /// Its row of the frame.
    pub(super) row: u32,
    /// The tags of its kind, as the behaviours number them.
    tags: u64,
}

/// Who is about somewhere.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    /// Units of the team.
    pub(super) friends: i32,
    /// Foes it sees: units, and buildings with a weapon.
    pub(super) foes: i32,
    /// The might of the one and of the other.
    pub(super) own_might: i64,
    pub(super) foes_might: i64,
}

impl Tally {
    #[inline]
    fn plus(self, other: Tally) -> Tally {
        Tally {
            friends: self.friends + other.friends,
            foes: self.foes + other.foes,
            own_might: self.own_might + other.own_might,
            foes_might: self.foes_might + other.foes_might,
        }
    }

    #[inline]
    fn minus(self, other: Tally) -> Tally {
        Tally {
            friends: self.friends - other.friends,
            foes: self.foes - other.foes,
            own_might: self.own_might - other.own_might,
            foes_might: self.foes_might - other.foes_might,
        }
    }
}

/// What one team sees.
#[derive(Clone, Default)]
struct Eyes {
    /// Where the foes of each block start in `seen`, and where the last ones end.
    starts: Vec<u32>,
    /// Units of others, block by block.
    seen: Vec<Seen>,
    /// The tags of the foes in each block together.
    tags: Vec<u64>,
    /// Of each block with all that lie north and west of it, below an empty row and beside an empty column.
    sums: Vec<Tally>,
}

/// What all teams with minds see when the tick begins.
#[derive(Clone, Default)]
pub(crate) struct Overview {
    lattice: Lattice,
    teams: Vec<Eyes>,
    /// Rows of the frame of buildings with a weapon.
    pub(super) towers: Vec<u32>,
    /// The block and the might of each row (scratch).
    places: Vec<(u32, i64)>,
}

/// Looks round for all teams with minds.
pub(super) fn gather(world: &mut World) {
    let mut overview = std::mem::take(&mut world.minds.overview);
    overview.fill(world);
    world.minds.overview = overview;
}

impl Overview {
    fn fill(&mut self, world: &World) {
        let (frame, map) = (&world.frame, &world.scenario.map);
        self.lattice = Lattice::over(map.width, map.height);
        let lattice = self.lattice;
        self.towers.clear();
        let armed = |row: &usize| {
            let body = &frame.bodies[*row];
            body.present && world.kind(body.kind).weapon.is_some()
        };
        self.towers.extend((frame.units..frame.bodies.len()).filter(armed).map(|row| row as u32));
        let place = |body: &Body| (lattice.block(body.position) as u32, might(world, body));
        self.places.clear();
        self.places.extend(frame.bodies.iter().map(place));
        self.teams.resize_with(world.scenario.teams(), Eyes::default);
        let players = world.scenario.players.iter().enumerate().filter(|(_, player)| player.minds);
        let thinking = players.filter_map(|(row, _)| Some(world.players.get(row)?.team.index()));
        let thinking = thinking.fold(0u32, |teams, team| teams | 1 << team);
        let (towers, places) = (&self.towers, &self.places);
        for (team, eyes) in self.teams.iter_mut().enumerate().filter(|(team, _)| thinking >> team & 1 != 0) {
            eyes.look(world, &lattice, team as u8, towers, places);
        }
    }

    /// Who is about, in the view of a team, in the blocks that touch a square of this half side.
    #[inline]
    fn sum(&self, team: usize, point: Vec2, half: Fx) -> Tally {
        let Some(eyes) = self.teams.get(team).filter(|eyes| !eyes.sums.is_empty()) else { return Tally::default() };
        let (columns, rows) = self.lattice.touched(point, half);
        let stride = self.lattice.columns() + 1;
        let at = |column: usize, row: usize| eyes.sums[row * stride + column];
        let (west, east, north, south) = (*columns.start(), columns.end() + 1, *rows.start(), rows.end() + 1);
        at(east, south).minus(at(west, south)).minus(at(east, north)).plus(at(west, north))
    }

    /// Who is about within `radius` of a point or somewhat farther, as a team sees it: nobody is left out.
    #[inline]
    pub(super) fn about(&self, team: usize, point: Vec2, radius: Fx) -> Tally {
        self.sum(team, point, radius)
    }

    /// Who is within about `radius` of a point, as a team sees it: in a square of blocks that is about as large.
    #[inline]
    pub(super) fn around(&self, team: usize, point: Vec2, radius: Fx) -> Tally {
        let half = Fx::from_bits(((i64::from(radius.bits()) * SQUARE) >> 10) as i32);
        self.sum(team, point, (half - self.lattice.half()).max(Fx::ZERO))
    }

    /// Calls `each` with every unit of another team that this one sees whose edge is within `radius` of `point`, with the squared
    /// distance (1/2³²) of its centre, in no order that means anything. `tag` leaves out other kinds.
    #[inline]
    pub(super) fn each_seen(
        &self,
        team: usize,
        (point, radius): (Vec2, Fx),
        tag: Option<u8>,
        mut each: impl FnMut(&Seen, i64),
    ) {
        let Some(eyes) = self.teams.get(team).filter(|eyes| !eyes.seen.is_empty()) else { return };
        let meant = tag.map_or(u64::MAX, |tag| 1 << (tag & 63));
        let (columns, rows) = self.lattice.touched(point, radius + MAX_RADIUS);
        for row in rows {
            let first = row * self.lattice.columns();
            let blocks = first + columns.start()..=first + columns.end();
            if tag.is_some() && eyes.tags[blocks.clone()].iter().all(|tags| tags & meant == 0) {
                continue;
            }
            for seen in &eyes.seen[eyes.starts[*blocks.start()] as usize..eyes.starts[blocks.end() + 1] as usize] {
                let square = (seen.position - point).length_squared_wide();
                if square <= (radius + seen.radius).squared_wide() && (tag.is_none() || seen.tags & meant != 0) {
                    each(seen, square);
                }
            }
        }
    }
}

impl Eyes {
    fn look(&mut self, world: &World, lattice: &Lattice, team: u8, towers: &[u32], places: &[(u32, i64)]) {
        let (frame, blocks) = (&world.frame, lattice.count());
        self.starts.clear();
        self.starts.resize(blocks + 1, 0);
        self.tags.clear();
        self.tags.resize(blocks, 0);
        let (columns, stride) = (lattice.columns(), lattice.columns() + 1);
        self.sums.clear();
        self.sums.resize(stride * (blocks / columns + 1), Tally::default());
        let is_foe = |body: &Body| body.team != team && body.team != u8::MAX && body.seen_by_team(team);
        let towers = towers.iter().map(|row| *row as usize);
        for row in (0..frame.units).chain(towers).filter(|row| frame.bodies[*row].present) {
            let (body, (block, might)) = (&frame.bodies[row], places[row]);
            let block = block as usize;
            let tally = &mut self.sums[(block / columns + 1) * stride + block % columns + 1];
            if body.team == team {
                tally.friends += i32::from(row < frame.units);
                tally.own_might += might;
            } else if is_foe(body) {
                tally.foes += 1;
                tally.foes_might += might;
                if row < frame.units {
                    self.starts[block] += 1;
                    self.tags[block] |= world.minds.tags_of(body.kind);
                }
            }
        }
        self.add_up(stride);
        self.sort(world, places, is_foe);
    }

    /// Turns the tallies of blocks into sums over all that lie north and west.
    fn add_up(&mut self, stride: usize) {
        for row in 1..self.sums.len() / stride {
            let mut run = Tally::default();
            for at in row * stride..(row + 1) * stride {
                run = run.plus(self.sums[at]);
                self.sums[at] = run.plus(self.sums[at - stride]);
            }
        }
    }

    /// Sorts foes by block, which have been counted.
    fn sort(&mut self, world: &World, places: &[(u32, i64)], is_foe: impl Fn(&Body) -> bool) {
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        let nobody = Seen { position: Vec2::ZERO, radius: Fx::ZERO, row: 0, tags: 0 };
        self.seen.resize(end as usize, nobody);
        let units = world.frame.bodies[..world.frame.units].iter().enumerate();
        for (row, body) in units.filter(|(_, body)| body.present && is_foe(body)) {
            let start = &mut self.starts[places[row].0 as usize];
            *start -= 1;
            let tags = world.minds.tags_of(body.kind);
            self.seen[*start as usize] = Seen { position: body.position, radius: body.radius, row: row as u32, tags };
        }
    }
}
