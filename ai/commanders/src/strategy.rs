//! Strategy files of the `goals` commander: which goals, what they consider, how they are set.

use sandtable_sim::content::Reader;
use sandtable_sim::decide::{Consideration, Cooldown, Decision, Inertia, Policy};
use sandtable_sim::id::KindId;
use sandtable_sim::math::{Bounds, Fx};
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::Rules;

use crate::architecture::{self, Architecture, Facts, MAX_GOALS, Named, Operator};
use crate::bots::scripted;
use crate::character::{self, Chance, Character};
use crate::consider::{Lens, policy};
use crate::goal::{GOALS, Purpose};
use crate::input::{Input, Scope};
use crate::places::Places;
use crate::plan::{Mix, Strike};
use crate::roles::Aim;
use crate::stance::{self, Stances};
use crate::without::{Part, Without};

/// Kinds one table may list.
const MAX_MIX: usize = 16;
/// A strategy, its names resolved and its numbers varied by the seed.
pub(crate) struct Strategy {
    pub goals: Vec<Purpose>,
    pub inertia: Inertia,
    pub stances: Stances,
    pub facts: Facts,
    pub operators: Vec<Operator>,
    pub architecture: Architecture,
    pub choosers: Choosers,
    pub places: Places,
    pub systems: Systems,
    pub character: Character,
    /// By cooldown: the goal it follows, by row, and how long it takes.
    pub cooldowns: Vec<(u8, Cooldown)>,
    pub chances: Vec<Chance>,
    /// Orders given at their times whatever the goals are.
    pub moments: scripted::Timetable,
    /// What it does without.
    pub without: Without,
}

/// How options of one sort are weighed.
pub(crate) struct Chooser {
    pub decision: Decision<Input>,
    pub policy: Policy,
}

/// How options are weighed, by sort; none does as the managers do without.
#[derive(Default)]
pub(crate) struct Choosers {
    pub targets: Option<Chooser>,
    pub units: Option<Chooser>,
    pub buildings: Option<Chooser>,
    pub techs: Option<Chooser>,
    pub sites: Option<Chooser>,
}

/// What managers do beyond the plain: each can be switched off by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Systems {
    /// Money that no plan wants is spent on what plans would want more of.
    pub spend: bool,
    /// An army sets out, and fights on, by an estimate of the odds.
    pub odds: bool,
    /// Scouts go where goals ask.
    pub questions: bool,
    /// Workers are allotted by a controller instead of by shares of demand.
    pub pid: bool,
    /// What is remembered weighs less the older it is.
    pub fading: bool,
}

/// What settings are read with.
pub(crate) struct Setting<'a> {
    pub rules: &'a Rules,
    /// The queries of the file.
    pub places: Places,
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
    let without = Without::read(file);
    let noise_percent = file.int("noise_percent", Bounds::new(0, 50)).or(10);
    let noise_percent = if without.has(Part::Noise) { 0 } else { noise_percent };
    let inertia = Inertia { percent: file.int("inertia_percent", Bounds::new(0, 1_000)).or(20) };
    let mut setting = Setting { rules, rng, noise_percent, places: Places::read(file, rules) };
    let mut lens = Lens { rules, cooldowns: Vec::new(), chances: Vec::new() };
    let named = architecture::named(file);
    let tables = file.tables("goals");
    if tables.is_empty() || tables.len() > MAX_GOALS {
        let found = if tables.is_empty() { "no goal".to_owned() } else { format!("{} goals", tables.len()) };
        file.error("goals", found, format!("1 to {MAX_GOALS} tables, one for each goal, as [goals.economy]"));
    }
    let facts = architecture::facts(file, &mut lens);
    let stances = stance::read(file, &mut lens);
    let (mut goals, mut operators) = (Vec::new(), Vec::new());
    for table in tables.iter().take(MAX_GOALS) {
        let Some(goal) = read_goal(table, named.0, &mut setting, &mut lens, &stances) else { continue };
        let plans = named.0 != Named::Utility;
        operators.push(if plans { architecture::operator(table, &facts) } else { Operator::default() });
        goals.push(goal);
    }
    let names: Vec<String> = goals.iter().map(|goal| goal.name.clone()).collect();
    let architecture = architecture::read(file, named, &facts, &names);
    let (choosers, systems) = (read_choosers(file, &mut lens), read_systems(file));
    let cooldowns = read_cooldowns(file, &lens, &names);
    let (moments, character) = (scripted::timetable(file, rules), character::read(file, &mut setting.rng));
    let mut strategy = Strategy {
        goals,
        inertia,
        stances,
        facts,
        operators,
        architecture,
        choosers,
        places: setting.places,
        systems,
        character,
        cooldowns,
        chances: lens.chances,
        moments,
        without,
    };
    without.strip(&mut strategy);
    strategy
}

/// A goal's table is called as its goal, or says which it is: `goal = "economy"` under `[goals.boom]`.
fn read_goal(
    table: &Reader<'_>,
    named: Named,
    setting: &mut Setting<'_>,
    lens: &mut Lens<'_>,
    stances: &Stances,
) -> Option<Purpose> {
    let name = table.name();
    let sort = table.reference("goal", "a goal").optional().unwrap_or_else(|| table.name());
    let Some((sort_row, (_, build))) = GOALS.iter().enumerate().find(|(_, (known, _))| *known == sort.text) else {
        sort.unknown("a goal", GOALS.iter().map(|(known, _)| *known));
        // Without its goal nothing can be said of a key.
        table.keys().iter().for_each(|key| table.skip(key.text));
        return None;
    };
    let decision = match named {
        Named::Utility => lens.decision(table, Scope::GOAL, name.text),
        // Others choose by facts.
        _ => Decision { base: Fx::ONE, considerations: Vec::new() },
    };
    let premise = read_premise(table, lens, name.text);
    let stances = stances.named(table);
    Some(Purpose {
        name: name.text.to_owned(),
        sort: sort_row as u8,
        decision,
        premise,
        stances,
        goal: build(table, setting),
    })
}

/// What must stay so while a plan is carried out: comparisons under `premise`.
fn read_premise(table: &Reader<'_>, lens: &mut Lens<'_>, owner: &str) -> Vec<Consideration<Input>> {
    lens.comparisons(table, "premise", owner)
}

fn read_choosers(file: &Reader<'_>, lens: &mut Lens<'_>) -> Choosers {
    let Some(table) = file.table("choose") else { return Choosers::default() };
    let mut chooser = |key: &str, scope: Scope| {
        let entry = table.table(key)?;
        Some(Chooser { decision: lens.decision(&entry, scope, ""), policy: policy(&entry) })
    };
    Choosers {
        targets: chooser("targets", Scope::TARGET),
        units: chooser("units", Scope::UNIT),
        buildings: chooser("buildings", Scope::BUILDING),
        techs: chooser("techs", Scope::TECH),
        sites: chooser("sites", Scope::SITE),
    }
}

fn read_systems(file: &Reader<'_>) -> Systems {
    let Some(table) = file.table("systems") else { return Systems::default() };
    let on = |key: &str| table.boolean(key).or(false);
    Systems { spend: on("spend"), odds: on("odds"), questions: on("questions"), pid: on("pid"), fading: on("fading") }
}

/// The goals that cooldowns follow, by row.
fn read_cooldowns(file: &Reader<'_>, lens: &Lens<'_>, names: &[String]) -> Vec<(u8, Cooldown)> {
    let row = |(goal, cooldown): &(String, Cooldown)| {
        let row = names.iter().position(|name| name == goal);
        if row.is_none() {
            file.error("goals", format!("a cooldown of \"{goal}\", which is no goal"), "the name of a goal under of");
        }
        (row.unwrap_or(0) as u8, *cooldown)
    };
    lens.cooldowns.iter().map(row).collect()
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
    pub fn mix(&self, table: &Reader<'_>) -> Vec<(KindId, u16)> {
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
        let odds_percent = table.int("odds_percent", Bounds::new(0, 1_000)).or(0);
        let strike = Strike { size: self.vary(size, 1), wave: self.vary(wave, 1), retreat_percent, odds_percent };
        Muster { mix, strike, buildings: self.counts(table, "buildings") }
    }
}
