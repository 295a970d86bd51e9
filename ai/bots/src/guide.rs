//! What a bot is told once, before the first observation: rules, map, and who is who.

use sandtable_math::Fx;
use sandtable_model::rules::{CHANNELS, Kind, Need, Rules, Tech};
use sandtable_model::scenario::Fog;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;
use serde_json::{Value, json};

/// The message: an object of JSON. Modules get the same text.
pub fn start(view: &View<'_>) -> Value {
    let player = |row: u8| {
        let id = PlayerId(row);
        let start = view.start_of(id).map(|at| json!([at.x.bits(), at.y.bits()]));
        json!({ "team": view.team(id).0, "start": start })
    };
    let players: Vec<Value> = (0..view.players()).map(player).collect();
    json!({
        "type": "start",
        "player": view.me().0,
        "players": players,
        "fog": match view.fog() { Fog::Off => "off", Fog::Explored => "explored", Fog::Full => "full" },
        "time_limit": view.time_limit(),
        "map": map(view),
        "rules": rules(view.rules()),
    })
}

fn map(view: &View<'_>) -> Value {
    let map = view.map();
    json!({
        "name": map.name,
        "width": map.width,
        "height": map.height,
        "terrain": map.terrain,
        "heights": map.heights,
        "starts": map.starts.iter().map(|cell| [cell.x, cell.y]).collect::<Vec<_>>(),
    })
}

fn rules(rules: &Rules) -> Value {
    let terrain = |it: &sandtable_model::rules::Terrain| {
        json!({
            "name": it.name, "costs": it.costs, "height": it.height, "blocks_sight": it.blocks_sight, "buildable": it.buildable,
        })
    };
    let ability = |it: &sandtable_model::rules::Ability| {
        json!({
            "name": it.name, "target": format!("{:?}", it.target).to_lowercase(), "range": it.range.bits(),
            "radius": it.radius.bits(), "cooldown": it.cooldown_ticks,
        })
    };
    json!({
        "name": rules.name,
        "resources": rules.resources,
        "terrain": rules.terrain.iter().map(terrain).collect::<Vec<_>>(),
        "damage_percent": rules.damage_percent,
        "kinds": rules.kinds.iter().map(|it| kind(it, rules.resources.len())).collect::<Vec<_>>(),
        "techs": rules.techs.iter().map(|it| tech(it, rules.resources.len())).collect::<Vec<_>>(),
        "abilities": rules.abilities.iter().map(ability).collect::<Vec<_>>(),
        "refund_percent": rules.refund_percent,
        "supply_limit": rules.supply_limit,
    })
}

fn kind(kind: &Kind, resources: usize) -> Value {
    let weapon = kind.weapon.as_ref().map(|weapon| {
        json!({
            "damage_kind": weapon.damage_kind, "min_range": weapon.min_range.bits(), "windup": weapon.windup_ticks,
            "projectile_speed": weapon.projectile_speed.bits(), "splash": weapon.splash.bits(),
            "ground": weapon.hits.ground, "air": weapon.hits.air, "on_the_move": weapon.on_the_move, "heals": weapon.heals,
        })
    });
    let body = kind.body.as_ref().map(|body| {
        json!({ "locomotion": body.locomotion as u8, "radius": body.radius.bits(), "cargo_size": body.cargo_size })
    });
    let rows = |ids: Vec<u16>| ids;
    json!({
        "name": kind.name,
        "class": kind.class as u8,
        "tags": kind.tags,
        "cost": kind.cost[..resources],
        "make_ticks": kind.make_ticks,
        "needs": needs(&kind.needs),
        "supply_cost": kind.supply_cost,
        "supply_given": kind.supply_given,
        "armour_class": kind.armour_class,
        "score": kind.score,
        "vital": kind.vital,
        "weapon": weapon,
        "body": body,
        "abilities": kind.abilities.iter().map(|id| id.0).collect::<Vec<_>>(),
        "trains": rows(kind.trains.iter().map(|id| id.0).collect()),
        "researches": rows(kind.researches.iter().map(|id| id.0).collect()),
        "drop_off": (0..resources).filter(|row| kind.drop_off >> row & 1 != 0).collect::<Vec<_>>(),
        "builds": kind.worker.as_ref().map(|worker| rows(worker.builds.iter().map(|id| id.0).collect())),
        "cargo": kind.cargo.as_ref().map(|cargo| cargo.capacity),
        "queues": CHANNELS.iter().filter(|(_, it)| kind.queues.has(*it)).map(|it| it.0).collect::<Vec<_>>(),
        "footprint": kind.footprint.as_ref().map(|it| [it.width, it.height]),
        "stock": kind.stock.as_ref().map(|it| json!({ "resource": it.resource.0, "amount": it.amount, "workers": it.workers })),
    })
}

fn tech(tech: &Tech, resources: usize) -> Value {
    json!({
        "name": tech.name,
        "cost": tech.cost[..resources],
        "make_ticks": tech.make_ticks,
        "needs": needs(&tech.needs),
    })
}

fn needs(needs: &[Need]) -> Value {
    let need = |need: &Need| match need {
        Need::Kind(kind) => json!({ "kind": kind.0 }),
        Need::Tech(tech) => json!({ "tech": tech.0 }),
    };
    needs.iter().map(need).collect()
}

/// One, in the unit of the protocol: points and lengths are whole 65,536ths of a cell.
pub const ONE: i32 = Fx::ONE.bits();
