//! Taking out of a strategy what it does without.

use sandtable_decide::{Consideration, Curve, DecisionRule, SelectionPolicy, Test};
use sandtable_math::Fx;

use super::definition::GoalStrategy;
use crate::architecture::Architecture;
use crate::beliefs::Belief;
use crate::input::Input;
use crate::systems::{DisabledSystems, StrategySystem};

/// Takes out of a strategy what can be taken out of it; the rest is looked up while it decides.
pub(super) fn strip(strategy: &mut GoalStrategy) {
    let disabled = strategy.disabled;
    strategy.features.strip(disabled);
    strip_goals(disabled, strategy);
    strip_choosers(disabled, strategy);
    if disabled.has(StrategySystem::Stances) {
        strategy.stances.all.clear();
    }
    if disabled.has(StrategySystem::Inertia) {
        (strategy.inertia.percent, strategy.stances.inertia.percent) = (0, 0);
        strategy.stances.commit_ticks = 0;
    }
    if disabled.has(StrategySystem::Choice) {
        strategy.architecture = Architecture::Uniform;
    }
    if disabled.has(StrategySystem::Character) {
        strategy.character.flatten();
    }
    if disabled.has(StrategySystem::Armies) {
        strategy.armies.clear();
    }
    if disabled.has(StrategySystem::Triggers) {
        strategy.triggers.clear();
    }
    if disabled.has(StrategySystem::Beliefs) {
        strategy.beliefs.iter_mut().for_each(Belief::forget_evidence);
    }
    if disabled.has(StrategySystem::Moments) {
        strategy.moments = Default::default();
    }
}

fn strip_goals(disabled: DisabledSystems, strategy: &mut GoalStrategy) {
    for strategy_goal in &mut strategy.goals {
        simplify(disabled, &mut strategy_goal.decision);
        if disabled.has(StrategySystem::Premises) {
            strategy_goal.premise.clear();
        }
        if disabled.has(StrategySystem::Stances) {
            strategy_goal.stances = u32::MAX;
        }
    }
    for stance in &mut strategy.stances.all {
        simplify(disabled, &mut stance.decision);
        if disabled.has(StrategySystem::Premises) {
            stance.premise.clear();
        }
    }
    if disabled.has(StrategySystem::Policies) {
        strategy.stances.policy = SelectionPolicy::Highest;
    }
}

fn strip_choosers(disabled: DisabledSystems, strategy: &mut GoalStrategy) {
    let choosers = &mut strategy.choosers;
    for (part, chooser) in [
        (StrategySystem::Targets, &mut choosers.targets),
        (StrategySystem::Units, &mut choosers.units),
        (StrategySystem::Buildings, &mut choosers.buildings),
        (StrategySystem::Techs, &mut choosers.techs),
        (StrategySystem::Sites, &mut choosers.sites),
    ] {
        if disabled.has(part) {
            *chooser = None;
        }
        if let Some(chooser) = chooser {
            simplify(disabled, &mut chooser.decision);
            if disabled.has(StrategySystem::Policies) {
                chooser.policy = SelectionPolicy::Highest;
            }
        }
    }
}

fn simplify(disabled: DisabledSystems, decision: &mut DecisionRule<Input>) {
    decision
        .considerations
        .retain(|one| !disabled.has(system_of(one)) && !disabled.has(StrategySystem::Considerations));
    if disabled.has(StrategySystem::Curves) {
        decision.considerations.iter_mut().for_each(|one| flatten(&mut one.test));
    }
}

/// The system that a consideration is a part of.
fn system_of(one: &Consideration<Input>) -> StrategySystem {
    match (&one.input, &one.test) {
        (Input::Rested(_), _) => StrategySystem::Cooldowns,
        (Input::Lucky(_), _) => StrategySystem::Chances,
        (Input::Fired(_), _) => StrategySystem::Triggers,
        (Input::Likely(_), _) => StrategySystem::Beliefs,
        (_, Test::Within(..) | Test::Compare(..)) => StrategySystem::Comparisons,
        (_, Test::Base(_) | Test::Times(_)) => StrategySystem::Considerations,
    }
}

/// A curve becomes the constant halfway between its ends.
fn flatten(test: &mut Test) {
    if let Test::Base(curve) | Test::Times(curve) = test {
        let ends = [curve.points().first(), curve.points().last()].map(|end| end.map_or(Fx::ZERO, |point| point.1));
        *curve = Curve::flat(Fx::from_bits(ends[0].bits() / 2 + ends[1].bits() / 2));
    }
}
