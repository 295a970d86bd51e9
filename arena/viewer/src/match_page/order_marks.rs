//! Orders as marks on the map: who told whom to do what, where, and whether it was refused.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Rect;
use sandtable_sim::World;
use sandtable_sim::event::{Event, Rejection, TickReport};
use sandtable_sim::order::{OrderSubject, StampedOrder};
use sandtable_state::id::{Handle, PlayerId, SquadId, UnitId};

use super::bytes::Packer;
use super::track::place;

/// One order.
struct Mark {
    tick: u32,
    player: PlayerId,
    seq: u16,
    verb: u8,
    /// 0 for none, else 1 + the row of the kind, technology or ability it names.
    row: u32,
    /// How many it was given to.
    subjects: u32,
    /// 0 when it was taken, else 1 + the row of [`Rejection::ALL`].
    refused: u8,
    from: (u32, u32),
    to: (u32, u32),
}

/// All orders of the match.
#[derive(Default)]
pub(super) struct Marks {
    marks: Vec<Mark>,
    crowd: Crowd,
}

impl Marks {
    /// Notes the orders of the next tick, as long as those they name still stand where they did.
    pub fn orders(&mut self, world: &World, orders: &[StampedOrder]) {
        if orders.is_empty() {
            return;
        }
        self.crowd.gather(world);
        for order in orders {
            let (count, from) = self.crowd.subjects(world, order.player, &order.order.subject);
            let to = self.crowd.aim(world, order.player, &order.order.verb).unwrap_or(from);
            let (verb, row) = verb_number(&order.order.verb);
            self.marks.push(Mark {
                tick: world.tick() + 1,
                player: order.player,
                seq: order.seq,
                verb,
                row,
                subjects: count,
                refused: 0,
                from: place(from),
                to: place(to),
            });
        }
    }

    /// Notes which orders of the tick were refused.
    pub fn report(&mut self, report: &TickReport) {
        let first = self.marks.partition_point(|mark| mark.tick < report.tick);
        for event in &report.events {
            if let Event::Rejected { player, seq, why } = event {
                let of_tick = self.marks[first..].iter_mut();
                let refused = rejection_number(*why);
                of_tick
                    .filter(|mark| (mark.player, mark.seq) == (*player, *seq))
                    .for_each(|mark| mark.refused = refused);
            }
        }
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        self.marks.len() * 11
    }

    /// Each mark: ticks since the one before, player, verb, row, subjects, refused, from, and to as a difference.
    pub fn pack(&self) -> Packer {
        let (mut packer, mut tick) = (Packer::default(), 0);
        for mark in &self.marks {
            packer.number(mark.tick - tick);
            packer.raw(&[mark.player.0, mark.verb]);
            packer.number(mark.row);
            packer.number(mark.subjects);
            packer.raw(&[mark.refused]);
            packer.line(mark.from, mark.to);
            tick = mark.tick;
        }
        packer
    }
}

/// Where everything stands, by id.
#[derive(Default)]
struct Crowd {
    places: Vec<(UnitId, SquadId, Vec2)>,
}

impl Crowd {
    fn gather(&mut self, world: &World) {
        self.places.clear();
        self.places.extend(world.observe_units().map(|unit| (unit.id, unit.squad, unit.position)));
        self.places.extend(world.observe_buildings().map(|building| (building.id, SquadId::NONE, building.position)));
        self.places.extend(world.observe_nodes().map(|node| (node.id, SquadId::NONE, node.position)));
        self.places.sort_unstable_by_key(|(id, ..)| *id);
    }

    fn find(&self, world: &World, player: PlayerId, handle: Handle) -> Option<Vec2> {
        let id = world.observe_handle(player, handle)?;
        let at = self.places.binary_search_by_key(&id, |(id, ..)| *id).ok()?;
        Some(self.places[at].2)
    }

    /// How many an order is for, and their centroid; the middle of the map for nobody.
    fn subjects(&self, world: &World, player: PlayerId, subject: &OrderSubject) -> (u32, Vec2) {
        let points: Vec<Vec2> = match subject {
            OrderSubject::Player => Vec::new(),
            OrderSubject::Squad(squad) => {
                let members = self.places.iter().filter(|(id, of, _)| id.owner() == player && of == squad);
                members.map(|(_, _, at)| *at).collect()
            }
            OrderSubject::Units(units) => units.iter().filter_map(|unit| self.find(world, player, *unit)).collect(),
        };
        let middle = world.scenario().map.bounds().centre();
        (points.len() as u32, centroid(&points).unwrap_or(middle))
    }

    /// The place an order is about.
    fn aim(&self, world: &World, player: PlayerId, verb: &OrderKind) -> Option<Vec2> {
        match verb {
            OrderKind::Move(point)
            | OrderKind::AttackMove(point)
            | OrderKind::Patrol(point)
            | OrderKind::Unload(point) => Some(*point),
            OrderKind::Attack(handle)
            | OrderKind::Follow(handle)
            | OrderKind::Guard(handle)
            | OrderKind::Gather(handle)
            | OrderKind::Repair(handle)
            | OrderKind::Load(handle) => self.find(world, player, *handle),
            OrderKind::Build { kind, cell } => {
                let footprint = world.rules().kinds.get(kind.index())?.footprint.as_ref()?;
                let (width, height) = (u16::from(footprint.width), u16::from(footprint.height));
                Some(Rect { x: cell.x, y: cell.y, width, height }.centre())
            }
            OrderKind::Rally { point, target } | OrderKind::Ability { point, target, .. } => {
                if target.is_none() {
                    Some(*point)
                } else {
                    self.find(world, player, *target)
                }
            }
            OrderKind::Hold
            | OrderKind::Stop
            | OrderKind::ReturnCargo
            | OrderKind::Train(_)
            | OrderKind::Research(_)
            | OrderKind::Cancel(_)
            | OrderKind::Form(_)
            | OrderKind::Join(_)
            | OrderKind::Surrender => None,
        }
    }
}

fn centroid(points: &[Vec2]) -> Option<Vec2> {
    let count = i64::try_from(points.len()).ok().filter(|count| *count > 0)?;
    let mean = |of: fn(&Vec2) -> Fx| {
        let sum: i64 = points.iter().map(|point| i64::from(of(point).bits())).sum();
        Fx::from_bits((sum / count) as i32)
    };
    Some(Vec2::new(mean(|point| point.x), mean(|point| point.y)))
}

/// The names of verbs, by number.
pub(super) const VERB_NAMES: [&str; 22] = [
    "move",
    "attack-move",
    "attack",
    "patrol",
    "hold",
    "stop",
    "follow",
    "guard",
    "gather",
    "return cargo",
    "build",
    "repair",
    "train",
    "research",
    "cancel",
    "rally",
    "load",
    "unload",
    "ability",
    "join",
    "surrender",
    "form",
];

/// A verb's number, and 1 + the row it names.
fn verb_number(verb: &OrderKind) -> (u8, u32) {
    match verb {
        OrderKind::Move(_) => (0, 0),
        OrderKind::AttackMove(_) => (1, 0),
        OrderKind::Attack(_) => (2, 0),
        OrderKind::Patrol(_) => (3, 0),
        OrderKind::Hold => (4, 0),
        OrderKind::Stop => (5, 0),
        OrderKind::Follow(_) => (6, 0),
        OrderKind::Guard(_) => (7, 0),
        OrderKind::Gather(_) => (8, 0),
        OrderKind::ReturnCargo => (9, 0),
        OrderKind::Build { kind, .. } => (10, u32::from(kind.0) + 1),
        OrderKind::Repair(_) => (11, 0),
        OrderKind::Train(kind) => (12, u32::from(kind.0) + 1),
        OrderKind::Research(tech) => (13, u32::from(tech.0) + 1),
        OrderKind::Cancel(entry) => (14, u32::from(*entry) + 1),
        OrderKind::Rally { .. } => (15, 0),
        OrderKind::Load(_) => (16, 0),
        OrderKind::Unload(_) => (17, 0),
        OrderKind::Ability { ability, .. } => (18, u32::from(ability.0) + 1),
        OrderKind::Join(squad) => (19, squad.serial() + 1),
        OrderKind::Surrender => (20, 0),
        OrderKind::Form(_) => (21, 0),
    }
}

/// 1 + the row of [`Rejection::ALL`].
fn rejection_number(why: Rejection) -> u8 {
    why as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centroid_of_far_points_does_not_overflow() {
        let far = Vec2::new(Fx::MAX, Fx::from_int(2));
        assert_eq!(centroid(&[far; 512]), Some(far));
        assert_eq!(
            centroid(&[Vec2::ZERO, Vec2::new(Fx::from_int(4), Fx::from_int(2))]),
            Some(Vec2::cell_centre(2, 1) - Vec2::cell_centre(0, 0))
        );
        assert_eq!(centroid(&[]), None);
    }
}
