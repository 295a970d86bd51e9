//! What each team sees of its foes, block by block, and how strong friends and foes are there: reckoned once a tick for all who think.
//!
//! An influence map (Tozour, "Influence Mapping", Game Programming Gems 2, 2001) whose sums over rectangles take four look-ups
//! (Crow, "Summed-area tables for texture mapping", 1984).

use std::cell::Cell;

use super::might::{damage_a_second, might};
use crate::minds::Lore;
use crate::scene::{Scene, SpatialSnapshot};
use sandtable_math::{Fx, Vec2};
use sandtable_nav::block_grid::BlockGrid;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::{KindId, PlayerId, UnitId};
use sandtable_state::{FillWithJunk, Junk};

/// Half the side of a square as large as a circle, in 1/1024 of its radius.
const SQUARE: i64 = 907;

/// A foe that a team sees.
#[derive(Clone, Copy)]
pub(super) struct SeenFoe {
    position: Vec2,
    pub(super) radius: Fx,
    /// Its row of the frame.
    pub(super) row: u32,
    /// The tags of its kind, as the behaviours number them.
    tags: u64,
}

/// Who is about somewhere.
#[derive(Clone, Copy, Default)]
pub(super) struct LocalStrength {
    /// Units of the team.
    pub(super) friends: i32,
    /// Foes it sees: units, and buildings with a weapon.
    pub(super) foes: i32,
    /// The might of the one and of the other.
    pub(super) own_might: i64,
    pub(super) foes_might: i64,
}

impl LocalStrength {
    #[inline]
    fn plus(self, other: LocalStrength) -> LocalStrength {
        LocalStrength {
            friends: self.friends + other.friends,
            foes: self.foes + other.foes,
            own_might: self.own_might + other.own_might,
            foes_might: self.foes_might + other.foes_might,
        }
    }

    #[inline]
    fn minus(self, other: LocalStrength) -> LocalStrength {
        LocalStrength {
            friends: self.friends - other.friends,
            foes: self.foes - other.foes,
            own_might: self.own_might - other.own_might,
            foes_might: self.foes_might - other.foes_might,
        }
    }
}

/// Where a body is, and its might.
#[derive(Clone, Copy)]
struct MightAtPoint {
    /// Its block.
    block: u32,
    /// The row of the sums that this block has.
    sum: u32,
    might: i64,
}

/// The tallies round one point that were asked for last, by radius.
#[derive(Default)]
pub(super) struct LocalStrengths {
    known: [Cell<Option<(Fx, LocalStrength)>>; 3],
    /// Which of them is forgotten next.
    oldest: Cell<usize>,
}

impl LocalStrengths {
    /// The tally of a radius, which is taken when it is not known.
    #[inline]
    pub(super) fn of(&self, radius: Fx, take: impl FnOnce() -> LocalStrength) -> LocalStrength {
        let mut known = self.known.iter().filter_map(Cell::get);
        if let Some((_, tally)) = known.find(|(cells, _)| *cells == radius) {
            return tally;
        }
        let (tally, oldest) = (take(), self.oldest.get());
        self.known[oldest].set(Some((radius, tally)));
        self.oldest.set((oldest + 1) % self.known.len());
        tally
    }
}

/// What one team sees.
#[derive(Clone, Default)]
struct TeamEyes {
    /// Where the foes of each block start in `seen`, and where the last ones end.
    starts: Vec<u32>,
    /// Units of others, block by block.
    seen: Vec<SeenFoe>,
    /// The tags of the foes in each block together.
    tags: Vec<u64>,
    /// Units of others in the order of rows, and the block of each (scratch).
    found: Vec<(u32, SeenFoe)>,
    /// Of each block with all that lie north and west of it, below an empty row and beside an empty column.
    sums: Vec<LocalStrength>,
}

/// What all teams with minds see when the tick begins.
#[derive(Clone, Default)]
pub(crate) struct LocalOdds {
    lattice: BlockGrid,
    teams: Vec<TeamEyes>,
    /// Rows of the frame of buildings with a weapon.
    pub(super) towers: Vec<u32>,
    /// Where each row is, and its might (scratch).
    places: Vec<MightAtPoint>,
}

impl FillWithJunk for LocalOdds {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let LocalOdds { lattice, teams, towers, places } = self;
        *lattice = BlockGrid::over(8 + junk.below(40) as u16, 8 + junk.below(40) as u16);
        *towers = junk.some(|junk| junk.number() as u32);
        *places = junk.some(|junk| MightAtPoint { block: 0, sum: 0, might: junk.below(1 << 20) as i64 });
        *teams = junk.some(|junk| {
            let seen =
                |junk: &mut Junk| SeenFoe { position: junk.point(), radius: Fx::HALF, row: 0, tags: junk.number() };
            TeamEyes {
                starts: junk.some(|junk| junk.below(40) as u32),
                seen: junk.some(seen),
                tags: junk.some(Junk::number),
                found: junk.some(|junk| (0, seen(junk))),
                sums: junk.some(|junk| LocalStrength {
                    friends: junk.below(40) as i32,
                    foes: 1,
                    own_might: 1,
                    foes_might: 1,
                }),
            }
        });
    }
}

impl LocalOdds {
    /// Looks round for all teams with minds; `aims` says by row whom each weapon is on. A worker is a match for somebody only while
    /// it fights.
    pub(super) fn fill(&mut self, scene: &Scene<'_>, lore: Lore<'_>, aims: &[UnitId]) {
        let (frame, map) = (scene.frame, &scene.scenario.map);
        self.lattice = BlockGrid::over(map.width, map.height);
        let lattice = self.lattice;
        self.towers.clear();
        let armed = |row: &usize| {
            let body = &frame.bodies[*row];
            body.is_present() && scene.kind(body.kind).weapon.is_some()
        };
        self.towers.extend((frame.units..frame.bodies.len()).filter(armed).map(|row| row as u32));
        // Rows beside each other are mostly of one owner and kind, whose damage is reckoned once.
        let mut last: Option<((PlayerId, KindId), Fx, bool)> = None;
        let place = |(at, body): (usize, &SpatialRow)| {
            let same = last.filter(|(whose, ..)| *whose == (body.owner(), body.kind));
            let (_, damage, works) = *last.insert(same.unwrap_or_else(|| {
                let works = scene.kind(body.kind).worker.is_some();
                ((body.owner(), body.kind), damage_a_second(scene, body), works)
            }));
            let fights = !works || aims.get(at).is_some_and(|aim| aim.is_some());
            let (block, row) = lattice.block(body.position);
            let might = if fights { might(body, damage) } else { 0 };
            MightAtPoint { block, sum: block + row + lattice.columns() as u32 + 2, might }
        };
        self.places.clear();
        self.places.extend(frame.bodies.iter().enumerate().map(place));
        self.teams.resize_with(scene.scenario.teams(), TeamEyes::default);
        let players = scene.scenario.players.iter().enumerate().filter(|(_, player)| player.minds);
        let thinking = players.filter_map(|(row, _)| Some(scene.players.get(row)?.team.index()));
        let thinking = thinking.fold(0u32, |teams, team| teams | 1 << team);
        let (towers, places) = (&self.towers, &self.places);
        for (team, eyes) in self.teams.iter_mut().enumerate().filter(|(team, _)| thinking >> team & 1 != 0) {
            eyes.look(frame, lore, &lattice, team as u8, towers, places);
        }
    }

    /// Who is about, in the view of a team, in the blocks that touch a square of this half side.
    #[inline]
    fn sum(&self, team: usize, point: Vec2, half: Fx) -> LocalStrength {
        let Some(eyes) = self.teams.get(team).filter(|eyes| !eyes.sums.is_empty()) else {
            return LocalStrength::default();
        };
        let (columns, rows) = self.lattice.touched(point, half);
        let stride = self.lattice.columns() + 1;
        let at = |column: usize, row: usize| eyes.sums[row * stride + column];
        let (west, east, north, south) = (*columns.start(), columns.end() + 1, *rows.start(), rows.end() + 1);
        at(east, south).minus(at(west, south)).minus(at(east, north)).plus(at(west, north))
    }

    /// Who is about within `radius` of a point or somewhat farther, as a team sees it: nobody is left out.
    #[inline]
    pub(super) fn about(&self, team: usize, point: Vec2, radius: Fx) -> LocalStrength {
        self.sum(team, point, radius)
    }

    /// Who is within about `radius` of a point, as a team sees it: in a square of blocks that is about as large.
    #[inline]
    pub(super) fn around(&self, team: usize, point: Vec2, radius: Fx) -> LocalStrength {
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
        mut each: impl FnMut(&SeenFoe, i64),
    ) {
        let Some(eyes) = self.teams.get(team).filter(|eyes| !eyes.seen.is_empty()) else { return };
        let meant = tag.map_or(u64::MAX, |tag| 1 << (tag & 63));
        let (columns, rows) = self.lattice.touched(point, radius + SpatialRow::MAX_RADIUS);
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

impl TeamEyes {
    fn look(
        &mut self,
        frame: &SpatialSnapshot,
        lore: Lore<'_>,
        lattice: &BlockGrid,
        team: u8,
        towers: &[u32],
        places: &[MightAtPoint],
    ) {
        let blocks = lattice.count();
        self.starts.clear();
        self.starts.resize(blocks + 1, 0);
        self.tags.clear();
        self.tags.resize(blocks, 0);
        let (columns, stride) = (lattice.columns(), lattice.columns() + 1);
        self.sums.clear();
        self.sums.resize(stride * (blocks / columns + 1), LocalStrength::default());
        self.found.clear();
        let (units, buildings) = frame.bodies.split_at(frame.units);
        let (of_units, of_buildings) = places.split_at(frame.units);
        for ((row, body), place) in (0..).zip(units).zip(of_units).filter(|((_, body), _)| body.is_present()) {
            if body.team == team {
                self.tally(place).friends += 1;
                self.tally(place).own_might += place.might;
            } else if is_foe(team, body) {
                let tags = lore.tags_of(body.kind);
                self.add_foe(place);
                self.starts[place.block as usize] += 1;
                self.tags[place.block as usize] |= tags;
                self.found.push((place.block, SeenFoe { position: body.position, radius: body.radius, row, tags }));
            }
        }
        for row in towers.iter().map(|row| *row as usize - frame.units) {
            if buildings[row].team == team {
                self.tally(&of_buildings[row]).own_might += of_buildings[row].might;
            } else if is_foe(team, &buildings[row]) {
                self.add_foe(&of_buildings[row]);
            }
        }
        self.add_up(stride);
        self.sort();
    }

    #[inline]
    fn tally(&mut self, place: &MightAtPoint) -> &mut LocalStrength {
        &mut self.sums[place.sum as usize]
    }

    #[inline]
    fn add_foe(&mut self, place: &MightAtPoint) {
        let tally = self.tally(place);
        tally.foes += 1;
        tally.foes_might += place.might;
    }

    /// Turns the tallies of blocks into sums over all that lie north and west.
    fn add_up(&mut self, stride: usize) {
        for row in 1..self.sums.len() / stride {
            let mut run = LocalStrength::default();
            for at in row * stride..(row + 1) * stride {
                run = run.plus(self.sums[at]);
                self.sums[at] = run.plus(self.sums[at - stride]);
            }
        }
    }

    /// Sorts foes by block, which have been counted.
    fn sort(&mut self) {
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        let nobody = SeenFoe { position: Vec2::ZERO, radius: Fx::ZERO, row: 0, tags: 0 };
        self.seen.resize(self.found.len(), nobody);
        for (block, seen) in &self.found {
            let start = &mut self.starts[*block as usize];
            *start -= 1;
            self.seen[*start as usize] = *seen;
        }
    }
}

/// Whether a body is of another team, and this one sees it.
fn is_foe(team: u8, body: &SpatialRow) -> bool {
    body.team != team && body.team != u8::MAX && body.seen_by_team(team)
}
