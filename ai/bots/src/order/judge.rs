//! Judging orders: what of those given can be an order at all.

use sandtable_ai::CommanderFailure;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::Rules;
use sandtable_model::{Formation, FormationShape};
use sandtable_sim::order::{Order, OrderSubject};
use sandtable_state::id::{AbilityId, Handle, KindId, PlayerId, SquadId, TechId};
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_SQUAD_SPACING};

use super::given::{GivenOrder, OrderArgs, OrderRecipients, illegal, misaddressed};
use super::verbs::OrderWord;

/// The shapes of formations; the row is the code.
const SHAPES: [FormationShape; 5] =
    [FormationShape::Loose, FormationShape::Line, FormationShape::Column, FormationShape::Wedge, FormationShape::Box];

/// Who judges orders: for whom they are, and by which rules.
///
/// # Examples
///
/// An order in a line of JSON, judged, and one that could never be taken:
///
/// ```
/// use sandtable_ai::FailureKind;
/// use sandtable_bots::order::{OrderJudge, OrderLine};
/// use sandtable_state::id::{Handle, PlayerId};
/// use sandtable_model::OrderKind;
/// use sandtable_sim::order::Order;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let judge = OrderJudge { player: PlayerId(0), rules: &scenario.rules };
/// let judged = |text: &str| {
///     let line: OrderLine = serde_json::from_str(text).unwrap();
///     judge.order(line.read()?)
/// };
/// assert_eq!(judged(r#"{"do":"stop","units":[1]}"#), Ok(Order::to([Handle(1)], OrderKind::Stop)));
///
/// let others = Handle::new(PlayerId(1), 1).0;
/// let refused = judged(&format!(r#"{{"do":"stop","units":[{others}]}}"#)).unwrap_err();
/// assert_eq!(refused.how, FailureKind::IllegalOrders);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OrderJudge<'r> {
    /// The player.
    pub player: PlayerId,
    /// The rules of the match.
    pub rules: &'r Rules,
}

impl OrderJudge<'_> {
    /// The order that was given. What the state of the match allows is for the order validator to say, and no fault of a bot.
    ///
    /// # Errors
    /// When it is for those whom its verb is not for ([`FailureKind::BotProtocol`](sandtable_ai::FailureKind::BotProtocol)), or could never be taken ([`FailureKind::IllegalOrders`](sandtable_ai::FailureKind::IllegalOrders)).
    pub fn order(&self, given: GivenOrder) -> Result<Order, CommanderFailure> {
        let GivenOrder { word, whom, args, queueing, priority } = given;
        Ok(Order { subject: self.subject(word, whom)?, verb: self.verb(word, &args)?, queueing, priority })
    }

    fn subject(&self, word: OrderWord, whom: OrderRecipients) -> Result<OrderSubject, CommanderFailure> {
        let own = |id: u32| Handle(id).owner() == self.player && Handle(id).serial() != 0;
        match whom {
            OrderRecipients::Player if word == OrderWord::Surrender => Ok(OrderSubject::Player),
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
                Ok(OrderSubject::Units(handles))
            }
            OrderRecipients::Squad(squad) if own(squad) => Ok(OrderSubject::Squad(SquadId(squad))),
            OrderRecipients::Squad(squad) => {
                Err(illegal(format!("{}: squad {squad} is not player {}'s", word.name(), self.player.0)))
            }
        }
    }

    fn verb(&self, word: OrderWord, args: &OrderArgs) -> Result<OrderKind, CommanderFailure> {
        let [x, y] = args.to;
        let (to, target) = (Vec2::new(Fx::from_bits(x), Fx::from_bits(y)), Handle(args.target));
        let row = |what: &str, row: u32, count: usize| {
            let found = || illegal(format!("{}: {what} {row}; the rules have {count} of them", word.name()));
            if (row as usize) < count { Ok(row as u16) } else { Err(found()) }
        };
        let kind = || row("kind", args.kind, self.rules.kinds.len()).map(KindId);
        Ok(match word {
            OrderWord::Move => OrderKind::Move(to),
            OrderWord::AttackMove => OrderKind::AttackMove(to),
            OrderWord::Attack => OrderKind::Attack(target),
            OrderWord::Patrol => OrderKind::Patrol(to),
            OrderWord::Hold => OrderKind::Hold,
            OrderWord::Stop => OrderKind::Stop,
            OrderWord::Follow => OrderKind::Follow(target),
            OrderWord::Guard => OrderKind::Guard(target),
            OrderWord::Gather => OrderKind::Gather(target),
            OrderWord::ReturnCargo => OrderKind::ReturnCargo,
            OrderWord::Build => OrderKind::Build { kind: kind()?, cell: cell(args.cell)? },
            OrderWord::Repair => OrderKind::Repair(target),
            OrderWord::Train => OrderKind::Train(kind()?),
            OrderWord::Research => OrderKind::Research(TechId(row("technology", args.tech, self.rules.techs.len())?)),
            OrderWord::Cancel => OrderKind::Cancel(row("entry", args.entry, 256)? as u8),
            OrderWord::Rally => OrderKind::Rally { point: to, target },
            OrderWord::Load => OrderKind::Load(target),
            OrderWord::Unload => OrderKind::Unload(to),
            OrderWord::Ability => {
                let ability = AbilityId(row("ability", args.ability, self.rules.abilities.len())? as u8);
                OrderKind::Ability { ability, target, point: to }
            }
            OrderWord::Form => OrderKind::Form(formation(args.formation)?),
            OrderWord::Join => OrderKind::Join(SquadId(args.into)),
            OrderWord::Surrender => OrderKind::Surrender,
        })
    }
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
