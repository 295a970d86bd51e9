//! Rows of an observation: what each of them says of itself, field by field.

use sandtable_model::rules::{Class, Stats};
use sandtable_sim::view::{ForeignBody, KnownNode, OwnBuilding, OwnSquad, OwnUnit};
use sandtable_state::id::KindId;

use super::sink::{FieldValue, ObservationSink};

/// Something with an id and fields, of which only those that have changed are sent.
pub trait ObservationRow {
    /// The names of the fields; a mask has a bit for each, the first one's lowest.
    const FIELDS: &'static [&'static str];
    /// What it is told apart from others of its list by.
    fn id(&self) -> u32;
    /// The fields in which it is not as it was.
    fn changed(&self, before: &Self) -> u32;
    /// Writes the fields in `mask`.
    fn put<S: ObservationSink>(&self, mask: u32, sink: &mut S);
}

/// The mask of all fields.
pub const fn all_fields<R: ObservationRow>() -> u32 {
    (1 << R::FIELDS.len()) - 1
}

macro_rules! row {
    ($type:ty, $row:ident, $id:expr, { $($name:literal: $value:expr,)* }) => {
        impl ObservationRow for $type {
            const FIELDS: &'static [&'static str] = &[$($name),*];

            fn id(&self) -> u32 {
                #[allow(unused_variables, reason = "who is alone needs no id of its own")]
                let $row = self;
                $id
            }

            #[inline]
            #[allow(unused_assignments, reason = "the last field needs no next bit")]
            fn changed(&self, before: &Self) -> u32 {
                let (mut mask, mut bit) = (0, 1);
                $({
                    let was = { let $row = before; $value };
                    let is = { let $row = self; $value };
                    mask |= if is == was { 0 } else { bit };
                    bit <<= 1;
                })*
                mask
            }

            #[inline]
            #[allow(unused_assignments, reason = "the last field needs no next bit")]
            fn put<S: ObservationSink>(&self, mask: u32, sink: &mut S) {
                let $row = self;
                let mut bit = 1;
                $(
                    if mask & bit != 0 {
                        sink.field(concat!(",\"", $name, "\":"));
                        $value.put(sink);
                    }
                    bit <<= 1;
                )*
            }
        }
    };
}

row!(OwnUnit, unit, unit.handle.0, {
    "kind": unit.kind.0,
    "at": unit.position,
    "velocity": unit.velocity,
    "hp": unit.hp,
    "hurt": unit.hurt_tick,
    "squad": unit.squad.0,
    "stance": unit.stance as u8,
    "moving": unit.moving,
    "acting": unit.acting,
    "target": unit.target,
    "carries": unit.carries,
    "aboard": unit.aboard,
    "ended": unit.ended,
});

row!(OwnSquad, squad, squad.id.0, {
    "members": squad.members.as_slice(),
    "leader": squad.leader,
    "shape": squad.formation.shape as u8,
    "spacing": squad.formation.spacing,
    "cohesion": squad.formation.cohesion,
    "phase": squad.phase as u8,
    "front": squad.front,
    "heading": squad.heading.0,
    "narrowed": squad.narrowed,
    "orders": squad.orders.as_slice(),
});

row!(OwnBuilding, building, building.handle.0, {
    "kind": building.kind.0,
    "cell": building.cell,
    "at": building.position,
    "hp": building.hp,
    "hurt": building.hurt_tick,
    "stage": building.stage as u8,
    "built": building.built_percent,
    "workers": building.workers,
    "queue": building.queue.as_slice(),
    "made": building.made_percent,
});

row!(ForeignBody, body, body.handle.0, {
    "kind": body.kind.0,
    "owner": body.owner.0,
    "building": u8::from(body.class == Class::Building),
    "at": body.position,
    "hp": body.hp,
    "stage": body.stage as u8,
    "visible": body.visible,
    "seen": if body.visible { 0 } else { body.seen_tick },
    "hostile": body.hostile,
});

row!(KnownNode, node, node.handle.0, {
    "kind": node.kind.0,
    "cell": node.cell,
    "at": node.position,
    "amount": node.amount,
    "visible": node.visible,
});

row!((KindId, Stats), row, u32::from(row.0.0), {
    "hp": row.1.max_hp,
    "armour": row.1.armour,
    "damage": row.1.damage,
    "range": row.1.range,
    "acquire": row.1.acquire,
    "cooldown": row.1.cooldown_ticks,
    "speed": row.1.speed,
    "sight": row.1.sight,
    "gather": row.1.gather_ticks.as_slice(),
    "load": row.1.load.as_slice(),
    "build": row.1.build_percent,
});

/// The player itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerRow {
    /// Stock of each resource of the rules.
    pub stock: Vec<u32>,
    /// Supply used, supply available.
    pub supply: [u16; 2],
    /// Technologies finished, by row of the rules.
    pub techs: Vec<u16>,
    /// Technologies queued or under way.
    pub researching: Vec<u16>,
    /// Players that are out.
    pub out: Vec<u8>,
    /// The id of the next squad formed.
    pub next_squad: u32,
    /// Delivered, and spent, of each resource.
    pub gathered: Vec<u32>,
    /// Spent of each resource.
    pub spent: Vec<u32>,
    /// Other sums over the match, in the order of [`sandtable_sim::PlayerTotals`].
    pub sums: [u32; 10],
    /// Orders refused so far.
    pub rejected: u32,
}

row!(PlayerRow, me, 0, {
    "stock": me.stock.as_slice(),
    "supply": me.supply,
    "techs": me.techs.as_slice(),
    "researching": me.researching.as_slice(),
    "out": me.out.as_slice(),
    "next_squad": me.next_squad,
    "gathered": me.gathered.as_slice(),
    "spent": me.spent.as_slice(),
    "sums": me.sums.as_slice(),
    "rejected": me.rejected,
});
