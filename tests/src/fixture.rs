//! The scenario builder of the tests: a scenario in a few lines, and a match one can push and look at.

use std::sync::Arc;

use sandtable_content::map::RawMap;
use sandtable_content::{MatchTerms, MemorySource, build_scenario, load_rules_with};
use sandtable_diagnostics::{Checked, Issues};
use sandtable_match::assemble;
use sandtable_match::library::Library;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::{Cell, Map, Rect};
use sandtable_model::rules::Rules;
use sandtable_model::scenario::{Fog, PlacedEntity, PlayerFeatures, PlayerSetup, Scenario};
use sandtable_sim::event::{Event, Rejection};
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::view::View;
use sandtable_sim::{ObservedUnit, World};
use sandtable_state::id::{Handle, KindId, PlayerId, ResourceId, TeamId, TechId, UnitId};

const CLASSIC: &str = include_str!("../../scenarios/rules/classic.toml");
const DRILL: &str = include_str!("../../scenarios/rules/drill.toml");
const BEHAVIOURS: &str = include_str!("../../scenarios/behaviours/classic.toml");
const DUEL: &str = include_str!("../../scenarios/rules/duel.toml");

/// Reads a ruleset from its text, with the behaviours that come with the program at hand.
///
/// # Errors
/// Every problem found.
pub fn load_rules(file: &str, text: &str) -> Result<Checked<Rules>, Issues> {
    let source = MemorySource::new().with("behaviours/classic.toml", BEHAVIOURS);
    load_rules_with(&source, file, text)
}

/// A scenario under construction. Two players, each a team of its own, nothing on the map, no fog.
pub struct Fixture {
    scenario: Scenario,
}

impl Fixture {
    /// Classic rules on a drawn map: rows of terrain glyphs, header and legend left out. Units have no minds: they do as they are told.
    pub fn classic(rows: &str) -> Fixture {
        Fixture::with_rules("classic.toml", CLASSIC, rows).mindless()
    }

    /// Duel rules on a drawn map.
    pub fn duel(rows: &str) -> Fixture {
        Fixture::with_rules("duel.toml", DUEL, rows)
    }

    /// The drill ground's rules, whose soldiers have minds, on open grass.
    pub fn drill(width: usize, height: usize) -> Fixture {
        let rules = load_rules("drill.toml", DRILL).unwrap_or_else(|issues| panic!("{issues}"));
        Fixture::drawn(rules.value, &format!("{}\n", ".".repeat(width)).repeat(height))
    }

    /// Classic rules on open grass.
    pub fn meadow(width: usize, height: usize) -> Fixture {
        Fixture::classic(&format!("{}\n", ".".repeat(width)).repeat(height))
    }

    /// Any rules on a drawn map. Panics, with the problems, when either does not load.
    pub fn with_rules(file: &str, text: &str, rows: &str) -> Fixture {
        let rules: Rules = load_rules(file, text).unwrap_or_else(|issues| panic!("{issues}")).value;
        Fixture::drawn(rules, rows)
    }

    /// Any rules on a drawn map.
    fn drawn(rules: Rules, rows: &str) -> Fixture {
        let drawn: Vec<&str> = rows.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let text = format!("name = \"drawn\"\n---\n{}\n", drawn.join("\n"));
        let raw = RawMap::parse("drawn.map", &text).unwrap_or_else(|issues| panic!("{issues}"));
        let map = raw.resolve(&rules).unwrap_or_else(|issues| panic!("{issues}"));
        Fixture::new(rules, map)
    }

    /// Any rules on a map sketched with glyphs of their terrain, digits (the first terrain, at that height) and the first letters of
    /// their nodes (on the first terrain), and filled up with the first terrain to the least size of a map. Panics at any other
    /// glyph.
    pub fn sketched(rules: Rules, rows: &str) -> Fixture {
        let mut drawn: Vec<String> = rows.split_whitespace().map(str::to_owned).collect();
        let (width, height) = (drawn[0].len().max(8), drawn.len().max(8));
        drawn.resize(height, String::new());
        let plain = rules.terrain[0].glyph;
        let padded = |row: &String| row.chars().chain(std::iter::repeat(plain)).take(width).collect::<Vec<char>>();
        let glyphs: Vec<char> = drawn.iter().flat_map(padded).collect();
        let node =
            |glyph: char| rules.kinds.iter().position(|kind| kind.stock.is_some() && kind.name.starts_with(glyph));
        let ground = |glyph: &char| {
            let row = rules.terrain.iter().position(|terrain| terrain.glyph == *glyph);
            let row = row.or((glyph.is_ascii_digit() || node(*glyph).is_some()).then_some(0));
            row.unwrap_or_else(|| panic!("no {glyph:?} in the rules")) as u8
        };
        let cell = |at: usize| Cell::new((at % width) as i16, (at / width) as i16);
        let nodes = glyphs.iter().enumerate();
        let nodes = nodes.filter_map(|(at, glyph)| Some((KindId(node(*glyph)? as u16), cell(at))));
        let terrain = glyphs.iter().map(ground).collect();
        let map = Map {
            heights: glyphs.iter().map(|glyph| glyph.to_digit(10).unwrap_or(0) as u8).collect(),
            nodes: nodes.collect(),
            ..Map::level("sketch", width as u16, height as u16, terrain)
        };
        Fixture::new(rules, map)
    }

    /// A match of two as matches are: each player on a start of the map, under `terms`. Panics when the map has no two starts.
    pub fn on_starts(rules: Rules, map: Map, terms: MatchTerms) -> Fixture {
        let scenario = build_scenario(rules, map, 2, terms).unwrap_or_else(|issues| panic!("{issues}"));
        Fixture { scenario }
    }

    /// A match of two under rules and on a map that come with the program, by their names.
    pub fn shipped(rules: &str, map: &str, terms: MatchTerms) -> Fixture {
        let mut library = Library::embedded_only();
        let rules = assemble::load_rules(&mut library, rules).unwrap_or_else(|failure| panic!("{failure}"));
        let map = assemble::load_map(&mut library, map, &rules).unwrap_or_else(|failure| panic!("{failure}"));
        Fixture::on_starts(rules, map, terms)
    }

    /// All units do as they are told, whatever minds their kinds name.
    pub fn mindless(mut self) -> Fixture {
        self.scenario.players.iter_mut().for_each(|player| player.minds = false);
        self
    }

    /// Any rules on any map, whose starts and nodes stay empty.
    pub fn new(rules: Rules, map: Map) -> Fixture {
        let player = |row: u8| PlayerSetup {
            name: format!("player {}", row + 1),
            strategy: "idle".to_owned(),
            features: PlayerFeatures::ALL.without(PlayerFeatures::JOBS),
            ..PlayerSetup::numbered(row)
        };
        let scenario = Scenario {
            time_limit_ticks: 16 * 60 * 60,
            ..Scenario::sandbox("fixture", rules, map, vec![player(0), player(1)])
        };
        Fixture { scenario }
    }

    /// A player for each team, instead of two against each other.
    pub fn teams(mut self, teams: &[u8]) -> Fixture {
        let player = |team: &u8| PlayerSetup { team: TeamId(*team), ..self.scenario.players[0].clone() };
        self.scenario.players = teams.iter().map(player).collect();
        self
    }

    /// The kind of fog.
    pub fn fog(mut self, fog: Fog) -> Fixture {
        self.scenario.fog = fog;
        self
    }

    /// A player's stock (players count from 1).
    pub fn stock(mut self, player: u8, resources: [u16; 4]) -> Fixture {
        self.scenario.players[player as usize - 1].resources = resources;
        self
    }

    /// Units, buildings or nodes (player 0) at a cell.
    pub fn place(mut self, player: u8, kind: &str, x: i16, y: i16, count: u16) -> Fixture {
        let kind = self.scenario.rules.kind_named(kind).unwrap_or_else(|| panic!("no kind {kind:?}"));
        let owner = player.checked_sub(1).map_or(PlayerId::NEUTRAL, PlayerId);
        if count > 0 {
            self.scenario.placed.push(PlacedEntity::new(kind, owner, Cell::new(x, y), count));
        }
        self
    }

    /// A unit on each cell of a block of `size` columns and rows, its north-west corner at `corner`.
    pub fn block(self, player: u8, kind: &str, corner: (i16, i16), size: (u16, u16)) -> Fixture {
        let cells = Rect { x: corner.0, y: corner.1, width: size.0, height: size.1 }.cells();
        cells.fold(self, |fixture, cell| fixture.place(player, kind, cell.x, cell.y, 1))
    }

    /// Anything else about the scenario.
    pub fn with(mut self, change: impl FnOnce(&mut Scenario)) -> Fixture {
        change(&mut self.scenario);
        self
    }

    /// The scenario.
    pub fn scenario(self) -> Scenario {
        self.scenario
    }

    /// The match at tick 0.
    pub fn start(self, seed: u64) -> Game {
        let defects = self.scenario.check();
        assert!(defects.is_empty(), "the fixture is no valid scenario: {defects:?}");
        Game::new(World::new(Arc::new(self.scenario), seed))
    }
}

/// A running match.
pub struct Game {
    /// Its world.
    pub world: World,
    pending: Vec<StampedOrder>,
    /// Everything that happened so far.
    pub events: Vec<Event>,
}

impl Game {
    /// The match in a world, wherever it comes from.
    pub fn new(world: World) -> Game {
        Game { world, pending: Vec::new(), events: Vec::new() }
    }

    /// A kind by name.
    pub fn kind(&self, name: &str) -> KindId {
        self.world.rules().kind_named(name).unwrap_or_else(|| panic!("no kind {name:?}"))
    }

    /// A technology by name.
    pub fn tech(&self, name: &str) -> TechId {
        self.world.rules().tech_named(name).unwrap_or_else(|| panic!("no technology {name:?}"))
    }

    /// A player's view (players count from 1).
    pub fn view(&self, player: u8) -> View<'_> {
        View::new(&self.world, PlayerId(player - 1))
    }

    /// Handles of a player's units and buildings of a kind, ascending.
    pub fn own(&self, player: u8, kind: &str) -> Vec<Handle> {
        let (kind, owner) = (self.kind(kind), PlayerId(player - 1));
        let units = self.world.observe_units().filter(|unit| unit.kind == kind).map(|unit| unit.id);
        let buildings = self.world.observe_buildings().filter(|one| one.kind == kind).map(|one| one.id);
        let mut ids: Vec<UnitId> = units.chain(buildings).filter(|id| id.owner() == owner).collect();
        ids.sort_unstable();
        ids.into_iter().map(|id| Handle(id.0)).collect()
    }

    /// Handles of the nodes, ascending.
    pub fn nodes(&self) -> Vec<Handle> {
        self.world.observe_nodes().map(|node| Handle(node.id.0)).collect()
    }

    /// Orders units with the next step.
    pub fn order(&mut self, player: u8, units: &[Handle], verb: OrderKind) {
        self.give(player, Order::to(units.iter().copied(), verb));
    }

    /// Sends units to a point with the next step, as one group.
    pub fn send(&mut self, units: &[Handle], to: Vec2) {
        self.order(UnitId(units[0].0).owner().0 + 1, units, OrderKind::Move(to));
    }

    /// Gives any order with the next step.
    pub fn give(&mut self, player: u8, order: Order) {
        let seq = self.pending.len() as u16;
        let tick = self.world.tick() + 1;
        self.pending.push(StampedOrder { tick, player: PlayerId(player - 1), seq, order });
    }

    /// Steps once under the orders given; returns why orders were refused.
    pub fn step(&mut self) -> Vec<Rejection> {
        let report = self.world.step(&std::mem::take(&mut self.pending));
        let refused = report.events.iter().filter_map(|event| match event {
            Event::Rejected { why, .. } => Some(*why),
            _ => None,
        });
        let refused = refused.collect();
        self.events.extend(report.events);
        refused
    }

    /// Steps `seconds` game seconds.
    pub fn run(&mut self, seconds: u32) {
        for _ in 0..seconds * 16 {
            self.step();
        }
    }

    /// Steps until `done`, at most `seconds` game seconds; returns the seconds it took. Panics when it never is.
    pub fn run_until(&mut self, seconds: u32, what: &str, mut done: impl FnMut(&Game) -> bool) -> u32 {
        for tick in 0..seconds * 16 {
            if done(self) {
                return tick / 16;
            }
            self.step();
        }
        panic!("{what}: not within {seconds} game seconds");
    }

    /// A player's stock of a resource.
    pub fn stock(&self, player: u8, resource: &str) -> u32 {
        let ResourceId(row) = self.world.rules().resource_named(resource).expect("a resource of the rules");
        self.world.players()[player as usize - 1].resources[row as usize]
    }

    /// A unit as it is, if it lives.
    pub fn unit(&self, handle: Handle) -> Option<ObservedUnit> {
        self.world.observe_units().find(|unit| unit.id == UnitId(handle.0))
    }

    /// Where a unit is, if it lives.
    pub fn position(&self, handle: Handle) -> Option<Vec2> {
        self.unit(handle).map(|unit| unit.position)
    }

    /// The middle of a cell.
    pub fn at(&self, x: i16, y: i16) -> Vec2 {
        Cell::new(x, y).centre()
    }

    /// An entity's hit points, if it lives.
    pub fn hp(&self, handle: Handle) -> Option<Fx> {
        let id = UnitId(handle.0);
        self.unit(handle)
            .map(|unit| unit.hp)
            .or_else(|| self.world.observe_buildings().find(|one| one.id == id).map(|one| one.hp))
    }
}

/// Rows of grass with the cells of `walls` of another terrain.
pub fn ground(width: i16, height: i16, glyph: char, is_wall: impl Fn(i16, i16) -> bool) -> String {
    let row = |y: i16| (0..width).map(|x| if is_wall(x, y) { glyph } else { '.' }).collect::<String>() + "\n";
    (0..height).map(row).collect()
}
