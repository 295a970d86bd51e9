//! How many there are of what a state has without a count, by the scenario and by what stands before.

use super::value::Value;

/// The place of the switch for senses among the features of a player.
const SENSES: usize = 1;

/// How many things of this name a state of the scenario has, of which these fields are read.
pub fn count(scenario: &Value, thing: &str, before: &[(String, Value)]) -> Result<usize, String> {
    let scene = Scene { players: scenario.field("players").items(), rules: scenario.field("rules") };
    let units = || {
        let found = before.iter().find(|(name, _)| name == "units");
        found.map_or(&[][..], |(_, units)| units.items()).iter().map(|unit| unit.field("identity"))
    };
    let minds = scene.is_given(scene.rules.field("conduct")) && scene.players.iter().any(minded);
    let senses =
        scene.players.iter().any(sensing) && scene.kinds().iter().any(|kind| scene.is_given(kind.field("senses")));
    Ok(match thing {
        "player" => scene.players.len(),
        "team" => scene.teams(),
        "routed team" => {
            if scene.kinds().iter().any(routed) {
                scene.teams()
            } else {
                0
            }
        }
        "behaving world" => usize::from(minds),
        "sensing world" => usize::from(senses),
        "slotted world" => usize::from(scene.rules.field("slots") == &Value::Bool(true)),
        "minded unit" if minds => units().filter(|unit| scene.has(unit, "mind", minded)).count(),
        "sensing unit" if senses => units().filter(|unit| scene.has(unit, "senses", sensing)).count(),
        "minded unit" | "sensing unit" => 0,
        "schedule" => scenario.field("schedules").items().len(),
        _ => return Err(format!("nothing says how many there are of: {thing}")),
    })
}

struct Scene<'s> {
    players: &'s [Value],
    rules: &'s Value,
}

impl Scene<'_> {
    fn kinds(&self) -> &[Value] {
        self.rules.field("kinds").items()
    }

    fn teams(&self) -> usize {
        self.players.iter().map(|player| player.number_of("team") as usize + 1).max().unwrap_or(0)
    }

    fn is_given(&self, option: &Value) -> bool {
        matches!(option, Value::Option(Some(_)))
    }

    /// Whether a unit's kind has this, and its owner uses it.
    fn has(&self, unit: &Value, what: &str, uses: fn(&Value) -> bool) -> bool {
        let owner = self.players.get((unit.number_of("id") >> 24) as usize);
        owner.is_some_and(uses) && self.is_given(self.kinds()[unit.number_of("kind") as usize].field(what))
    }
}

fn minded(player: &Value) -> bool {
    player.field("minds") == &Value::Bool(true)
}

fn sensing(player: &Value) -> bool {
    player.field("features").items()[SENSES] == Value::Bool(true)
}

/// Whether a kind's units walk by routes.
fn routed(kind: &Value) -> bool {
    let Value::Option(Some(body)) = kind.field("body") else { return false };
    !matches!(body.field("navigator"), Value::Variant(name, _) if name == "Flow")
}
