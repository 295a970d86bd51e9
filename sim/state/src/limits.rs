//! The named limit of every queue, table, loop and buffer.

/// Game ticks in a game second; dt = 1/16 is exact.
pub const TICKS_PER_SECOND: u32 = 16;

/// Players in a match.
pub const MAX_PLAYERS: usize = 8;
/// Cells along one side of a map.
pub const MAX_MAP_SIDE: u32 = 1024;
/// Entities in a world, all classes together.
pub const MAX_ENTITIES: usize = 131_072;
/// Entities one owner may create over a match, by the width of a serial.
pub const MAX_SERIAL: u32 = (1 << 24) - 1;
/// Units one player may own at once.
pub const MAX_UNITS_PER_PLAYER: usize = 16_384;
/// Resources of a ruleset.
pub const MAX_RESOURCES: usize = 4;
/// Kinds of units, buildings and nodes of a ruleset.
pub const MAX_KINDS: usize = 256;
/// Technologies of a ruleset (one bit each in a `u128`).
pub const MAX_TECHS: usize = 128;
/// Abilities of a ruleset.
pub const MAX_ABILITIES: usize = 64;
/// Terrain kinds of a ruleset.
pub const MAX_TERRAINS: usize = 64;
/// Damage kinds, and armour classes, of a ruleset.
pub const MAX_DAMAGE_KINDS: usize = 16;
/// Abilities of one kind.
pub const MAX_KIND_ABILITIES: usize = 2;
/// Timed effects on one unit.
pub const MAX_STATUSES: usize = 2;
/// Squads of one player at once.
pub const MAX_SQUADS: usize = 64;
/// Members of one squad.
pub const MAX_SQUAD_MEMBERS: usize = MAX_ORDER_UNITS;
/// Rounds in which members of a squad exchange the slots they have been given, for shorter ways.
pub const MAX_SLOT_ROUNDS: usize = 4;
/// Ticks that a squad waits for stragglers before it goes on without them.
pub const MAX_SQUAD_WAIT_TICKS: u16 = 480;
/// Points of the trail that a narrowed squad follows, half a cell apart; what is older is forgotten.
pub const MAX_SQUAD_TRAIL: usize = 1_024;
/// Cells between two members of a formation, edge to edge.
pub const MAX_SQUAD_SPACING: u8 = 4;
/// Schedules of one scenario.
pub const MAX_SCHEDULES: usize = 64;
/// Entries of one schedule.
pub const MAX_SCHEDULE_SLICES: usize = 64;
/// Units of one schedule's group at once; no more come.
pub const MAX_SCHEDULE_MEMBERS: usize = 4_096;
/// Workers of one player that look for jobs in one tick; the others look at their next turn.
pub const MAX_JOB_LOOKS_PER_TICK: usize = 16;
/// Tasks in one queue of an agent.
pub const MAX_TASKS: usize = 8;
/// Entries in a building's production queue.
pub const MAX_PRODUCTION: usize = 6;
/// Orders of one player taken in one tick; later ones are rejected.
pub const MAX_ORDERS_PER_TICK: usize = 128;
/// Units named by one order.
pub const MAX_ORDER_UNITS: usize = 512;
/// Neighbours one unit weighs in separation, nearest first.
pub const MAX_NEIGHBOURS: usize = 8;
/// Corners of one polygon that stands in the way of steering.
pub const MAX_BLOCK_CORNERS: usize = 16;
/// Flow fields of one team kept at once.
pub const MAX_FIELDS: usize = 256;
/// Rectangles that a field of tiles may lead to the nearest of.
pub const MAX_FIELD_GOALS: usize = 16;
/// Sectors of all fields of a team together: fewer fields are kept on large maps.
pub const MAX_FIELD_SECTORS: usize = 1 << 19;
/// Tiles of all fields of a team together, at about 200 bytes each.
pub const MAX_TILES: usize = 1 << 16;
/// Requests for tiles of one team that wait at once; who comes later asks again.
pub const MAX_TILE_REQUESTS: usize = 8_192;
/// Cells charged for ways and tiles that one team gets in a tick; the last one may go over.
pub const MAX_TILE_CELLS_PER_TICK: u32 = 40_000;
/// Rings of places around a point that a group is sent to; who finds none is content near the point.
pub const MAX_GROUP_RINGS: i32 = 64;
/// Sight radius in cells.
pub const MAX_SIGHT: u8 = 16;
/// Sight masks kept for eyes that may return to the same cell.
pub const MAX_SIGHT_MASKS: usize = 8_192;
/// Sight stamps of one team at once; what comes later sees nothing until another goes.
pub const MAX_STAMPS_PER_TEAM: u32 = 65_535;
/// Ticks between two looks at what is left in a node in sight.
pub const NODE_LOOK_TICKS: u32 = 4;
/// Rows of a pass that one thread takes at a time.
pub const CHUNK_ROWS: usize = 256;
/// Rows below which a pass stays on one thread, whatever threads there are.
pub const MIN_ROWS_FOR_THREADS: usize = 512;
/// Ticks of delay between a decision and its effect.
pub const MAX_ORDER_DELAY: u8 = 64;
/// Longest match, in ticks (four game hours).
pub const MAX_TICKS: u32 = 4 * 60 * 60 * TICKS_PER_SECOND;
/// Bytes of one text content file.
pub const MAX_CONTENT_BYTES: usize = 1 << 20;
/// Brackets of a content file that may be open at once, and dots in one of its keys.
pub const MAX_NESTING: u32 = 64;
/// Tables and lists of a content file: each takes hundreds of bytes, and half a microsecond.
pub const MAX_TABLES: u32 = 1 << 16;
/// Tables under one key of a content file that are read, where no other limit is named: each takes microseconds.
pub const MAX_TABLES_OF_KEY: usize = 8_192;
/// Lines, keys and entries of lists of a content file, together.
pub const MAX_PARTS: u32 = 1 << 18;
/// Bytes of one map file.
pub const MAX_MAP_BYTES: usize = 4 << 20;
/// Buckets of a search's open list: costs that spread wider are kept in a heap.
pub const MAX_SEARCH_BUCKETS: u32 = 1 << 15;
/// Pivots of a differential heuristic, at four bytes each for every cell.
pub const MAX_PIVOTS: usize = 8;
/// Cells of a map over which pivots are chosen for units that look for ways by cells: 2 MiB a class, and time to make them.
pub const MAX_PIVOT_CELLS: u32 = 1 << 16;
/// Expansions of cells that the path requests of one team get in a tick, others counting for several; who goes over saves it in later ones.
pub const MAX_PATH_EXPANSIONS_PER_TICK: u32 = 16_384;
/// Points of a route that a unit keeps; a longer one is cut there, and asked for again on the way.
pub const MAX_ROUTE_POINTS: usize = 32;
/// Cells between two points of a route at most: what a unit looks along in a tick.
pub const MAX_ROUTE_LEG: i32 = 16;
/// Cells nearest to goals that cannot be reached which one team remembers; who asks for another then looks for it again.
pub const MAX_DETOURS: usize = 256;
/// Cells along one side of a sector whose connected parts are the regions of the abstract graph.
pub const REGION_SECTOR_SIDE: i16 = 16;
/// Nodes of a graph for which all next hops are computed: the time grows with their cube, the scratch with their square.
pub const MAX_NEXT_HOP_NODES: usize = 1_536;
/// Bytes of a table of next hops.
pub const MAX_NEXT_HOP_BYTES: usize = 2 << 20;
/// Path requests of one player that may wait in one lane.
pub const MAX_PATH_REQUESTS: usize = 1_024;
/// Cells between the ends of a path, along rows or columns, up to which a request goes to the express lane.
pub const EXPRESS_CELLS: u16 = 24;
/// How often a path search starts over because the ground has changed before it is worked on to its end at once.
pub const MAX_PATH_RESTARTS: u8 = 4;
/// Units that died lately which minds remember; the oldest are forgotten first.
pub const MAX_LOSSES: usize = 1_024;
/// Minds that think in one tick; the others wait, those that have waited longest come first.
pub const MAX_THOUGHTS_PER_TICK: usize = 1_024;
/// Sets of senses of a ruleset.
pub const MAX_SENSES: usize = 32;
/// Units that one look round casts rays to, nearest first.
pub const MAX_LOOK_RAYS: usize = 16;
/// Incidents that are looked into in one tick, those worth most first.
pub const MAX_INCIDENTS_PER_TICK: usize = 64;
/// Interests that one player's units have at once; more are not taken up.
pub const MAX_INTERESTS: usize = 32;
/// Units that go and look after one interest.
pub const MAX_INVESTIGATORS: usize = 4;
/// Places round one target, an even number.
pub const MAX_RING_SLOTS: u16 = 64;
/// Points of the line round a target on which a place can lie, a power of two.
pub const RING_POINTS: u16 = 1 << 12;
/// Attackers that look for a place round their target in one tick; the others wait, those that have waited longest come first.
pub const MAX_SLOT_ASKS_PER_TICK: usize = 256;
/// Blocks of cells in which minds sum up who is where: wider ones on larger maps.
pub const MAX_OVERVIEW_BLOCKS: usize = 4_096;
/// Parameters of one word of a behaviour vocabulary.
pub const MAX_CALL_ARGS: usize = 4;
/// Questions of one condition.
pub const MAX_QUESTIONS: usize = 8;
/// Actions of one list: on entering a state, on a transition.
pub const MAX_ACTIONS: usize = 8;
/// Considerations of one decision.
pub const MAX_CONSIDERATIONS: usize = 8;
/// Behaviour trees, and machines, queries, sets of goals, sets of reactions and minds, of one file.
pub const MAX_BEHAVIOURS: usize = 64;
/// Tags named in one behaviour file.
pub const MAX_BEHAVIOUR_TAGS: usize = 64;
/// Nodes of a behaviour tree with the trees it refers to (one bit each in a running tree's state).
pub const MAX_TREE_NODES: usize = 128;
/// Levels of a behaviour tree with the trees it refers to.
pub const MAX_TREE_DEPTH: usize = 16;
/// Children of one node of a behaviour tree.
pub const MAX_TREE_CHILDREN: usize = 16;
/// Nodes of a behaviour tree that count or wait: repetitions, cooldowns, time limits.
pub const MAX_TREE_COUNTERS: usize = 8;
/// States of a state machine.
pub const MAX_STATES: usize = 32;
/// Levels of states in states.
pub const MAX_STATE_DEPTH: usize = 4;
/// States of a state machine that have states of their own, and may remember the latest.
pub const MAX_STATE_MEMORIES: usize = 8;
/// Transitions out of one state.
pub const MAX_TRANSITIONS: usize = 16;
/// Transitions a state machine makes in one tick.
pub const MAX_TRANSITIONS_PER_TICK: usize = 4;
/// Reactions of one set.
pub const MAX_REACTIONS: usize = 8;
/// Reactions that lie upon each other.
pub const MAX_REACTION_DEPTH: usize = 4;
/// Personal goals of one set.
pub const MAX_PERSONAL_GOALS: usize = 8;
/// Options of a position query.
pub const MAX_QUERY_OPTIONS: usize = 4;
/// Generators, and filters, of one option of a position query.
pub const MAX_QUERY_PARTS: usize = 8;
/// Candidates of one option of a position query; what generators give beyond is left out.
pub const MAX_CANDIDATES: usize = 256;
/// Expensive filters that one option of a position query asks; then it has failed.
pub const MAX_DEAR_TESTS: usize = 16;
