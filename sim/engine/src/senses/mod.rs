//! What units perceive themselves, and who of them takes an interest.
//!
//! Kinds with senses look round by turns (`look`): whom they register at all, how far off, whether in their cone, and only then
//! whether ground or cover hides them. What happens in a tick (`incident`) is taken from its own side: who was near enough to
//! see or hear it is looked up once, in the frame's grid, and roles are handed out among them (`notice`, `role`): some go and
//! look, one keeps watch, the rest stand by. So a noise moves a few, and a feint no army. After the perception of Crackdown 2
//! (hostility levels; Game AI Pro 2 ch. on perception) and the interest sources of Mark of the Ninja (Game AI Pro ch. 32).
//!
//! Nobody sees what its team does not: the fog of war stays the one truth of what a player may know.

mod awareness;
mod eye;
mod notice;
mod noticed;
mod observed;
mod role;
mod saved;
mod stimulus;
#[cfg(test)]
mod tests;
mod tuning;
mod vision_pass;

pub use awareness::{Awareness, AwarenessRole, Concern};
pub use observed::{ObservedConcern, ObservedSenses};

use std::sync::Arc;

use crate::combat::PendingEffects;
use crate::entities::Entities;
use crate::minds::Minds;
use crate::scene::Scene;
use crate::state::{Derived, SceneBase, Scratch};
use sandtable_math::Fx;
use sandtable_model::rules::{Hostility, HostilitySet, Interest, Rules, Senses};
use sandtable_model::scenario::{PlayerFeatures, PlayerSetup, Scenario};
use sandtable_nav::crowd::SpatialRow;
use sandtable_nav::viewshed::Skyline;
use sandtable_state::id::{KindId, PlayerId, UnitId};
use sandtable_state::{FillWithJunk, Junk};

/// What never changes in a match.
struct PerceptionTables {
    skyline: Skyline,
    kinds: usize,
    /// By player, then kind: 1 + the row of its senses; 0 without.
    rows: Vec<u8>,
    /// The players whose units have any, as a bit set.
    players: u8,
    /// By player: the levels of hostility that a unit may have to another's in this match. Units are nobody's never.
    levels: Vec<HostilitySet>,
    /// The sharpest ears, in percent.
    keenest_percent: i32,
}

impl PerceptionTables {
    fn new(scenario: &Scenario) -> Option<PerceptionTables> {
        let rules = &scenario.rules;
        let row_of =
            |has: bool, kind: &sandtable_model::rules::Kind| kind.senses.filter(|_| has).map_or(0, |row| row + 1);
        let setups = scenario.players.iter();
        let rows: Vec<u8> = setups
            .flat_map(|player| {
                rules.kinds.iter().map(move |kind| row_of(player.features.contains(PlayerFeatures::SENSES), kind))
            })
            .collect();
        let of = |player: usize| &rows[player * rules.kinds.len()..(player + 1) * rules.kinds.len()];
        let senses = |player: &usize| of(*player).iter().any(|row| *row != 0);
        let players = (0..scenario.players.len()).filter(senses).fold(0, |set, player| set | 1 << player);
        let keenest = rules.perception.senses.iter().map(|senses| i32::from(senses.hearing_percent)).max();
        (players != 0).then(|| PerceptionTables {
            skyline: Skyline::new(&scenario.map, rules),
            kinds: rules.kinds.len(),
            rows,
            players,
            levels: scenario.players.iter().map(|player| levels(scenario, player)).collect(),
            keenest_percent: keenest.unwrap_or(0),
        })
    }

    /// The senses of a player's units of a kind.
    #[inline]
    fn senses<'r>(&self, rules: &'r Rules, owner: PlayerId, kind: KindId) -> Option<&'r Senses> {
        let row = *self.rows.get(owner.index() * self.kinds + kind.index())?;
        rules.perception.senses.get(usize::from(row.checked_sub(1)?))
    }
}

/// The levels of hostility that units of others can have for a player's in a match, and its own.
fn levels(scenario: &Scenario, player: &PlayerSetup) -> HostilitySet {
    let same = scenario.players.iter().filter(|other| other.team == player.team).count();
    let own = HostilitySet::default().with(Hostility::Own);
    let allied = if same > 1 { own.with(Hostility::Ally) } else { own };
    if same < scenario.players.len() { allied.with(Hostility::Enemy) } else { allied }
}

/// What all units of a world perceive.
#[derive(Clone, Default)]
pub(crate) struct Perception {
    /// None in a world without senses.
    fixed: Derived<Option<Arc<PerceptionTables>>>,
    /// By row of the units; empty in a world without senses.
    units: Vec<Awareness>,
    /// The digest of each, 0 of one without senses: made anew whenever it changes.
    digests: Derived<Vec<u64>>,
    /// What units are interested in, by id.
    concerns: Vec<Concern>,
    /// The id of the latest.
    last: u32,
    /// Rows of those whose part has changed since somebody was last woken.
    stirred: Scratch<Vec<(u32, UnitId)>>,
}

/// Room to perceive in.
#[derive(Default)]
pub(crate) struct SensesWorkspace {
    /// What each chunk of units saw.
    looks: Vec<vision_pass::VisionPass>,
    /// What happened in this tick.
    stimuli: Vec<stimulus::StimulusEvent>,
    /// Who noticed one of those.
    noticed: Vec<noticed::Noticed>,
}

impl FillWithJunk for SensesWorkspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let SensesWorkspace { looks, stimuli, noticed } = self;
        *looks = junk.some(vision_pass::VisionPass::junk);
        *stimuli = junk.some(stimulus::StimulusEvent::junk);
        *noticed = junk.some(noticed::Noticed::junk);
    }
}

/// What perceiving borrows of a world.
pub(crate) struct SensesContext<'w> {
    pub(crate) scene: Scene<'w>,
    /// What combat did.
    pub(crate) effects: &'w PendingEffects,
    /// It wakes those whose part has changed.
    pub(crate) minds: &'w mut Minds,
    pub(crate) senses: &'w mut Perception,
    pub(crate) workspace: &'w mut SensesWorkspace,
}

/// Looks round, and takes up what happened in this tick.
pub(crate) fn run(cx: SensesContext<'_>) {
    let SensesContext { scene, effects, minds, senses, workspace } = cx;
    if let Some(fixed) = (*senses.fixed).clone() {
        vision_pass::run(&scene, &fixed, senses, &mut workspace.looks);
        stimulus::gather(&scene, effects, &fixed, workspace);
        role::release(&scene, minds, senses);
        notice::run(&scene, minds, &fixed, senses, workspace);
    }
    wake(senses, minds);
}

/// Notes that the unit in a row has looked into what interests it: nobody need do so any more.
pub(crate) fn answer(entities: &Entities, senses: &mut Perception, minds: &mut Minds, row: usize) {
    role::answer(entities, senses, row);
    wake(senses, minds);
}

/// Lets those think soon whose part has changed.
fn wake(senses: &mut Perception, minds: &mut Minds) {
    senses.stirred.drain(..).for_each(|(row, id)| minds.wake(row as usize, id));
}

/// What one body is to another.
#[inline]
fn hostility(of: &SpatialRow, to: &SpatialRow) -> Hostility {
    hostility_of((of.owner(), of.team), (to.owner(), to.team))
}

/// What one owner of a team is to another; the number of nobody's team is 255.
#[inline]
fn hostility_of((owner, team): (PlayerId, u8), (to, own): (PlayerId, u8)) -> Hostility {
    match (owner == to, team) {
        (true, _) => Hostility::Own,
        (_, u8::MAX) => Hostility::Neutral,
        _ if team == own => Hostility::Ally,
        _ => Hostility::Enemy,
    }
}

impl Perception {
    /// Whether anybody has senses.
    #[inline]
    pub(crate) fn exist(&self) -> bool {
        self.fixed.is_some()
    }

    /// Whether units of a player and a kind have any.
    pub(crate) fn has(&self, rules: &Rules, owner: PlayerId, kind: KindId) -> bool {
        self.fixed.as_ref().is_some_and(|fixed| fixed.senses(rules, owner, kind).is_some())
    }

    /// Notes a unit born in the next row, whether or not it has senses.
    fn add(&mut self, rules: &Rules, id: UnitId, kind: KindId) {
        if self.exist() {
            let digest = if self.has(rules, id.owner(), kind) { saved::digest(id, &Awareness::default()) } else { 0 };
            self.units.push(Awareness::default());
            self.digests.push(digest);
        }
    }

    /// Notes that a row was removed, and the last row moved into its place.
    fn remove(&mut self, row: u32) {
        if self.exist() {
            self.units.swap_remove(row as usize);
            self.digests.swap_remove(row as usize);
        }
    }

    /// What the unit in a row perceives; none without senses.
    #[inline]
    pub(crate) fn of(&self, row: usize) -> Option<&Awareness> {
        self.units.get(row).filter(|_| self.digests.get(row).is_some_and(|digest| *digest != 0))
    }

    /// What interests the unit in a row, and how much.
    pub(crate) fn interest(&self, base: &SceneBase<'_>, row: usize) -> Option<CurrentInterest<'_>> {
        let awareness = self.of(row)?;
        let concern = self.concern(awareness.concern)?;
        let value = self.value(base, awareness)?;
        Some(CurrentInterest { concern, role: awareness.role, value })
    }

    fn concern(&self, id: u32) -> Option<&Concern> {
        self.concerns.binary_search_by_key(&id, |concern| concern.id).ok().map(|at| &self.concerns[at])
    }

    /// What a unit's concern is worth to it now.
    fn value(&self, base: &SceneBase<'_>, awareness: &Awareness) -> Option<Fx> {
        let concern = self.concern(awareness.concern)?;
        let interest = base.rules().perception.interest(concern.incident)?;
        let age = base.clock.tick.saturating_sub(concern.tick);
        Some(worth(interest, age, awareness.strength_percent, awareness.role))
    }

    /// Changes what the unit in a row is aware of.
    fn change(&mut self, row: usize, id: UnitId, change: impl FnOnce(&mut Awareness)) {
        if let (Some(awareness), Some(digest)) = (self.units.get_mut(row), self.digests.get_mut(row)) {
            change(awareness);
            *digest = saved::digest(id, awareness);
        }
    }
}

/// What interests a unit.
#[derive(Clone, Copy)]
pub(crate) struct CurrentInterest<'w> {
    pub(crate) concern: &'w Concern,
    pub(crate) role: AwarenessRole,
    /// 0 … 100.
    pub(crate) value: Fx,
}

/// What an incident is worth after the given ticks to who perceived it with this strength: it falls evenly to nothing. Who stands
/// by makes half of it, so that it is the sooner interested in something else.
fn worth(interest: &Interest, age: u32, strength_percent: u8, role: AwarenessRole) -> Fx {
    let lasts = u32::from(interest.lasts_ticks);
    let left = i64::from(lasts.saturating_sub(age)) * i64::from(interest.priority) * i64::from(strength_percent);
    let share = if role == AwarenessRole::Bystander { 2 } else { 1 };
    Fx::ratio_floor(left, i64::from(lasts.max(1)) * 100 * share)
}
