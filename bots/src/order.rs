//! Orders as bots write them, in lines or in bytes, and what of that can be an order at all.

use std::borrow::Cow;

use sandtable_ai::{Failing, Failure};
use sandtable_sim::id::{AbilityId, Handle, KindId, PlayerId, SquadId, TechId};
use sandtable_sim::limits::{MAX_ORDER_UNITS, MAX_SQUAD_SPACING};
use sandtable_sim::map::Cell;
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::order::{Order, Queueing, Subject, Verb};
use sandtable_sim::rules::Rules;
use sandtable_sim::squad::{Formation, Shape};
use serde::{Deserialize, Serialize};

/// An argument of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
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

/// Every verb: its name in lines, and its arguments, in the order in which bytes have them. Its row is its code.
pub const VERBS: [(&str, &[Arg]); 22] = [
    ("move", &[Arg::To]),
    ("attack_move", &[Arg::To]),
    ("attack", &[Arg::Target]),
    ("patrol", &[Arg::To]),
    ("hold", &[]),
    ("stop", &[]),
    ("follow", &[Arg::Target]),
    ("guard", &[Arg::Target]),
    ("gather", &[Arg::Target]),
    ("return_cargo", &[]),
    ("build", &[Arg::Kind, Arg::Cell]),
    ("repair", &[Arg::Target]),
    ("train", &[Arg::Kind]),
    ("research", &[Arg::Tech]),
    ("cancel", &[Arg::Entry]),
    ("rally", &[Arg::To, Arg::TargetOrNone]),
    ("load", &[Arg::Target]),
    ("unload", &[Arg::To]),
    ("ability", &[Arg::Ability, Arg::TargetOrNone, Arg::To]),
    ("form", &[Arg::Formation]),
    ("join", &[Arg::Into]),
    ("surrender", &[]),
];

/// The row of a verb in [`VERBS`].
pub const fn verb_code(verb: &Verb) -> u8 {
    match verb {
        Verb::Move(_) => 0,
        Verb::AttackMove(_) => 1,
        Verb::Attack(_) => 2,
        Verb::Patrol(_) => 3,
        Verb::Hold => 4,
        Verb::Stop => 5,
        Verb::Follow(_) => 6,
        Verb::Guard(_) => 7,
        Verb::Gather(_) => 8,
        Verb::ReturnCargo => 9,
        Verb::Build { .. } => 10,
        Verb::Repair(_) => 11,
        Verb::Train(_) => 12,
        Verb::Research(_) => 13,
        Verb::Cancel(_) => 14,
        Verb::Rally { .. } => 15,
        Verb::Load(_) => 16,
        Verb::Unload(_) => 17,
        Verb::Ability { .. } => 18,
        Verb::Form(_) => 19,
        Verb::Join(_) => 20,
        Verb::Surrender => 21,
    }
}

/// How an order joins queues, as lines name it; the row is the code.
pub const QUEUEINGS: [(&str, Queueing); 3] =
    [("replace", Queueing::Replace), ("append", Queueing::Append), ("front", Queueing::Front)];

const SHAPES: [Shape; 5] = [Shape::Loose, Shape::Line, Shape::Column, Shape::Wedge, Shape::Box];

/// An order as a line has it: a verb, whom it is for, and the arguments of the verb.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderLine {
    /// The verb.
    #[serde(rename = "do")]
    pub verb: Cow<'static, str>,
    /// The units and buildings it is for …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Vec<u32>>,
    /// … or the squad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squad: Option<u32>,
    /// A point, in 65,536ths of a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<[i32; 2]>,
    /// An entity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
    /// A row of the kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<u32>,
    /// A cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<[i32; 2]>,
    /// A row of the technologies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tech: Option<u32>,
    /// A place of a production queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u32>,
    /// A row of the abilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<u32>,
    /// The shape, spacing and cohesion of a formation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<[i32; 3]>,
    /// The squad to join; 0 to leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<u32>,
    /// How it joins the queues: `replace` when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<Cow<'static, str>>,
    /// Its priority: 0 when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
}

fn broken(text: String) -> Failure {
    Failure::new(Failing::BotProtocol, text)
}

fn illegal(text: String) -> Failure {
    Failure::new(Failing::IllegalOrders, text)
}

/// Who judges orders: for whom they are, and by which rules.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'r> {
    /// The player.
    pub player: PlayerId,
    /// The rules of the match.
    pub rules: &'r Rules,
}

impl Judge<'_> {
    /// The order that a line is. What the state of the match allows is for the order door to say, and no fault of a bot.
    ///
    /// # Errors
    /// When the line is no order ([`Failing::BotProtocol`]), or one that could never be taken ([`Failing::IllegalOrders`]).
    pub fn order(&self, line: OrderLine) -> Result<Order, Failure> {
        let code = VERBS.iter().position(|(name, _)| *name == line.verb);
        let code = code.ok_or_else(|| broken(unknown("verb", &line.verb, VERBS.iter().map(|verb| verb.0))))?;
        check_arguments(&line, code)?;
        let queueing = match line.queue.as_deref() {
            None => Queueing::Replace,
            Some(name) => QUEUEINGS
                .iter()
                .find(|(known, _)| *known == name)
                .map(|found| found.1)
                .ok_or_else(|| broken(unknown("queue", name, QUEUEINGS.iter().map(|it| it.0))))?,
        };
        let (verb, priority) = (self.verb(&line, code), line.priority.unwrap_or(0));
        Ok(Order { subject: self.subject(line, code)?, verb: verb?, queueing, priority })
    }

    fn subject(&self, line: OrderLine, code: usize) -> Result<Subject, Failure> {
        let own = |id: u32| Handle(id).owner() == self.player && Handle(id).serial() != 0;
        let verb = VERBS[code].0;
        match (line.units, line.squad) {
            (None, None) if verb == "surrender" => Ok(Subject::Player),
            (Some(units), None) if verb != "surrender" => {
                if units.is_empty() || units.len() > MAX_ORDER_UNITS {
                    return Err(illegal(format!("{verb}: {} units; expected 1 to {MAX_ORDER_UNITS}", units.len())));
                }
                if let Some(id) = units.iter().find(|id| !own(**id)) {
                    return Err(illegal(format!("{verb}: entity {id} is not player {}'s", self.player.0)));
                }
                let mut handles: Vec<Handle> = units.into_iter().map(Handle).collect();
                handles.sort_unstable();
                handles.dedup();
                Ok(Subject::Units(handles))
            }
            (None, Some(squad)) if verb != "surrender" => {
                let found = format!("{verb}: squad {squad} is not player {}'s", self.player.0);
                if own(squad) { Ok(Subject::Squad(SquadId(squad))) } else { Err(illegal(found)) }
            }
            _ if verb == "surrender" => {
                Err(broken("surrender: it is for the player; no units and no squad".to_owned()))
            }
            _ => Err(broken(format!("{verb}: expected units or a squad"))),
        }
    }

    fn verb(&self, line: &OrderLine, code: usize) -> Result<Verb, Failure> {
        let to = line.to.map_or(Vec2::ZERO, |[x, y]| Vec2::new(Fx::from_bits(x), Fx::from_bits(y)));
        let target = Handle(line.target.unwrap_or(0));
        let row = |what: &str, row: Option<u32>, count: usize| {
            let row = row.unwrap_or(0);
            let found = || illegal(format!("{}: {what} {row}; the rules have {count} of them", VERBS[code].0));
            if (row as usize) < count { Ok(row as u16) } else { Err(found()) }
        };
        let kind = || row("kind", line.kind, self.rules.kinds.len()).map(KindId);
        Ok(match VERBS[code].0 {
            "move" => Verb::Move(to),
            "attack_move" => Verb::AttackMove(to),
            "attack" => Verb::Attack(target),
            "patrol" => Verb::Patrol(to),
            "hold" => Verb::Hold,
            "stop" => Verb::Stop,
            "follow" => Verb::Follow(target),
            "guard" => Verb::Guard(target),
            "gather" => Verb::Gather(target),
            "return_cargo" => Verb::ReturnCargo,
            "build" => Verb::Build { kind: kind()?, cell: cell(line.cell.unwrap_or_default())? },
            "repair" => Verb::Repair(target),
            "train" => Verb::Train(kind()?),
            "research" => Verb::Research(TechId(row("technology", line.tech, self.rules.techs.len())?)),
            "cancel" => Verb::Cancel(row("entry", line.entry, 256)? as u8),
            "rally" => Verb::Rally { point: to, target },
            "load" => Verb::Load(target),
            "unload" => Verb::Unload(to),
            "ability" => {
                let ability = AbilityId(row("ability", line.ability, self.rules.abilities.len())? as u8);
                Verb::Ability { ability, target, point: to }
            }
            "form" => Verb::Form(formation(line.formation.unwrap_or_default())?),
            "join" => Verb::Join(SquadId(line.into.unwrap_or(0))),
            _ => Verb::Surrender,
        })
    }
}

/// That a line has the arguments of its verb, and no others.
fn check_arguments(line: &OrderLine, code: usize) -> Result<(), Failure> {
    let (name, takes) = VERBS[code];
    let given: [(&str, bool, &[Arg]); 9] = [
        ("to", line.to.is_some(), &[Arg::To]),
        ("target", line.target.is_some(), &[Arg::Target, Arg::TargetOrNone]),
        ("kind", line.kind.is_some(), &[Arg::Kind]),
        ("cell", line.cell.is_some(), &[Arg::Cell]),
        ("tech", line.tech.is_some(), &[Arg::Tech]),
        ("entry", line.entry.is_some(), &[Arg::Entry]),
        ("ability", line.ability.is_some(), &[Arg::Ability]),
        ("formation", line.formation.is_some(), &[Arg::Formation]),
        ("into", line.into.is_some(), &[Arg::Into]),
    ];
    for (key, is_given, args) in given {
        let taken = takes.iter().find(|arg| args.contains(arg));
        // An ability may be pointed at a point, an entity or nothing: which, its rules say.
        let optional = taken == Some(&Arg::TargetOrNone) || name == "ability" && key == "to";
        match (is_given, taken) {
            (true, None) => return Err(broken(format!("{name}: {key:?} is none of its arguments"))),
            (false, Some(_)) if !optional => return Err(broken(format!("{name}: {key:?} is missing"))),
            _ => {}
        }
    }
    Ok(())
}

fn cell([x, y]: [i32; 2]) -> Result<Cell, Failure> {
    match (i16::try_from(x), i16::try_from(y)) {
        (Ok(x), Ok(y)) => Ok(Cell::new(x, y)),
        _ => Err(illegal(format!("cell [{x}, {y}]: no map is so large"))),
    }
}

fn formation([shape, spacing, cohesion]: [i32; 3]) -> Result<Formation, Failure> {
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

/// That there is no such word, with the nearest there is.
fn unknown<'a>(what: &str, found: &str, known: impl Iterator<Item = &'a str>) -> String {
    let shown: String = found.chars().take(40).collect();
    let nearest = sandtable_sim::content::nearest(&shown, known);
    let hint = nearest.map(|name| format!("; did you mean {name:?}?")).unwrap_or_default();
    format!("no {what} {shown:?}{hint}")
}
