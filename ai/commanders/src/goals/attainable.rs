//! What a strategy can ever have: over the needs of kinds and technologies, what its goals make, and what they add to that.

use sandtable_content::TableReader;
use sandtable_model::rules::{Need, Rules};
use sandtable_state::id::KindId;

use super::standing::StrategyGoal;
use crate::perception::{KindRoles, ProductionTarget};
use crate::systems::GoalKind;

/// Reports goals that want soldiers none of whom the strategy can ever train. A file without an `economy` goal plays with what a
/// match gives it, and is not looked at.
pub(crate) fn check(tables: &[&TableReader<'_>], goals: &[StrategyGoal], rules: &Rules, spends: bool) {
    if !goals.iter().any(|goal| goal.kind == GoalKind::Economy) {
        return;
    }
    let reach = Reach::new(goals, rules, spends);
    for (table, goal) in tables.iter().zip(goals) {
        let soldiers = goal.planner.soldiers();
        if soldiers.is_empty() || soldiers.iter().any(|(kind, _)| reach.trains(*kind)) {
            continue;
        }
        let name = |kind: &KindId| rules.kind(*kind).name.clone();
        let wanted: Vec<String> = soldiers.iter().map(|(kind, _)| name(kind)).collect();
        let missing: Vec<String> = reach.missing(soldiers[0].0).iter().map(|aim| named(rules, *aim)).collect();
        let key = if table.has("mix") { "mix" } else { "army" };
        table.error(
            key,
            format!("soldiers that this file can never train: {}", wanted.join(", ")),
            format!(
                "a goal that leads to {}, as tech with aims = [\"{}\"]",
                missing.join(", "),
                missing.join("\", \"")
            ),
        );
    }
}

/// What can be had.
struct Reach<'a> {
    rules: &'a Rules,
    roles: KindRoles,
    had: Vec<ProductionTarget>,
}

impl<'a> Reach<'a> {
    fn new(goals: &[StrategyGoal], rules: &'a Rules, spends: bool) -> Reach<'a> {
        let roles = KindRoles::from_rules(rules);
        let given = rules.start.units.iter().map(|(kind, _)| *kind).chain([rules.start.base]);
        let given = given.chain(roles.worker).chain(roles.base).chain(roles.house).map(ProductionTarget::Kind);
        let mut reach = Reach { rules, had: given.collect(), roles };
        for aim in goals.iter().flat_map(|goal| goal.planner.leads_to()) {
            reach.had.extend(reach.roles.chain(rules, aim));
        }
        // What is added needs what there is: again and again, until nothing is new.
        loop {
            let before = reach.had.len();
            for goal in goals {
                let soldiers = goal.planner.soldiers().iter().filter(|_| spends);
                let makers = soldiers.filter_map(|(kind, _)| reach.roles.makers[kind.index()].first().copied());
                let added: Vec<KindId> = goal.planner.adds().iter().map(|(kind, _)| *kind).chain(makers).collect();
                for kind in added {
                    let aim = ProductionTarget::Kind(kind);
                    if reach.meets(aim) && !reach.had.contains(&aim) {
                        reach.had.push(aim);
                    }
                }
            }
            if reach.had.len() == before {
                return reach;
            }
        }
    }

    /// Whether all that it needs can be had.
    fn meets(&self, aim: ProductionTarget) -> bool {
        let needs = match aim {
            ProductionTarget::Kind(kind) => &self.rules.kind(kind).needs,
            ProductionTarget::Tech(tech) => &self.rules.tech(tech).needs,
        };
        needs.iter().all(|need| {
            self.had.contains(&match need {
                Need::Kind(kind) => ProductionTarget::Kind(*kind),
                Need::Tech(tech) => ProductionTarget::Tech(*tech),
            })
        })
    }

    fn trains(&self, kind: KindId) -> bool {
        let made = |maker: &KindId| self.had.contains(&ProductionTarget::Kind(*maker));
        self.had.contains(&ProductionTarget::Kind(kind))
            || self.meets(ProductionTarget::Kind(kind)) && self.roles.makers[kind.index()].iter().any(made)
    }

    /// What is not had of all that a kind needs.
    fn missing(&self, kind: KindId) -> Vec<ProductionTarget> {
        let aim = ProductionTarget::Kind(kind);
        let mut chain = self.roles.chain(self.rules, aim);
        chain.retain(|it| *it != aim && !self.had.contains(it));
        chain
    }
}

fn named(rules: &Rules, aim: ProductionTarget) -> String {
    match aim {
        ProductionTarget::Kind(kind) => rules.kind(kind).name.clone(),
        ProductionTarget::Tech(tech) => rules.tech(tech).name.clone(),
    }
}
