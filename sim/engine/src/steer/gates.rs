//! Who may enter a passage: one side at a time where both want through, in turns.
//!
//! Passages are those of the ground as a team knows it, and count that team's traffic alone. Everything is recounted in each tick from
//! where units are and what they said of themselves when they last decided, so that nothing can be lost. Whose turn it is follows from
//! the tick: the other side may enter when the passage is empty, and, while nobody waits there, whenever it is.

use super::tuning::{BATCH_LENGTHS, LEAST_BATCH, MOST_BATCH, TICKS_A_CELL};
use crate::component::{CrowdConduct, Motion};
use crate::scene::Scene;
use crate::sight::FogDelta;
use sandtable_math::{Vec2, mix3};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Kind, LOCOMOTIONS, Locomotion, WALL_COST};
use sandtable_nav::crowd::SpatialRow;
use sandtable_nav::passage::{Passage, PassageMap, PassagePart, PassageSpot};
use sandtable_state::id::TeamId;
use sandtable_state::limits::MAX_PLAYERS;

/// Names the draw of who begins.
const FIRST_TURN: u64 = 0x9a7e;

/// Who wants through a passage, by the mouth out of which they want.
#[derive(Clone, Copy, Default)]
pub(super) struct PassageTraffic {
    /// Those in it.
    inside: [u32; 2],
    /// Those before it.
    before: [u32; 2],
}

/// The passages of some ground, and who is in them.
struct GatedGround {
    /// The obstacles that were known when it was looked at.
    delta: FogDelta,
    map: PassageMap,
    traffic: Vec<PassageTraffic>,
}

/// All passages that somebody may come by. What is kept from tick to tick follows from what the teams know.
#[derive(Default)]
pub(super) struct PassageGates {
    grounds: Vec<GatedGround>,
    /// By class: the first class that walks on the same terrain.
    alike: Vec<Locomotion>,
    /// By kind: the bit of that class; 0 for who flies or stands.
    classes: Vec<u8>,
    /// By team and class: one more than the place of the ground; 0 where nobody walks.
    places: [[u8; LOCOMOTIONS.len()]; MAX_PLAYERS],
    /// Whether nobody knows of any passage.
    pub(super) is_empty: bool,
}

/// A place in or before a passage, and who wants through that.
#[derive(Clone, Copy)]
pub(super) struct GateView<'g> {
    pub(super) map: &'g PassageMap,
    pub(super) passage: &'g Passage,
    pub(super) spot: PassageSpot,
    traffic: PassageTraffic,
    /// Out of which mouth those go whose turn it is.
    turn: usize,
}

impl GateView<'_> {
    /// Whether a point lies in the passage: who goes there does not want through.
    pub(super) fn holds(&self, at: Vec2) -> bool {
        let spot = self.map.spot(Cell::at(at));
        spot.is_some_and(|spot| spot.part == PassagePart::Inside && spot.row() == self.spot.row())
    }

    /// How many are before a mouth who want in.
    pub(super) fn waiting(&self, mouth: usize) -> u32 {
        self.traffic.before[1 - mouth]
    }

    /// Whether one may enter who wants out of a mouth.
    pub(super) fn admits(&self, exit: usize) -> bool {
        let other = 1 - exit;
        self.traffic.inside[other] == 0 && (self.turn == exit || self.traffic.before[other] == 0)
    }

    /// Whether one inside must go back who wants out of a mouth: others come, and it is their turn.
    pub(super) fn sends_back(&self, exit: usize) -> bool {
        self.turn != exit && self.traffic.inside[1 - exit] > 0
    }

    /// Out of which mouth those go who are in it, or may enter it; none when nobody wants through.
    pub(super) fn stream(&self) -> Option<usize> {
        let PassageTraffic { inside, before } = self.traffic;
        match (inside[0] > 0, inside[1] > 0) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            (true, true) => Some(self.turn),
            (false, false) if before[self.turn] > 0 => Some(self.turn),
            (false, false) => (before[1 - self.turn] > 0).then_some(1 - self.turn),
        }
    }
}

impl PassageGates {
    /// Looks at the ground that somebody walks on, as far as that has changed, and counts who wants through which passage.
    pub(super) fn count(&mut self, scene: &Scene<'_>) {
        if self.alike.is_empty() {
            self.alike = LOCOMOTIONS.map(|class| alike(scene, class)).to_vec();
            let bit = |kind: &Kind| match kind.body.as_ref().map(|body| body.locomotion) {
                Some(class) if class != Locomotion::Air => 1 << self.alike[class as usize] as u8,
                _ => 0,
            };
            self.classes = scene.rules().kinds.iter().map(bit).collect();
        }
        let bodies = &scene.frame.bodies[..scene.frame.units];
        let mut walked = [0u8; MAX_PLAYERS];
        for body in bodies {
            if let Some(walked) = walked.get_mut(usize::from(body.team)) {
                *walked |= self.classes[body.kind.index()];
            }
        }
        for (team, walked) in walked.into_iter().enumerate().take(scene.knowledge.len()) {
            for class in LOCOMOTIONS.into_iter().filter(|class| walked >> *class as u8 & 1 != 0) {
                self.look(scene, (TeamId(team as u8), class));
            }
        }
        self.is_empty = self.grounds.iter().all(|ground| ground.traffic.is_empty());
        if self.is_empty {
            return;
        }
        for ground in &mut self.grounds {
            ground.traffic.fill(PassageTraffic::default());
        }
        let motions = scene.entities.column::<Motion>(&scene.entities.units);
        for (body, motion) in bodies.iter().zip(motions.iter()) {
            if motion.conduct.contains(CrowdConduct::BOUND) && motion.moves() && body.is_present() {
                self.note(scene, body, motion);
            }
        }
    }

    fn look(&mut self, scene: &Scene<'_>, key: (TeamId, Locomotion)) {
        let (knowledge, map) = (&scene.knowledge[key.0.index()], &scene.scenario.map);
        let is_open = open_ground(scene, key);
        let place = &mut self.places[key.0.index()][key.1 as usize];
        let Some(known) = usize::from(*place).checked_sub(1) else {
            let mut delta = FogDelta::default();
            delta.take(knowledge);
            let found = PassageMap::new(map.width, map.height, is_open);
            let traffic = vec![PassageTraffic::default(); found.passages().len()];
            self.grounds.push(GatedGround { delta, map: found, traffic });
            *place = self.grounds.len() as u8;
            return;
        };
        let ground = &mut self.grounds[known];
        if ground.delta.is_outdated(knowledge) {
            ground.map.change(&ground.delta.take(knowledge), is_open);
            ground.traffic.resize(ground.map.passages().len(), PassageTraffic::default());
        }
    }

    #[inline]
    fn ground(&self, team: TeamId, class: Locomotion) -> Option<usize> {
        let class = *self.alike.get(class as usize)?;
        let places = self.places.get(team.index())?;
        usize::from(places[class as usize]).checked_sub(1)
    }

    fn note(&mut self, scene: &Scene<'_>, body: &SpatialRow, motion: &Motion) {
        let Some(class) = scene.kind(body.kind).body.as_ref().map(|body| body.locomotion) else { return };
        let Some(place) = self.ground(TeamId(body.team), class) else { return };
        let ground = &mut self.grounds[place];
        let Some(spot) = ground.map.spot(Cell::at(body.position)) else { return };
        let traffic = &mut ground.traffic[spot.row()];
        let exit = usize::from(!motion.conduct.contains(CrowdConduct::HOMEWARD));
        let counts = if spot.part.mouth().is_none() { &mut traffic.inside } else { &mut traffic.before };
        counts[exit] += 1;
    }

    /// The passage that a cell lies in or before, as a team's walkers of a class see it.
    #[inline]
    pub(super) fn at(&self, scene: &Scene<'_>, team: TeamId, class: Locomotion, cell: Cell) -> Option<GateView<'_>> {
        let ground = &self.grounds[self.ground(team, class)?];
        let spot = ground.map.spot(cell)?;
        let (passage, traffic) = (&ground.map.passages()[spot.row()], ground.traffic[spot.row()]);
        Some(GateView { map: &ground.map, passage, spot, traffic, turn: turn(scene, passage, team) })
    }
}

/// The passages of the ground that a team's walkers of a class know of.
pub(crate) fn observe_passages(scene: &Scene<'_>, key: (TeamId, Locomotion)) -> PassageMap {
    let map = &scene.scenario.map;
    PassageMap::new(map.width, map.height, open_ground(scene, key))
}

/// Whether a cell is open to a team's walkers of a class, as far as the team knows.
fn open_ground<'s>(scene: &Scene<'s>, (team, class): (TeamId, Locomotion)) -> impl Fn(Cell) -> bool + use<'s> {
    let knowledge = &scene.knowledge[team.index()];
    let (map, costs) = (&scene.scenario.map, scene.ground.costs(class));
    move |cell: Cell| {
        let index = map.index(cell);
        costs[index] != WALL_COST && !knowledge.is_blocked(index)
    }
}

/// The first class to which the same terrain is open.
fn alike(scene: &Scene<'_>, class: Locomotion) -> Locomotion {
    let open = |class: Locomotion| scene.rules().terrain.iter().map(move |terrain| terrain.cost(class) != WALL_COST);
    LOCOMOTIONS.into_iter().find(|other| open(*other).eq(open(class))).unwrap_or(class)
}

/// Whose turn it is: each side has the passage for as long as a batch needs to enter and to get through.
fn turn(scene: &Scene<'_>, passage: &Passage, team: TeamId) -> usize {
    let length = u32::from(passage.length);
    let batch = (BATCH_LENGTHS * length).clamp(LEAST_BATCH, MOST_BATCH) / u32::from(passage.width.max(1));
    let period = TICKS_A_CELL * (length + batch).max(1);
    let first = mix3(scene.clock.seed, FIRST_TURN, passage.key) as u32 & 1;
    // Ends of a passage in the very middle of the map are named by where they lie: what is the first to one team is the second to
    // the team that faces it.
    let facing = if passage.is_central { u32::from(team.0) & 1 } else { 0 };
    ((scene.clock.tick / period + first + facing) & 1) as usize
}
