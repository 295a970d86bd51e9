//! What can be asked of a recorded match about a unit or a commander, and the answers as text and as JSON.

use sandtable_ai::Registry;
use sandtable_replay::Replay;
use sandtable_state::id::{PlayerId, UnitId};
use serde_json::Value;

use crate::why::{
    DecisionChange, LoggedDecision, Refusal, UnitExplanation, entry_json, follow, json, tell, tell_entry,
    tell_timeline, timeline, timeline_json, why,
};

/// A question about a unit, or without one about a commander.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The unit: why it does what it does, or what it decided over time.
    pub unit: Option<UnitId>,
    /// The tick from which on its decisions are asked for; none for what it does in one tick.
    pub from: Option<u32>,
    /// The player whose commander's latest decision is asked for; none for any.
    pub player: Option<PlayerId>,
    /// The tick, or the last one.
    pub tick: u32,
}

/// The answer to a [`Question`].
pub enum Answer {
    /// What a unit does, and why.
    Unit(Box<UnitExplanation>),
    /// What it decided over time.
    Timeline(Vec<DecisionChange>),
    /// The latest decision of a commander.
    Commander(LoggedDecision),
}

impl Question {
    /// Plays the match up to the tick; `played` is told of the ticks on the way.
    ///
    /// # Errors
    /// That the match does not play as recorded, or that there is nothing to answer.
    pub fn ask(self, replay: &Replay, registry: &Registry, played: &mut dyn FnMut(u32)) -> Result<Answer, Refusal> {
        let Question { unit, from, player, tick } = self;
        match (unit, from) {
            (Some(unit), Some(from)) => timeline(replay, registry, unit, (from, tick), played).map(Answer::Timeline),
            (Some(unit), None) => why(replay, registry, unit, tick, played).map(|story| Answer::Unit(Box::new(story))),
            (None, _) => {
                let mut latest = None;
                follow(replay, registry, player, tick, &mut |entry| latest = Some(entry), played)?;
                let refuse = || {
                    format!("--tick: found {tick}, before the first decision of the commander; expected a later tick")
                };
                latest.map(Answer::Commander).ok_or_else(|| Refusal::Asked(refuse()))
            }
        }
    }
}

impl Answer {
    /// The answer for people.
    pub fn tell(&self) -> String {
        match self {
            Answer::Unit(story) => tell(story),
            Answer::Timeline(changes) => tell_timeline(changes),
            Answer::Commander(entry) => tell_entry(entry),
        }
    }

    /// The answer for programs.
    pub fn json(&self) -> Value {
        match self {
            Answer::Unit(story) => json(story),
            Answer::Timeline(changes) => timeline_json(changes),
            Answer::Commander(entry) => entry_json(entry),
        }
    }
}
