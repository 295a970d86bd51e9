//! Strategy files of the `goals` commander: which goals, what they consider, how they are set.

use sandtable_sim::content::Reader;
use sandtable_sim::decide::{Consideration, Curve, Decision, Inertia, Test};
use sandtable_sim::id::KindId;
use sandtable_sim::math::Fx;
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::Rules;
use sandtable_sim::rules::ranges::Bounds;

use crate::goal::{GOALS, Standing};
use crate::input::Input;
use crate::plan::{Mix, Strike};
use crate::roles::Aim;

/// Kinds one table may list.
const MAX_MIX: usize = 16;
/// Every number a curve or a bound may hold.
const NUMBERS: Bounds<Fx> = Bounds::new(Fx::from_int(-30_000), Fx::from_int(30_000));

/// A strategy, its names resolved and its numbers varied by the seed.
pub(crate) struct Strategy {
    pub goals: Vec<Standing>,
    pub inertia: Inertia,
}

/// What settings are read with.
pub(crate) struct Setting<'a> {
    pub rules: &'a Rules,
    rng: Rng,
    noise_percent: u16,
}

/// An army as a strategy file describes it.
pub(crate) struct Muster {
    pub mix: Mix,
    pub strike: Strike,
    /// Buildings to train it in, and how many.
    pub buildings: Vec<(KindId, u16)>,
}

/// Reads a strategy file below its header.
pub(crate) fn read(file: &Reader<'_>, rules: &Rules, rng: Rng) -> Strategy {
    let noise_percent = file.int("noise_percent", Bounds::new(0, 50)).or(10);
    let inertia = Inertia { percent: file.int("inertia_percent", Bounds::new(0, 1_000)).or(20) };
    let mut setting = Setting { rules, rng, noise_percent };
    let tables = file.tables("goals");
    if tables.is_empty() {
        file.error("goals", "no goal", "a table for each goal, as [goals.economy]");
    }
    let goals = tables.iter().filter_map(|table| read_goal(table, &mut setting)).collect();
    Strategy { goals, inertia }
}

/// A goal's table is called as its goal, or says which it is: `goal = "economy"` under `[goals.boom]`.
fn read_goal(table: &Reader<'_>, setting: &mut Setting<'_>) -> Option<Standing> {
    let name = table.name();
    let sort = table.reference("goal", "a goal").optional().unwrap_or_else(|| table.name());
    let Some((_, build)) = GOALS.iter().find(|(known, _)| *known == sort.text) else {
        sort.unknown("a goal", GOALS.iter().map(|(known, _)| *known));
        // Without its goal nothing can be said of a key.
        table.keys().iter().for_each(|key| table.skip(key.text));
        return None;
    };
    let base = table.fixed("priority", Bounds::new(Fx::ZERO, Fx::from_int(1_000)), "").required();
    let considerations = table.tables("when").iter().map(|entry| read_consideration(entry, setting.rules)).collect();
    let decision = Decision { base, considerations };
    Some(Standing::new(name.text.to_owned(), decision, build(table, setting)))
}

fn read_consideration(entry: &Reader<'_>, rules: &Rules) -> Consideration<Input> {
    let input = Input::named(&entry.reference("input", "an input").required(), rules);
    let forms = ["base", "times"].into_iter().filter(|key| entry.has(key)).count();
    let bounded = entry.has("min") || entry.has("max");
    if forms + usize::from(bounded) != 1 {
        entry.error("input", "not one form of judging it", "either min and max, or base, or times");
    }
    let test = if entry.has("base") {
        Test::Base(curve(entry, "base"))
    } else if entry.has("times") {
        Test::Times(curve(entry, "times"))
    } else {
        let low = entry.fixed("min", NUMBERS, "").or(NUMBERS.low);
        Test::Within(low, entry.fixed("max", NUMBERS, "").or(NUMBERS.high))
    };
    Consideration { input, test }
}

fn curve(entry: &Reader<'_>, key: &str) -> Curve {
    let points = entry.fixed_pairs(key, NUMBERS).required();
    Curve::through(points).unwrap_or_else(|problem| {
        entry.error(key, problem.to_string(), "points like [[0, 10], [60, 40]]");
        Curve::flat(Fx::ZERO)
    })
}

impl Setting<'_> {
    /// A number within the strategy's noise of `value`, at least `least`: no two seeds play quite alike.
    pub fn vary(&mut self, value: u16, least: u16) -> u16 {
        let swing = i32::from(value) * i32::from(self.noise_percent) / 100;
        (i32::from(value) + self.rng.between(-swing, swing)).clamp(i32::from(least), i32::from(u16::MAX)) as u16
    }

    /// Kinds and numbers, as `{ archer = 2, knight = 1 }`.
    pub fn counts(&self, table: &Reader<'_>, key: &str) -> Vec<(KindId, u16)> {
        table.table(key).map_or_else(Vec::new, |counts| self.entries(&counts))
    }

    fn entries(&self, table: &Reader<'_>) -> Vec<(KindId, u16)> {
        let words = table.keys();
        if words.len() > MAX_MIX {
            table.error("", format!("{} kinds", words.len()), format!("at most {MAX_MIX}"));
        }
        let entry = |word: &sandtable_sim::content::Word<'_>| {
            let count = table.int(word.text, Bounds::new(1, 1_000)).required();
            let kind = self.rules.kind_named(word.text);
            if kind.is_none() {
                word.unknown("a kind", self.rules.kinds.iter().map(|kind| kind.name.as_str()));
            }
            Some((kind?, count))
        };
        words.iter().filter_map(entry).collect()
    }

    /// A kind by name; none when the key is missing.
    pub fn kind(&self, table: &Reader<'_>, key: &str) -> Option<KindId> {
        let word = table.reference(key, "a kind").optional()?;
        let kind = self.rules.kind_named(word.text);
        if kind.is_none() {
            word.unknown("a kind", self.rules.kinds.iter().map(|kind| kind.name.as_str()));
        }
        kind
    }

    /// Kinds and technologies, by name, in order.
    pub fn aims(&self, table: &Reader<'_>, key: &str) -> Vec<Aim> {
        let rules = self.rules;
        let mut aims = Vec::new();
        for word in table.references(key, "kinds and technologies").required() {
            match (rules.kind_named(word.text), rules.tech_named(word.text)) {
                (Some(kind), _) => aims.push(Aim::Kind(kind)),
                (None, Some(tech)) => aims.push(Aim::Tech(tech)),
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
    fn mix(&self, table: &Reader<'_>) -> Vec<(KindId, u16)> {
        let mix = table.table("mix");
        let empty = mix.as_ref().map_or(!table.has("mix"), |mix| mix.keys().is_empty());
        if empty {
            table.error("mix", "no soldiers", "kinds and shares, as { swordsman = 2, archer = 1 }");
        }
        mix.map_or_else(Vec::new, |mix| self.entries(&mix))
    }

    /// The settings of a goal that goes to war.
    pub fn muster(&mut self, table: &Reader<'_>) -> Muster {
        let mix = self.mix(table);
        let size = table.int("size", Bounds::new(1, 500)).required();
        let wave = table.int("wave", Bounds::new(1, 500)).or((size / 2).max(1));
        let retreat_percent = table.int("retreat_percent", Bounds::new(0, 1_000)).or(60);
        let strike = Strike { size: self.vary(size, 1), wave: self.vary(wave, 1), retreat_percent };
        Muster { mix, strike, buildings: self.counts(table, "buildings") }
    }
}
