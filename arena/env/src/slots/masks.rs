//! What can be ordered, as an exact tree: the verbs of each own slot, and for its kind the arguments, targets and places of each verb.

use sandtable_model::rules::{AbilityTarget, Channel, Class, Kind, Locomotion};
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::{ForeignBody, OwnBuilding, OwnUnit};
use sandtable_state::id::KindId;
use sandtable_state::limits::{MAX_PRODUCTION, MAX_SQUADS};

use super::layout::{ARG_ROW, ARG_ROWS, BLOCKS, PLACES, SLOT_VERBS, SlotLayout, TARGET_ROWS};
use super::sight::{BuildingGround, PlayerSight, gathers};
use super::table::SlotTable;

/// Shapes of formations.
pub(crate) const SHAPES: usize = 5;

/// The codes of slot verbs, in the order of [`SLOT_VERBS`].
pub(crate) mod verb {
    pub const NONE: usize = 0;
    pub const MOVE: usize = 1;
    pub const ATTACK_MOVE: usize = 2;
    pub const ATTACK: usize = 3;
    pub const PATROL: usize = 4;
    pub const HOLD: usize = 5;
    pub const STOP: usize = 6;
    pub const FOLLOW: usize = 7;
    pub const GUARD: usize = 8;
    pub const GATHER: usize = 9;
    pub const RETURN_CARGO: usize = 10;
    pub const BUILD: usize = 11;
    pub const REPAIR: usize = 12;
    pub const TRAIN: usize = 13;
    pub const RESEARCH: usize = 14;
    pub const CANCEL: usize = 15;
    pub const RALLY: usize = 16;
    pub const LOAD: usize = 17;
    pub const UNLOAD: usize = 18;
    pub const ABILITY: usize = 19;
    pub const FORM: usize = 20;
    pub const JOIN: usize = 21;
}

/// The arrays of a mask, each byte 1 for what is legal and 0 for what is not.
///
/// An action is legal when its verb is legal for the slot, and each of the others that the verb takes is legal for the slot's kind and the
/// verb. Nobody can follow, guard, load or board itself: that alone depends on the slot.
pub struct MaskRow<'a> {
    /// By own slot, [`SLOT_VERBS`].
    pub verbs: &'a mut [u8],
    /// By kind, [`ARG_ROWS`], values of the argument.
    pub args: &'a mut [u8],
    /// By own slot, the places of the production queue that can be cancelled; the first one of an unfinished building.
    pub cancel: &'a mut [u8],
    /// By kind, [`TARGET_ROWS`] and abilities, slots.
    pub targets: &'a mut [u8],
    /// By kind that somebody builds, blocks with a free place.
    pub places: &'a mut [u8],
}

impl MaskRow<'_> {
    fn clear(&mut self) {
        for part in [&mut *self.verbs, &mut *self.args, &mut *self.cancel, &mut *self.targets, &mut *self.places] {
            part.fill(0);
        }
    }
}

/// The verbs of units that need one target at least, and their rows among targets.
const POINTED: [(usize, usize); 6] =
    [(verb::ATTACK, 0), (verb::FOLLOW, 1), (verb::GUARD, 2), (verb::GATHER, 3), (verb::REPAIR, 4), (verb::LOAD, 6)];

/// The row of [`TARGET_ROWS`] of those whose squad one may join.
const JOINED: usize = 7;

/// The verbs of a unit of a kind.
#[derive(Clone, Copy)]
struct UnitVerbs {
    legal: [u8; SLOT_VERBS.len()],
    /// For each of [`POINTED`] the only target that there is: it cannot be its own.
    only: [Option<usize>; POINTED.len()],
}

impl SlotLayout {
    /// Writes what a player can order to the mask of its agent.
    pub fn mask(&self, sight: &PlayerSight, table: &SlotTable, ground: &BuildingGround, out: &mut MaskRow<'_>) {
        out.clear();
        out.verbs.iter_mut().step_by(SLOT_VERBS.len()).for_each(|none| *none = 1);
        if sight.out {
            return;
        }
        self.mask_places(sight, ground, out);
        let room = sight.squads().len() < MAX_SQUADS;
        let mut seen: Vec<Option<UnitVerbs>> = vec![None; self.kinds()];
        for (slot, held) in table.own.iter().enumerate() {
            let Some(row) = held.row() else { continue };
            let kind = match sight.units.get(row) {
                Some(unit) => unit.kind,
                None => sight.buildings[row - sight.units.len()].kind,
            };
            let verbs = *seen[kind.index()].get_or_insert_with(|| {
                self.mask_kind(kind, room, (sight, table), out);
                self.unit_verbs(kind, out)
            });
            match sight.units.get(row) {
                Some(unit) => mask_unit(slot, unit, &verbs, out),
                None => self.mask_building(slot, &sight.buildings[row - sight.units.len()], out),
            }
        }
    }

    fn mask_places(&self, sight: &PlayerSight, ground: &BuildingGround, out: &mut MaskRow<'_>) {
        for (kind, places) in self.sites.iter().zip(out.places.chunks_exact_mut(PLACES)) {
            if !sight.makeable[kind.index()] {
                continue;
            }
            let [wide, high] = super::sight::size(&self.scenario.rules, *kind);
            let [across, down] = self.block.map(|side| side as usize);
            ground.each_fit(wide, high, |y, fit| {
                let blocks = &mut places[y as usize / down * usize::from(BLOCKS)..][..usize::from(BLOCKS)];
                for (block, free) in blocks.iter_mut().enumerate() {
                    let mut cells = block * across..(block + 1) * across;
                    *free |= u8::from(cells.any(|x| fit.get(x / 64).is_some_and(|word| word >> (x % 64) & 1 != 0)));
                }
            });
        }
    }

    /// The first cell of a block where a building of a kind may be marked out.
    pub(crate) fn place_for(&self, kind: KindId, place: usize, ground: &BuildingGround) -> Option<[i16; 2]> {
        let [left, top] = self.block_corner(place);
        let [wide, high] = super::sight::size(&self.scenario.rules, kind);
        (top..top + self.block[1])
            .flat_map(|y| (left..left + self.block[0]).map(move |x| [x, y]))
            .find(|[x, y]| ground.fits(wide, high, *x, *y))
    }

    fn arg<'m>(&self, out: &'m mut MaskRow<'_>, kind: KindId, verb: usize) -> &'m mut [u8] {
        let row = ARG_ROW.row(verb).unwrap_or(0);
        let from = (kind.index() * ARG_ROWS.len() + row) * self.args();
        &mut out.args[from..from + self.args()]
    }

    /// What every entity of a kind can do, as far as it depends on the kind alone.
    fn mask_kind(&self, id: KindId, room: bool, (sight, table): (&PlayerSight, &SlotTable), out: &mut MaskRow<'_>) {
        let kind = self.scenario.rules.kind(id);
        for made in kind.trains.iter().filter(|made| sight.makeable[made.index()]) {
            self.arg(out, id, verb::TRAIN)[made.index()] = 1;
        }
        for tech in kind.researches.iter().filter(|tech| sight.researchable[tech.index()]) {
            self.arg(out, id, verb::RESEARCH)[tech.index()] = 1;
        }
        if !kind.trains.is_empty() {
            self.arg(out, id, verb::RALLY)[..2].fill(1);
        }
        self.mask_targets(id, kind, sight, table, out);
        if kind.class == Class::Unit {
            self.mask_unit_kind(id, kind, (sight, room), out);
            // Whose squad to join: only where somebody in a slot has one.
            let (slots, rows) = (self.targets(), self.target_rows());
            let joined = &out.targets[(id.index() * rows + JOINED) * slots..][..slots];
            let is_anybody = u8::from(joined.contains(&1));
            self.arg(out, id, verb::JOIN)[0] = is_anybody;
        }
    }

    /// `room`: whether there may be one squad more.
    fn mask_unit_kind(&self, id: KindId, kind: &Kind, (sight, room): (&PlayerSight, bool), out: &mut MaskRow<'_>) {
        let acts = kind.queues.has(Channel::Action);
        if let Some(worker) = kind.worker.as_ref().filter(|_| acts) {
            for site in worker.builds.iter().filter(|site| sight.makeable[site.index()]) {
                let row = self.sites.iter().position(|it| *it == *site);
                let free = row.is_some_and(|row| out.places[row * PLACES..][..PLACES].contains(&1));
                self.arg(out, id, verb::BUILD)[site.index()] = u8::from(free);
            }
        }
        if acts {
            kind.abilities.iter().for_each(|ability| self.arg(out, id, verb::ABILITY)[ability.index()] = 1);
        }
        if room {
            self.arg(out, id, verb::FORM)[..SHAPES].fill(1);
        }
        self.arg(out, id, verb::JOIN)[1] = 1;
    }

    fn mask_targets(&self, id: KindId, kind: &Kind, sight: &PlayerSight, table: &SlotTable, out: &mut MaskRow<'_>) {
        let (slots, rows) = (self.targets(), self.target_rows());
        let targets = &mut out.targets[id.index() * rows * slots..][..rows * slots];
        let mut allow = |row: usize, slot: usize, is: bool| targets[row * slots + slot] = u8::from(is);
        if kind.class != Class::Unit {
            let rallies = !kind.trains.is_empty();
            let all = table.own.iter().chain(&table.foreign).chain(&table.nodes).enumerate();
            all.filter(|(_, held)| held.row().is_some()).for_each(|(slot, _)| allow(5, slot, rallies));
            return;
        }
        let does = UnitAbilities::new(kind);
        for (slot, held) in table.own.iter().enumerate() {
            let Some(row) = held.row() else { continue };
            allow(5, slot, !kind.trains.is_empty());
            let Some(unit) = sight.units.get(row) else {
                let targeted = [
                    (1, does.has(UnitAbility::Follows)),
                    (2, does.has(UnitAbility::Guards)),
                    (4, does.has(UnitAbility::Repairs)),
                ];
                targeted.into_iter().for_each(|(row, is)| allow(row, slot, is));
                self.allow_ability(kind, &does, false, |row| allow(row, slot, true));
                continue;
            };
            if unit.aboard.is_none() {
                let other = self.scenario.rules.kind(unit.kind);
                let targeted = [
                    (1, does.has(UnitAbility::Follows)),
                    (2, does.has(UnitAbility::Guards)),
                    (6, does.loads(kind, other)),
                    (JOINED, !unit.squad.is_none()),
                ];
                targeted.into_iter().for_each(|(row, is)| allow(row, slot, is && kind.class == Class::Unit));
                self.allow_ability(kind, &does, false, |row| allow(row, slot, true));
            }
        }
        for (slot, held) in (self.limits.own..).zip(&table.foreign) {
            let Some(body) = held.row().map(|row| &sight.foreign[row]) else { continue };
            let building = body.class == Class::Building && !body.hostile;
            let targeted = [
                (0, body.hostile && self.reaches(kind, body) && does.has(UnitAbility::Acts)),
                (1, does.has(UnitAbility::Follows)),
                (2, does.has(UnitAbility::Guards)),
                (4, building && does.has(UnitAbility::Repairs)),
                (5, !kind.trains.is_empty()),
            ];
            targeted.into_iter().for_each(|(row, is)| allow(row, slot, is));
            self.allow_ability(kind, &does, body.hostile, |row| allow(row, slot, true));
        }
        for (slot, held) in (self.limits.own + self.limits.foreign..).zip(&table.nodes) {
            let Some(node) = held.row().map(|row| &sight.nodes[row]) else { continue };
            allow(3, slot, does.has(UnitAbility::Acts) && gathers(&self.scenario.rules, kind, node.kind));
            allow(5, slot, !kind.trains.is_empty());
        }
    }

    /// Names the rows of the abilities of a kind that can be pointed at a friend, or at an enemy.
    fn allow_ability(&self, kind: &Kind, does: &UnitAbilities, hostile: bool, mut allow: impl FnMut(usize)) {
        let wanted = if hostile { AbilityTarget::Enemy } else { AbilityTarget::Friend };
        for ability in kind.abilities.iter().filter(|_| does.has(UnitAbility::Acts)) {
            if self.scenario.rules.abilities[ability.index()].target == wanted {
                allow(TARGET_ROWS.len() + ability.index());
            }
        }
    }

    fn reaches(&self, kind: &Kind, target: &ForeignBody) -> bool {
        let body = self.scenario.rules.kind(target.kind).body.as_ref();
        let flies = body.is_some_and(|body| body.locomotion == Locomotion::Air);
        kind.weapon.as_ref().is_some_and(|it| !it.heals && if flies { it.hits.air } else { it.hits.ground })
    }

    /// The verbs of units of a kind, none of a building's.
    fn unit_verbs(&self, id: KindId, out: &mut MaskRow<'_>) -> UnitVerbs {
        let kind = self.scenario.rules.kind(id);
        let mut verbs = UnitVerbs { legal: [0; SLOT_VERBS.len()], only: [None; POINTED.len()] };
        if kind.class != Class::Unit {
            return verbs;
        }
        let does = UnitAbilities::new(kind);
        let any = |list: &[u8]| list.contains(&1);
        let pointed = kind.abilities.iter().any(|ability| self.can_point(id, ability.index(), out));
        let (builds, forms) = (any(self.arg(out, id, verb::BUILD)), any(self.arg(out, id, verb::FORM)));
        let able = [
            (verb::NONE, true),
            (verb::MOVE, does.has(UnitAbility::Follows)),
            (verb::ATTACK_MOVE, does.has(UnitAbility::Guards)),
            (verb::PATROL, does.has(UnitAbility::Guards)),
            (verb::HOLD, does.has(UnitAbility::Follows)),
            (verb::STOP, true),
            (verb::RETURN_CARGO, does.has(UnitAbility::Repairs)),
            (verb::BUILD, builds),
            (verb::UNLOAD, does.has(UnitAbility::Unloads)),
            (verb::ABILITY, does.has(UnitAbility::Acts) && pointed),
            (verb::FORM, forms),
            (verb::JOIN, true),
        ];
        able.into_iter().for_each(|(verb, is)| verbs.legal[verb] = u8::from(is));
        for ((verb, row), only) in POINTED.into_iter().zip(&mut verbs.only) {
            let from = (id.index() * self.target_rows() + row) * self.targets();
            let targets = &out.targets[from..from + self.targets()];
            let count = targets.iter().filter(|legal| **legal != 0).count();
            verbs.legal[verb] = u8::from(count > 0);
            *only = if count == 1 { targets.iter().position(|legal| *legal != 0) } else { None };
        }
        verbs
    }

    /// Whether an ability of a kind has something that it can be pointed at now.
    pub(crate) fn can_point(&self, kind: KindId, ability: usize, out: &MaskRow<'_>) -> bool {
        match self.scenario.rules.abilities[ability].target {
            AbilityTarget::Oneself | AbilityTarget::Point => true,
            AbilityTarget::Friend | AbilityTarget::Enemy => {
                let slots = self.targets();
                let from = (kind.index() * self.target_rows() + TARGET_ROWS.len() + ability) * slots;
                out.targets[from..from + slots].contains(&1)
            }
        }
    }

    fn mask_building(&self, slot: usize, building: &OwnBuilding, out: &mut MaskRow<'_>) {
        let kind = self.scenario.rules.kind(building.kind);
        let complete = building.stage == ConstructionStage::Complete;
        let room = complete && building.queue.len() < MAX_PRODUCTION;
        let entries = if complete { building.queue.len().min(MAX_PRODUCTION) } else { 1 };
        out.cancel[slot * MAX_PRODUCTION..][..entries].fill(1);
        let trains = room && self.arg(out, building.kind, verb::TRAIN).contains(&1);
        let researches = room && self.arg(out, building.kind, verb::RESEARCH).contains(&1);
        let legal = [
            (verb::TRAIN, trains),
            (verb::RESEARCH, researches),
            (verb::CANCEL, entries > 0),
            (verb::RALLY, !kind.trains.is_empty()),
        ];
        for (verb, is) in legal {
            out.verbs[slot * SLOT_VERBS.len() + verb] = u8::from(is);
        }
    }
}

fn mask_unit(slot: usize, unit: &OwnUnit, verbs: &UnitVerbs, out: &mut MaskRow<'_>) {
    if !unit.aboard.is_none() {
        return;
    }
    let legal = &mut out.verbs[slot * SLOT_VERBS.len()..][..SLOT_VERBS.len()];
    legal.copy_from_slice(&verbs.legal);
    for ((verb, _), only) in POINTED.into_iter().zip(verbs.only) {
        if only == Some(slot) {
            legal[verb] = 0;
        }
    }
}

/// Something that units can do by their queues and tools.
#[derive(Clone, Copy)]
enum UnitAbility {
    Acts,
    Follows,
    Guards,
    Repairs,
    Unloads,
}

/// What units of a kind can do: a bit for each [`UnitAbility`].
struct UnitAbilities(u8);

impl UnitAbilities {
    fn new(kind: &Kind) -> UnitAbilities {
        let unit = kind.class == Class::Unit;
        let acts = unit && kind.queues.has(Channel::Action);
        let follows = unit && kind.queues.has(Channel::Movement);
        let unloads = unit && (kind.queues.has(Channel::Cargo) || acts && kind.cargo.is_some());
        let able = [
            (UnitAbility::Acts, acts),
            (UnitAbility::Follows, follows),
            (UnitAbility::Guards, acts && follows && kind.weapon.is_some()),
            (UnitAbility::Repairs, acts && kind.worker.is_some()),
            (UnitAbility::Unloads, unloads),
        ];
        UnitAbilities(able.into_iter().fold(0, |set, (ability, is)| set | u8::from(is) << ability as u8))
    }

    const fn has(&self, ability: UnitAbility) -> bool {
        self.0 >> ability as u8 & 1 != 0
    }

    /// Whether one of a kind can take another unit aboard, or board it.
    fn loads(&self, kind: &Kind, other: &Kind) -> bool {
        let size = |kind: &Kind| kind.body.as_ref().map_or(0, |body| body.cargo_size);
        let fetches = kind.queues.has(Channel::Cargo) && other.cargo.is_none() && size(other) > 0;
        fetches || self.has(UnitAbility::Acts) && other.cargo.is_some() && size(kind) > 0
    }
}
