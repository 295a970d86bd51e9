//! Who notices what happened: looked up from its own side, once for all players.

use super::eye::UnitEyes;
use super::noticed::Noticed;
use super::stimulus::StimulusEvent;
use super::tuning::{MERGED_WITHIN, REFRESH_TICKS};
use super::{Concern, Perception, PerceptionTables, SensesWorkspace, hostility_of, role};
use crate::component::Motion;
use crate::minds::Minds;
use crate::scene::Scene;
use sandtable_math::{Vec2, mix3};
use sandtable_model::rules::{Interest, NoticedBy};
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::Arrange;
use sandtable_state::id::PlayerId;

/// Takes up the incidents of the tick.
pub(super) fn run(
    scene: &Scene<'_>,
    minds: &Minds,
    fixed: &PerceptionTables,
    perception: &mut Perception,
    workspace: &mut SensesWorkspace,
) {
    let SensesWorkspace { stimuli, noticed, .. } = workspace;
    for stimulus in &*stimuli {
        let Some(interest) = scene.rules().perception.interest(stimulus.incident) else { continue };
        let listeners = listeners(scene, fixed, perception, stimulus, interest);
        if listeners != 0 {
            gather(scene, fixed, stimulus, interest, listeners, noticed);
            noticed.chunk_by(|a, b| a.player == b.player).for_each(|group| {
                if matches!(interest.by, NoticedBy::Hearing(_)) {
                    note_hearing(scene, perception, stimulus, group);
                }
                role::hand_out(scene, minds, perception, interest, stimulus, group);
            });
        }
    }
}

/// The players whose units might care, as a bit set: not those that looked into its like there a moment ago.
fn listeners(
    scene: &Scene<'_>,
    fixed: &PerceptionTables,
    perception: &Perception,
    stimulus: &StimulusEvent,
    interest: &Interest,
) -> u8 {
    let team = |player: PlayerId| scene.team(player).map_or(u8::MAX, |team| team.0);
    let subject = (stimulus.subject.owner(), team(stimulus.subject.owner()));
    let cares = |player: &u8| {
        let listener = (PlayerId(*player), team(PlayerId(*player)));
        fixed.players >> player & 1 != 0
            && interest.of.has(hostility_of(subject, listener))
            && !is_settled(scene, perception, PlayerId(*player), stimulus, interest)
    };
    (0..scene.players.len() as u8).filter(cares).fold(0, |set, player| set | 1 << player)
}

/// Whether a player's units have looked into it lately. To a noise where somebody has been and looked nobody goes again; who
/// is seen there is another matter.
fn is_settled(
    scene: &Scene<'_>,
    perception: &Perception,
    player: PlayerId,
    stimulus: &StimulusEvent,
    interest: &Interest,
) -> bool {
    let Some(at) = perception.find(player, stimulus) else { return false };
    let concern = &perception.concerns[at];
    let heard = matches!(interest.by, NoticedBy::Hearing(_));
    concern.answered && heard || concern.tick + REFRESH_TICKS > scene.clock.tick
}

impl Perception {
    /// The concern of a player that an incident belongs to: about the same one, wherever that is now, or near to it.
    pub(super) fn find(&self, player: PlayerId, stimulus: &StimulusEvent) -> Option<usize> {
        let (incident, owner) = (stimulus.incident, stimulus.subject.owner());
        let near = |at: Vec2| at.distance_squared_wide(stimulus.at) <= MERGED_WITHIN.squared_wide();
        let like = |concern: &Concern| {
            concern.player == player && concern.incident == incident && concern.subject.owner() == owner
        };
        let same = self.concerns.iter().position(|concern| like(concern) && concern.subject == stimulus.subject);
        same.or_else(|| self.concerns.iter().position(|concern| like(concern) && near(concern.at)))
    }
}

/// Who of these players' units notices it, in order.
fn gather(
    scene: &Scene<'_>,
    fixed: &PerceptionTables,
    stimulus: &StimulusEvent,
    interest: &Interest,
    listeners: u8,
    noticed: &mut Vec<Noticed>,
) {
    noticed.clear();
    let reach = match interest.by {
        NoticedBy::Sight(radius) => radius,
        NoticedBy::Hearing(_) => stimulus.reach.percent_floor(fixed.keenest_percent),
    };
    let motions = scene.entities.column::<Motion>(&scene.entities.units);
    let ids = scene.entities.units.by_row();
    scene.frame.grid.for_each_within(stimulus.at, reach, |row| {
        let body: &SpatialRow = &scene.frame.bodies[row];
        let owner = body.owner();
        if owner.index() >= 8 || listeners >> owner.0 & 1 == 0 || ids.get(row) != Some(&body.id) {
            return;
        }
        let Some(senses) = fixed.senses(scene.rules(), owner, body.kind) else { return };
        let team = scene.team(stimulus.subject.owner()).map_or(u8::MAX, |team| team.0);
        let level = hostility_of((stimulus.subject.owner(), team), (owner, body.team));
        if !senses.notices.has(level) || body.id == stimulus.subject {
            return;
        }
        let strength_percent = match interest.by {
            NoticedBy::Sight(_) => {
                let eye = UnitEyes::new(scene, fixed, body, senses, motions[row].heading);
                if is_seen(scene, &eye, stimulus) { 100 } else { 0 }
            }
            NoticedBy::Hearing(falloff) => {
                let reach = stimulus.reach.percent_floor(senses.hearing_percent.into());
                let strength = falloff.strength(reach, body.position.distance_squared_wide(stimulus.at));
                if strength >= senses.threshold_percent { strength } else { 0 }
            }
        };
        if strength_percent > 0 {
            noticed.push(Noticed {
                player: owner,
                square: body.position.distance_squared_wide(stimulus.at),
                tie_break: mix3(scene.clock.seed, u64::from(scene.clock.tick), u64::from(body.id.0)),
                unit: body.id,
                row: row as u32,
                strength_percent,
            });
        }
    });
    noticed.arrange();
}

/// Whether eyes see what happened to its subject.
fn is_seen(scene: &Scene<'_>, eye: &UnitEyes<'_>, stimulus: &StimulusEvent) -> bool {
    let eyes =
        scene.body(stimulus.subject).filter(|body| eye.may_see(body)).map(|body| scene.kind(body.kind).eye_height);
    eyes.is_some_and(|eyes| eye.takes_in(stimulus.at).is_some() && eye.is_clear(stimulus.at, eyes))
}

/// What hearing leaves behind, whether or not it is taken up.
fn note_hearing(scene: &Scene<'_>, perception: &mut Perception, stimulus: &StimulusEvent, noticed: &[Noticed]) {
    for one in noticed {
        perception.change(one.row as usize, one.unit, |awareness| {
            (awareness.heard_tick, awareness.heard_at) = (scene.clock.tick, stimulus.at);
        });
    }
}
