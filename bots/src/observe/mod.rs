//! What a bot is shown: all that a view shows, once as a whole and then only what has changed.

mod binary;
mod json;
mod row;
mod sink;

use sandtable_sim::id::{KindId, PlayerId, TechId};
use sandtable_sim::rules::Stats;
use sandtable_sim::view::{CellMemory, Foreign, KnownNode, OwnBuilding, OwnSquad, OwnUnit, View};

pub use binary::Binary;
pub use json::Json;
pub use row::{Oneself, Row, all_fields};
pub use sink::{Sink, Value};

/// All that one player's view shows, but the cells.
#[derive(Debug, Default)]
struct Observation {
    me: Oneself,
    /// Own stats of each kind, technologies counted.
    stats: Vec<(KindId, Stats)>,
    units: Vec<OwnUnit>,
    squads: Vec<OwnSquad>,
    buildings: Vec<OwnBuilding>,
    foreign: Vec<Foreign>,
    nodes: Vec<KnownNode>,
}

impl Observation {
    /// Takes everything anew but the stats.
    fn look(&mut self, view: &View<'_>) {
        self.me = oneself(view);
        view.own_units_into(&mut self.units);
        self.squads = view.own_squads();
        self.buildings = view.own_buildings();
        view.foreign_into(&mut self.foreign);
        view.nodes_into(&mut self.nodes);
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
        let mut old = before;
        for (at, row) in now.iter().enumerate() {
            let mut mask = all_fields::<R>();
            while let Some((first, rest)) = old.split_first().filter(|(first, _)| first.id() <= row.id()) {
                if first.id() == row.id() {
                    mask = row.changed(first);
                } else {
                    self.gone.push(first.id());
                }
                old = rest;
            }
            if mask != 0 {
                self.rows.push((at as u32, mask));
            }
        }
        self.gone.extend(old.iter().map(Row::id));
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
    cells: CellMemory,
    /// Where cells have changed, and how many in a row.
    runs: Vec<(u32, u32)>,
}

impl Differ {
    /// Looks, and writes what is seen.
    pub fn write<S: Sink>(&mut self, view: &View<'_>, with_cells: bool, sink: &mut S) {
        self.now.look(view);
        self.runs.clear();
        if with_cells {
            self.cells.look(view, |cell| add_to_runs(&mut self.runs, cell));
        }
        let Differ { before, now, changes, .. } = self;
        // Technologies are never unlearnt: stats change when there is one more.
        let learnt = !self.has_before || now.me.techs.len() != before.me.techs.len();
        if learnt {
            now.stats = view.rules().kinds().map(|(kind, _)| (kind, view.stats(kind).clone())).collect();
        } else {
            std::mem::swap(&mut now.stats, &mut before.stats);
        }
        let (had, have): (&[_], &[_]) = if learnt { (&before.stats, &now.stats) } else { (&[], &[]) };
        sink.begin(view.tick(), !self.has_before);
        let mask = if self.has_before { now.me.changed(&before.me) } else { all_fields::<Oneself>() };
        sink.single("me", mask);
        now.me.put(mask, sink);
        sink.end_single();
        changes.put("stats", had, have, sink);
        changes.put("units", &before.units, &now.units, sink);
        changes.put("squads", &before.squads, &now.squads, sink);
        changes.put("buildings", &before.buildings, &now.buildings, sink);
        changes.put("foreign", &before.foreign, &now.foreign, sink);
        changes.put("nodes", &before.nodes, &now.nodes, sink);
        sink.cells(self.cells.cells(), &self.runs);
        sink.end();
        std::mem::swap(&mut self.before, &mut self.now);
        self.has_before = true;
    }
}

/// Cells alike between two changed ones at most that are sent along with them: a run of its own is as long.
const GAP: usize = 8;

/// Adds a cell that has changed; they come in ascending order.
#[inline]
fn add_to_runs(runs: &mut Vec<(u32, u32)>, at: usize) {
    match runs.last_mut() {
        Some((start, length)) if at - (*start + *length) as usize <= GAP => *length = at as u32 + 1 - *start,
        _ => runs.push((at as u32, 1)),
    }
}
