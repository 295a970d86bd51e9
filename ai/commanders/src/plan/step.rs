//! The steps plans are made of: one vocabulary for every goal, each carried out by a manager.

use sandtable_math::Vec2;
use sandtable_model::rules::Rules;
use sandtable_state::id::{KindId, ResourceId, TechId};
use serde::{Deserialize, Serialize};

use super::army::{ArmyMix, RaidSpec, StrikeSpec};
use super::build_item::BuildItem;
use super::mission::MissionSpec;
use super::worker_split::WorkerSplit;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PlanStep {
    /// Have this many workers.
    Workers(u16),
    /// Have this many of a kind.
    Have(KindId, u16),
    /// Have more buildings of a kind while there is money to spare, up to this many.
    Spare(KindId, u16),
    /// Know a technology.
    Know(TechId),
    /// Have this many soldiers, in these shares.
    Raise(ArmyMix, u16),
    /// Have this many soldiers, in these shares, and go on training beyond.
    Army(ArmyMix, u16),
    /// Have this many soldiers of these kinds, in these shares.
    Party(ArmyMix, u16),
    /// Take the army to the enemy, to the last building.
    Strike(StrikeSpec),
    /// Take a party of these kinds to where the enemy lives, for as long as it can.
    Raid(ArmyMix, RaidSpec),
    /// Take soldiers, and workers in need, against what threatens the base.
    Guard {
        /// Workers that may be called to arms.
        militia: u16,
    },
    /// Look at a place.
    Survey(Vec2),
    /// Look at the enemy's places, again and again.
    Watch(Option<KindId>),
    /// Have this many soldiers at a place.
    Escort(Vec2, u16),
    /// Have a building of the kind at or near a place.
    Found(KindId, Vec2),
    /// Have what a build order asks for before the next is begun.
    Item(BuildItem),
    /// Have workers gather these resources, in these shares.
    Split(WorkerSplit),
    /// Send a named army out.
    Mission(MissionSpec),
    /// Have transports for the army that there is.
    Ferry,
}

impl PlanStep {
    /// Whether it takes somebody to a place.
    pub const fn is_mission(&self) -> bool {
        matches!(self, PlanStep::Raid(..) | PlanStep::Survey(_) | PlanStep::Escort(..) | PlanStep::Found(..))
    }

    /// What it does, in a few words with the ruleset's names.
    pub fn describe(&self, rules: &Rules) -> String {
        let name = |kind: &KindId| rules.kind(*kind).name.clone();
        match self {
            PlanStep::Workers(count) => format!("train workers to {count}"),
            PlanStep::Have(kind, count) => format!("have {count} {}", name(kind)),
            PlanStep::Spare(kind, count) => format!("add {} up to {count}", name(kind)),
            PlanStep::Know(tech) => format!("research {}", rules.tech(*tech).name),
            PlanStep::Raise(_, size) | PlanStep::Army(_, size) | PlanStep::Party(_, size) => {
                format!("gather {size} soldiers")
            }
            PlanStep::Strike(strike) => format!("strike with {}", strike.size),
            PlanStep::Raid(_, raid) => format!("raid with {}", raid.size),
            PlanStep::Guard { .. } => "meet the threat".to_owned(),
            PlanStep::Survey(place) => format!("survey {},{}", place.x.floor_int(), place.y.floor_int()),
            PlanStep::Watch(_) => "watch the enemy".to_owned(),
            PlanStep::Escort(_, count) => format!("escort with {count}"),
            PlanStep::Item(item) => item.describe(rules),
            PlanStep::Mission(mission) => format!("{} with {}", mission.kind.name(), mission.strike.size),
            PlanStep::Split(split) => {
                let share =
                    |(resource, share): &(ResourceId, u16)| format!("{} {share}", rules.resources[resource.index()]);
                format!("split workers: {}", split.iter().map(share).collect::<Vec<_>>().join(", "))
            }
            PlanStep::Ferry => "have transports for the army".to_owned(),
            PlanStep::Found(kind, at) => format!("found {} at {},{}", name(kind), at.x.floor_int(), at.y.floor_int()),
        }
    }
}
