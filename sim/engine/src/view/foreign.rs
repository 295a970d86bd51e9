//! What is not the player's own, as its team sees or remembers it.

use hecs::ArchetypeColumn;

use super::{Foreign, KnownNode};
use crate::component::{Deposit, Identity, Motion, Sightings, Site, Stage, Vitals};
use crate::scene::{any_in_sight, handle_for, is_in_sight};
use crate::sight::Memory;
use crate::world::{Roster, World};
use sandtable_model::map::Rect;
use sandtable_model::rules::Class;
use sandtable_state::id::{Handle, PlayerId, TeamId, UnitId};

/// Foreign bodies in the order of their handles: where each is to be found. Bodies are much longer, and are made one by one of this.
#[derive(Clone, Debug, Default)]
pub struct ForeignOrder {
    found: Vec<Found>,
}

/// A handle, and below it where its bearer is found: as one number, for many are put in order every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found(u64);

#[derive(Clone, Copy, Debug)]
enum Source {
    /// In sight: the row of a unit.
    Unit,
    /// In sight: the row of a building.
    Building,
    /// A building out of sight: its place among the team's memories.
    Memory,
}

/// Bits of a row or a place.
const ROW_BITS: u32 = 30;

impl Found {
    #[inline]
    fn new(handle: Handle, source: Source, row: usize) -> Found {
        Found(u64::from(handle.0) << 32 | (source as u64) << ROW_BITS | row as u64)
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
    fn source(self) -> Source {
        match self.0 as u32 >> ROW_BITS {
            0 => Source::Unit,
            1 => Source::Building,
            _ => Source::Memory,
        }
    }
}

impl ForeignOrder {
    /// Finds all that the player's team sees or remembers now.
    fn renew(&mut self, world: &World, player: PlayerId) {
        self.found.clear();
        let Some(team) = world.team(player) else { return };
        self.find_in_sight(world, player, team, &world.entities.units, Source::Unit);
        self.find_in_sight(world, player, team, &world.entities.buildings, Source::Building);
        let buildings = memories(world, team).iter().take_while(|memory| !memory.id.owner().is_neutral());
        for (at, memory) in buildings.enumerate().filter(|(_, memory)| !is_in_sight(&world.scene(), player, memory.id))
        {
            self.found.push(Found::new(handle_for(&world.scene(), player, memory.id), Source::Memory, at));
        }
        self.found.sort_unstable();
    }

    fn find_in_sight(&mut self, world: &World, player: PlayerId, team: TeamId, roster: &Roster, source: Source) {
        let sightings = world.column::<Sightings>(roster);
        // Nobody's are nodes alone.
        for owner in (0..world.players().len() as u8).map(PlayerId).filter(|owner| *owner != player) {
            for (_, row) in roster.of(owner) {
                let sightings = &sightings[row];
                if sightings.seen_by >> team.0 & 1 != 0 {
                    let alias = sightings.alias.0.get(player.index()).copied().unwrap_or(0);
                    self.found.push(Found::new(Handle::new(owner, alias), source, row));
                }
            }
        }
    }
}

fn memories(world: &World, team: TeamId) -> &[Memory] {
    world.parts.knowledge[team.index()].memories()
}

/// Units and buildings in sight, and buildings remembered, by ascending handle.
pub(super) fn bodies<'w, 'o>(
    world: &'w World,
    player: PlayerId,
    order: &'o mut ForeignOrder,
) -> impl Iterator<Item = Foreign> + use<'w, 'o> {
    order.renew(world, player);
    let maker = Maker::new(world, player);
    order.found.iter().map(move |found| {
        let (handle, row) = (found.handle(), found.row());
        match found.source() {
            Source::Unit => maker.unit(handle, row),
            Source::Building => maker.building(handle, row),
            Source::Memory => maker.remembered(handle, row),
        }
    })
}

/// What bodies are made of.
struct Maker<'w> {
    world: &'w World,
    player: PlayerId,
    units: Looks<'w>,
    motion: ArchetypeColumn<'w, Motion>,
    buildings: Looks<'w>,
    site: ArchetypeColumn<'w, Site>,
    memories: &'w [Memory],
}

/// What bodies in sight have in common, by row.
struct Looks<'w> {
    identity: ArchetypeColumn<'w, Identity>,
    vitals: ArchetypeColumn<'w, Vitals>,
}

impl<'w> Looks<'w> {
    fn new(world: &'w World, roster: &Roster) -> Looks<'w> {
        Looks { identity: world.column(roster), vitals: world.column(roster) }
    }
}

impl<'w> Maker<'w> {
    fn new(world: &'w World, player: PlayerId) -> Maker<'w> {
        Maker {
            world,
            player,
            units: Looks::new(world, &world.entities.units),
            motion: world.column(&world.entities.units),
            buildings: Looks::new(world, &world.entities.buildings),
            site: world.column(&world.entities.buildings),
            memories: world.team(player).map_or(&[], |team| memories(world, team)),
        }
    }

    #[inline]
    fn unit(&self, handle: Handle, row: usize) -> Foreign {
        Foreign {
            handle,
            owner: handle.owner(),
            kind: self.units.identity[row].kind,
            class: Class::Unit,
            position: self.motion[row].position,
            hp: self.units.vitals[row].hp,
            stage: Stage::Complete,
            visible: true,
            seen_tick: self.world.parts.clock.tick,
            hostile: self.world.hostile(self.player, handle.owner()),
        }
    }

    fn building(&self, handle: Handle, row: usize) -> Foreign {
        let (kind, site) = (self.buildings.identity[row].kind, &self.site[row]);
        Foreign {
            handle,
            owner: handle.owner(),
            kind,
            class: Class::Building,
            position: self.world.rect(kind, site.cell).centre(),
            hp: self.buildings.vitals[row].hp,
            stage: site.stage,
            visible: true,
            seen_tick: self.world.parts.clock.tick,
            hostile: self.world.hostile(self.player, handle.owner()),
        }
    }

    fn remembered(&self, handle: Handle, at: usize) -> Foreign {
        let memory = &self.memories[at];
        let owner = memory.id.owner();
        Foreign {
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
    memory: &'w Memory,
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
    let deposits = world.column::<Deposit>(&world.entities.nodes);
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
fn amount_left(world: &World, deposits: &[Deposit], node: UnitId) -> Option<u32> {
    let place = world.place(node).filter(|place| place.class == Class::Node)?;
    Some(deposits[place.row as usize].amount)
}
