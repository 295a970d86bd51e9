//! Needs: that they name rows, and that nothing needs itself.

use sandtable_state::id::{KindId, TechId};

use super::{Checker, Defect, at, kind_path};
use crate::rules::{Need, Rules, ranges};

pub(super) fn check_rows(rules: &Rules, needs: &[Need], checker: &mut Checker<'_>) {
    checker.count("needs", needs.len(), 0..=ranges::MAX_NEEDS);
    for need in needs {
        match need {
            Need::Kind(kind) => checker.row("needs", kind.index(), rules.kinds.len(), "a kind"),
            Need::Tech(tech) => checker.row("needs", tech.index(), rules.techs.len(), "a technology"),
        }
    }
}

/// Finds the things that, by a chain of needs, need themselves: they can never be made.
pub(super) fn check(rules: &Rules, defects: &mut Vec<Defect>) {
    let kinds = (0..rules.kinds.len()).map(|row| Need::Kind(KindId(row as u16)));
    let techs = (0..rules.techs.len()).map(|row| Need::Tech(TechId(row as u16)));
    for start in kinds.chain(techs) {
        if let Some(chain) = way_back(rules, start) {
            let names: Vec<&str> = chain.iter().map(|need| name(rules, *need)).collect();
            let found = format!("{}, which needs itself", names.join(", which needs "));
            at(defects, &path(rules, start)).defect("needs", found, "needs that can be met");
        }
    }
}

/// The shortest chain of needs from `start` back to it, `start` last.
fn way_back(rules: &Rules, start: Need) -> Option<Vec<Need>> {
    let mut reached: Vec<(Need, Option<usize>)> = vec![(start, None)];
    let mut next = 0;
    while let Some((need, _)) = reached.get(next).copied() {
        for further in needs_of(rules, need) {
            if *further == start {
                return Some(chain(&reached, next, start));
            }
            if !reached.iter().any(|(known, _)| known == further) {
                reached.push((*further, Some(next)));
            }
        }
        next += 1;
    }
    None
}

fn chain(reached: &[(Need, Option<usize>)], last: usize, start: Need) -> Vec<Need> {
    let mut chain = vec![start];
    let mut at = last;
    while let Some(before) = reached[at].1 {
        chain.push(reached[at].0);
        at = before;
    }
    chain.reverse();
    chain
}

fn needs_of(rules: &Rules, need: Need) -> &[Need] {
    match need {
        Need::Kind(kind) => &rules.kind(kind).needs,
        Need::Tech(tech) => &rules.tech(tech).needs,
    }
}

fn name(rules: &Rules, need: Need) -> &str {
    match need {
        Need::Kind(kind) => &rules.kind(kind).name,
        Need::Tech(tech) => &rules.tech(tech).name,
    }
}

fn path(rules: &Rules, need: Need) -> String {
    match need {
        Need::Kind(kind) => kind_path(rules, kind),
        Need::Tech(tech) => format!("techs.{}", rules.tech(tech).name),
    }
}
