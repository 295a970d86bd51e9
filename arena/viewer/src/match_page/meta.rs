//! What the page is told in words: titles, tables of names, the chronicle, and where its bytes are.

use std::collections::BTreeMap;

use sandtable_math::Fx;
use sandtable_model::rules::{Class, Kind, Locomotion, Rules, Terrain, WALL_COST};
use sandtable_model::scenario::Scenario;
use sandtable_replay::{RecordStatus, Replay};
use sandtable_sim::event::Rejection;
use sandtable_sim::victory::Ending;
use sandtable_state::id::TeamId;
use sandtable_state::limits::TICKS_PER_SECOND;
use serde::Serialize;

use super::chronicle::Entry;
use super::film::Film;
use super::order_marks::VERB_NAMES;
use super::series::{FIGURES, SERIES_TICKS};
use super::track::{CELL_PARTS, FULL_HP, task_names};
use crate::chance::ChanceModel;
use crate::standing::value;

/// Everything but the bytes.
#[derive(Serialize)]
pub(super) struct Meta {
    scenario: String,
    rules: String,
    map: String,
    /// As text: JavaScript's numbers end at 2⁵³.
    seed: String,
    engine: u32,
    result: MatchResult,
    players: Vec<PlayerMeta>,
    width: u16,
    height: u16,
    ticks_per_second: u32,
    last_tick: u32,
    frame_ticks: u32,
    frames: u32,
    series_ticks: u32,
    points: u32,
    fog_ticks: u32,
    fog_frames: u32,
    fog_teams: Vec<u8>,
    cell_parts: u32,
    full_hp: u32,
    resources: Vec<String>,
    terrain: Vec<TerrainMeta>,
    kinds: Vec<KindMeta>,
    techs: Vec<String>,
    abilities: Vec<String>,
    tasks: Vec<&'static str>,
    verbs: &'static [&'static str],
    rejections: Vec<&'static str>,
    figures: &'static [&'static str],
    /// What tells the chance of winning that follows each point's figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<String>,
    tracks: usize,
    /// Where each section of the bytes begins and how long it is.
    sections: BTreeMap<&'static str, (usize, usize)>,
    chronicle: Vec<Entry>,
    /// Where it plays differently from its record, as far as the renderer found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    departs: Option<Departs>,
}

#[derive(Serialize)]
struct Departs {
    /// The end of the chunk of ticks in which that first happened.
    tick: u32,
    /// The parts of the state that differ; the page's engine finds them.
    parts: Vec<String>,
}

#[derive(Serialize)]
struct MatchResult {
    /// The winning team; none for a draw or a match that was cut off.
    winner: Option<u8>,
    text: String,
}

#[derive(Serialize)]
struct PlayerMeta {
    name: String,
    team: u8,
    commander: String,
    strategy: String,
}

#[derive(Serialize)]
struct TerrainMeta {
    name: String,
    /// Cost on foot in eighths; none where nobody walks.
    foot: Option<u8>,
    /// Cost by boat in eighths; none where no boat goes.
    hover: Option<u8>,
    height: u8,
    blocks_sight: bool,
    buildable: bool,
}

#[derive(Serialize)]
struct KindMeta {
    name: String,
    class: &'static str,
    /// One to three letters that no other of its class has; units and buildings only.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// The outline of a unit, the mark on a building.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<&'static str>,
    /// How many units before it have this outline, or buildings this mark.
    #[serde(skip_serializing_if = "is_zero")]
    twin: usize,
    width: u8,
    height: u8,
    /// In cells.
    radius: f64,
    /// In cells.
    range: f64,
    value: u32,
    /// The resource of a node.
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<u8>,
    /// How much a node holds at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<u32>,
}

impl Meta {
    /// Describes a film.
    pub fn new(
        replay: &Replay,
        scenario: &Scenario,
        film: Film<'_>,
        chances: Option<&ChanceModel>,
        sections: BTreeMap<&'static str, (usize, usize)>,
    ) -> Meta {
        let (titles, rules) = (&replay.header.titles, &scenario.rules);
        Meta {
            scenario: titles.scenario.clone(),
            rules: titles.rules.clone(),
            map: titles.map.clone(),
            seed: replay.header.seed.to_string(),
            engine: replay.header.sim_version,
            result: result(replay, scenario),
            players: players(replay, scenario),
            width: scenario.map.width,
            height: scenario.map.height,
            ticks_per_second: TICKS_PER_SECOND,
            last_tick: film.last_tick,
            frame_ticks: film.pace.frame_ticks,
            frames: film.frames,
            series_ticks: SERIES_TICKS,
            points: film.series.points(),
            fog_ticks: film.pace.fog_ticks,
            fog_frames: film.fog_frames,
            fog_teams: film.tapes.teams(),
            cell_parts: CELL_PARTS,
            full_hp: FULL_HP,
            resources: rules.resources.clone(),
            terrain: rules.terrain.iter().map(terrain).collect(),
            kinds: kinds(rules),
            techs: rules.techs.iter().map(|tech| tech.name.clone()).collect(),
            abilities: rules.abilities.iter().map(|ability| ability.name.clone()).collect(),
            tasks: task_names(),
            verbs: &VERB_NAMES,
            rejections: Rejection::ALL.iter().map(|(_, text)| *text).collect(),
            figures: &FIGURES,
            chance: chances.map(ChanceModel::label),
            tracks: film.tracks.len(),
            departs: film.departs.map(|tick| Departs { tick, parts: Vec::new() }),
            sections,
            chronicle: film.chronicle.into_entries(),
        }
    }
}

fn players(replay: &Replay, scenario: &Scenario) -> Vec<PlayerMeta> {
    let contestant = |row: usize| replay.header.contestants.get(row).cloned().unwrap_or_default();
    let player = |(row, setup): (usize, &sandtable_model::scenario::PlayerSetup)| PlayerMeta {
        name: setup.name.clone(),
        team: setup.team.0,
        commander: contestant(row).name,
        strategy: contestant(row).strategy,
    };
    scenario.players.iter().enumerate().map(player).collect()
}

fn result(replay: &Replay, scenario: &Scenario) -> MatchResult {
    let Some(outcome) = replay.outcome() else { return MatchResult { winner: None, text: undecided(replay) } };
    let how = match outcome.ending {
        Ending::Annihilation => "by annihilation",
        Ending::Surrender => "by surrender",
        Ending::Score => "by score at the time limit",
        Ending::TimeLimit => "at the time limit",
        Ending::MutualDestruction => "by mutual destruction",
    };
    let winner = outcome.winner;
    let who = winner.map_or("Draw".to_owned(), |team| format!("{} won", team_name(scenario, team)));
    MatchResult { winner: winner.map(|team| team.0), text: format!("{who} {how}") }
}

fn undecided(replay: &Replay) -> String {
    let text = match replay.status() {
        RecordStatus::Complete => "No outcome",
        RecordStatus::Incomplete => "Cut off before the end",
        RecordStatus::EngineError => "Ended by an engine error",
    };
    text.to_owned()
}

fn team_name(scenario: &Scenario, team: TeamId) -> String {
    let members = scenario.players.iter().filter(|player| player.team == team);
    members.map(|player| player.name.as_str()).collect::<Vec<_>>().join(" and ")
}

fn terrain(terrain: &Terrain) -> TerrainMeta {
    let cost = |locomotion| Some(terrain.cost(locomotion)).filter(|cost| *cost != WALL_COST);
    TerrainMeta {
        name: terrain.name.clone(),
        foot: cost(Locomotion::Foot),
        hover: cost(Locomotion::Hover),
        height: terrain.height,
        blocks_sight: terrain.blocks_sight,
        buildable: terrain.buildable,
    }
}

fn kinds(rules: &Rules) -> Vec<KindMeta> {
    let cells = |value: Fx| f64::from(value.bits()) / 65_536.0;
    let kind = |(row, kind): (usize, &Kind)| KindMeta {
        name: kind.name.clone(),
        class: match kind.class {
            Class::Unit => "unit",
            Class::Building => "building",
            Class::Node => "node",
        },
        label: (kind.class != Class::Node).then(|| label(rules, kind)),
        shape: look(rules, row),
        twin: twin(rules, row),
        width: kind.footprint.as_ref().map_or(1, |footprint| footprint.width),
        height: kind.footprint.as_ref().map_or(1, |footprint| footprint.height),
        radius: kind.body.as_ref().map_or(0.0, |body| cells(body.radius)),
        range: kind.weapon.as_ref().map_or(0.0, |weapon| cells(weapon.range)),
        value: value(kind),
        resource: kind.stock.as_ref().map(|stock| stock.resource.0),
        amount: kind.stock.as_ref().map(|stock| stock.amount),
    };
    rules.kinds.iter().enumerate().map(kind).collect()
}

/// Of a unit the outline of its role, of a building a mark by its place among the buildings.
pub(crate) fn look(rules: &Rules, row: usize) -> Option<&'static str> {
    match rules.kinds[row].class {
        Class::Unit => Some(shape(&rules.kinds[row])),
        Class::Building => Some(SHAPES[buildings_before(rules, row) % SHAPES.len()]),
        Class::Node => None,
    }
}

fn buildings_before(rules: &Rules, row: usize) -> usize {
    rules.kinds[..row].iter().filter(|other| other.class == Class::Building).count()
}

/// How many before this one look like it.
pub(crate) fn twin(rules: &Rules, row: usize) -> usize {
    let own = &rules.kinds[row];
    let is_twin = |other: &&Kind| other.class == Class::Unit && shape(other) == shape(own);
    match own.class {
        Class::Unit => rules.kinds[..row].iter().filter(is_twin).count(),
        Class::Building => buildings_before(rules, row) / SHAPES.len(),
        Class::Node => 0,
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The first letters of the name, as many as tell it from the others of its class in the ruleset; where three do not, those of its words.
pub(crate) fn label(rules: &Rules, kind: &Kind) -> String {
    let start = |name: &str, letters: usize| name.chars().take(letters).collect::<String>();
    let others = || rules.kinds.iter().filter(|other| other.class == kind.class && other.name != kind.name);
    let unique = |letters: &usize| others().all(|other| start(&other.name, *letters) != start(&kind.name, *letters));
    let initials = || kind.name.split('_').map(|word| start(word, 1)).collect();
    let short: String = (1..=3).find(unique).map_or_else(initials, |letters| start(&kind.name, letters));
    let mut letters = short.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// All outlines, those first that buildings should get first.
const SHAPES: [&str; 9] = ["worker", "melee", "ranged", "mounted", "siege", "transport", "healer", "scout", "flyer"];

/// The outline by which a viewer tells roles apart.
fn shape(kind: &Kind) -> &'static str {
    const REACHES_FAR: Fx = Fx::from_int(2);
    let locomotion = kind.body.as_ref().map(|body| body.locomotion);
    match (&kind.weapon, locomotion) {
        _ if kind.worker.is_some() => "worker",
        (_, Some(Locomotion::Air)) => "flyer",
        _ if kind.cargo.is_some() => "transport",
        (None, _) => "scout",
        (Some(weapon), _) if weapon.heals => "healer",
        (Some(weapon), _) if weapon.splash > Fx::ZERO => "siege",
        (Some(weapon), _) if weapon.range >= REACHES_FAR => "ranged",
        (_, Some(Locomotion::Mounted)) => "mounted",
        _ => "melee",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::film::tests::Shipped;
    use super::*;

    #[test]
    fn every_kind_of_every_ruleset_looks_different() {
        for file in ["matches/duel.toml", "matches/meadow.toml", "matches/navigators.toml", "agents/kite.toml"] {
            let scenario = sandtable_content::load_scenario(&Shipped, file).unwrap_or_else(|issues| panic!("{issues}"));
            let kinds = kinds(&scenario.value.rules);
            let built: Vec<&KindMeta> = kinds.iter().filter(|kind| kind.class != "node").collect();
            let looks: BTreeSet<_> = built.iter().map(|kind| (kind.class, kind.shape, kind.twin)).collect();
            let labels: BTreeSet<_> = built.iter().map(|kind| (kind.class, kind.label.clone())).collect();
            assert_eq!((looks.len(), labels.len()), (built.len(), built.len()), "{file}: {looks:?} {labels:?}");
            assert!(built.iter().all(|kind| kind.twin <= 6), "{file}: more bars than can be told apart");
        }
    }
}
