//! Whether a match has the rules of this package, by what it tells a bot of them.

use sandtable_model::rules::{Kind, Need, Rules, Tech};
use serde_json::{Value, json};

/// What of the rules that a match tells is not as in these, of what observations and macro actions go by: which field, and whose. No outer value
/// where it tells no rules.
pub fn first_difference(told: &Value, rules: &Rules) -> Option<Option<String>> {
    let needs = |needs: &[Need]| -> Value {
        let need = |need: &Need| match need {
            Need::Kind(kind) => json!({ "kind": kind.0 }),
            Need::Tech(tech) => json!({ "tech": tech.0 }),
        };
        needs.iter().map(need).collect()
    };
    let resources = rules.resources.len();
    let kind = |kind: &Kind| {
        json!({
            "name": kind.name,
            "class": kind.class as u8,
            "cost": kind.cost[..resources],
            "needs": needs(&kind.needs),
            "supply_cost": kind.supply_cost,
            "trains": kind.trains.iter().map(|id| id.0).collect::<Vec<_>>(),
            "researches": kind.researches.iter().map(|id| id.0).collect::<Vec<_>>(),
            "builds": kind.worker.as_ref().map(|worker| worker.builds.iter().map(|id| id.0).collect::<Vec<_>>()),
            "footprint": kind.footprint.as_ref().map(|it| [it.width, it.height]),
        })
    };
    let tech = |tech: &Tech| json!({ "name": tech.name, "cost": tech.cost[..resources], "needs": needs(&tech.needs) });
    let (kinds, techs) = (told.get("kinds")?.as_array()?, told.get("techs")?.as_array()?);
    if told.get("resources")? != &json!(rules.resources) {
        return Some(Some("list of resources".to_owned()));
    }
    if kinds.len() != rules.kinds.len() || techs.len() != rules.techs.len() {
        return Some(Some("number of kinds or technologies".to_owned()));
    }
    let own = rules.kinds.iter().map(kind).chain(rules.techs.iter().map(tech));
    for (told, own) in kinds.iter().chain(techs).zip(own) {
        let differing = own.as_object()?.iter().find(|(field, value)| told.get(field) != Some(value));
        if let Some((field, _)) = differing {
            return Some(Some(format!("{field} of {}", own.get("name")?.as_str()?)));
        }
    }
    Some(None)
}
