//! The inputs of considerations: what a strategy file can look at, by name.

use sandtable_sim::content::Word;
use sandtable_sim::decide::Inputs;
use sandtable_sim::id::ResourceId;
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::Fx;
use sandtable_sim::rules::Rules;
use sandtable_sim::view::View;

use crate::memory::Memory;
use crate::roles::Roles;
use crate::situation::Situation;

/// Something to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Game seconds since the start.
    Time,
    /// Own workers.
    Workers,
    /// Own complete bases.
    Bases,
    /// Own soldiers.
    Army,
    /// Own soldiers' might over that of the enemies remembered (1 at the least); at most 100.
    ArmyRatio,
    /// Might of the enemies remembered, in own average soldiers.
    EnemySeen,
    /// Might of enemies near own buildings over that of own soldiers, in percent; 0 without a threat.
    Threat,
    /// Supply taken, in percent of the rules' limit.
    SupplyPercent,
    /// Own technologies finished.
    Techs,
    /// Units lost so far.
    Losses,
    /// Whether an enemy building is known: 1 or 0.
    EnemyFound,
    /// Percent of the map explored.
    Explored,
    /// Stock of a resource.
    Stock(ResourceId),
}

const NAMES: [(&str, Input); 12] = [
    ("time", Input::Time),
    ("workers", Input::Workers),
    ("bases", Input::Bases),
    ("army", Input::Army),
    ("army_ratio", Input::ArmyRatio),
    ("enemy_seen", Input::EnemySeen),
    ("threat", Input::Threat),
    ("supply_percent", Input::SupplyPercent),
    ("techs", Input::Techs),
    ("losses", Input::Losses),
    ("enemy_found", Input::EnemyFound),
    ("explored", Input::Explored),
];

impl Input {
    /// The input a word names; a resource's name is an input, its stock.
    pub fn named(word: &Word<'_>, rules: &Rules) -> Input {
        let fixed = NAMES.iter().find(|(name, _)| *name == word.text).map(|(_, input)| *input);
        let found = fixed.or_else(|| rules.resource_named(word.text).map(Input::Stock));
        if found.is_none() && !word.text.is_empty() {
            let known = NAMES.iter().map(|(name, _)| *name).chain(rules.resources.iter().map(String::as_str));
            word.unknown("an input", known);
        }
        found.unwrap_or(Input::Time)
    }
}

/// What inputs are read from.
pub(crate) struct Outlook<'a, 'w> {
    pub view: &'a View<'w>,
    pub situation: &'a Situation,
    pub memory: &'a Memory,
    pub roles: &'a Roles,
}

impl Outlook<'_, '_> {
    fn ratio(own: u32, other: u32) -> Fx {
        Fx::ratio_floor(i64::from(own), i64::from(other.max(1))).min(Fx::from_int(100))
    }

    fn average_soldier(&self) -> u32 {
        let soldiers = self.situation.soldiers.len() as u32;
        self.situation.might.checked_div(soldiers).unwrap_or(self.roles.typical_might)
    }
}

fn whole(value: impl TryInto<i32>) -> Fx {
    Fx::from_int_saturating(value.try_into().unwrap_or(i32::MAX))
}

impl Inputs<Input> for Outlook<'_, '_> {
    fn value(&self, input: &Input) -> Fx {
        let (view, situation) = (self.view, self.situation);
        match input {
            Input::Time => Fx::ratio_floor(i64::from(view.tick()), i64::from(TICKS_PER_SECOND)),
            Input::Workers => whole(situation.workers.len()),
            Input::Bases => whole(situation.bases.len()),
            Input::Army => whole(situation.soldiers.len()),
            Input::ArmyRatio => Outlook::ratio(situation.might, self.memory.enemy_might()),
            Input::EnemySeen => Outlook::ratio(self.memory.enemy_might(), self.average_soldier()),
            Input::Threat => Outlook::ratio(situation.threat * 100, situation.might.max(self.average_soldier())),
            Input::SupplyPercent => {
                whole(u32::from(view.supply().0) * 100 / u32::from(view.rules().supply_limit.max(1)))
            }
            Input::Techs => whole((0..view.rules().techs.len() as u16).filter(|row| knows(view, *row)).count()),
            Input::Losses => whole(view.totals().units_lost),
            Input::EnemyFound => whole(u8::from(self.memory.found_enemy)),
            Input::Explored => whole(view.explored_percent()),
            Input::Stock(resource) => whole(view.resources()[resource.index()]),
        }
    }
}

fn knows(view: &View<'_>, row: u16) -> bool {
    view.has_tech(sandtable_sim::id::TechId(row))
}
