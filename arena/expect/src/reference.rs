//! The registry as tables for the documents.

use std::fmt::Write as _;

use super::metric::{Ends, Metric, MetricSet, Nature, Subject};
use super::registry::{MatchMetric, MovementMetric, TournamentMetric};

/// Every metric in Markdown, a table for each scope, as it stands in `docs/EXPECTATIONS.md`.
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

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn the_document_lists_the_registry() {
        let text = include_str!("../../../docs/EXPECTATIONS.md");
        let listed = text.split("<!-- metrics -->\n").nth(1).expect("a part between two marks");
        assert_eq!(
            listed.trim(),
            reference().trim(),
            "write this between the marks of docs/EXPECTATIONS.md:\n{}",
            reference()
        );
    }
}
