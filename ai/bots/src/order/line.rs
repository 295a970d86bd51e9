//! Orders as lines of JSON have them.

use sandtable_ai::CommanderFailure;
use sandtable_sim::order::Queueing;
use serde::Deserialize;

use super::given::{GivenOrder, OrderArgs, OrderRecipients, broken, misaddressed};
use super::verbs::{OrderArg, OrderWord, QUEUEINGS, VERBS};

/// An order as a line has it: a verb, whom it is for, and the arguments of the verb.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderLine {
    /// The verb.
    #[serde(rename = "do")]
    pub verb: String,
    /// The units and buildings it is for …
    pub units: Option<Vec<u32>>,
    /// … or the squad.
    pub squad: Option<u32>,
    /// A point, in 65,536ths of a cell.
    pub to: Option<[i32; 2]>,
    /// An entity.
    pub target: Option<u32>,
    /// A row of the kinds.
    pub kind: Option<u32>,
    /// A cell.
    pub cell: Option<[i32; 2]>,
    /// A row of the technologies.
    pub tech: Option<u32>,
    /// A place of a production queue.
    pub entry: Option<u32>,
    /// A row of the abilities.
    pub ability: Option<u32>,
    /// The shape, spacing and cohesion of a formation.
    pub formation: Option<[i32; 3]>,
    /// The squad to join; 0 to leave.
    pub into: Option<u32>,
    /// How it joins the queues: `replace` when missing.
    pub queue: Option<String>,
    /// Its priority: 0 when missing.
    pub priority: Option<u8>,
}

impl OrderLine {
    /// What was given with it.
    ///
    /// # Errors
    /// A verb or a queue that there is not, arguments that are missing or none of the verb's, units and a squad
    /// ([`BotProtocol`](sandtable_ai::FailureKind::BotProtocol)).
    pub fn read(self) -> Result<GivenOrder, CommanderFailure> {
        let word = VERBS.iter().find(|(_, name, _)| *name == self.verb).map(|found| found.0);
        let word = word.ok_or_else(|| broken(unknown("verb", &self.verb, VERBS.iter().map(|verb| verb.1))))?;
        self.check_arguments(word)?;
        Ok(GivenOrder {
            word,
            queueing: self.queueing()?,
            priority: self.priority.unwrap_or(0),
            args: self.args(),
            whom: self.whom(word)?,
        })
    }

    /// That it has the arguments of its verb, and no others.
    fn check_arguments(&self, word: OrderWord) -> Result<(), CommanderFailure> {
        let given: [(&str, bool, &[OrderArg]); 9] = [
            ("to", self.to.is_some(), &[OrderArg::To]),
            ("target", self.target.is_some(), &[OrderArg::Target, OrderArg::TargetOrNone]),
            ("kind", self.kind.is_some(), &[OrderArg::Kind]),
            ("cell", self.cell.is_some(), &[OrderArg::Cell]),
            ("tech", self.tech.is_some(), &[OrderArg::Tech]),
            ("entry", self.entry.is_some(), &[OrderArg::Entry]),
            ("ability", self.ability.is_some(), &[OrderArg::Ability]),
            ("formation", self.formation.is_some(), &[OrderArg::Formation]),
            ("into", self.into.is_some(), &[OrderArg::Into]),
        ];
        for (key, is_given, args) in given {
            let taken = word.args().iter().find(|arg| args.contains(arg));
            // An ability may be pointed at a point, an entity or nothing: which, its rules say.
            let optional = taken == Some(&OrderArg::TargetOrNone) || word == OrderWord::Ability && key == "to";
            let name = word.name();
            match (is_given, taken) {
                (true, None) => return Err(broken(format!("{name}: {key:?} is none of its arguments"))),
                (false, Some(_)) if !optional => return Err(broken(format!("{name}: {key:?} is missing"))),
                _ => {}
            }
        }
        Ok(())
    }

    fn queueing(&self) -> Result<Queueing, CommanderFailure> {
        let Some(name) = self.queue.as_deref() else { return Ok(Queueing::Replace) };
        let found = QUEUEINGS.iter().find(|(known, _)| *known == name).map(|found| found.1);
        found.ok_or_else(|| broken(unknown("queue", name, QUEUEINGS.iter().map(|it| it.0))))
    }

    fn args(&self) -> OrderArgs {
        OrderArgs {
            to: self.to.unwrap_or_default(),
            target: self.target.unwrap_or_default(),
            kind: self.kind.unwrap_or_default(),
            cell: self.cell.unwrap_or_default(),
            tech: self.tech.unwrap_or_default(),
            entry: self.entry.unwrap_or_default(),
            ability: self.ability.unwrap_or_default(),
            formation: self.formation.unwrap_or_default(),
            into: self.into.unwrap_or_default(),
        }
    }

    fn whom(self, word: OrderWord) -> Result<OrderRecipients, CommanderFailure> {
        match (self.units, self.squad) {
            (None, None) => Ok(OrderRecipients::Player),
            (Some(units), None) => Ok(OrderRecipients::Units(units)),
            (None, Some(squad)) => Ok(OrderRecipients::Squad(squad)),
            (Some(_), Some(_)) => Err(misaddressed(word)),
        }
    }
}

/// That there is no such word, with the nearest there is.
fn unknown<'a>(what: &str, found: &str, known: impl Iterator<Item = &'a str>) -> String {
    let shown: String = found.chars().take(40).collect();
    let nearest = sandtable_diagnostics::nearest(&shown, known);
    let hint = nearest.map(|name| format!("; did you mean {name:?}?")).unwrap_or_default();
    format!("no {what} {shown:?}{hint}")
}
