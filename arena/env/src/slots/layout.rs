//! How many rows, columns and choices the arrays of an agent have: fixed by scenario and limits, before the first step.

use std::sync::Arc;

use sandtable_model::rules::Class;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, TechId};
use sandtable_state::limits::MAX_PRODUCTION;

/// The verbs of slots: none, then the verbs of orders by their code in the protocol of bots, from 1 on.
pub const SLOT_VERBS: [&str; 23] = [
    "none",
    "move",
    "attack_move",
    "attack",
    "patrol",
    "hold",
    "stop",
    "follow",
    "guard",
    "gather",
    "return_cargo",
    "build",
    "repair",
    "train",
    "research",
    "cancel",
    "rally",
    "load",
    "unload",
    "ability",
    "form",
    "join",
    "surrender",
];

/// The verbs that have a row of their own in the mask of targets; a row for each ability follows.
pub const TARGET_ROWS: [&str; 8] = ["attack", "follow", "guard", "gather", "repair", "rally", "load", "join"];

/// The verbs that have a row of their own in the mask of arguments.
pub const ARG_ROWS: [&str; 7] = ["build", "train", "research", "rally", "ability", "form", "join"];

/// What an own slot holds, by column.
pub const OWN_FEATURES: [&str; 20] = [
    "present",
    "x",
    "y",
    "hp",
    "building",
    "velocity_x",
    "velocity_y",
    "idle",
    "walks",
    "fights",
    "gathers",
    "builds",
    "holds",
    "cargo",
    "built",
    "queued",
    "made",
    "aims",
    "hurt",
    "in_squad",
];

/// What a foreign slot holds, by column.
pub const FOREIGN_FEATURES: [&str; 9] =
    ["present", "x", "y", "hp", "building", "visible", "hostile", "unseen", "rising"];

/// What the slot of a node holds, by column.
pub const NODE_FEATURES: [&str; 5] = ["present", "x", "y", "amount", "visible"];

/// The planes that there are whatever the rules.
const PLAIN_PLANES: [&str; 7] = ["visibility", "passable", "height", "nodes", "own_hp", "hostile_hp", "progress"];

/// Sides of the grid of blocks that places are named by.
pub(super) const BLOCKS: u16 = 16;

/// Blocks of the map that places are named by, row by row.
pub const PLACES: usize = BLOCKS as usize * BLOCKS as usize;

/// No row of a list.
const ABSENT: u8 = u8::MAX;

/// For each of [`SLOT_VERBS`] its row in a list of some of them.
pub(super) struct VerbRows([u8; SLOT_VERBS.len()]);

/// The rows of [`TARGET_ROWS`].
pub(super) const TARGET_ROW: VerbRows = VerbRows::from_names(&TARGET_ROWS);

/// The rows of [`ARG_ROWS`].
pub(super) const ARG_ROW: VerbRows = VerbRows::from_names(&ARG_ROWS);

impl VerbRows {
    const fn from_names(names: &[&str]) -> VerbRows {
        let mut rows = [ABSENT; SLOT_VERBS.len()];
        let mut verb = 0;
        while verb < rows.len() {
            let mut row = 0;
            while row < names.len() {
                if same(names[row].as_bytes(), SLOT_VERBS[verb].as_bytes()) {
                    rows[verb] = row as u8;
                }
                row += 1;
            }
            verb += 1;
        }
        VerbRows(rows)
    }

    /// The row of a verb, if it is in the list.
    pub const fn row(&self, verb: usize) -> Option<usize> {
        if self.0[verb] == ABSENT { None } else { Some(self.0[verb] as usize) }
    }
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// How many entities have slots, and whether planes are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLimits {
    /// Slots of own units and buildings.
    pub own: usize,
    /// Slots of what others have.
    pub foreign: usize,
    /// Slots of resource nodes.
    pub nodes: usize,
    /// Whether planes of the map are drawn.
    pub planes: bool,
}

impl SlotLimits {
    /// The usual limits for a scenario: 32, 32 and 16 slots on maps of up to 1,024 cells, 128, 128 and 64 on larger ones.
    pub fn usual(scenario: &Scenario) -> SlotLimits {
        let small = scenario.map.cells() <= 1_024;
        let (bodies, nodes) = if small { (32, 16) } else { (128, 64) };
        SlotLimits { own: bodies, foreign: bodies, nodes, planes: small }
    }
}

/// What the arrays of an agent look like.
#[derive(Clone, Debug)]
pub struct SlotLayout {
    pub(crate) scenario: Arc<Scenario>,
    pub(crate) limits: SlotLimits,
    /// Kinds that somebody builds.
    pub(crate) sites: Vec<KindId>,
    /// Kinds of units and buildings: each has two planes.
    pub(crate) bodies: Vec<KindId>,
    /// What macro actions make or research, in their order.
    pub(crate) products: Vec<MacroProduct>,
    /// Cells of a block eastwards and southwards.
    pub(crate) block: [i16; 2],
}

/// What a macro action brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MacroProduct {
    Train(KindId),
    Build(KindId),
    Research(TechId),
}

impl SlotLayout {
    /// The layout for a scenario; limits of 0 slots become one slot.
    pub fn new(scenario: &Arc<Scenario>, limits: SlotLimits) -> SlotLayout {
        let rules = &scenario.rules;
        let ids = || (0..rules.kinds.len() as u16).map(KindId);
        let built = |kind: KindId| {
            rules.kinds.iter().any(|by| by.worker.as_ref().is_some_and(|worker| worker.builds.contains(&kind)))
        };
        let trained = |kind: KindId| rules.kinds.iter().any(|by| by.trains.contains(&kind));
        let researched = |tech: TechId| rules.kinds.iter().any(|by| by.researches.contains(&tech));
        let techs = (0..rules.techs.len() as u16).map(TechId);
        let sites: Vec<KindId> = ids().filter(|kind| built(*kind)).collect();
        let units = ids().filter(|kind| trained(*kind)).map(MacroProduct::Train);
        let products = units.chain(sites.iter().copied().map(MacroProduct::Build));
        let products = products.chain(techs.filter(|tech| researched(*tech)).map(MacroProduct::Research)).collect();
        let side = |cells: u16| cells.div_ceil(BLOCKS) as i16;
        SlotLayout {
            limits: SlotLimits {
                own: limits.own.max(1),
                foreign: limits.foreign.max(1),
                nodes: limits.nodes.max(1),
                ..limits
            },
            bodies: ids().filter(|kind| rules.kind(*kind).class != Class::Node).collect(),
            block: [side(scenario.map.width), side(scenario.map.height)],
            sites,
            products,
            scenario: Arc::clone(scenario),
        }
    }

    /// The scenario that is played.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// How many entities have slots.
    pub const fn limits(&self) -> SlotLimits {
        self.limits
    }

    /// Kinds of the ruleset.
    pub fn kinds(&self) -> usize {
        self.scenario.rules.kinds.len()
    }

    /// All slots: own, foreign, nodes, in this order; targets are named by them.
    pub const fn targets(&self) -> usize {
        self.limits.own + self.limits.foreign + self.limits.nodes
    }

    /// Values of the argument of an action: the rows of kinds, technologies, abilities, places of a queue, or shapes, whichever are most.
    pub fn args(&self) -> usize {
        let rules = &self.scenario.rules;
        rules.kinds.len().max(rules.techs.len()).max(rules.abilities.len()).max(MAX_PRODUCTION)
    }

    /// Rows of the mask of targets of a kind: [`TARGET_ROWS`], then one for each ability.
    pub fn target_rows(&self) -> usize {
        TARGET_ROWS.len() + self.scenario.rules.abilities.len()
    }

    /// Choices of each column of an action: verb, target, place, argument.
    pub fn choices(&self) -> [usize; 4] {
        [SLOT_VERBS.len(), self.targets(), PLACES, self.args()]
    }

    /// Kinds that somebody builds: rows of the mask of places.
    pub fn sites(&self) -> &[KindId] {
        &self.sites
    }

    /// The names of the planes, in their order; none when they are not drawn.
    pub fn plane_names(&self) -> Vec<String> {
        if !self.limits.planes {
            return Vec::new();
        }
        let name = |kind: &KindId| self.scenario.rules.kind(*kind).name.clone();
        let own = self.bodies.iter().map(|kind| format!("own_{}", name(kind)));
        let hostile = self.bodies.iter().map(|kind| format!("hostile_{}", name(kind)));
        PLAIN_PLANES.map(str::to_owned).into_iter().chain(own).chain(hostile).collect()
    }

    /// How many [`SlotLayout::plane_names`] there are.
    pub const fn planes(&self) -> usize {
        if self.limits.planes { PLAIN_PLANES.len() + 2 * self.bodies.len() } else { 0 }
    }

    /// Columns of the middle cell of a block.
    pub(crate) fn block_middle(&self, place: usize) -> [i32; 2] {
        let map = &self.scenario.map;
        let [x, y] = self.block_corner(place);
        let middle =
            |corner: i16, size: i16, side: u16| (i32::from(corner) + i32::from(size / 2)).min(i32::from(side) - 1);
        [middle(x, self.block[0], map.width), middle(y, self.block[1], map.height)]
    }

    /// The north-west cell of a block, which may lie off small maps.
    pub(crate) fn block_corner(&self, place: usize) -> [i16; 2] {
        let (row, column) = (place as i16 / BLOCKS as i16, place as i16 % BLOCKS as i16);
        [column * self.block[0], row * self.block[1]]
    }
}
