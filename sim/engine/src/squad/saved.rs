//! Squads as state: their hash, their bytes, and what a snapshot may say of them.

use super::Squad;
use super::tuning::MOST_BEYOND;
use crate::component::Agent;
use crate::state::SceneBase;
use crate::state::{PartSetting, SnapshotError, StatePart};
use sandtable_math::{Fx, Vec2, mix};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::{MAX_PLAYERS, MAX_SQUAD_MEMBERS, MAX_SQUAD_TRAIL, MAX_SQUAD_WAIT_TICKS, MAX_SQUADS};
use sandtable_state::{ByteReader, Field, Record, Sink, StateHasher};

impl StatePart for Vec<Squad> {
    const NAME: &'static str = "squads";

    fn new(_scenario: &Scenario) -> Vec<Squad> {
        Vec::new()
    }

    fn hash(&self) -> u64 {
        self.iter().fold(0, |total, squad| {
            let mut folder = StateHasher::new(u64::from(squad.id.0));
            Field::put(squad, &mut folder);
            mix(total, folder.finish())
        })
    }

    fn put<S: Sink>(&self, _setting: PartSetting<'_>, sink: &mut S) {
        Field::put(self, sink);
    }

    fn take(&mut self, _setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        *self = Field::take(reader)?;
        Ok(())
    }

    fn check(&self, base: SceneBase<'_>) -> Result<(), &'static str> {
        are_possible(self, base).then_some(()).ok_or("a squad's state is out of range, or its members are not its own")
    }

    fn show(&self, _setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        for squad in self {
            let owner = squad.id.to_string();
            Record::show(squad, &mut |field, value| each(&owner, field, value));
        }
    }
}

/// Whether a world whose units are loaded can have these squads: ids ascend and were handed out, and lists of members say what the
/// units themselves do.
fn are_possible(squads: &[Squad], base: SceneBase<'_>) -> bool {
    let agents = base.entities.column::<Agent>(&base.entities.units);
    let enlisted = agents.iter().filter(|agent| !agent.squad.is_none()).count();
    let members: usize = squads.iter().map(|squad| squad.members.len()).sum();
    let mut counts = [0; MAX_PLAYERS];
    let handed_out = |squad: &Squad| {
        let owner = base.players.get(squad.id.owner().index());
        owner.is_some_and(|owner| (1..=owner.squad_serial).contains(&squad.id.serial()))
    };
    squads.windows(2).all(|pair| pair[0].id < pair[1].id)
        && enlisted == members
        && squads.iter().all(|squad| handed_out(squad) && is_possible(base, &agents, squad))
        && squads.iter().all(|squad| has_room(&mut counts, squad.id.owner()))
}

fn has_room(counts: &mut [usize; MAX_PLAYERS], owner: PlayerId) -> bool {
    let count = &mut counts[owner.index()];
    *count += 1;
    *count <= MAX_SQUADS
}

fn is_possible(base: SceneBase<'_>, agents: &[Agent], squad: &Squad) -> bool {
    let scenario = base.scenario;
    let belongs = |member: &super::SquadMember| {
        let place =
            base.place(member.id).filter(|_| base.class(member.id) == Some(sandtable_model::rules::Class::Unit));
        place.is_some_and(|place| agents[place.row as usize].squad == squad.id) && member.id.owner() == squad.id.owner()
    };
    let points = [squad.goal, squad.home, squad.pose.anchor, squad.mouth.anchor];
    (1..=MAX_SQUAD_MEMBERS).contains(&squad.members.len())
        && squad.members.windows(2).all(|pair| pair[0].id < pair[1].id)
        && squad.members.iter().all(belongs)
        && squad.find(squad.leader).is_some()
        && squad.formation.is_possible()
        && squad.orders.iter().all(|command| command.verb.is_assignment())
        && points.iter().chain(&squad.trail).all(|point| on_map(scenario, *point))
        && squad.trail.len() <= MAX_SQUAD_TRAIL
        && squad.waited <= MAX_SQUAD_WAIT_TICKS
        && (Fx::ZERO..=MOST_BEYOND).contains(&squad.beyond)
        && [squad.velocity.x, squad.velocity.y].iter().all(|part| (-Fx::ONE..=Fx::ONE).contains(part))
}

fn on_map(scenario: &Scenario, point: Vec2) -> bool {
    let within = |value: Fx, cells: u16| (0..i32::from(cells) << 16).contains(&value.bits());
    within(point.x, scenario.map.width) && within(point.y, scenario.map.height)
}
