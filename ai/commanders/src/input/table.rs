//! The table of inputs: their names in files, what they measure, and where they can be looked at.

use sandtable_sim::content::Word;
use sandtable_sim::id::{KindId, ResourceId, TechId};
use sandtable_sim::rules::Rules;

/// What is weighed: a set of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scope(u8);

impl Scope {
    /// Goals, facts: nothing but the situation itself.
    pub const GOAL: Scope = Scope(1);
    pub const TARGET: Scope = Scope(2);
    pub const UNIT: Scope = Scope(4);
    pub const BUILDING: Scope = Scope(8);
    pub const TECH: Scope = Scope(16);
    pub const SITE: Scope = Scope(32);
    const EVERY: Scope = Scope(63);

    const fn or(self, other: Scope) -> Scope {
        Scope(self.0 | other.0)
    }

    fn meets(self, other: Scope) -> bool {
        self.0 & other.0 != 0
    }
}

/// Something to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A row of [`TABLE`].
    Of(Measure),
    /// Stock of a resource.
    Stock(ResourceId),
    /// Own complete ones of a kind.
    Own(KindId),
    /// Enemy ones of a kind, as remembered.
    Seen(KindId),
    /// Whether a technology is known: 1 or 0.
    Known(TechId),
    /// Whether a cooldown is over: 1 or 0.
    Rested(u8),
    /// How a coin fell that is thrown now and then: 1 or 0.
    Lucky(u8),
}

/// What is measured; [`TABLE`] names them, docs/STRATEGIES.md explains them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    // Economy.
    Workers,
    Bases,
    Income,
    Saturation,
    IdleMakers,
    SupplyPercent,
    Techs,
    Savings,
    // Army.
    Army,
    ArmyRatio,
    Might,
    Wounded,
    Trade,
    Losses,
    Away,
    // Threat.
    Threat,
    Heat,
    Raided,
    // Map.
    EnemyDistance,
    FreeSites,
    SiteLead,
    SiteRichness,
    Deposits,
    // Time.
    Time,
    SinceThreat,
    SinceStrike,
    // Knowledge.
    EnemySeen,
    EnemyFound,
    Explored,
    NewsAge,
    Questions,
    // Opponent.
    EnemyBases,
    EnemySoldiers,
    EnemyWorkers,
    EnemyTowers,
    EnemyRanged,
    EnemyMounted,
    EnemyAir,
    ExpectsAttack,
    ExpectsGrowth,
    // Character.
    Aggression,
    Greed,
    Caution,
    Mood,
    // Of what is weighed.
    Distance,
    Remoteness,
    Danger,
    Cover,
    Price,
    Economic,
    Strategic,
    Odds,
    Gain,
    Counters,
    Lag,
    Owned,
    Affordable,
    Richness,
    Busy,
    Tried,
    Helps,
}

const PLACE: Scope = Scope::TARGET.or(Scope::SITE);
const THING: Scope = Scope::UNIT.or(Scope::BUILDING).or(Scope::TECH);

/// Name, measure, and where it can be looked at.
pub(crate) const TABLE: [(&str, Measure, Scope); 61] = [
    ("workers", Measure::Workers, Scope::EVERY),
    ("bases", Measure::Bases, Scope::EVERY),
    ("income", Measure::Income, Scope::EVERY),
    ("saturation", Measure::Saturation, Scope::EVERY),
    ("idle_makers", Measure::IdleMakers, Scope::EVERY),
    ("supply_percent", Measure::SupplyPercent, Scope::EVERY),
    ("techs", Measure::Techs, Scope::EVERY),
    ("savings", Measure::Savings, Scope::EVERY),
    ("army", Measure::Army, Scope::EVERY),
    ("army_ratio", Measure::ArmyRatio, Scope::EVERY),
    ("might", Measure::Might, Scope::EVERY),
    ("wounded", Measure::Wounded, Scope::EVERY),
    ("trade", Measure::Trade, Scope::EVERY),
    ("losses", Measure::Losses, Scope::EVERY),
    ("away", Measure::Away, Scope::EVERY),
    ("threat", Measure::Threat, Scope::EVERY),
    ("heat", Measure::Heat, Scope::EVERY),
    ("raided", Measure::Raided, Scope::EVERY),
    ("enemy_distance", Measure::EnemyDistance, Scope::EVERY),
    ("free_sites", Measure::FreeSites, Scope::EVERY),
    ("site_lead", Measure::SiteLead, Scope::EVERY),
    ("site_richness", Measure::SiteRichness, Scope::EVERY),
    ("deposits", Measure::Deposits, Scope::EVERY),
    ("time", Measure::Time, Scope::EVERY),
    ("since_threat", Measure::SinceThreat, Scope::EVERY),
    ("since_strike", Measure::SinceStrike, Scope::EVERY),
    ("enemy_seen", Measure::EnemySeen, Scope::EVERY),
    ("enemy_found", Measure::EnemyFound, Scope::EVERY),
    ("explored", Measure::Explored, Scope::EVERY),
    ("news_age", Measure::NewsAge, Scope::EVERY),
    ("questions", Measure::Questions, Scope::EVERY),
    ("enemy_bases", Measure::EnemyBases, Scope::EVERY),
    ("enemy_soldiers", Measure::EnemySoldiers, Scope::EVERY),
    ("enemy_workers", Measure::EnemyWorkers, Scope::EVERY),
    ("enemy_towers", Measure::EnemyTowers, Scope::EVERY),
    ("enemy_ranged", Measure::EnemyRanged, Scope::EVERY),
    ("enemy_mounted", Measure::EnemyMounted, Scope::EVERY),
    ("enemy_air", Measure::EnemyAir, Scope::EVERY),
    ("expects_attack", Measure::ExpectsAttack, Scope::EVERY),
    ("expects_growth", Measure::ExpectsGrowth, Scope::EVERY),
    ("aggression", Measure::Aggression, Scope::EVERY),
    ("greed", Measure::Greed, Scope::EVERY),
    ("caution", Measure::Caution, Scope::EVERY),
    ("mood", Measure::Mood, Scope::EVERY),
    ("distance", Measure::Distance, PLACE),
    ("remoteness", Measure::Remoteness, PLACE),
    ("danger", Measure::Danger, PLACE),
    ("cover", Measure::Cover, PLACE),
    ("price", Measure::Price, THING.or(Scope::TARGET)),
    ("economic", Measure::Economic, Scope::TARGET),
    ("strategic", Measure::Strategic, Scope::TARGET),
    ("odds", Measure::Odds, Scope::TARGET),
    ("gain", Measure::Gain, Scope::TARGET),
    ("counters", Measure::Counters, Scope::UNIT.or(Scope::BUILDING)),
    ("lag", Measure::Lag, Scope::UNIT.or(Scope::BUILDING)),
    ("owned", Measure::Owned, Scope::UNIT.or(Scope::BUILDING)),
    ("affordable", Measure::Affordable, THING),
    ("richness", Measure::Richness, Scope::SITE),
    ("busy", Measure::Busy, Scope::BUILDING),
    ("tried", Measure::Tried, Scope::SITE),
    ("helps", Measure::Helps, Scope::TECH),
];

/// The names of the inputs there are, those that rules files add aside: resources, kinds, technologies.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, ..)| *name)
}

/// Before the name of a kind: enemy ones of it, as remembered.
const SEEN: &str = "enemy_";

impl Input {
    /// The input a word names, where things of `scope` are weighed. The name of a resource is its stock, of a kind the number of
    /// own ones, of a technology whether it is known; `enemy_` before the name of a kind asks what was seen.
    pub fn named(word: &Word<'_>, rules: &Rules, scope: Scope) -> Input {
        let text = word.text;
        if let Some((_, measure, where_to)) = TABLE.iter().find(|(name, ..)| *name == text) {
            if !where_to.meets(scope) {
                word.refuse(format!("\"{text}\", which says nothing here"), "an input of the situation");
            }
            return Input::Of(*measure);
        }
        let seen = || text.strip_prefix(SEEN).and_then(|kind| rules.kind_named(kind)).map(Input::Seen);
        let stock = rules.resource_named(text).map(Input::Stock);
        let own = || rules.kind_named(text).map(Input::Own);
        let known = || rules.tech_named(text).map(Input::Known);
        stock.or_else(own).or_else(known).or_else(seen).unwrap_or_else(|| {
            if !text.is_empty() {
                let fits = TABLE.iter().filter(|(.., it)| it.meets(scope)).map(|(name, ..)| *name);
                let names = fits.chain(rules.resources.iter().map(String::as_str));
                word.unknown("an input", names.chain(rules.kinds.iter().map(|kind| kind.name.as_str())));
            }
            Input::Of(Measure::Time)
        })
    }

    /// Its name in files.
    pub fn name(&self, rules: &Rules) -> String {
        match *self {
            Input::Of(measure) => {
                TABLE.iter().find(|(_, it, _)| *it == measure).map_or("?", |(name, ..)| name).to_owned()
            }
            Input::Stock(resource) => rules.resources[resource.index()].clone(),
            Input::Own(kind) => rules.kind(kind).name.clone(),
            Input::Seen(kind) => format!("{SEEN}{}", rules.kind(kind).name),
            Input::Known(tech) => rules.tech(tech).name.clone(),
            Input::Rested(_) => "cooldown".to_owned(),
            Input::Lucky(_) => "chance".to_owned(),
        }
    }
}
