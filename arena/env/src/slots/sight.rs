//! What a player knows after a tick, as plain rows: what slots, masks and macro actions are made from, whoever filled them in.

use sandtable_model::rules::{Kind, Rules};
use sandtable_model::scenario::{Fog, Scenario};
use sandtable_sim::view::{ForeignBody, KnownNode, OwnBuilding, OwnUnit, View};
use sandtable_state::id::{KindId, PlayerId, SquadId, TechId};
use sandtable_state::limits::MAX_RESOURCES;

/// What a player knows after a tick.
///
/// It is filled from a [`View`], or from the messages that bots are sent, which say as much.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSight {
    /// Whose knowledge it is.
    pub me: PlayerId,
    /// The last tick.
    pub tick: u32,
    /// Whether the player is out of the match.
    pub out: bool,
    /// Own stock of each resource.
    pub stock: [u32; MAX_RESOURCES],
    /// Supply used and supply available.
    pub supply: [u16; 2],
    /// Own units, by ascending handle.
    pub units: Vec<OwnUnit>,
    /// Own buildings, by ascending handle.
    pub buildings: Vec<OwnBuilding>,
    /// What others have, as far as it is seen or remembered.
    pub foreign: Vec<ForeignBody>,
    /// Nodes that are not known to be empty.
    pub nodes: Vec<KnownNode>,
    /// By cell: 0 unexplored, 1 explored, 2 visible, and 4 more where somebody on foot can be.
    pub cells: Vec<u8>,
    /// By kind, whether it can be made now: needs, cost and supply.
    pub makeable: Vec<bool>,
    /// By technology, whether it can be researched now.
    pub researchable: Vec<bool>,
    /// By technology, whether it is finished.
    pub researched: Vec<bool>,
    /// By kind, full hit points of own entities, technologies counted; in 65,536ths.
    pub max_hp: Vec<i32>,
}

impl PlayerSight {
    /// Takes everything anew from a view.
    pub fn look(&mut self, view: &View<'_>) {
        let rules = view.rules();
        let kinds = || (0..rules.kinds.len() as u16).map(KindId);
        let techs = || (0..rules.techs.len() as u16).map(TechId);
        let (used, cap) = view.supply();
        (self.me, self.tick, self.out) = (view.me(), view.tick(), view.is_out(view.me()));
        (self.stock, self.supply) = (view.resources(), [used, cap]);
        refill(&mut self.units, view.look_at_own_units().each().map(|look| look.unit()));
        self.buildings = view.own_buildings();
        refill(&mut self.foreign, view.foreign());
        refill(&mut self.nodes, view.each_node().map(|look| look.node()));
        view.cells(&mut self.cells);
        refill(&mut self.makeable, kinds().map(|kind| view.can_make(kind).is_ok()));
        refill(&mut self.researchable, techs().map(|tech| view.can_research(tech).is_ok()));
        refill(&mut self.researched, techs().map(|tech| view.has_tech(tech)));
        refill(&mut self.max_hp, kinds().map(|kind| view.stats(kind).max_hp.bits()));
    }

    /// What of others can be attacked now: hostile, and in sight.
    pub fn targets(&self) -> impl Iterator<Item = &ForeignBody> {
        self.foreign.iter().filter(|body| body.hostile && body.visible)
    }

    /// The nodes that one of a kind can gather from.
    pub fn nodes_for<'s>(&'s self, rules: &'s Rules, kind: &'s Kind) -> impl Iterator<Item = &'s KnownNode> {
        self.nodes.iter().filter(|node| gathers(rules, kind, node.kind))
    }

    /// The own squads, ascending, each with the number of its members.
    pub fn squads(&self) -> Vec<(SquadId, u32)> {
        let mut ids: Vec<SquadId> = self.units.iter().map(|unit| unit.squad).filter(|squad| !squad.is_none()).collect();
        ids.sort_unstable();
        let mut counted: Vec<(SquadId, u32)> = Vec::new();
        for id in ids {
            match counted.last_mut() {
                Some((last, count)) if *last == id => *count += 1,
                _ => counted.push((id, 1)),
            }
        }
        counted
    }
}

fn refill<T>(list: &mut Vec<T>, rows: impl IntoIterator<Item = T>) {
    list.clear();
    list.extend(rows);
}

/// Where buildings may be marked out, as far as a player knows: what [`View::can_place`] says of every cell at once.
#[derive(Clone, Debug, Default)]
pub struct BuildingGround {
    /// By row of the map, a bit for each cell from the west: whether terrain and knowledge allow a building on it.
    free: Vec<u64>,
    /// Words of a row.
    words: usize,
    width: i16,
    height: i16,
}

/// Cells of a word.
const WORD: usize = 64;

impl BuildingGround {
    /// Takes it anew from what a player knows.
    pub fn look(&mut self, scenario: &Scenario, sight: &PlayerSight) {
        let (map, rules) = (&scenario.map, &scenario.rules);
        (self.width, self.height) = (map.width as i16, map.height as i16);
        self.words = usize::from(map.width).div_ceil(WORD);
        let mut buildable = [0; 256];
        rules.terrain.iter().zip(&mut buildable).for_each(|(terrain, to)| *to = u64::from(terrain.buildable));
        // A cell in sight or explored, or any where nothing needs exploring.
        let known = if scenario.fog == Fog::Full { [0, 1, 1, 1] } else { [1; 4] };
        let free = |(terrain, cell): (&u8, &u8)| {
            buildable[usize::from(*terrain)] & u64::from(cell >> 2 & 1) & known[usize::from(cell & 3)]
        };
        let word = |(terrain, cells): (&[u8], &[u8])| {
            terrain.iter().zip(cells).enumerate().fold(0, |word, (at, cell)| word | free(cell) << at)
        };
        let width = usize::from(map.width.max(1));
        let rows = map.terrain.chunks_exact(width).zip(sight.cells.chunks_exact(width));
        refill(
            &mut self.free,
            rows.flat_map(|(terrain, cells)| terrain.chunks(WORD).zip(cells.chunks(WORD)).map(word)),
        );
        self.take_planned(rules, sight);
    }

    /// Cells of the team's planned buildings and gates are passable, and taken all the same.
    fn take_planned(&mut self, rules: &Rules, sight: &PlayerSight) {
        use sandtable_model::rules::Class;
        use sandtable_sim::component::ConstructionStage::Planned;
        let gate = |kind: KindId| rules.kind(kind).footprint.as_ref().is_some_and(|footprint| footprint.gate);
        let own = sight.buildings.iter().filter(|one| one.stage == Planned || gate(one.kind));
        let own = own.map(|one| (one.kind, one.cell.x, one.cell.y)).collect::<Vec<_>>();
        own.into_iter().for_each(|(kind, x, y)| self.take(rules, kind, x, y));
        let allied = sight
            .foreign
            .iter()
            .filter(|one| one.class == Class::Building && !one.hostile && (one.stage == Planned || gate(one.kind)));
        for body in allied {
            let [width, height] = size(rules, body.kind);
            let corner = |middle: i32, side: i16| ((middle - (i32::from(side) << 15)) >> 16) as i16;
            self.take(rules, body.kind, corner(body.position.x.bits(), width), corner(body.position.y.bits(), height));
        }
    }

    /// Marks the cells of a building as taken.
    pub fn take(&mut self, rules: &Rules, kind: KindId, x: i16, y: i16) {
        let [width, height] = size(rules, kind);
        for row in y.max(0)..(y + height).min(self.height) {
            for column in x.max(0)..(x + width).min(self.width) {
                let (word, bit) = self.place(column, row);
                self.free[word] &= !(1 << bit);
            }
        }
    }

    /// The word of a cell of the map, and its bit.
    const fn place(&self, x: i16, y: i16) -> (usize, usize) {
        (y as usize * self.words + x as usize / WORD, x as usize % WORD)
    }

    /// Calls `found` with each row of the map and, by bit, the cells of it from which on a rectangle is free, the north-west one there.
    pub(super) fn each_fit(&self, width: i16, height: i16, mut found: impl FnMut(i16, &[u64])) {
        let (mut fit, mut shifted) = (vec![0; self.words], vec![0; self.words]);
        for y in 0..=self.height - height {
            let rows = &self.free[y as usize * self.words..][..height as usize * self.words];
            fit.fill(u64::MAX);
            rows.chunks_exact(self.words).for_each(|row| meet(&mut fit, row));
            shifted.copy_from_slice(&fit);
            for _ in 1..width {
                // All cells one to the west; beyond the east nothing is free.
                for at in 0..self.words {
                    shifted[at] = shifted[at] >> 1 | shifted.get(at + 1).map_or(0, |next| next << (WORD - 1));
                }
                meet(&mut fit, &shifted);
            }
            found(y, &fit);
        }
    }

    /// Whether a building of a kind may be marked out with its north-west cell here.
    pub fn takes(&self, rules: &Rules, kind: KindId, x: i16, y: i16) -> bool {
        let [width, height] = size(rules, kind);
        self.fits(width, height, x, y)
    }

    /// Whether the cells of a rectangle are free, the north-west one here.
    pub fn fits(&self, width: i16, height: i16, x: i16, y: i16) -> bool {
        x >= 0
            && y >= 0
            && x + width <= self.width
            && y + height <= self.height
            && (y..y + height).all(|row| {
                (x..x + width).all(|column| {
                    let (word, bit) = self.place(column, row);
                    self.free[word] >> bit & 1 != 0
                })
            })
    }
}

fn meet(to: &mut [u64], with: &[u64]) {
    to.iter_mut().zip(with).for_each(|(to, with)| *to &= with);
}

/// Whether one of a kind can gather from a node of another.
pub(crate) fn gathers(rules: &Rules, kind: &Kind, node: KindId) -> bool {
    let stock = rules.kind(node).stock.as_ref();
    let worker = kind.worker.as_ref();
    stock.zip(worker).is_some_and(|(stock, worker)| worker.gather_ticks[stock.resource.index()] > 0)
}

/// Cells eastwards and southwards that a kind stands on.
pub(crate) fn size(rules: &Rules, kind: KindId) -> [i16; 2] {
    rules.kind(kind).footprint.as_ref().map_or([1, 1], |it| [i16::from(it.width), i16::from(it.height)])
}
