//! What can be ordered: for each own entity the verbs that would be taken, and what they could be about.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::Kind;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::order::Order;
use sandtable_sim::view::{ForeignBody, KnownNode, OwnBuilding, OwnUnit, View};
use sandtable_state::id::{Handle, KindId, TechId};
use sandtable_state::limits::MAX_PRODUCTION;
use sandtable_state::rng::Rng;

/// The verbs of a mask: bit n of [`MaskEntry::verbs`] is the verb in row n.
pub const VERBS: [&str; 11] =
    ["move", "attack_move", "attack", "patrol", "hold", "stop", "gather", "build", "train", "research", "rally"];

const MOVE: u32 = 1;
const ATTACK_MOVE: u32 = 1 << 1;
const ATTACK: u32 = 1 << 2;
const PATROL: u32 = 1 << 3;
const HOLD: u32 = 1 << 4;
const STOP: u32 = 1 << 5;
const GATHER: u32 = 1 << 6;
const BUILD: u32 = 1 << 7;
const TRAIN: u32 = 1 << 8;
const RESEARCH: u32 = 1 << 9;
const RALLY: u32 = 1 << 10;

/// Cells that are tried for a building.
const TRIES: u32 = 16;

/// An own entity of a mask, and the verbs it can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskEntry {
    /// The entity.
    pub handle: Handle,
    /// Its kind.
    pub kind: KindId,
    /// A bit for each of [`VERBS`].
    pub verbs: u32,
}

/// What a player can order, by the state that was looked at: an order that follows the mask is taken in the next
/// tick. Under an order delay it applies later, and what has changed by then may have it refused.
///
/// # Examples
///
/// ```
/// use sandtable_env::{Env, EnvOptions, Observation};
/// use sandtable_state::id::PlayerId;
/// use sandtable_state::rng::Rng;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let env = Env::new(scenario, EnvOptions::default());
/// let mut seen = Observation::default();
/// env.observe(PlayerId(0), &mut seen);
/// let mask = &seen.mask;
/// let first = mask.able[0].handle;
/// assert!(mask.allows(first, "move") && !mask.allows(first, "fly"));
/// // Nobody has been met, so nobody can be attacked.
/// assert!(mask.targets.is_empty() && !mask.allows(first, "attack"));
///
/// let order = mask.sample(&env.view(PlayerId(0)), &mut Rng::stream(1, "example"));
/// assert!(order.is_some());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderMask {
    /// Own units, then own buildings, that can be told anything.
    pub able: Vec<MaskEntry>,
    /// By kind, whether it can be made now: needs, cost and supply.
    pub kinds: Vec<bool>,
    /// By technology, whether it can be researched now.
    pub techs: Vec<bool>,
    /// Hostile entities in sight, which soldiers can be told to attack.
    pub targets: Vec<Handle>,
    /// Known nodes with their kinds, which workers can be told to gather from.
    pub nodes: Vec<(Handle, KindId)>,
}

impl OrderMask {
    pub(crate) fn look(
        &mut self,
        view: &View<'_>,
        units: &[OwnUnit],
        buildings: &[OwnBuilding],
        foreign: &[ForeignBody],
        nodes: &[KnownNode],
    ) {
        let rules = view.rules();
        self.able.clear();
        self.kinds.clear();
        self.kinds.extend((0..rules.kinds.len() as u16).map(|row| view.can_make(KindId(row)).is_ok()));
        self.techs.clear();
        self.techs.extend((0..rules.techs.len() as u16).map(|row| view.can_research(TechId(row)).is_ok()));
        self.targets.clear();
        self.targets.extend(foreign.iter().filter(|body| body.hostile && body.visible).map(|body| body.handle));
        self.nodes.clear();
        self.nodes.extend(nodes.iter().map(|node| (node.handle, node.kind)));
        if view.is_out(view.me()) {
            return;
        }
        for unit in units.iter().filter(|unit| unit.aboard.is_none()) {
            let verbs = self.unit_verbs(view, rules.kind(unit.kind));
            self.able.push(MaskEntry { handle: unit.handle, kind: unit.kind, verbs });
        }
        for building in buildings {
            let verbs = self.building_verbs(rules.kind(building.kind), building);
            if verbs != 0 {
                self.able.push(MaskEntry { handle: building.handle, kind: building.kind, verbs });
            }
        }
    }

    fn unit_verbs(&self, view: &View<'_>, kind: &Kind) -> u32 {
        let when = |is: bool, bits: u32| if is { bits } else { 0 };
        let fights = kind.weapon.as_ref().is_some_and(|weapon| !weapon.heals);
        let worker = kind.worker.as_ref();
        let gathers = |node: &(Handle, KindId)| {
            let held = view.rules().kind(node.1).stock.as_ref().map(|stock| stock.resource);
            held.is_some_and(|held| worker.is_some_and(|worker| worker.gather_ticks[held.index()] > 0))
        };
        MOVE | STOP
            | HOLD
            | when(fights, ATTACK_MOVE | PATROL)
            | when(fights && !self.targets.is_empty(), ATTACK)
            | when(self.nodes.iter().any(gathers), GATHER)
            | when(worker.is_some_and(|it| it.builds.iter().any(|kind| self.kinds[kind.index()])), BUILD)
    }

    fn building_verbs(&self, kind: &Kind, building: &OwnBuilding) -> u32 {
        let when = |is: bool, bits: u32| if is { bits } else { 0 };
        let has_room = building.queue.len() < MAX_PRODUCTION;
        if building.stage != ConstructionStage::Complete {
            return 0;
        }
        when(has_room && kind.trains.iter().any(|kind| self.kinds[kind.index()]), TRAIN)
            | when(has_room && kind.researches.iter().any(|tech| self.techs[tech.index()]), RESEARCH)
            | when(!kind.trains.is_empty(), RALLY)
    }

    /// Whether an entity can be told a verb of [`VERBS`].
    pub fn allows(&self, handle: Handle, verb: &str) -> bool {
        let bit = VERBS.iter().position(|name| *name == verb);
        let able = self.able.iter().find(|able| able.handle == handle);
        bit.zip(able).is_some_and(|(bit, able)| able.verbs >> bit & 1 != 0)
    }

    /// An order that will be taken, drawn evenly over entities, their verbs and what those are about; none when nothing can be ordered, or
    /// no place for a building was found.
    pub fn sample(&self, view: &View<'_>, chance: &mut Rng) -> Option<Order> {
        let able = pick(&self.able, chance)?;
        let verb = chance.below(able.verbs.count_ones());
        let bit = (0..32).filter(|bit| able.verbs >> bit & 1 != 0).nth(verb as usize)?;
        let kind = view.rules().kind(able.kind);
        let verb = match 1 << bit {
            MOVE => OrderKind::Move(anywhere(view, chance)),
            ATTACK_MOVE => OrderKind::AttackMove(anywhere(view, chance)),
            ATTACK => OrderKind::Attack(*pick(&self.targets, chance)?),
            PATROL => OrderKind::Patrol(anywhere(view, chance)),
            HOLD => OrderKind::Hold,
            STOP => OrderKind::Stop,
            GATHER => OrderKind::Gather(self.node_for(view, kind, chance)?),
            BUILD => self.building_for(view, kind, chance)?,
            TRAIN => OrderKind::Train(*pick(&self.makeable(&kind.trains), chance)?),
            RESEARCH => {
                let open = |tech: &&TechId| self.techs[tech.index()];
                let techs: Vec<TechId> = kind.researches.iter().filter(open).copied().collect();
                OrderKind::Research(*pick(&techs, chance)?)
            }
            _ => OrderKind::Rally { point: anywhere(view, chance), target: Handle::NONE },
        };
        Some(Order::to([able.handle], verb))
    }

    fn makeable(&self, kinds: &[KindId]) -> Vec<KindId> {
        kinds.iter().filter(|kind| self.kinds[kind.index()]).copied().collect()
    }

    fn node_for(&self, view: &View<'_>, kind: &Kind, chance: &mut Rng) -> Option<Handle> {
        let worker = kind.worker.as_ref()?;
        let fits = |node: &&(Handle, KindId)| {
            let held = view.rules().kind(node.1).stock.as_ref();
            held.is_some_and(|held| worker.gather_ticks[held.resource.index()] > 0)
        };
        let nodes: Vec<(Handle, KindId)> = self.nodes.iter().filter(fits).copied().collect();
        pick(&nodes, chance).map(|node| node.0)
    }

    fn building_for(&self, view: &View<'_>, kind: &Kind, chance: &mut Rng) -> Option<OrderKind> {
        let kind = *pick(&self.makeable(&kind.worker.as_ref()?.builds), chance)?;
        let cell = |chance: &mut Rng| {
            let side = |cells: u16, chance: &mut Rng| chance.below(u32::from(cells)) as i16;
            Cell::new(side(view.map().width, chance), side(view.map().height, chance))
        };
        let cell = (0..TRIES).map(|_| cell(chance)).find(|cell| view.can_place(kind, *cell))?;
        Some(OrderKind::Build { kind, cell })
    }
}

fn pick<'l, T>(list: &'l [T], chance: &mut Rng) -> Option<&'l T> {
    if list.is_empty() { None } else { list.get(chance.below(list.len() as u32) as usize) }
}

fn anywhere(view: &View<'_>, chance: &mut Rng) -> Vec2 {
    let side = |cells: u16, chance: &mut Rng| chance.below(u32::from(cells)) as i32;
    Vec2::cell_centre(side(view.map().width, chance), side(view.map().height, chance))
}
