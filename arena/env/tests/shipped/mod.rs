//! Scenarios of the content that comes with the program.

use std::sync::Arc;

use sandtable_content::{MatchTerms, build_scenario};
use sandtable_match::assemble::{load_map, load_rules};
use sandtable_match::library::Library;
use sandtable_model::scenario::Scenario;

/// Two players under rules and on a map, by their names, without order delay: a mask tells what would be taken now.
pub fn scenario(rules: &str, map: &str, time_limit_ticks: u32) -> Arc<Scenario> {
    let mut library = Library::embedded_only();
    let rules = load_rules(&mut library, rules).expect("shipped rules");
    let map = load_map(&mut library, map, &rules).expect("a shipped map");
    let terms = MatchTerms { time_limit_ticks, order_delay_ticks: 0, ..MatchTerms::default() };
    Arc::new(build_scenario(rules, map, 2, terms).expect("it can be played"))
}
