//! The registry as tables for the documents.

use std::fmt::Write as _;

use super::metric::{Ends, Metric, MetricSet, Nature, Subject};
use super::registry::{MatchMetric, MovementMetric, TournamentMetric};

/// Every metric in Markdown, a table for each scope, as it stands in `docs/REFERENCE.md`.
pub fn reference() -> String {
    let tables = [
        ("Of a match", MatchMetric::METRICS),
        ("Of a tournament", TournamentMetric::METRICS),
        ("Of a movement family", MovementMetric::METRICS),
    ];
    let mut text = String::new();
    for (title, metrics) in tables {
        let _ = writeln!(text, "### {title}\n\n| `metric` | unit | is | further keys |\n|---|---|---|---|");
        for metric in metrics {
            let _ = writeln!(text, "| `{}` | {} | {} | {} |", metric.name, metric.unit, metric.about, keys(metric));
        }
        text.push('\n');
    }
    text
}

fn keys(metric: &Metric) -> String {
    let mut keys = Vec::new();
    match metric.subject {
        Subject::Nobody => {}
        Subject::Anybody => keys.push("`of`".to_owned()),
        Subject::Somebody => keys.push("`of`*".to_owned()),
    }
    for filter in metric.filters {
        keys.push(format!("`where.{}`{}", filter.name, if filter.required { "*" } else { "" }));
    }
    match metric.nature {
        Nature::Quantile => keys.push("`quantile`".to_owned()),
        Nature::Share if metric.scope == super::Scope::Tournament => keys.push("`confidence`".to_owned()),
        Nature::Moment | Nature::Share | Nature::Figure => {}
    }
    match metric.ends {
        Ends::Both => {}
        Ends::Least => keys.push("`min`, `aim`".to_owned()),
        Ends::Most => keys.push("`max`, `aim`".to_owned()),
    }
    keys.join(", ")
}
