//! What is not the player's own, as its team sees or remembers it.

use hecs::ArchetypeColumn;

use super::layout::ROW_BITS;
use super::{ForeignBody, KnownNode};
use crate::component::{ConstructionStage, Footprint, Health, Identity, Motion, ResourceAmount, Sightings};
use crate::entities::Roster;
use crate::scene::{any_in_sight, handle_for, is_in_sight};
use crate::sight::FrozenEntity;
use crate::world::World;
use sandtable_model::map::Rect;
use sandtable_model::rules::Class;
use sandtable_state::Arrange;
use sandtable_state::id::{Handle, PlayerId, TeamId, UnitId};

/// Foreign bodies in the order of their handles: where each is to be found. Bodies are much longer, and are made one by one of this.
#[derive(Clone, Debug, Default)]
pub struct ForeignOrder {
    found: Vec<ForeignRow>,
}

/// A handle, and below it where its bearer is found: as one number, for many are put in order every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ForeignRow(u64);

#[derive(Clone, Copy, Debug)]
enum BodySource {
    /// In sight: the row of a unit.
    Unit,
    /// In sight: the row of a building.
    Building,
    /// A building out of sight: its place among the team's memories.
    Memory,
}

impl ForeignRow {
    #[inline]
    fn new(handle: Handle, source: BodySource, row: usize) -> ForeignRow {
        ForeignRow(u64::from(handle.0) << 32 | (source as u64) << ROW_BITS | row as u64)
    }

    #[inline]
    fn handle(self) -> Handle {
        Handle((self.0 >> 32) as u32)
    }

    #[inline]
    fn row(self) -> usize {
        self.0 as usize & ((1 << ROW_BITS) - 1)
    }

    #[inline]
    fn source(self) -> BodySource {
        match self.0 as u32 >> ROW_BITS {
            0 => BodySource::Unit,
            1 => BodySource::Building,
            _ => BodySource::Memory,
        }
    }
}

impl ForeignOrder {
    /// Finds all that the player's team sees or remembers now.
    fn renew(&mut self, world: &World, player: PlayerId) {
        self.found.clear();
        let Some(team) = world.team(player) else { return };
        self.find_in_sight(world, player, team, &world.entities.units, BodySource::Unit);
        self.find_in_sight(world, player, team, &world.entities.buildings, BodySource::Building);
        let buildings = memories(world, team).iter().take_while(|memory| !memory.id.owner().is_neutral());
        for (at, memory) in buildings.enumerate().filter(|(_, memory)| !is_in_sight(&world.scene(), player, memory.id))
        {
            self.found.push(ForeignRow::new(handle_for(&world.scene(), player, memory.id), BodySource::Memory, at));
        }
        self.found.arrange_many();
    }

    fn find_in_sight(&mut self, world: &World, player: PlayerId, team: TeamId, roster: &Roster, source: BodySource) {
        let sightings = world.column::<Sightings>(roster);
        // Nobody's are nodes alone.
        for owner in (0..world.players().len() as u8).map(PlayerId).filter(|owner| *owner != player) {
            for (_, row) in roster.of(owner) {
                let sightings = &sightings[row];
                if sightings.seen_by >> team.0 & 1 != 0 {
                    let alias = sightings.alias.0.get(player.index()).copied().unwrap_or(0);
                    self.found.push(ForeignRow::new(Handle::new(owner, alias), source, row));
                }
            }
        }
    }
}

fn memories(world: &World, team: TeamId) -> &[FrozenEntity] {
    world.parts.knowledge[team.index()].memories()
}

/// Units and buildings in sight, and buildings remembered, by ascending handle.
pub(super) fn bodies<'w, 'o>(
    world: &'w World,
    player: PlayerId,
    order: &'o mut ForeignOrder,
) -> impl Iterator<Item = ForeignBody> + use<'w, 'o> {
    order.renew(world, player);
    let maker = BodyMaker::new(world, player);
    order.found.iter().map(move |found| {
        let (handle, row) = (found.handle(), found.row());
        match found.source() {
            BodySource::Unit => maker.unit(handle, row),
            BodySource::Building => maker.building(handle, row),
            BodySource::Memory => maker.remembered(handle, row),
        }
    })
}

/// What bodies are made of.
struct BodyMaker<'w> {
    world: &'w World,
    player: PlayerId,
    units: SharedLooks<'w>,
    motion: ArchetypeColumn<'w, Motion>,
    buildings: SharedLooks<'w>,
    footprint: ArchetypeColumn<'w, Footprint>,
    memories: &'w [FrozenEntity],
}

/// What bodies in sight have in common, by row.
struct SharedLooks<'w> {
    identity: ArchetypeColumn<'w, Identity>,
    health: ArchetypeColumn<'w, Health>,
}

impl<'w> SharedLooks<'w> {
    fn new(world: &'w World, roster: &Roster) -> SharedLooks<'w> {
        SharedLooks { identity: world.column(roster), health: world.column(roster) }
    }
}

impl<'w> BodyMaker<'w> {
    fn new(world: &'w World, player: PlayerId) -> BodyMaker<'w> {
        BodyMaker {
            world,
            player,
            units: SharedLooks::new(world, &world.entities.units),
            motion: world.column(&world.entities.units),
            buildings: SharedLooks::new(world, &world.entities.buildings),
            footprint: world.column(&world.entities.buildings),
            memories: world.team(player).map_or(&[], |team| memories(world, team)),
        }
    }

    #[inline]
    fn unit(&self, handle: Handle, row: usize) -> ForeignBody {
        ForeignBody {
            handle,
            owner: handle.owner(),
            kind: self.units.identity[row].kind,
            class: Class::Unit,
            position: self.motion[row].position,
            hp: self.units.health[row].hp,
            stage: ConstructionStage::Complete,
            visible: true,
            seen_tick: self.world.parts.clock.tick,
            hostile: self.world.hostile(self.player, handle.owner()),
        }
    }

    fn building(&self, handle: Handle, row: usize) -> ForeignBody {
        let (kind, footprint) = (self.buildings.identity[row].kind, &self.footprint[row]);
        ForeignBody {
            handle,
            owner: handle.owner(),
            kind,
            class: Class::Building,
            position: self.world.rect(kind, footprint.cell).centre(),
            hp: self.buildings.health[row].hp,
            stage: footprint.stage,
            visible: true,
            seen_tick: self.world.parts.clock.tick,
            hostile: self.world.hostile(self.player, handle.owner()),
        }
    }

    fn remembered(&self, handle: Handle, at: usize) -> ForeignBody {
        let memory = &self.memories[at];
        let owner = memory.id.owner();
        ForeignBody {
            handle,
            owner,
            kind: memory.kind,
            class: Class::Building,
            position: self.world.rect(memory.kind, memory.cell).centre(),
            hp: memory.hp,
            stage: memory.stage,
            visible: false,
            seen_tick: memory.tick,
            hostile: self.world.hostile(self.player, owner),
        }
    }
}

/// A node as the team knows it, of which only so much is worked out as may change.
#[derive(Clone, Copy, Debug)]
pub struct NodeLook<'w> {
    memory: &'w FrozenEntity,
    rect: Rect,
    amount: u32,
    visible: bool,
}

impl NodeLook<'_> {
    /// The node's handle.
    #[inline]
    pub fn handle(&self) -> Handle {
        Handle(self.memory.id.0)
    }

    /// Whether the node is as it was when it was looked at before.
    #[inline]
    pub fn is_as(&self, before: &KnownNode) -> bool {
        before.handle == self.handle() && before.amount == self.amount && before.visible == self.visible
    }

    /// All of it.
    pub fn node(&self) -> KnownNode {
        let (memory, amount, visible) = (self.memory, self.amount, self.visible);
        let position = self.rect.centre();
        KnownNode { handle: self.handle(), kind: memory.kind, cell: memory.cell, position, amount, visible }
    }
}

/// Nodes that the team does not know to be empty, by ascending handle.
#[inline]
pub(super) fn nodes(world: &World, team: TeamId) -> impl Iterator<Item = NodeLook<'_>> {
    let deposits = world.column::<ResourceAmount>(&world.entities.nodes);
    let memories = memories(world, team);
    // Players come before nodes.
    let first = memories.partition_point(|memory| !memory.id.owner().is_neutral());
    memories[first..].iter().filter_map(move |memory| {
        let rect = world.rect(memory.kind, memory.cell);
        let visible = any_in_sight(&world.scene(), team.index(), rect);
        let amount = if visible { amount_left(world, &deposits, memory.id)? } else { memory.amount };
        (amount > 0).then_some(NodeLook { memory, rect, amount, visible })
    })
}

/// What is left in a node; none when it is gone.
fn amount_left(world: &World, deposits: &[ResourceAmount], node: UnitId) -> Option<u32> {
    let place = world.place(node).filter(|place| place.class == Class::Node)?;
    Some(deposits[place.row as usize].amount)
}
