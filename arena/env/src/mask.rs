//! What can be ordered: for each own entity the verbs that would be taken, and what they could be about.

use sandtable_model::rules::{Kind, Rules};
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::OwnBuilding;
use sandtable_state::id::{Handle, KindId};
use sandtable_state::limits::MAX_PRODUCTION;

use crate::slots::PlayerSight;

/// The verbs of a mask: bit n of [`MaskEntry::verbs`] is the verb in row n.
pub const VERBS: [&str; 11] =
    ["move", "attack_move", "attack", "patrol", "hold", "stop", "gather", "build", "train", "research", "rally"];

/// The bits of [`VERBS`].
pub(crate) mod verb_bit {
    pub const MOVE: u32 = 1;
    pub const ATTACK_MOVE: u32 = 1 << 1;
    pub const ATTACK: u32 = 1 << 2;
    pub const PATROL: u32 = 1 << 3;
    pub const HOLD: u32 = 1 << 4;
    pub const STOP: u32 = 1 << 5;
    pub const GATHER: u32 = 1 << 6;
    pub const BUILD: u32 = 1 << 7;
    pub const TRAIN: u32 = 1 << 8;
    pub const RESEARCH: u32 = 1 << 9;
    pub const RALLY: u32 = 1 << 10;
}

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
/// assert!(!mask.allows(first, "attack"));
///
/// let order = seen.sample_order(&env.view(PlayerId(0)), &mut Rng::stream(1, "example"));
/// assert!(order.is_some());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderMask {
    /// Own units, then own buildings, that can be told anything.
    pub able: Vec<MaskEntry>,
}

impl OrderMask {
    /// Takes it anew from what a player knows.
    pub(crate) fn look(&mut self, rules: &Rules, sight: &PlayerSight) {
        self.able.clear();
        if sight.out {
            return;
        }
        for unit in sight.units.iter().filter(|unit| unit.aboard.is_none()) {
            let verbs = unit_verbs(rules, sight, rules.kind(unit.kind));
            self.able.push(MaskEntry { handle: unit.handle, kind: unit.kind, verbs });
        }
        for building in &sight.buildings {
            let verbs = building_verbs(sight, rules.kind(building.kind), building);
            if verbs != 0 {
                self.able.push(MaskEntry { handle: building.handle, kind: building.kind, verbs });
            }
        }
    }

    /// Whether an entity can be told a verb of [`VERBS`].
    pub fn allows(&self, handle: Handle, verb: &str) -> bool {
        let bit = VERBS.iter().position(|name| *name == verb);
        let able = self.able.iter().find(|able| able.handle == handle);
        bit.zip(able).is_some_and(|(bit, able)| able.verbs >> bit & 1 != 0)
    }
}

fn unit_verbs(rules: &Rules, sight: &PlayerSight, kind: &Kind) -> u32 {
    let when = |is: bool, bits: u32| if is { bits } else { 0 };
    let fights = kind.weapon.as_ref().is_some_and(|weapon| !weapon.heals);
    let makes = |site: &KindId| sight.makeable[site.index()];
    verb_bit::MOVE
        | verb_bit::STOP
        | verb_bit::HOLD
        | when(fights, verb_bit::ATTACK_MOVE | verb_bit::PATROL)
        | when(fights && sight.targets().next().is_some(), verb_bit::ATTACK)
        | when(sight.nodes_for(rules, kind).next().is_some(), verb_bit::GATHER)
        | when(kind.worker.as_ref().is_some_and(|worker| worker.builds.iter().any(makes)), verb_bit::BUILD)
}

fn building_verbs(sight: &PlayerSight, kind: &Kind, building: &OwnBuilding) -> u32 {
    let when = |is: bool, bits: u32| if is { bits } else { 0 };
    let has_room = building.queue.len() < MAX_PRODUCTION;
    if building.stage != ConstructionStage::Complete {
        return 0;
    }
    when(has_room && kind.trains.iter().any(|made| sight.makeable[made.index()]), verb_bit::TRAIN)
        | when(has_room && kind.researches.iter().any(|tech| sight.researchable[tech.index()]), verb_bit::RESEARCH)
        | when(!kind.trains.is_empty(), verb_bit::RALLY)
}
