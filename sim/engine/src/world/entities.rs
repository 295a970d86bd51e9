//! The entities: an archetype a class, and rosters that name its rows in the order of ids.

use super::{BuildingBundle, Directory, NodeBundle, Place, Roster, ShotBundle, UnitBundle};
use crate::component::{
    Agent, Arms, Deposit, Identity, Labour, Motion, Shot, Sightings, Site, Statuses, Vitals, Works,
};
use crate::id::{KindId, UnitId};
use crate::map::Rect;
use crate::rules::Class;

/// The entities of a match, one archetype per class; rosters and directory are derived from it.
pub(crate) struct Entities {
    /// The components.
    pub(crate) ecs: hecs::World,
    /// Units by id.
    pub(crate) units: Roster,
    /// Buildings by id.
    pub(crate) buildings: Roster,
    /// Nodes by id.
    pub(crate) nodes: Roster,
    /// Projectiles by id.
    pub(crate) shots: Roster,
    /// Where each id lives.
    pub(crate) directory: Directory,
}

impl Entities {
    /// None yet; archetypes exist, so that rosters can name them.
    pub(crate) fn new() -> Entities {
        let (ecs, [units, buildings, nodes, shots]) = empty_ecs();
        Entities { ecs, units, buildings, nodes, shots, directory: Directory::default() }
    }

    /// How many units, buildings, nodes and projectiles there are.
    pub(crate) fn population(&self) -> [usize; 4] {
        [self.units.len(), self.buildings.len(), self.nodes.len(), self.shots.len()]
    }

    /// How many entities there are.
    pub(crate) fn count(&self) -> usize {
        self.population().iter().sum()
    }

    /// The rows of a class.
    #[inline]
    pub(crate) fn roster(&self, class: Class) -> &Roster {
        match class {
            Class::Unit => &self.units,
            Class::Building => &self.buildings,
            Class::Node => &self.nodes,
        }
    }

    fn roster_mut(&mut self, class: Class) -> &mut Roster {
        match class {
            Class::Unit => &mut self.units,
            Class::Building => &mut self.buildings,
            Class::Node => &mut self.nodes,
        }
    }

    /// A column of the archetype of a class' entities, indexed by row, to read.
    ///
    /// # Panics
    /// When the class has no such component, or it is being written: our bug.
    #[inline]
    pub(crate) fn column<'w, T: hecs::Component>(&'w self, roster: &Roster) -> hecs::ArchetypeColumn<'w, T> {
        roster.archetype(&self.ecs).get::<&T>().expect("the class has this component")
    }

    /// The same, to write; other columns stay readable.
    #[inline]
    pub(crate) fn column_mut<'w, T: hecs::Component>(&'w self, roster: &Roster) -> hecs::ArchetypeColumnMut<'w, T> {
        roster.archetype(&self.ecs).get::<&mut T>().expect("the class has this component")
    }

    /// Where the entity lives; none when it is dead or never was.
    #[inline]
    pub(crate) fn place(&self, id: UnitId) -> Option<Place> {
        self.directory.get(id)
    }

    /// The class of a living entity.
    pub(crate) fn class(&self, id: UnitId) -> Option<Class> {
        self.place(id).map(|place| place.class)
    }

    /// The kind of the entity that lives there.
    #[inline]
    pub(crate) fn kind_at(&self, place: Place) -> KindId {
        self.column::<Identity>(self.roster(place.class))[place.row as usize].kind
    }

    /// The cells of a living building or node.
    pub(crate) fn rect_of(&self, id: UnitId) -> Option<Rect> {
        let place = self.place(id).filter(|place| place.class != Class::Unit)?;
        Some(self.roster(place.class).rect(place.row))
    }

    /// Takes in a unit, in the next row.
    pub(crate) fn spawn_unit(&mut self, bundle: UnitBundle) {
        let id = bundle.0.id;
        let entity = self.ecs.spawn(bundle);
        let row = self.units.insert(id, entity);
        self.directory.set(id, Place { class: Class::Unit, row });
    }

    /// Takes in a building that stands on these cells, in the next row.
    pub(crate) fn spawn_building(&mut self, bundle: BuildingBundle, rect: Rect) {
        let id = bundle.0.id;
        let entity = self.ecs.spawn(bundle);
        let row = self.buildings.insert_site(id, entity, rect);
        self.directory.set(id, Place { class: Class::Building, row });
    }

    /// Takes in a node that stands on these cells, in the next row.
    pub(crate) fn spawn_node(&mut self, bundle: NodeBundle, rect: Rect) {
        let id = bundle.0.id;
        let entity = self.ecs.spawn(bundle);
        let row = self.nodes.insert_site(id, entity, rect);
        self.directory.set(id, Place { class: Class::Node, row });
    }

    /// Takes in a projectile. Projectiles are not in the directory: nothing names them.
    pub(crate) fn spawn_shot(&mut self, bundle: ShotBundle) {
        let id = bundle.0.id;
        let entity = self.ecs.spawn(bundle);
        self.shots.insert(id, entity);
    }

    /// Removes a unit, building or node; the last row of its class moves into its place.
    pub(crate) fn remove(&mut self, id: UnitId, place: Place) {
        let entity = self.roster(place.class).entity(place.row);
        let _ = self.ecs.despawn(entity);
        let moved = self.roster_mut(place.class).swap_remove(place.row);
        self.directory.clear(id);
        if let Some(moved) = moved {
            self.directory.set(moved, place);
        }
    }

    /// Removes a projectile by its row.
    pub(crate) fn remove_shot(&mut self, row: u32) {
        let _ = self.ecs.despawn(self.shots.entity(row));
        self.shots.swap_remove(row);
    }
}

/// Spawns and removes one entity of each class, so that each archetype stands at a known place.
pub(super) fn empty_ecs() -> (hecs::World, [Roster; 4]) {
    let mut ecs = hecs::World::new();
    let identity = Identity { id: UnitId::NONE, kind: KindId(0) };
    let unit: UnitBundle = (
        identity,
        Motion::default(),
        Vitals::default(),
        Arms::default(),
        Agent::default(),
        Labour::default(),
        Statuses::default(),
        Sightings::default(),
    );
    let building: BuildingBundle =
        (identity, Site::default(), Vitals::default(), Arms::default(), Works::default(), Sightings::default());
    let node: NodeBundle = (identity, Site::default(), Deposit::default());
    let shot: ShotBundle = (identity, Shot::default());
    let entities = [ecs.spawn(unit), ecs.spawn(building), ecs.spawn(node), ecs.spawn(shot)];
    for entity in entities {
        let _ = ecs.despawn(entity);
    }
    let at = |holds: fn(&hecs::Archetype) -> bool| {
        let place = ecs.archetypes().position(holds).expect("the archetype was just made");
        Roster::new(place as u32)
    };
    let rosters = [
        at(|archetype| archetype.has::<Motion>()),
        at(|archetype| archetype.has::<Works>()),
        at(|archetype| archetype.has::<Deposit>()),
        at(|archetype| archetype.has::<Shot>()),
    ];
    (ecs, rosters)
}
