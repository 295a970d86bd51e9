//! Who is seen by whom, and the names players give to what they see for the first time.

use std::cell::LazyCell;

use super::Viewers;
use super::{Knowledge, Sight, SightWorkspace};
use crate::component::{ConstructionStage, Health, Identity, Sightings};
use crate::entities::Entities;
use crate::state::{Player, SceneBase};
use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::rules::Class;
use sandtable_state::Arrange;
use sandtable_state::Junk;
use sandtable_state::id::{KindId, PlayerId, UnitId};

/// An entity that a player sees for the first time.
///
/// Several in one tick are named in an order that serials of the other side have no part in: by their place as
/// seen from the player's start (nearer to the start first along the line to the middle of the map, then by the
/// distance from that line), which a symmetric map carries along; then by row and column, kind and id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FirstSight {
    player: PlayerId,
    along: i64,
    aside: i64,
    side: i64,
    y: i32,
    x: i32,
    kind: KindId,
    id: UnitId,
}

impl FirstSight {
    /// What nobody has seen.
    pub(super) fn junk(junk: &mut Junk) -> FirstSight {
        let id = junk.id();
        FirstSight { player: PlayerId(0), along: 0, aside: 0, side: 0, y: 0, x: 0, kind: KindId(0), id }
    }
}

/// The teams' bits, by player, and all of them together.
struct TeamBits {
    of: [u8; sandtable_state::limits::MAX_PLAYERS],
    all: u8,
}

impl TeamBits {
    fn new(base: SceneBase<'_>) -> TeamBits {
        let mut bits = TeamBits { of: [0; sandtable_state::limits::MAX_PLAYERS], all: 0 };
        for (row, player) in base.players.iter().enumerate() {
            bits.of[row] = 1 << player.team.0;
            bits.all |= bits.of[row];
        }
        bits
    }
}

/// Updates `seen_by` of every unit and building, and names what is new to somebody.
pub(super) fn run(
    (base, viewers): (SceneBase<'_>, Viewers<'_>),
    sight: &Sight,
    knowledge: &mut [Knowledge],
    workspace: &mut SightWorkspace,
) {
    let SightWorkspace { firsts, firsts_by_chunk: by_chunk, .. } = workspace;
    firsts.clear();
    by_chunk.iter_mut().for_each(Vec::clear);
    let bits = TeamBits::new(base);
    spot_units((base, viewers), sight, &bits, by_chunk);
    by_chunk.iter_mut().for_each(|chunk| firsts.append(chunk));
    spot_buildings((base, viewers), sight, knowledge, &bits, firsts);
    firsts.arrange();
}

fn spot_units(
    (base, viewers): (SceneBase<'_>, Viewers<'_>),
    sight: &Sight,
    bits: &TeamBits,
    by_chunk: &mut Vec<Vec<FirstSight>>,
) {
    let Viewers { unit_identity: identity, motion, .. } = viewers;
    let mut sightings = base.entities.column_mut::<Sightings>(&base.entities.units);
    let rows = (identity, motion, &mut sightings[..]);
    base.threads.by_chunks_into(rows, by_chunk, |_, (identity, motion, sightings), firsts| {
        for ((identity, motion), sightings) in identity.iter().zip(motion).zip(sightings) {
            let own = bits.of[identity.owner().index()];
            let seen = if motion.aboard.is_some() { own } else { own | sight.seen_by(sightings.cell) & bits.all };
            if seen & !sightings.seen_by != 0 {
                note_firsts(base, identity, motion.position, seen, sightings, firsts);
            }
            sightings.seen_by = seen;
        }
    });
}

fn spot_buildings(
    (base, viewers): (SceneBase<'_>, Viewers<'_>),
    sight: &Sight,
    knowledge: &mut [Knowledge],
    bits: &TeamBits,
    firsts: &mut Vec<FirstSight>,
) {
    let Viewers { building_identity: identity, footprint, .. } = viewers;
    let health = LazyCell::new(|| base.entities.column::<Health>(&base.entities.buildings));
    let mut sightings = base.entities.column_mut::<Sightings>(&base.entities.buildings);
    for (row, identity) in identity.iter().enumerate() {
        let (footprint, sightings) = (&footprint[row], &mut sightings[row]);
        let own = bits.of[identity.owner().index()];
        let rect = base.entities.buildings.rect(row as u32);
        let others = if footprint.stage == ConstructionStage::Planned { 0 } else { sight.seen_in(rect) };
        let seen = own | others & bits.all;
        if seen & !sightings.seen_by != 0 {
            note_firsts(base, identity, rect.centre(), seen, sightings, firsts);
        }
        let (before, now) = (sightings.seen_by & !own, seen & !own);
        if before | now != 0 {
            super::memories::watch_building(
                base.clock.tick,
                knowledge,
                before,
                now,
                identity,
                footprint,
                health[row].hp,
            );
        }
        sightings.seen_by = seen;
    }
}

/// Notes for each player of the teams that newly see the entity that it has no name for it yet.
fn note_firsts(
    base: SceneBase<'_>,
    identity: &Identity,
    position: Vec2,
    seen: u8,
    sightings: &Sightings,
    firsts: &mut Vec<FirstSight>,
) {
    for (row, player) in base.players.iter().enumerate() {
        let viewer = PlayerId(row as u8);
        let named = sightings.alias.0[row] != 0 || viewer == identity.owner();
        if !named && seen >> player.team.0 & 1 != 0 {
            firsts.push(first_sight(base, viewer, identity, position));
        }
    }
}

fn first_sight(base: SceneBase<'_>, player: PlayerId, identity: &Identity, position: Vec2) -> FirstSight {
    let map = &base.scenario.map;
    let start = base.scenario.players[player.index()].start.and_then(|start| map.starts.get(start as usize));
    let middle = map.bounds().centre();
    let start = start.map_or(middle, |start: &Cell| base.rect(base.rules().start.base, *start).centre());
    let bits = |vector: Vec2| (i64::from(vector.x.bits()), i64::from(vector.y.bits()));
    let ((ahead_x, ahead_y), (x, y)) = (bits(middle - start), bits(position - start));
    let side = ahead_x * y - ahead_y * x;
    FirstSight {
        player,
        along: ahead_x * x + ahead_y * y,
        aside: side.abs(),
        side,
        y: position.y.bits(),
        x: position.x.bits(),
        kind: identity.kind,
        id: identity.id,
    }
}

/// Lets the players name what they see for the first time, in order.
pub(super) fn name_all(entities: &Entities, players: &mut [Player], firsts: &[FirstSight]) {
    for first in firsts {
        let Some(place) = entities.place(first.id) else { continue };
        let alias = players[first.player.index()].aliases.name(first.id);
        let roster = if place.class == Class::Unit { &entities.units } else { &entities.buildings };
        entities.column_mut::<Sightings>(roster)[place.row as usize].alias.0[first.player.index()] = alias;
    }
}
