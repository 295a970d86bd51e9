//! What the kinds of a ruleset are for, read off their data: no name of any ruleset is known here.

use sandtable_math::Fx;
use sandtable_model::rules::{Class, Kind, Locomotion, Need, Rules};
use sandtable_state::id::{KindId, ResourceId, TechId};
use serde::{Deserialize, Serialize};

use super::worth::{edges, might, price, typical};

/// Something to have: a kind or a technology.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ProductionTarget {
    Kind(KindId),
    Tech(TechId),
}

/// A sort of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnitTrait {
    Marches,
    Works,
    /// Strikes from three cells away or more.
    Ranged,
    Mounted,
    Flies,
    /// Its weapon wounds, and does not heal.
    Strikes,
}

/// The roles of a ruleset's kinds.
#[derive(Clone, Debug)]
pub(crate) struct KindRoles {
    /// The unit that gathers and builds.
    pub worker: Option<KindId>,
    /// The building that takes in every resource and trains workers.
    pub base: Option<KindId>,
    /// The building that gives supply for the least cost.
    pub house: Option<KindId>,
    /// The unit that carries others over water for the least cost.
    pub transport: Option<KindId>,
    /// By unit kind: the buildings that train it.
    pub makers: Vec<Vec<KindId>>,
    /// By technology: the buildings that research it.
    pub labs: Vec<Vec<KindId>>,
    /// By kind: how much it weighs in a fight; 0 for what cannot hurt.
    pub might: Vec<u32>,
    /// By kind: whether it marches with an army (armed or healing, and no worker).
    pub marches: Vec<bool>,
    /// By kind of one side, then of the other: what the former is worth against the latter for its price, in percent.
    edges: Vec<Vec<u16>>,
    traits: Vec<u8>,
    /// Kinds of building that its player never begins.
    unbuilt: Vec<KindId>,
    /// The might of a middling soldier, 1 or more.
    pub typical_might: u32,
}

impl KindRoles {
    /// The roles that the data of a ruleset gives its kinds.
    pub fn from_rules(rules: &Rules) -> KindRoles {
        let worker = worker(rules);
        let base = base(rules, worker);
        let labs = |tech| rows(rules, |kind| kind.researches.contains(&tech));
        let might: Vec<u32> = rules.kinds.iter().map(might).collect();
        let marches: Vec<bool> = rules.kinds.iter().map(marches).collect();
        KindRoles {
            typical_might: typical(&might, &marches),
            worker,
            base,
            house: house(rules, worker, base),
            transport: transport(rules),
            makers: rules.kinds().map(|(id, _)| rows(rules, |kind| kind.trains.contains(&id))).collect(),
            labs: (0..rules.techs.len()).map(|row| labs(TechId(row as u16))).collect(),
            edges: edges(rules),
            traits: rules.kinds.iter().zip(&marches).map(|(kind, marches)| traits(kind, *marches)).collect(),
            unbuilt: Vec::new(),
            might,
            marches,
        }
    }

    /// Of a player who never makes these: nothing trains, researches or builds them.
    pub fn forbidding(mut self, targets: &[ProductionTarget]) -> KindRoles {
        for target in targets {
            match *target {
                ProductionTarget::Kind(kind) => {
                    self.makers[kind.index()].clear();
                    self.unbuilt.push(kind);
                }
                ProductionTarget::Tech(tech) => self.labs[tech.index()].clear(),
            }
        }
        self
    }

    /// Whether its player never begins buildings of this kind.
    pub fn is_unbuilt(&self, kind: KindId) -> bool {
        self.unbuilt.contains(&kind)
    }

    pub fn might(&self, kind: KindId) -> u32 {
        self.might[kind.index()]
    }

    pub fn marches(&self, kind: KindId) -> bool {
        self.marches[kind.index()]
    }

    pub fn has(&self, kind: KindId, sort: UnitTrait) -> bool {
        self.traits[kind.index()] & 1 << sort as u8 != 0
    }

    /// What a kind is worth against another for its price, in percent: 100 as much.
    pub fn edge(&self, kind: KindId, against: KindId) -> u16 {
        self.edges[kind.index()][against.index()]
    }

    pub fn is_worker(&self, kind: KindId) -> bool {
        self.worker == Some(kind)
    }

    /// What must be had before `aim`, first things first, `aim` itself last (GPAT ch. 9: a plan's steps).
    pub fn chain(&self, rules: &Rules, aim: ProductionTarget) -> Vec<ProductionTarget> {
        let mut chain = Vec::new();
        self.extend_chain(rules, aim, &mut chain, 0);
        chain
    }

    fn extend_chain(&self, rules: &Rules, aim: ProductionTarget, chain: &mut Vec<ProductionTarget>, depth: u8) {
        // Needs may form a ring in a broken ruleset; no sound one goes this deep.
        if depth > 16 || chain.contains(&aim) {
            return;
        }
        let (needs, made_in) = match aim {
            ProductionTarget::Kind(kind) => (&rules.kind(kind).needs, self.makers[kind.index()].first()),
            ProductionTarget::Tech(tech) => (&rules.tech(tech).needs, self.labs[tech.index()].first()),
        };
        for need in needs {
            let first = match need {
                Need::Kind(kind) => ProductionTarget::Kind(*kind),
                Need::Tech(tech) => ProductionTarget::Tech(*tech),
            };
            self.extend_chain(rules, first, chain, depth + 1);
        }
        if let Some(building) = made_in {
            self.extend_chain(rules, ProductionTarget::Kind(*building), chain, depth + 1);
        }
        if !chain.contains(&aim) {
            chain.push(aim);
        }
    }
}

fn rows(rules: &Rules, holds: impl Fn(&Kind) -> bool) -> Vec<KindId> {
    rules.kinds().filter(|(_, kind)| holds(kind)).map(|(id, _)| id).collect()
}

fn worker(rules: &Rules) -> Option<KindId> {
    let gathers = |kind: &Kind| kind.worker.as_ref().is_some_and(|worker| worker.gather_ticks.iter().any(|t| *t > 0));
    let started = rules.start.units.iter().map(|(kind, _)| *kind).find(|kind| gathers(rules.kind(*kind)));
    started.or_else(|| rules.kinds().find(|(_, kind)| gathers(kind)).map(|(id, _)| id))
}

fn base(rules: &Rules, worker: Option<KindId>) -> Option<KindId> {
    let all = (1u8 << rules.resources.len()) - 1;
    let fits = |kind: &Kind| kind.drop_off & all == all && worker.is_some_and(|worker| kind.trains.contains(&worker));
    if fits(rules.kind(rules.start.base)) {
        return Some(rules.start.base);
    }
    rules.kinds().find(|(_, kind)| fits(kind)).map(|(id, _)| id)
}

fn house(rules: &Rules, worker: Option<KindId>, base: Option<KindId>) -> Option<KindId> {
    let worker = worker.and_then(|worker| rules.kind(worker).worker.as_ref())?;
    let giving = worker.builds.iter().copied().filter(|kind| rules.kind(*kind).supply_given > 0);
    let cost_of_supply = |kind: &KindId| {
        let row = rules.kind(*kind);
        (Some(*kind) == base, price(&row.cost) * 256 / u32::from(row.supply_given), *kind)
    };
    giving.min_by_key(cost_of_supply)
}

fn transport(rules: &Rules) -> Option<KindId> {
    let cost_of_room = |(id, kind): (KindId, &Kind)| {
        let capacity = u32::from(kind.cargo.as_ref()?.capacity);
        let crosses =
            kind.body.as_ref().is_some_and(|body| matches!(body.locomotion, Locomotion::Hover | Locomotion::Air));
        let is_trained = rules.kinds.iter().any(|maker| maker.trains.contains(&id));
        (crosses && is_trained && capacity > 0 && !marches(kind)).then(|| (price(&kind.cost) * 256 / capacity, id))
    };
    rules.kinds().filter_map(cost_of_room).min().map(|(_, id)| id)
}

fn marches(kind: &Kind) -> bool {
    kind.class == Class::Unit && kind.worker.is_none() && kind.weapon.is_some()
}

fn traits(kind: &Kind, marches: bool) -> u8 {
    let moves = |class| kind.body.as_ref().is_some_and(|body| body.locomotion == class);
    let ranged = kind.weapon.as_ref().is_some_and(|weapon| weapon.range >= Fx::from_int(3) && !weapon.heals);
    let sorts = [
        (UnitTrait::Marches, marches),
        (UnitTrait::Works, kind.worker.is_some()),
        (UnitTrait::Ranged, ranged),
        (UnitTrait::Mounted, moves(Locomotion::Mounted)),
        (UnitTrait::Flies, moves(Locomotion::Air)),
        (UnitTrait::Strikes, kind.weapon.as_ref().is_some_and(|weapon| !weapon.heals)),
    ];
    sorts.iter().filter(|(_, holds)| *holds).map(|(sort, _)| 1 << *sort as u8).sum()
}

/// The resource a node kind holds.
pub(crate) fn resource_of(rules: &Rules, kind: KindId) -> Option<ResourceId> {
    rules.kind(kind).stock.as_ref().map(|stock| stock.resource)
}
