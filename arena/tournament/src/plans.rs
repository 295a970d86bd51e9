//! What became of a side's plans, read off its commander's timeline.

use std::collections::BTreeMap;

use sandtable_match::runner::Goal;
use serde::{Deserialize, Serialize};

/// The steps of a plan for another base, by how their entries begin. Soldiers are gathered only where a strategy says so.
const WALK: [&str; 3] = ["survey ", "escort with ", "found "];
/// The name under which planners note their plans.
const PLAN: &str = "plan";

/// Plans of one side of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plans {
    /// Plans for another base that came to an end.
    pub expansions: u32,
    /// Of them, those that went through all their steps and got it.
    pub walked: u32,
    /// Of the others, those that say why they were given up.
    pub reported: u32,
    /// Goals of each plan that a planner made, in order.
    pub lengths: Vec<u8>,
    /// Of those plans, the ones that took the place of one not carried out.
    pub replanned: u32,
}

impl Plans {
    /// Reads a timeline.
    pub fn from_timeline(goals: &[Goal]) -> Plans {
        let mut plans = Plans::default();
        let mut under_way: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in goals {
            if entry.goal == PLAN {
                plans.note_plan(&entry.progress);
            } else {
                plans.note_step(&mut under_way, entry);
            }
        }
        plans
    }

    /// A planner's entry: the goals of a new plan, or why the one before was given up.
    fn note_plan(&mut self, progress: &str) {
        if progress.starts_with("failed: ") {
            self.replanned += 1;
        } else {
            self.lengths.push(u8::try_from(progress.split(", ").count()).unwrap_or(u8::MAX));
        }
    }

    /// An entry of a goal; `under_way` holds how many steps each plan for another base has begun, in their order.
    fn note_step<'g>(&mut self, under_way: &mut BTreeMap<&'g str, usize>, entry: &'g Goal) {
        let (name, progress) = (entry.goal.as_str(), entry.progress.as_str());
        let begun = under_way.get(name).copied();
        match begun {
            None if progress.starts_with(WALK[0]) => {
                under_way.insert(name, 1);
            }
            Some(steps) if WALK.get(steps).is_some_and(|step| progress.starts_with(step)) => {
                under_way.insert(name, steps + 1);
            }
            Some(steps) => {
                let achieved = progress == "achieved";
                let why = ["failed: ", "dropped: "].iter().find_map(|head| progress.strip_prefix(head));
                if achieved || why.is_some() || progress == "dropped" {
                    under_way.remove(name);
                    self.expansions += 1;
                    self.walked += u32::from(achieved && steps == WALK.len());
                    self.reported += u32::from(why.is_some_and(|why| !why.is_empty()));
                }
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plans(entries: &[(&str, &str)]) -> Plans {
        let entry = |(goal, progress): &(&str, &str)| Goal {
            tick: 0,
            goal: (*goal).to_owned(),
            progress: (*progress).to_owned(),
        };
        Plans::from_timeline(&entries.iter().map(entry).collect::<Vec<_>>())
    }

    #[test]
    fn expansions_are_walked_or_accounted_for() {
        let expand = |progress| ("third", progress);
        let walk = ["survey 4,4", "gather 3 soldiers", "escort with 3", "found town_centre at 4,4"].map(expand);
        let told = |end: &[(&str, &str)]| {
            let plans = plans(&[&walk[..], end].concat());
            (plans.expansions, plans.walked, plans.reported)
        };
        assert_eq!(told(&[]), (0, 0, 0));
        assert_eq!(told(&[expand("achieved")]), (1, 1, 0));
        assert_eq!(told(&[expand("failed: no place to build")]), (1, 0, 1));
        assert_eq!(told(&[expand("dropped: threat is 40")]), (1, 0, 1));
        assert_eq!(told(&[expand("dropped")]), (1, 0, 0));
        let skipped = plans(&[expand("survey 4,4"), expand("found town_centre at 4,4"), expand("achieved")]);
        assert_eq!((skipped.expansions, skipped.walked, skipped.reported), (1, 0, 0));
    }

    #[test]
    fn plans_of_planners_are_measured() {
        let plans =
            plans(&[("plan", "base, swords, grow"), ("plan", "failed: a goal of the plan failed"), ("plan", "grow")]);
        assert_eq!((plans.lengths, plans.replanned), (vec![3, 1], 1));
    }
}
