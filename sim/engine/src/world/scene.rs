//! What most systems only read, as bundles of references: so a helper can be asked by whoever holds the rest of the world for
//! writing.

use std::ops::Deref;

use super::{Body, Clock, Entities, Frame, Place, Player, World};
use crate::ground::Ground;
use crate::sight::{Knowledge, Sight};
use crate::state::Setting;
use crate::threads::Threads;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Class, Kind, Rules, Stats};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, PlayerId, TeamId, UnitId};

/// Who plays what, by which rules, with whom: what hardly any system changes but by the columns of the entities.
#[derive(Clone, Copy)]
pub(crate) struct Base<'w> {
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

impl<'w> Base<'w> {
    /// What parts of the state may read beside themselves.
    pub(crate) fn setting(&self) -> Setting<'w> {
        Setting { scenario: self.scenario, entities: self.entities }
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
    pub(crate) fn place(&self, id: UnitId) -> Option<Place> {
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

/// All that is about, as systems read it that act on it: the base, what stands where, and what the teams know of that.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'w> {
    /// What all systems read; its helpers are this one's as well.
    pub(crate) base: Base<'w>,
    /// What stands on the cells.
    pub(crate) ground: &'w Ground,
    /// Who sees which cell.
    pub(crate) sight: &'w Sight,
    /// What each team knows.
    pub(crate) knowledge: &'w [Knowledge],
    /// Where everything stood at the start of the tick.
    pub(crate) frame: &'w Frame,
}

impl<'w> Deref for Scene<'w> {
    type Target = Base<'w>;

    #[inline(always)]
    fn deref(&self) -> &Base<'w> {
        &self.base
    }
}

impl<'w> Scene<'w> {
    /// The frame's row for a living unit or building that was there at the start of the tick.
    #[inline]
    pub(crate) fn body(&self, id: UnitId) -> Option<&'w Body> {
        self.frame.bodies.get(self.frame_row(id)?)
    }

    /// The number of that row.
    #[inline]
    pub(crate) fn frame_row(&self, id: UnitId) -> Option<usize> {
        let row = self.frame.row(self.place(id)?)?;
        self.frame.bodies.get(row).filter(|body| body.id == id).map(|_| row)
    }
}

impl World {
    /// What hardly any system changes.
    #[inline]
    pub(crate) fn base(&self) -> Base<'_> {
        Base {
            scenario: &self.scenario,
            clock: &self.parts.clock,
            players: &self.parts.players,
            stats: &self.derived.stats,
            entities: &self.entities,
            threads: &self.threads,
        }
    }

    /// All that is about, for systems that only read it.
    #[inline]
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene {
            base: self.base(),
            ground: &self.derived.ground,
            sight: &self.derived.sight,
            knowledge: &self.parts.knowledge,
            frame: &self.workspaces.frame,
        }
    }
}
