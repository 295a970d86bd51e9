//! What the settings of goals are read with, and the armies they describe.

use sandtable_content::{TableReader, Word};
use sandtable_math::Bounds;
use sandtable_model::rules::Rules;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::tuning::MAX_MIX_KINDS;
use crate::forces::NamedArmy;
use crate::perception::ProductionTarget;
use crate::place_queries::PlaceQueries;
use crate::plan::{ArmyMix, StrikeSpec, WorkerSplit};

/// What settings are read with.
pub(crate) struct GoalSettings<'a> {
    pub rules: &'a Rules,
    /// The queries of the file.
    pub places: PlaceQueries,
    /// The armies it names.
    pub armies: Vec<NamedArmy>,
    rng: Rng,
    noise_percent: u16,
}

/// An army as a strategy file describes it.
pub(crate) struct ArmySpec {
    pub mix: ArmyMix,
    pub strike: StrikeSpec,
    /// Buildings to train it in, and how many.
    pub buildings: Vec<(KindId, u16)>,
}

impl<'a> GoalSettings<'a> {
    /// What settings of a strategy are read with: numbers vary by `noise_percent`, drawn from `rng`.
    pub fn new(
        rules: &'a Rules,
        rng: Rng,
        noise_percent: u16,
        places: PlaceQueries,
        armies: Vec<NamedArmy>,
    ) -> GoalSettings<'a> {
        GoalSettings { rules, places, armies, rng, noise_percent }
    }

    /// The stream that settings are drawn from.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// A count within the strategy's noise of `value`, at least 1: no two seeds play quite alike.
    pub fn vary(&mut self, value: u16) -> u16 {
        let swing = i32::from(value) * i32::from(self.noise_percent) / 100;
        (i32::from(value) + self.rng.between(-swing, swing)).clamp(1, i32::from(u16::MAX)) as u16
    }

    /// Kinds and numbers, as `{ archer = 2, knight = 1 }`.
    pub fn counts(&self, table: &TableReader<'_>, key: &str) -> Vec<(KindId, u16)> {
        table.table(key).map_or_else(Vec::new, |counts| self.entries(&counts))
    }

    fn entries(&self, table: &TableReader<'_>) -> Vec<(KindId, u16)> {
        let words = table.keys();
        if words.len() > MAX_MIX_KINDS {
            table.error("", format!("{} kinds", words.len()), format!("at most {MAX_MIX_KINDS}"));
        }
        let entry = |word: &Word<'_>| {
            let count = table.int(word.text, Bounds::new(1, 1_000)).required();
            let kind = self.rules.kind_named(word.text);
            if kind.is_none() {
                word.unknown("a kind", self.rules.kinds.iter().map(|kind| kind.name.as_str()));
            }
            Some((kind?, count))
        };
        words.iter().filter_map(entry).collect()
    }

    /// Resources and shares of the workers, as `{ gold = 3, wood = 2 }`; empty when the key is missing.
    pub fn split(&self, table: &TableReader<'_>) -> WorkerSplit {
        let Some(split) = table.table("split") else { return Vec::new() };
        let resources = &self.rules.resources;
        let entry = |word: &Word<'_>| {
            let share = split.int(word.text, Bounds::new(0, 1_000)).required();
            let resource = self.rules.resource_named(word.text);
            if resource.is_none() {
                word.unknown("a resource", resources.iter().map(String::as_str));
            }
            Some((resource?, share))
        };
        let shares: WorkerSplit = split.keys().iter().filter_map(entry).collect();
        if shares.iter().all(|(_, share)| *share == 0) && shares.len() == split.keys().len() {
            table.error("split", "no share", "a share above 0, as { gold = 3, wood = 2 }");
        }
        shares
    }

    /// A kind by name; none when the key is missing.
    pub fn kind(&self, table: &TableReader<'_>, key: &str) -> Option<KindId> {
        let word = table.reference(key, "a kind").optional()?;
        let kind = self.rules.kind_named(word.text);
        if kind.is_none() {
            word.unknown("a kind", self.rules.kinds.iter().map(|kind| kind.name.as_str()));
        }
        kind
    }

    /// Kinds and technologies, by name, in order.
    pub fn aims(&self, table: &TableReader<'_>, key: &str) -> Vec<ProductionTarget> {
        let rules = self.rules;
        let mut aims = Vec::new();
        for word in table.references(key, "kinds and technologies").required() {
            match (rules.kind_named(word.text), rules.tech_named(word.text)) {
                (Some(kind), _) => aims.push(ProductionTarget::Kind(kind)),
                (None, Some(tech)) => aims.push(ProductionTarget::Tech(tech)),
                (None, None) => {
                    let kinds = rules.kinds.iter().map(|kind| kind.name.as_str());
                    word.unknown(
                        "a kind or technology",
                        kinds.chain(rules.techs.iter().map(|tech| tech.name.as_str())),
                    );
                }
            }
        }
        aims
    }

    /// Soldiers and their shares, one kind at least. A kind that is misspelt is named as that alone.
    pub fn mix(&self, table: &TableReader<'_>) -> Vec<(KindId, u16)> {
        let mix = table.table("mix");
        let empty = mix.as_ref().map_or(!table.has("mix"), |mix| mix.keys().is_empty());
        if empty {
            table.error("mix", "no soldiers", "kinds and shares, as { swordsman = 2, archer = 1 }");
        }
        mix.map_or_else(Vec::new, |mix| self.entries(&mix))
    }

    /// The settings of a goal that goes to war.
    pub fn muster(&mut self, table: &TableReader<'_>) -> ArmySpec {
        let mix = self.mix(table);
        ArmySpec { mix, strike: self.strike(table), buildings: self.counts(table, "buildings") }
    }

    /// How many go to war together, and what odds they bear.
    pub fn strike(&mut self, table: &TableReader<'_>) -> StrikeSpec {
        let size = table.int("size", Bounds::new(1, 500)).required();
        let wave = table.int("wave", Bounds::new(1, 500)).or((size / 2).max(1));
        let retreat_percent = table.int("retreat_percent", Bounds::new(0, 1_000)).or(60);
        let odds_percent = table.int("odds_percent", Bounds::new(0, 1_000)).or(0);
        StrikeSpec { size: self.vary(size), wave: self.vary(wave), retreat_percent, odds_percent }
    }
}
