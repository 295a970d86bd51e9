//! A drawn map against a ruleset: glyphs become terrain, nodes and starts.

use std::collections::BTreeMap;

use sandtable_diagnostics::{Code, Issue, Issues, Severity, nearest};
use sandtable_model::map::{Cell, Map, footprint};
use sandtable_model::rules::{Class, Rules};
use sandtable_state::Arrange;
use sandtable_state::id::KindId;
use sandtable_state::limits::MAX_PLAYERS;

use super::check::{self, MapFinding};
use super::header::{LegendEntry, Meaning};
use super::limits::MAX_GRID_ISSUES;
use super::raw::{RawMap, height_of};

/// What a glyph stands for under a ruleset.
#[derive(Clone, Copy)]
struct ResolvedGlyph {
    /// Row of the terrain.
    terrain: u8,
    entity: Option<GlyphEntity>,
}

/// What stands on the terrain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GlyphEntity {
    /// A start base, by row.
    Start(u8),
    /// A resource node.
    Node(KindId),
}

/// The starts by number and the nodes in reading order.
type Things = (Vec<Cell>, Vec<(KindId, Cell)>);

impl RawMap {
    /// The map under a ruleset.
    ///
    /// # Errors
    /// Unknown names and glyphs, things drawn in part, and every error of [`check_map`](super::check_map).
    pub fn resolve(&self, rules: &Rules) -> Result<Map, Issues> {
        let tiles = self.tiles(rules)?;
        let terrain = self.terrain(&tiles)?;
        let (starts, nodes) = self.things(rules, &tiles)?;
        let map = Map {
            name: self.header.name.clone(),
            width: self.grid.width,
            height: self.grid.height,
            terrain,
            heights: self.height_values(),
            starts,
            nodes,
            symmetry: self.header.symmetry,
            islands: self.header.islands,
        };
        let issues: Vec<Issue> = check::errors_of(&map, rules).into_iter().map(|finding| self.issue(finding)).collect();
        if issues.is_empty() { Ok(map) } else { Err(Issues(issues)) }
    }

    /// Everything there is to say about the map under a ruleset, warnings included.
    pub fn check(&self, rules: &Rules) -> Issues {
        match self.resolve(rules) {
            Ok(map) => Issues(check::check_map(&map, rules).into_iter().map(|finding| self.issue(finding)).collect()),
            Err(issues) => issues,
        }
    }

    /// A finding with its place in the file.
    pub fn issue(&self, finding: MapFinding) -> Issue {
        let issue = match finding.cell {
            Some(cell) => self.grid.issue(&self.file, cell, finding.found, finding.expected),
            None => Issue::of_file(&self.file, finding.found, finding.expected),
        };
        let code = if finding.severity == Severity::Error { Code::Conflict } else { Code::Lint };
        Issue { severity: finding.severity, code, ..issue }
    }

    /// The ruleset's terrain glyphs, the digits, and the legend over both.
    fn tiles(&self, rules: &Rules) -> Result<BTreeMap<char, ResolvedGlyph>, Issues> {
        let terrains = rules.terrain.iter().enumerate();
        let mut tiles: BTreeMap<char, ResolvedGlyph> = terrains
            .map(|(row, terrain)| (terrain.glyph, ResolvedGlyph { terrain: row as u8, entity: None }))
            .collect();
        for (row, digit) in ('1'..='8').take(MAX_PLAYERS).enumerate() {
            tiles.insert(digit, ResolvedGlyph { terrain: 0, entity: Some(GlyphEntity::Start(row as u8)) });
        }
        let mut issues = Vec::new();
        for entry in &self.header.legend {
            match read_tile(rules, entry) {
                Ok(tile) => drop(tiles.insert(entry.glyph, tile)),
                Err((found, expected, suggestion)) => {
                    issues.push(self.legend_issue(entry, found, expected).suggesting(suggestion));
                }
            }
        }
        if issues.is_empty() { Ok(tiles) } else { Err(Issues(issues)) }
    }

    fn legend_issue(&self, entry: &LegendEntry, found: String, expected: String) -> Issue {
        let (line, column) = entry.place;
        let field = format!("legend.{}", entry.glyph);
        Issue { field, ..Issue::at((&self.file, line, column), Code::UnknownName, found, expected) }
    }

    fn terrain(&self, tiles: &BTreeMap<char, ResolvedGlyph>) -> Result<Vec<u8>, Issues> {
        let mut unknown: BTreeMap<char, (Cell, u32)> = BTreeMap::new();
        let mut terrain = Vec::with_capacity(self.grid.glyphs.len());
        for cell in self.grid.cells() {
            let glyph = self.grid.glyph(cell);
            match tiles.get(&glyph) {
                Some(tile) => terrain.push(tile.terrain),
                None => unknown.entry(glyph).or_insert((cell, 0)).1 += 1,
            }
        }
        if unknown.is_empty() {
            return Ok(terrain);
        }
        let glyphs: Vec<String> = tiles.keys().map(char::to_string).collect();
        let expected = format!("one of {}", glyphs.join(" "));
        let mut first: Vec<(char, (Cell, u32))> = unknown.into_iter().collect();
        first.arrange_by_key(|(_, (cell, _))| (cell.y, cell.x));
        let issue = |(glyph, (cell, count)): (char, (Cell, u32))| {
            let plural = if count == 1 { "" } else { "s" };
            let found = format!("the glyph {glyph:?} ({count} cell{plural})");
            self.grid.issue(&self.file, cell, found, expected.clone())
        };
        Err(Issues(first.into_iter().take(MAX_GRID_ISSUES).map(issue).collect()))
    }

    fn things(&self, rules: &Rules, tiles: &BTreeMap<char, ResolvedGlyph>) -> Result<Things, Issues> {
        let mut taken = vec![false; self.grid.glyphs.len()];
        let (mut starts, mut nodes, mut issues) = ([None; MAX_PLAYERS], Vec::new(), Vec::new());
        for (index, cell) in self.grid.cells().enumerate() {
            let entity = tiles.get(&self.grid.glyphs[index]).and_then(|tile| tile.entity);
            let Some(entity) = entity.filter(|_| !taken[index] && issues.len() < MAX_GRID_ISSUES) else { continue };
            if let Some(issue) = self.take_cells(rules, &mut taken, cell, entity) {
                issues.push(issue);
                continue;
            }
            match entity {
                GlyphEntity::Node(kind) => nodes.push((kind, cell)),
                GlyphEntity::Start(row) if starts[usize::from(row)].is_none() => starts[usize::from(row)] = Some(cell),
                GlyphEntity::Start(row) => {
                    let found = format!("duplicate start {}", row + 1);
                    issues.push(self.grid.issue(&self.file, cell, found, "each start once"));
                }
            }
        }
        let count = starts.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        if let Some(gap) = starts[..count].iter().position(Option::is_none) {
            let found = format!("start {count} without start {}", gap + 1);
            issues.push(Issue::of_file(&self.file, found, format!("starts 1 to {count}, each drawn once")));
        }
        if issues.is_empty() { Ok((starts.into_iter().flatten().collect(), nodes)) } else { Err(Issues(issues)) }
    }

    /// Marks the cells of a thing whose north-west cell is `cell`; the problem when not all are drawn with its glyph.
    fn take_cells(&self, rules: &Rules, taken: &mut [bool], cell: Cell, entity: GlyphEntity) -> Option<Issue> {
        let (kind, what) = match entity {
            GlyphEntity::Start(row) => (rules.start.base, format!("start {}", row + 1)),
            GlyphEntity::Node(kind) => (kind, rules.kind(kind).name.clone()),
        };
        let (rect, glyph) = (footprint(rules, kind, cell), self.grid.glyph(cell));
        let width = usize::from(self.grid.width);
        let index = |cell: Cell| usize::from(cell.y as u16) * width + usize::from(cell.x as u16);
        let drawn = |cell: &Cell| {
            let inside = (cell.x as u16) < self.grid.width && (cell.y as u16) < self.grid.height;
            inside && self.grid.glyph(*cell) == glyph && !taken[index(*cell)]
        };
        let mine: Vec<Cell> = rect.cells().filter(drawn).collect();
        mine.iter().for_each(|cell| taken[index(*cell)] = true);
        if mine.len() == usize::from(rect.width) * usize::from(rect.height) {
            return None;
        }
        let found = format!("{what} drawn in part");
        let expected = format!("{} x {} cells of {glyph:?} from here", rect.width, rect.height);
        Some(self.grid.issue(&self.file, cell, found, expected))
    }

    fn height_values(&self) -> Vec<u8> {
        match &self.heights {
            Some(heights) => heights.glyphs.iter().map(|glyph| height_of(*glyph).unwrap_or(0)).collect(),
            None => vec![0; self.grid.glyphs.len()],
        }
    }
}

/// The tile of a legend entry, or what was found, what would do and what was probably meant.
fn read_tile(rules: &Rules, entry: &LegendEntry) -> Result<ResolvedGlyph, (String, String, Option<String>)> {
    let terrain_names = || rules.terrain.iter().map(|terrain| terrain.name.as_str());
    let beneath = match &entry.on {
        Some(name) => rules
            .terrain_named(name)
            .ok_or_else(|| (format!("{name:?}"), "the name of a terrain".to_owned(), nearest(name, terrain_names())))?,
        None => 0,
    };
    let name = match &entry.meaning {
        Meaning::Start(number) => {
            return Ok(ResolvedGlyph { terrain: beneath, entity: Some(GlyphEntity::Start(number - 1)) });
        }
        Meaning::Named(name) => name,
    };
    if let (None, Some(terrain)) = (&entry.on, rules.terrain_named(name)) {
        return Ok(ResolvedGlyph { terrain, entity: None });
    }
    if let Some(kind) = rules.kind_named(name).filter(|kind| rules.kind(*kind).class == Class::Node) {
        return Ok(ResolvedGlyph { terrain: beneath, entity: Some(GlyphEntity::Node(kind)) });
    }
    let nodes = rules.kinds.iter().filter(|kind| kind.class == Class::Node).map(|kind| kind.name.as_str());
    let suggestion = nearest(name, terrain_names().chain(nodes));
    Err((format!("{name:?}"), "the name of a terrain or node, or \"start 1\"".to_owned(), suggestion))
}
