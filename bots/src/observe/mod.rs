//! What a bot is shown: all that a view shows, once as a whole and then only what has changed.

mod binary;
mod json;
mod row;
mod sink;

use sandtable_sim::id::{KindId, PlayerId, TechId};
use sandtable_sim::rules::Stats;
use sandtable_sim::view::{Foreign, KnownNode, OwnBuilding, OwnSquad, OwnUnit, View};

pub use binary::Binary;
pub use json::Json;
pub use row::{Oneself, Row, all_fields};
pub use sink::{Sink, Value};

/// All that one player's view shows.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// The last tick.
    pub tick: u32,
    /// The player itself.
    pub me: Oneself,
    /// Own stats of each kind, technologies counted.
    pub stats: Vec<(KindId, Stats)>,
    /// Own units.
    pub units: Vec<OwnUnit>,
    /// Own squads.
    pub squads: Vec<OwnSquad>,
    /// Own buildings.
    pub buildings: Vec<OwnBuilding>,
    /// What others have, as far as it is seen or remembered.
    pub foreign: Vec<Foreign>,
    /// Nodes that are not known to be empty.
    pub nodes: Vec<KnownNode>,
    /// [`View::cells`]; empty for a bot that does not want them.
    pub cells: Vec<u8>,
}

impl Observation {
    /// Takes everything anew but the stats.
    fn look(&mut self, view: &View<'_>, with_cells: bool) {
        self.tick = view.tick();
        self.me = oneself(view);
        self.units = view.own_units();
        self.squads = view.own_squads();
        self.buildings = view.own_buildings();
        self.foreign = view.foreign();
        self.nodes = view.nodes();
        if with_cells {
            view.cells(&mut self.cells);
        }
    }
}

fn oneself(view: &View<'_>) -> Oneself {
    let rules = view.rules();
    let resources = rules.resources.len();
    let (used, cap) = view.supply();
    let totals = view.totals();
    let techs = |has: &dyn Fn(TechId) -> bool| (0..rules.techs.len() as u16).filter(|row| has(TechId(*row))).collect();
    Oneself {
        stock: view.resources()[..resources].to_vec(),
        supply: [used, cap],
        techs: techs(&|tech| view.has_tech(tech)),
        researching: techs(&|tech| view.is_researching(tech)),
        out: (0..view.players()).filter(|player| view.is_out(PlayerId(*player))).collect(),
        next_squad: view.next_squad().0,
        gathered: totals.gathered[..resources].to_vec(),
        spent: totals.spent[..resources].to_vec(),
        sums: vec![
            totals.units_made,
            totals.buildings_made,
            totals.units_lost,
            totals.buildings_lost,
            totals.units_killed,
            totals.buildings_razed,
            totals.value_lost,
            totals.value_killed,
            totals.damage_done,
            totals.orders,
        ],
        rejected: totals.rejected,
    }
}

/// The differences of two lists, with room that is kept.
#[derive(Debug, Default)]
struct Changes {
    gone: Vec<u32>,
    /// Row and fields.
    rows: Vec<(u32, u32)>,
}

impl Changes {
    /// Both lists are by ascending id.
    fn find<R: Row>(&mut self, before: &[R], now: &[R]) {
        self.gone.clear();
        self.rows.clear();
        let mut old = before.iter().peekable();
        for (at, row) in now.iter().enumerate() {
            while let Some(gone) = old.next_if(|old| old.id() < row.id()) {
                self.gone.push(gone.id());
            }
            let same = old.next_if(|old| old.id() == row.id());
            let mask = same.map_or(all_fields::<R>(), |old| row.changed(old));
            if mask != 0 {
                self.rows.push((at as u32, mask));
            }
        }
        self.gone.extend(old.map(Row::id));
    }

    fn put<R: Row, S: Sink>(&mut self, name: &'static str, before: &[R], now: &[R], sink: &mut S) {
        self.find(before, now);
        sink.rows(name, &self.gone, self.rows.len() as u32);
        for (at, mask) in &self.rows {
            let row = &now[*at as usize];
            sink.row(row.id(), *mask);
            row.put(*mask, sink);
            sink.end_row();
        }
        sink.end_rows();
    }
}

/// Writes observations, each as what has changed since the one before.
#[derive(Debug, Default)]
pub struct Differ {
    before: Observation,
    now: Observation,
    has_before: bool,
    changes: Changes,
    runs: Vec<(u32, u32)>,
}

impl Differ {
    /// The latest observation.
    pub fn latest(&self) -> &Observation {
        &self.before
    }

    /// Looks, and writes what is seen.
    pub fn write<S: Sink>(&mut self, view: &View<'_>, with_cells: bool, sink: &mut S) {
        self.now.look(view, with_cells);
        let Differ { before, now, changes, .. } = self;
        // Technologies are never unlearnt: stats change when there is one more.
        let learnt = !self.has_before || now.me.techs.len() != before.me.techs.len();
        if learnt {
            now.stats = view.rules().kinds().map(|(kind, _)| (kind, view.stats(kind).clone())).collect();
        } else {
            std::mem::swap(&mut now.stats, &mut before.stats);
        }
        let known_stats = if learnt { &before.stats } else { &now.stats };
        sink.begin(now.tick, !self.has_before);
        let mask = if self.has_before { now.me.changed(&before.me) } else { all_fields::<Oneself>() };
        sink.single("me", mask);
        now.me.put(mask, sink);
        sink.end_single();
        changes.put("stats", known_stats, &now.stats, sink);
        changes.put("units", &before.units, &now.units, sink);
        changes.put("squads", &before.squads, &now.squads, sink);
        changes.put("buildings", &before.buildings, &now.buildings, sink);
        changes.put("foreign", &before.foreign, &now.foreign, sink);
        changes.put("nodes", &before.nodes, &now.nodes, sink);
        find_runs(&before.cells, &now.cells, &mut self.runs);
        sink.cells(&now.cells, &self.runs);
        sink.end();
        std::mem::swap(&mut self.before, &mut self.now);
        self.has_before = true;
    }
}

/// Cells alike between two changed ones at most that are sent along with them: a run of its own is as long.
const GAP: usize = 8;

/// The runs of cells that are not as they were, from where and how long.
fn find_runs(before: &[u8], now: &[u8], runs: &mut Vec<(u32, u32)>) {
    runs.clear();
    if before.len() != now.len() {
        if !now.is_empty() {
            runs.push((0, now.len() as u32));
        }
        return;
    }
    for (block, (was, is)) in before.chunks(64).zip(now.chunks(64)).enumerate() {
        // Most are as they were, and comparing blocks is quick.
        if was == is {
            continue;
        }
        let changed = was.iter().zip(is).enumerate().filter(|(_, (was, is))| was != is);
        changed.for_each(|(at, _)| add_to_runs(runs, block * 64 + at));
    }
}

fn add_to_runs(runs: &mut Vec<(u32, u32)>, at: usize) {
    match runs.last_mut() {
        Some((start, length)) if at - (*start + *length) as usize <= GAP => *length = at as u32 + 1 - *start,
        _ => runs.push((at as u32, 1)),
    }
}
