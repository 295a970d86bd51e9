//! Tracks: what each unit, building and node was like in every frame of its life, as differences.

use std::collections::BTreeMap;

use sandtable_lens::frame::{TASKS, task_number};
use sandtable_math::{Fx, Vec2};
use sandtable_sim::component::{ProductionEntry, ProductionItem};
use sandtable_sim::{ObservedBuilding, ObservedNode, ObservedUnit, World};
use sandtable_state::id::{KindId, UnitId};

use super::bytes::Packer;

/// Hit points are kept as a share of this.
pub(super) const FULL_HP: u32 = 250;
/// Positions are kept in parts of a cell.
pub(super) const CELL_PARTS: u32 = 64;

/// One entity in one frame: five numbers whose meaning depends on its class.
///
/// - place: east and south, in 1/64 cell
/// - hp: 0 … 250, of its own maximum
/// - target: 1 + the number of the track it attacks; 0 for none
/// - state: see [`unit_state`] and [`building_state`]; the amount left in a node
/// - seen: the teams that see it, as a bit set
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sample {
    pub place: (u32, u32),
    pub hp: u32,
    pub target: u32,
    pub state: u32,
    pub seen: u32,
}

/// The life of one entity.
#[derive(Debug)]
struct Track {
    id: UnitId,
    kind: KindId,
    first_frame: u32,
    last_frame: u32,
    /// The frame of the last change.
    changed_frame: u32,
    last: Sample,
    changes: Packer,
}

impl Track {
    fn new(id: UnitId, kind: KindId, frame: u32) -> Track {
        let (last, changes) = (Sample::default(), Packer::default());
        Track { id, kind, first_frame: frame, last_frame: frame, changed_frame: frame, last, changes }
    }

    /// Appends the frame: frames since the last change and a flag for each field, then their differences.
    /// Returns the bytes it took.
    fn put(&mut self, frame: u32, now: Sample) -> usize {
        let (was, before) = (self.last, self.changes.len());
        self.last_frame = frame;
        if was == now {
            return 0;
        }
        let fields = [(was.hp, now.hp), (was.target, now.target), (was.state, now.state), (was.seen, now.seen)];
        let moved = was.place != now.place;
        let flag = |(at, (was, now)): (usize, &(u32, u32))| u32::from(was != now) << (at + 1);
        let flags = u32::from(moved) | fields.iter().enumerate().map(flag).sum::<u32>();
        self.changes.number((frame - self.changed_frame) << 5 | flags);
        if moved {
            self.changes.difference(was.place.0, now.place.0);
            self.changes.difference(was.place.1, now.place.1);
        }
        for (was, now) in fields.into_iter().filter(|(was, now)| was != now) {
            self.changes.difference(was, now);
        }
        (self.changed_frame, self.last) = (frame, now);
        self.changes.len() - before
    }
}

/// All tracks, in the order in which their entities were first seen.
#[derive(Debug, Default)]
pub(super) struct Tracks {
    tracks: Vec<Track>,
    numbers: BTreeMap<UnitId, u32>,
    bytes: usize,
}

impl Tracks {
    /// Notes how everything stands.
    pub fn frame(&mut self, world: &World, frame: u32) {
        // All are numbered before any is noted: targets are named by number.
        world.observe_units().for_each(|unit| self.number(unit.id, unit.kind, frame));
        world.observe_buildings().for_each(|building| self.number(building.id, building.kind, frame));
        world.observe_nodes().for_each(|node| self.number(node.id, node.kind, frame));
        world.observe_units().for_each(|unit| self.put(unit.id, frame, self.unit(&unit)));
        world.observe_buildings().for_each(|building| self.put(building.id, frame, self.building(&building)));
        world.observe_nodes().for_each(|node| self.put(node.id, frame, node_sample(&node)));
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes + self.tracks.len() * 10
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tracks.len()
    }

    /// Each track: kind, owner, serial, first frame, frames, length of its changes, changes.
    pub fn pack(&self) -> Packer {
        let mut packer = Packer::default();
        for track in &self.tracks {
            packer.number(u32::from(track.kind.0));
            packer.raw(&[track.id.owner().0]);
            packer.number(track.id.serial());
            packer.number(track.first_frame);
            packer.number(track.last_frame - track.first_frame + 1);
            packer.number(track.changes.len() as u32);
            packer.raw(track.changes.as_slice());
        }
        packer
    }

    fn number(&mut self, id: UnitId, kind: KindId, frame: u32) {
        let next = self.tracks.len() as u32;
        if *self.numbers.entry(id).or_insert(next) == next {
            self.tracks.push(Track::new(id, kind, frame));
        }
    }

    fn put(&mut self, id: UnitId, frame: u32, sample: Sample) {
        let track = self.numbers.get(&id).and_then(|number| self.tracks.get_mut(*number as usize));
        self.bytes += track.map_or(0, |track| track.put(frame, sample));
    }

    fn unit(&self, unit: &ObservedUnit) -> Sample {
        Sample {
            place: place(unit.position),
            hp: share(unit.hp, unit.max_hp),
            target: self.target(unit.target),
            state: unit_state(unit),
            seen: u32::from(unit.seen_by),
        }
    }

    fn building(&self, building: &ObservedBuilding) -> Sample {
        Sample {
            place: place(building.position),
            hp: share(building.hp, building.max_hp),
            target: self.target(building.target),
            state: building_state(building),
            seen: u32::from(building.seen_by),
        }
    }

    fn target(&self, id: UnitId) -> u32 {
        self.numbers.get(&id).map_or(0, |number| number + 1)
    }
}

fn node_sample(node: &ObservedNode) -> Sample {
    Sample { place: place(node.position), state: node.amount, ..Sample::default() }
}

/// A position in 1/64 cell, held to 0 … 65,535.
pub(super) fn place(position: Vec2) -> (u32, u32) {
    let parts = |value: Fx| (value.bits() >> 10).clamp(0, 0xFFFF) as u32;
    (parts(position.x), parts(position.y))
}

/// Hit points of the maximum in [`FULL_HP`] parts, rounded up: only the whole are full, only the dead 0.
fn share(part: Fx, whole: Fx) -> u32 {
    let (part, whole) = (i64::from(part.bits().max(0)), i64::from(whole.bits().max(1)));
    if part >= whole { FULL_HP } else { ((part * i64::from(FULL_HP - 1) + whole - 1) / whole) as u32 }
}

/// Bit 0: moving; bit 1: aboard a transport; bits 2 … 4: 1 + the resource carried; bits 5 …: the number of its task.
fn unit_state(unit: &ObservedUnit) -> u32 {
    let carried = unit.carries.map_or(0, |(resource, _)| u32::from(resource.0) + 1);
    u32::from(unit.moving) | u32::from(unit.aboard.is_some()) << 1 | carried << 2 | (task_number(unit.task) as u32) << 5
}

/// The names of what units do, by task number.
pub(super) fn task_names() -> Vec<&'static str> {
    std::iter::once("idle").chain(TASKS.iter().map(|(_, name)| *name)).collect()
}

/// Bits 0 … 4: percent of the first entry made / 4; bits 5 … 9: percent built / 4; bits 10, 11: stage;
/// bits 12 … 14: entries queued; bits 15 …: 0 for none, else 1 + 2 × the row it makes, + 1 for a technology.
///
/// What changes most stands lowest, so that differences are small.
fn building_state(building: &ObservedBuilding) -> u32 {
    let making = building
        .making
        .map_or(0, |job: ProductionEntry| 1 + 2 * u32::from(job.row) + u32::from(job.product == ProductionItem::Tech));
    u32::from(building.made_percent / 4)
        | u32::from(building.built_percent / 4) << 5
        | (building.stage as u32) << 10
        | u32::from(building.queued.min(7)) << 12
        | making << 15
}

#[cfg(test)]
mod tests {
    use super::super::bytes::tests::Unpacker;
    use super::*;
    use sandtable_state::id::PlayerId;

    fn unpack(changes: &[u8], frames: u32) -> Vec<Sample> {
        let (mut unpacker, mut samples, mut now) = (Unpacker::new(changes), Vec::new(), Sample::default());
        while !unpacker.is_empty() {
            let head = unpacker.number();
            let until = samples.len() as u32 + (head >> 5);
            let until = if samples.is_empty() { until } else { until - 1 };
            samples.resize(until as usize, now);
            if head & 1 != 0 {
                now.place = (unpacker.difference(now.place.0), unpacker.difference(now.place.1));
            }
            for (flag, field) in [(2, &mut now.hp), (4, &mut now.target), (8, &mut now.state), (16, &mut now.seen)] {
                if head & flag != 0 {
                    *field = unpacker.difference(*field);
                }
            }
            samples.push(now);
        }
        samples.resize(frames as usize, now);
        samples
    }

    #[test]
    fn a_life_comes_back_frame_by_frame() {
        let start = Sample { place: (640, 65_535), hp: FULL_HP, target: 0, state: 5, seen: 1 };
        let moved = Sample { place: (700, 65_000), target: 9, ..start };
        let hurt = Sample { hp: 1, state: u32::MAX, seen: 3, ..moved };
        let life = [start, start, start, moved, moved, hurt, start, start];
        let mut track = Track::new(UnitId::new(PlayerId(0), 1), KindId(3), 7);
        for (at, sample) in life.iter().enumerate() {
            track.put(7 + at as u32, *sample);
        }
        assert_eq!(track.last_frame, 14);
        assert_eq!(unpack(track.changes.as_slice(), 8), life);
    }

    #[test]
    fn only_the_whole_are_full_and_only_the_dead_empty() {
        let hp = |value: i16| Fx::from_int(value);
        assert_eq!(share(hp(100), hp(100)), FULL_HP);
        assert_eq!(share(hp(120), hp(100)), FULL_HP);
        assert_eq!(share(hp(100) - Fx::EPSILON, hp(100)), FULL_HP - 1);
        assert_eq!(share(Fx::EPSILON, hp(20_000)), 1);
        assert_eq!(share(Fx::ZERO, hp(100)), 0);
    }
}
