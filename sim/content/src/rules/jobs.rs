//! The jobs of a ruleset.

use sandtable_decide::{Consideration, DecisionRule};
use sandtable_math::Fx;
use sandtable_model::rules::{JOB_INPUTS, JobInput, Jobs, ranges};
use sandtable_state::limits::MAX_CONSIDERATIONS;

use super::tuning::{JOB_INERTIA_PERCENT, JOB_REACH};
use crate::TableReader;
use crate::behaviours::judgement;

pub(super) fn read(root: &TableReader<'_>) -> Option<Jobs> {
    let table = root.table("jobs")?;
    let sort = |name: &str| table.table(name).map(|table| decision(&table));
    let jobs = Jobs {
        reach: table.int("reach", ranges::JOB_REACH).or(JOB_REACH),
        inertia_percent: table.int("inertia_percent", ranges::SHARE_PERCENT).or(JOB_INERTIA_PERCENT),
        gather: sort("gather"),
        build: sort("build"),
        repair: sort("repair"),
    };
    if [&jobs.gather, &jobs.build, &jobs.repair].iter().all(|sort| sort.is_none()) {
        table.error("", "no sort of job", "`gather`, `build` or `repair`");
    }
    Some(jobs)
}

fn decision(table: &TableReader<'_>) -> DecisionRule<JobInput> {
    let considerations = table.rows("when");
    if considerations.len() > MAX_CONSIDERATIONS {
        let found = format!("{} considerations", considerations.len());
        table.error("when", found, format!("at most {MAX_CONSIDERATIONS}"));
    }
    DecisionRule {
        base: table.fixed("priority", ranges::JUDGEMENT, "").or(Fx::ZERO),
        considerations: considerations.iter().filter_map(consideration).collect(),
    }
}

fn consideration(table: &TableReader<'_>) -> Option<Consideration<JobInput>> {
    let choices = JOB_INPUTS.map(|term| (term.0, term));
    let (_, input, range, unit) = table.choice("input", &choices).required();
    Some(Consideration { input, test: judgement(table, range, unit)? })
}
