//! Orders as bots give them, in lines or in bytes, and what of that can be an order at all.

pub mod bytes;
mod line;

use sandtable_ai::{CommanderFailure, FailureKind};
use sandtable_sim::id::{AbilityId, Handle, KindId, PlayerId, SquadId, TechId};
use sandtable_sim::limits::{MAX_ORDER_UNITS, MAX_SQUAD_SPACING};
use sandtable_sim::map::Cell;
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::order::{Order, Queueing, Subject, Verb};
use sandtable_sim::rules::Rules;
use sandtable_sim::squad::{Formation, Shape};

pub use line::OrderLine;

/// An argument of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderArg {
    /// A point, in 65,536ths of a cell.
    To,
    /// An entity.
    Target,
    /// The same, or none.
    TargetOrNone,
    /// A row of the kinds.
    Kind,
    /// A cell.
    Cell,
    /// A row of the technologies.
    Tech,
    /// A place of a production queue.
    Entry,
    /// A row of the abilities.
    Ability,
    /// A formation: shape, spacing, cohesion.
    Formation,
    /// A squad; none to leave.
    Into,
}

/// A verb without its arguments. Its number is its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the verbs of the engine")]
#[repr(u8)]
pub enum OrderWord {
    Move,
    AttackMove,
    Attack,
    Patrol,
    Hold,
    Stop,
    Follow,
    Guard,
    Gather,
    ReturnCargo,
    Build,
    Repair,
    Train,
    Research,
    Cancel,
    Rally,
    Load,
    Unload,
    Ability,
    Form,
    Join,
    Surrender,
}

/// Every verb: its name in lines, and its arguments, in the order in which bytes have them. Its row is its code.
pub const VERBS: [(OrderWord, &str, &[OrderArg]); 22] = [
    (OrderWord::Move, "move", &[OrderArg::To]),
    (OrderWord::AttackMove, "attack_move", &[OrderArg::To]),
    (OrderWord::Attack, "attack", &[OrderArg::Target]),
    (OrderWord::Patrol, "patrol", &[OrderArg::To]),
    (OrderWord::Hold, "hold", &[]),
    (OrderWord::Stop, "stop", &[]),
    (OrderWord::Follow, "follow", &[OrderArg::Target]),
    (OrderWord::Guard, "guard", &[OrderArg::Target]),
    (OrderWord::Gather, "gather", &[OrderArg::Target]),
    (OrderWord::ReturnCargo, "return_cargo", &[]),
    (OrderWord::Build, "build", &[OrderArg::Kind, OrderArg::Cell]),
    (OrderWord::Repair, "repair", &[OrderArg::Target]),
    (OrderWord::Train, "train", &[OrderArg::Kind]),
    (OrderWord::Research, "research", &[OrderArg::Tech]),
    (OrderWord::Cancel, "cancel", &[OrderArg::Entry]),
    (OrderWord::Rally, "rally", &[OrderArg::To, OrderArg::TargetOrNone]),
    (OrderWord::Load, "load", &[OrderArg::Target]),
    (OrderWord::Unload, "unload", &[OrderArg::To]),
    (OrderWord::Ability, "ability", &[OrderArg::Ability, OrderArg::TargetOrNone, OrderArg::To]),
    (OrderWord::Form, "form", &[OrderArg::Formation]),
    (OrderWord::Join, "join", &[OrderArg::Into]),
    (OrderWord::Surrender, "surrender", &[]),
];

impl OrderWord {
    /// The word for what somebody was told.
    pub const fn of(verb: &Verb) -> OrderWord {
        match verb {
            Verb::Move(_) => OrderWord::Move,
            Verb::AttackMove(_) => OrderWord::AttackMove,
            Verb::Attack(_) => OrderWord::Attack,
            Verb::Patrol(_) => OrderWord::Patrol,
            Verb::Hold => OrderWord::Hold,
            Verb::Stop => OrderWord::Stop,
            Verb::Follow(_) => OrderWord::Follow,
            Verb::Guard(_) => OrderWord::Guard,
            Verb::Gather(_) => OrderWord::Gather,
            Verb::ReturnCargo => OrderWord::ReturnCargo,
            Verb::Build { .. } => OrderWord::Build,
            Verb::Repair(_) => OrderWord::Repair,
            Verb::Train(_) => OrderWord::Train,
            Verb::Research(_) => OrderWord::Research,
            Verb::Cancel(_) => OrderWord::Cancel,
            Verb::Rally { .. } => OrderWord::Rally,
            Verb::Load(_) => OrderWord::Load,
            Verb::Unload(_) => OrderWord::Unload,
            Verb::Ability { .. } => OrderWord::Ability,
            Verb::Form(_) => OrderWord::Form,
            Verb::Join(_) => OrderWord::Join,
            Verb::Surrender => OrderWord::Surrender,
        }
    }

    /// Its name in lines.
    pub const fn name(self) -> &'static str {
        VERBS[self as usize].1
    }

    /// Its arguments, in the order in which bytes have them.
    pub const fn args(self) -> &'static [OrderArg] {
        VERBS[self as usize].2
    }
}

/// How an order joins queues, as lines name it; the row is the code.
pub const QUEUEINGS: [(&str, Queueing); 3] =
    [("replace", Queueing::Replace), ("append", Queueing::Append), ("front", Queueing::Front)];

const SHAPES: [Shape; 5] = [Shape::Loose, Shape::Line, Shape::Column, Shape::Wedge, Shape::Box];

/// Whom an order is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderRecipients {
    /// These units and buildings, by handle.
    Units(Vec<u32>),
    /// A squad.
    Squad(u32),
    /// The player.
    Player,
}

/// The arguments of a verb as they were given; those that it has none of are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderArgs {
    /// A point, in 65,536ths of a cell.
    pub to: [i32; 2],
    /// An entity; 0 for none.
    pub target: u32,
    /// A row of the kinds.
    pub kind: u32,
    /// A cell.
    pub cell: [i32; 2],
    /// A row of the technologies.
    pub tech: u32,
    /// A place of a production queue.
    pub entry: u32,
    /// A row of the abilities.
    pub ability: u32,
    /// The shape, spacing and cohesion of a formation.
    pub formation: [i32; 3],
    /// A squad; 0 for none.
    pub into: u32,
}

/// An order as it was given: well-formed, and not judged yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenOrder {
    /// The verb.
    pub word: OrderWord,
    /// Whom it is for.
    pub whom: OrderRecipients,
    /// What its verb goes with.
    pub args: OrderArgs,
    /// How it joins the queues.
    pub queueing: Queueing,
    /// Its priority.
    pub priority: u8,
}

fn broken(text: impl Into<String>) -> CommanderFailure {
    CommanderFailure::new(FailureKind::BotProtocol, text)
}

fn illegal(text: String) -> CommanderFailure {
    CommanderFailure::new(FailureKind::IllegalOrders, text)
}

/// Who judges orders: for whom they are, and by which rules.
#[derive(Clone, Copy, Debug)]
pub struct OrderJudge<'r> {
    /// The player.
    pub player: PlayerId,
    /// The rules of the match.
    pub rules: &'r Rules,
}

impl OrderJudge<'_> {
    /// The order that was given. What the state of the match allows is for the order door to say, and no fault of a bot.
    ///
    /// # Errors
    /// When it is for those whom its verb is not for ([`Failing::BotProtocol`]), or could never be taken ([`Failing::IllegalOrders`]).
    pub fn order(&self, given: GivenOrder) -> Result<Order, CommanderFailure> {
        let GivenOrder { word, whom, args, queueing, priority } = given;
        Ok(Order { subject: self.subject(word, whom)?, verb: self.verb(word, &args)?, queueing, priority })
    }

    fn subject(&self, word: OrderWord, whom: OrderRecipients) -> Result<Subject, CommanderFailure> {
        let own = |id: u32| Handle(id).owner() == self.player && Handle(id).serial() != 0;
        match whom {
            OrderRecipients::Player if word == OrderWord::Surrender => Ok(Subject::Player),
            OrderRecipients::Player => Err(misaddressed(word)),
            _ if word == OrderWord::Surrender => Err(misaddressed(word)),
            OrderRecipients::Units(units) => {
                let name = word.name();
                if units.is_empty() || units.len() > MAX_ORDER_UNITS {
                    return Err(illegal(format!("{name}: {} units; expected 1 to {MAX_ORDER_UNITS}", units.len())));
                }
                if let Some(id) = units.iter().find(|id| !own(**id)) {
                    return Err(illegal(format!("{name}: entity {id} is not player {}'s", self.player.0)));
                }
                let mut handles: Vec<Handle> = units.into_iter().map(Handle).collect();
                handles.sort_unstable();
                handles.dedup();
                Ok(Subject::Units(handles))
            }
            OrderRecipients::Squad(squad) if own(squad) => Ok(Subject::Squad(SquadId(squad))),
            OrderRecipients::Squad(squad) => {
                Err(illegal(format!("{}: squad {squad} is not player {}'s", word.name(), self.player.0)))
            }
        }
    }

    fn verb(&self, word: OrderWord, args: &OrderArgs) -> Result<Verb, CommanderFailure> {
        let [x, y] = args.to;
        let (to, target) = (Vec2::new(Fx::from_bits(x), Fx::from_bits(y)), Handle(args.target));
        let row = |what: &str, row: u32, count: usize| {
            let found = || illegal(format!("{}: {what} {row}; the rules have {count} of them", word.name()));
            if (row as usize) < count { Ok(row as u16) } else { Err(found()) }
        };
        let kind = || row("kind", args.kind, self.rules.kinds.len()).map(KindId);
        Ok(match word {
            OrderWord::Move => Verb::Move(to),
            OrderWord::AttackMove => Verb::AttackMove(to),
            OrderWord::Attack => Verb::Attack(target),
            OrderWord::Patrol => Verb::Patrol(to),
            OrderWord::Hold => Verb::Hold,
            OrderWord::Stop => Verb::Stop,
            OrderWord::Follow => Verb::Follow(target),
            OrderWord::Guard => Verb::Guard(target),
            OrderWord::Gather => Verb::Gather(target),
            OrderWord::ReturnCargo => Verb::ReturnCargo,
            OrderWord::Build => Verb::Build { kind: kind()?, cell: cell(args.cell)? },
            OrderWord::Repair => Verb::Repair(target),
            OrderWord::Train => Verb::Train(kind()?),
            OrderWord::Research => Verb::Research(TechId(row("technology", args.tech, self.rules.techs.len())?)),
            OrderWord::Cancel => Verb::Cancel(row("entry", args.entry, 256)? as u8),
            OrderWord::Rally => Verb::Rally { point: to, target },
            OrderWord::Load => Verb::Load(target),
            OrderWord::Unload => Verb::Unload(to),
            OrderWord::Ability => {
                let ability = AbilityId(row("ability", args.ability, self.rules.abilities.len())? as u8);
                Verb::Ability { ability, target, point: to }
            }
            OrderWord::Form => Verb::Form(formation(args.formation)?),
            OrderWord::Join => Verb::Join(SquadId(args.into)),
            OrderWord::Surrender => Verb::Surrender,
        })
    }
}

/// That an order is not for whom it was given.
fn misaddressed(word: OrderWord) -> CommanderFailure {
    let whom = match word {
        OrderWord::Surrender => "it is for the player; no units and no squad",
        _ => "expected units or a squad",
    };
    broken(format!("{}: {whom}", word.name()))
}

fn cell([x, y]: [i32; 2]) -> Result<Cell, CommanderFailure> {
    match (i16::try_from(x), i16::try_from(y)) {
        (Ok(x), Ok(y)) => Ok(Cell::new(x, y)),
        _ => Err(illegal(format!("cell [{x}, {y}]: no map is so large"))),
    }
}

fn formation([shape, spacing, cohesion]: [i32; 3]) -> Result<Formation, CommanderFailure> {
    let shape_row = usize::try_from(shape).ok().and_then(|row| SHAPES.get(row));
    let cohesion_percent = u8::try_from(cohesion);
    let found = shape_row.zip(cohesion_percent.ok()).map(|(shape, cohesion)| Formation {
        shape: *shape,
        spacing: Fx::from_bits(spacing),
        cohesion,
    });
    found.filter(Formation::is_possible).ok_or_else(|| {
        illegal(format!(
            "formation [{shape}, {spacing}, {cohesion}]: expected a shape from 0 to {}, a spacing from 0 to {MAX_SQUAD_SPACING} cells and a \
             cohesion from 0 to 100",
            SHAPES.len() - 1
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_a_verb_is_its_code() {
        for (row, (word, _, _)) in VERBS.iter().enumerate() {
            assert_eq!(*word as usize, row, "{word:?}");
        }
    }
}
