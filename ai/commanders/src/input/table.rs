//! The table of inputs: their names in files, what they measure, and where they can be looked at.

use sandtable_content::Word;
use sandtable_model::rules::Rules;
use sandtable_state::id::{KindId, ResourceId, TechId};

use super::quantifier::Quantifier;

/// What is weighed: a set of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InputScope(u8);

impl InputScope {
    /// Goals, facts: nothing but the situation itself.
    pub const GOAL: InputScope = InputScope(1);
    pub const TARGET: InputScope = InputScope(2);
    pub const UNIT: InputScope = InputScope(4);
    pub const BUILDING: InputScope = InputScope(8);
    pub const TECH: InputScope = InputScope(16);
    pub const SITE: InputScope = InputScope(32);
    const EVERY: InputScope = InputScope(63);

    const fn or(self, other: InputScope) -> InputScope {
        InputScope(self.0 | other.0)
    }

    fn meets(self, other: InputScope) -> bool {
        self.0 & other.0 != 0
    }
}

/// Something to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A row of [`TABLE`].
    Of(InputMeasure),
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
    /// Whether a group of conditions holds: 1 or 0.
    Holds(Quantifier, u8),
    /// How often a trigger has fired.
    Fired(u8),
    /// How likely a belief is, in percent.
    Likely(u8),
}

/// What is measured; [`TABLE`] names them, docs/REFERENCE.md explains them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputMeasure {
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
    EnemyOutposts,
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

const PLACE: InputScope = InputScope::TARGET.or(InputScope::SITE);
const THING: InputScope = InputScope::UNIT.or(InputScope::BUILDING).or(InputScope::TECH);

/// Name, measure, and where it can be looked at.
pub(crate) const TABLE: [(&str, InputMeasure, InputScope); 62] = [
    ("workers", InputMeasure::Workers, InputScope::EVERY),
    ("bases", InputMeasure::Bases, InputScope::EVERY),
    ("income", InputMeasure::Income, InputScope::EVERY),
    ("saturation", InputMeasure::Saturation, InputScope::EVERY),
    ("idle_makers", InputMeasure::IdleMakers, InputScope::EVERY),
    ("supply_percent", InputMeasure::SupplyPercent, InputScope::EVERY),
    ("techs", InputMeasure::Techs, InputScope::EVERY),
    ("savings", InputMeasure::Savings, InputScope::EVERY),
    ("army", InputMeasure::Army, InputScope::EVERY),
    ("army_ratio", InputMeasure::ArmyRatio, InputScope::EVERY),
    ("might", InputMeasure::Might, InputScope::EVERY),
    ("wounded", InputMeasure::Wounded, InputScope::EVERY),
    ("trade", InputMeasure::Trade, InputScope::EVERY),
    ("losses", InputMeasure::Losses, InputScope::EVERY),
    ("away", InputMeasure::Away, InputScope::EVERY),
    ("threat", InputMeasure::Threat, InputScope::EVERY),
    ("heat", InputMeasure::Heat, InputScope::EVERY),
    ("raided", InputMeasure::Raided, InputScope::EVERY),
    ("enemy_distance", InputMeasure::EnemyDistance, InputScope::EVERY),
    ("free_sites", InputMeasure::FreeSites, InputScope::EVERY),
    ("site_lead", InputMeasure::SiteLead, InputScope::EVERY),
    ("site_richness", InputMeasure::SiteRichness, InputScope::EVERY),
    ("deposits", InputMeasure::Deposits, InputScope::EVERY),
    ("time", InputMeasure::Time, InputScope::EVERY),
    ("since_threat", InputMeasure::SinceThreat, InputScope::EVERY),
    ("since_strike", InputMeasure::SinceStrike, InputScope::EVERY),
    ("enemy_seen", InputMeasure::EnemySeen, InputScope::EVERY),
    ("enemy_found", InputMeasure::EnemyFound, InputScope::EVERY),
    ("explored", InputMeasure::Explored, InputScope::EVERY),
    ("news_age", InputMeasure::NewsAge, InputScope::EVERY),
    ("questions", InputMeasure::Questions, InputScope::EVERY),
    ("enemy_bases", InputMeasure::EnemyBases, InputScope::EVERY),
    ("enemy_soldiers", InputMeasure::EnemySoldiers, InputScope::EVERY),
    ("enemy_workers", InputMeasure::EnemyWorkers, InputScope::EVERY),
    ("enemy_towers", InputMeasure::EnemyTowers, InputScope::EVERY),
    ("enemy_outposts", InputMeasure::EnemyOutposts, InputScope::EVERY),
    ("enemy_ranged", InputMeasure::EnemyRanged, InputScope::EVERY),
    ("enemy_mounted", InputMeasure::EnemyMounted, InputScope::EVERY),
    ("enemy_air", InputMeasure::EnemyAir, InputScope::EVERY),
    ("expects_attack", InputMeasure::ExpectsAttack, InputScope::EVERY),
    ("expects_growth", InputMeasure::ExpectsGrowth, InputScope::EVERY),
    ("aggression", InputMeasure::Aggression, InputScope::EVERY),
    ("greed", InputMeasure::Greed, InputScope::EVERY),
    ("caution", InputMeasure::Caution, InputScope::EVERY),
    ("mood", InputMeasure::Mood, InputScope::EVERY),
    ("distance", InputMeasure::Distance, PLACE),
    ("remoteness", InputMeasure::Remoteness, PLACE),
    ("danger", InputMeasure::Danger, PLACE),
    ("cover", InputMeasure::Cover, PLACE),
    ("price", InputMeasure::Price, THING.or(InputScope::TARGET)),
    ("economic", InputMeasure::Economic, InputScope::TARGET),
    ("strategic", InputMeasure::Strategic, InputScope::TARGET),
    ("odds", InputMeasure::Odds, InputScope::TARGET),
    ("gain", InputMeasure::Gain, InputScope::TARGET),
    ("counters", InputMeasure::Counters, InputScope::UNIT.or(InputScope::BUILDING)),
    ("lag", InputMeasure::Lag, InputScope::UNIT.or(InputScope::BUILDING)),
    ("owned", InputMeasure::Owned, InputScope::UNIT.or(InputScope::BUILDING)),
    ("affordable", InputMeasure::Affordable, THING),
    ("richness", InputMeasure::Richness, InputScope::SITE),
    ("busy", InputMeasure::Busy, InputScope::BUILDING),
    ("tried", InputMeasure::Tried, InputScope::SITE),
    ("helps", InputMeasure::Helps, InputScope::TECH),
];

/// The names of the inputs there are, those that rules files add aside: resources, kinds, technologies.
///
/// # Examples
///
/// ```
/// assert!(sandtable_ai::input_names().any(|name| name == "army_ratio"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, ..)| *name)
}

/// Before the name of a kind: enemy ones of it, as remembered.
const SEEN: &str = "enemy_";

impl Input {
    /// The input a word names, where things of `scope` are weighed. The name of a resource is its stock, of a kind the number of
    /// own ones, of a technology whether it is known; `enemy_` before the name of a kind asks what was seen.
    pub fn named(word: &Word<'_>, rules: &Rules, scope: InputScope) -> Input {
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
            Input::Of(InputMeasure::Time)
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
            Input::Holds(quantifier, _) => quantifier.name().to_owned(),
            Input::Fired(_) => "trigger".to_owned(),
            Input::Likely(_) => "belief".to_owned(),
        }
    }
}
