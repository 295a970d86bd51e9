//! What most systems only read, as a bundle of references: so a helper can be asked by whoever holds the rest of the world for
//! writing.

use super::{Clock, PartSetting, Player};
use crate::entities::{Entities, EntityLocation};
use crate::threads::Threads;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Class, Kind, Rules, Stats};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, PlayerId, TeamId, UnitId};

/// Who plays what, by which rules, with whom: what hardly any system changes but by the columns of the entities.
#[derive(Clone, Copy)]
pub(crate) struct SceneBase<'w> {
    /// What is being played.
    pub(crate) scenario: &'w Scenario,
    /// Which tick it is.
    pub(crate) clock: &'w Clock,
    /// The players, by id.
    pub(crate) players: &'w [Player],
    /// Stats by player and kind.
    pub(crate) stats: &'w [Vec<Stats>],
    /// Who lives.
    pub(crate) entities: &'w Entities,
    /// Threads lent for passes over rows.
    pub(crate) threads: &'w Threads,
}

impl<'w> SceneBase<'w> {
    /// What parts of the state may read beside themselves.
    pub(crate) fn setting(&self) -> PartSetting<'w> {
        PartSetting { scenario: self.scenario, entities: self.entities }
    }

    /// The rules.
    #[inline]
    pub(crate) fn rules(&self) -> &'w Rules {
        &self.scenario.rules
    }

    /// The kind row of `kind`.
    #[inline]
    pub(crate) fn kind(&self, kind: KindId) -> &'w Kind {
        self.scenario.rules.kind(kind)
    }

    /// The stats of `kind` for `owner`.
    #[inline]
    pub(crate) fn stats(&self, owner: PlayerId, kind: KindId) -> &'w Stats {
        &self.stats[owner.index()][kind.index()]
    }

    /// The team of a player; a neutral owner has none.
    #[inline]
    pub(crate) fn team(&self, player: PlayerId) -> Option<TeamId> {
        self.players.get(player.index()).map(|player| player.team)
    }

    /// Whether two owners are on different teams, neither being neutral.
    #[inline]
    pub(crate) fn hostile(&self, a: PlayerId, b: PlayerId) -> bool {
        matches!((self.team(a), self.team(b)), (Some(a), Some(b)) if a != b)
    }

    /// Where the entity lives; none when it is dead or never was.
    #[inline]
    pub(crate) fn place(&self, id: UnitId) -> Option<EntityLocation> {
        self.entities.place(id)
    }

    /// The class of a living entity.
    pub(crate) fn class(&self, id: UnitId) -> Option<Class> {
        self.entities.class(id)
    }

    /// The cells a building or node of `kind` stands on with its north-west corner at `cell`.
    #[inline]
    pub(crate) fn rect(&self, kind: KindId, cell: Cell) -> Rect {
        let footprint = self.kind(kind).footprint.as_ref();
        let (width, height) = footprint.map_or((1, 1), |footprint| (footprint.width, footprint.height));
        Rect { x: cell.x, y: cell.y, width: u16::from(width), height: u16::from(height) }
    }

    /// The cells of a living building or node.
    pub(crate) fn rect_of(&self, id: UnitId) -> Option<Rect> {
        self.entities.rect_of(id)
    }

    /// The kind of a living unit or building.
    pub(crate) fn body_kind(&self, id: UnitId) -> Option<&'w Kind> {
        let place = self.place(id).filter(|place| place.class != Class::Node)?;
        Some(self.kind(self.entities.kind_at(place)))
    }
}
