//! What a bot is shown: all that a view shows, once as a whole and then only what has changed.

mod binary;
mod json;
mod row;
mod shown;
mod sink;

use sandtable_ai::RefusedOrder;
use sandtable_model::rules::Stats;
use sandtable_sim::view::{CellMemory, ForeignBody, ForeignOrder, KnownNode, OwnBuilding, OwnSquad, OwnUnit, View};
use sandtable_state::id::{KindId, PlayerId, TechId};
use sandtable_state::limits::MAX_ORDERS_PER_TICK;

use crate::version::PROTOCOL;

pub use binary::BinarySink;
pub use json::JsonSink;
pub use row::{ObservationRow, PlayerRow, all_fields};
pub use sink::{FieldValue, ObservationSink};

use shown::ShownRows;

/// Takes what a view shows of the player itself, into the room there is.
fn renew_oneself(view: &View<'_>, me: &mut PlayerRow) {
    let rules = view.rules();
    let (used, cap) = view.supply();
    let totals = view.totals();
    let techs = |has: &dyn Fn(TechId) -> bool, list: &mut Vec<u16>| {
        refill(list, (0..rules.techs.len() as u16).filter(|row| has(TechId(*row))));
    };
    let of_resources =
        |amounts: &[u32], list: &mut Vec<u32>| refill(list, amounts[..rules.resources.len()].iter().copied());
    of_resources(&view.resources(), &mut me.stock);
    of_resources(&totals.gathered, &mut me.gathered);
    of_resources(&totals.spent, &mut me.spent);
    techs(&|tech| view.has_tech(tech), &mut me.techs);
    techs(&|tech| view.is_researching(tech), &mut me.researching);
    refill(&mut me.out, (0..view.players()).filter(|player| view.is_out(PlayerId(*player))));
    me.supply = [used, cap];
    me.next_squad = view.next_squad().0;
    me.sums = [
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
    ];
    me.rejected = totals.rejected;
}

fn refill<T>(list: &mut Vec<T>, with: impl Iterator<Item = T>) {
    list.clear();
    list.extend(with);
}

/// Writes observations, each as what has changed since the one before.
///
/// # Examples
///
/// The first observation is whole, later ones say what has changed; one walk writes lines of JSON or bytes:
///
/// ```
/// use sandtable_bots::observe::{BinarySink, JsonSink, ObservationDiffer};
/// use sandtable_sim::World;
/// use sandtable_state::id::PlayerId;
/// use sandtable_sim::view::View;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let mut world = World::new(scenario, 1);
/// let (mut differ, mut json) = (ObservationDiffer::default(), JsonSink::default());
/// differ.write(&View::new(&world, PlayerId(0)), true, &mut json);
/// let whole = json.line().len();
/// assert!(json.line().starts_with(br#"{"type":"observe","tick":0,"whole":true"#));
///
/// world.step(&[]);
/// json.clear();
/// differ.write(&View::new(&world, PlayerId(0)), true, &mut json);
/// assert!(json.line().len() < whole / 2);
///
/// let (mut differ, mut binary) = (ObservationDiffer::default(), BinarySink::default());
/// differ.write(&View::new(&world, PlayerId(0)), true, &mut binary);
/// assert_eq!(binary.bytes()[..8], [1, 0, 0, 0, 1, 0, 0, 0]);
/// ```
#[derive(Debug)]
pub struct ObservationDiffer {
    has_begun: bool,
    /// The version of the protocol that the bot speaks.
    protocol: u32,
    me: PlayerRow,
    /// As it was before.
    before: PlayerRow,
    /// Own stats of each kind, technologies counted.
    stats: ShownRows<(KindId, Stats)>,
    units: ShownRows<OwnUnit>,
    squads: ShownRows<OwnSquad>,
    buildings: ShownRows<OwnBuilding>,
    foreign: ShownRows<ForeignBody>,
    nodes: ShownRows<KnownNode>,
    cells: CellMemory,
    /// Where cells have changed, and how many in a row.
    runs: Vec<(u32, u32)>,
    foreign_order: ForeignOrder,
    /// Orders refused since the observation before, [`MAX_ORDERS_PER_TICK`] at most: a decision has no more.
    refused: Vec<RefusedOrder>,
}

impl Default for ObservationDiffer {
    fn default() -> ObservationDiffer {
        ObservationDiffer::speaking(PROTOCOL)
    }
}

impl ObservationDiffer {
    /// One for a bot that speaks this version of the protocol.
    pub fn speaking(protocol: u32) -> ObservationDiffer {
        ObservationDiffer {
            has_begun: false,
            protocol,
            me: PlayerRow::default(),
            before: PlayerRow::default(),
            stats: ShownRows::default(),
            units: ShownRows::default(),
            squads: ShownRows::default(),
            buildings: ShownRows::default(),
            foreign: ShownRows::default(),
            nodes: ShownRows::default(),
            cells: CellMemory::default(),
            runs: Vec::new(),
            foreign_order: ForeignOrder::default(),
            refused: Vec::new(),
        }
    }

    /// Takes note of an order that was refused: the next observation tells of it.
    pub fn note_refused(&mut self, order: &RefusedOrder) {
        if self.refused.len() < MAX_ORDERS_PER_TICK {
            self.refused.push(*order);
        }
    }

    /// Looks, and writes what is seen.
    pub fn write<S: ObservationSink>(&mut self, view: &View<'_>, with_cells: bool, sink: &mut S) {
        let mask = self.look(view, with_cells);
        sink.begin(view.tick(), !self.has_begun);
        sink.single("me", mask);
        self.me.put(mask, sink);
        sink.end_single();
        self.stats.put("stats", sink);
        self.units.put("units", sink);
        self.squads.put("squads", sink);
        self.buildings.put("buildings", sink);
        self.foreign.put("foreign", sink);
        self.nodes.put("nodes", sink);
        sink.cells(self.cells.cells(), &self.runs);
        if self.protocol >= 3 {
            sink.refused(&self.refused);
        }
        self.refused.clear();
        sink.end();
        self.has_begun = true;
    }

    /// Notes what has changed; the fields of the player itself in which it has.
    fn look(&mut self, view: &View<'_>, with_cells: bool) -> u32 {
        std::mem::swap(&mut self.me, &mut self.before);
        renew_oneself(view, &mut self.me);
        // Technologies are never unlearnt: stats change when there is one more.
        if !self.has_begun || self.me.techs.len() != self.before.techs.len() {
            self.stats.renew(view.rules().kinds().map(|(kind, _)| (kind, view.stats(kind).clone())));
        } else {
            self.stats.stay();
        }
        self.units.renew(view.look_at_own_units().each());
        self.squads.renew(view.own_squads());
        self.buildings.renew(view.own_buildings());
        self.foreign.renew(view.each_foreign(&mut self.foreign_order));
        self.nodes.renew(view.each_node());
        self.runs.clear();
        if with_cells {
            self.cells.look(view, |cell| add_to_runs(&mut self.runs, cell));
        }
        if self.has_begun { self.me.changed(&self.before) } else { all_fields::<PlayerRow>() }
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
