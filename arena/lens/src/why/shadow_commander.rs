//! A player's commander run again beside its recorded match: its orders go nowhere, but it can say what they were for.

use std::any::Any;

use sandtable_ai::{Commander, DecisionTrace, MatchInfo, OrderCause, Orders, RefusedOrder, Registry};
use sandtable_model::rules::Rules;
use sandtable_replay::Contestant;
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;

use super::{CommanderState, Purpose};
use crate::{guarded, phase};

/// A commander with what it remembers and has ordered, to be taken up as often as one likes.
pub(crate) struct SavedShadow {
    contestant: Contestant,
    player: PlayerId,
    memory: Memory,
    under_way: Vec<Decision>,
}

/// What a commander remembers: as a value where it has one, else as bytes.
enum Memory {
    Value(Box<dyn Any + Send>),
    Bytes(Vec<u8>),
}

impl SavedShadow {
    /// Whose commander it is.
    pub fn player(&self) -> PlayerId {
        self.player
    }
}

/// What was decided: the tick it applies in, and each order with what it was for.
#[derive(Clone)]
struct Decision {
    tick: u32,
    orders: Vec<(Order, Option<Purpose>)>,
}

/// A commander that thinks again what it thought.
pub(crate) struct ShadowCommander {
    contestant: Contestant,
    player: PlayerId,
    commander: Result<Box<dyn Commander>, String>,
    interval: u32,
    orders: Orders,
    /// Those under way.
    decisions: Vec<Decision>,
}

impl ShadowCommander {
    /// The commander of a player, as the replay names it.
    pub fn build(contestant: Contestant, player: PlayerId, registry: &Registry, rules: &Rules) -> ShadowCommander {
        let info = MatchInfo { rules, player, seed: contestant.seed, name: &contestant.name };
        let built = guarded(|| registry.commander(&contestant.strategy, &contestant.source, &info));
        let commander = match built {
            _ if contestant.source.is_empty() => {
                Err("its orders were not given by a strategy of the record".to_owned())
            }
            Ok(Ok(checked)) => Ok(checked.value),
            Ok(Err(_)) => Err("its strategy cannot be built by this program".to_owned()),
            Err(fault) => Err(fault.message),
        };
        let interval = commander.as_ref().map_or(1, |commander| commander.interval_ticks().max(1));
        ShadowCommander { contestant, player, commander, interval, orders: Orders::new(), decisions: Vec::new() }
    }

    /// Whose commander it is.
    pub fn player(&self) -> PlayerId {
        self.player
    }

    /// Has it keep traces of its decisions.
    pub fn keep_traces(&mut self) {
        if let Ok(commander) = &mut self.commander {
            commander.set_tracing(true);
        }
    }

    /// The trace of its latest decision.
    pub fn trace(&self) -> Option<&DecisionTrace> {
        self.commander.as_ref().ok().and_then(|commander| commander.trace())
    }

    /// Whether it can be run again and gave the orders of the record so far; why not.
    pub fn trust(&self) -> Result<(), String> {
        self.commander.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    /// The tick its latest orders apply in, and they with what they were for.
    pub fn latest(&self) -> (u32, &[(Order, Option<Purpose>)]) {
        self.decisions.last().map_or((0, &[]), |decision| (decision.tick, &decision.orders))
    }

    /// What it is, to be taken up again.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn save(&self) -> Result<SavedShadow, String> {
        let commander = self.commander.as_ref().map_err(Clone::clone)?;
        let memory = match commander.remember() {
            Some(value) => Memory::Value(value),
            None => Memory::Bytes(commander.save().ok_or("what its commander remembers cannot be saved")?),
        };
        let (contestant, under_way) = (self.contestant.clone(), self.decisions.clone());
        Ok(SavedShadow { contestant, player: self.player, memory, under_way })
    }

    /// One that goes on as the saved one would have.
    ///
    /// # Errors
    /// When it does not take up its memory.
    pub fn restored(saved: &SavedShadow, registry: &Registry, rules: &Rules) -> Result<ShadowCommander, String> {
        let mut shadow = ShadowCommander::build(saved.contestant.clone(), saved.player, registry, rules);
        let commander = shadow.commander.as_mut().map_err(|why| why.clone())?;
        match &saved.memory {
            Memory::Value(value) if commander.recall(value.as_ref()) => {}
            Memory::Value(_) => return Err("its commander does not take up what it remembers".to_owned()),
            Memory::Bytes(bytes) => commander.restore(bytes).map_err(|error| error.to_string())?,
        }
        shadow.decisions = saved.under_way.clone();
        Ok(shadow)
    }

    /// Hands out its orders of a tick.
    pub fn take_orders(&mut self, tick: u32) -> Vec<Order> {
        let due = self.decisions.iter().position(|decision| decision.tick == tick);
        let given = due.map(|at| self.decisions.remove(at).orders).unwrap_or_default();
        given.into_iter().map(|(order, _)| order).collect()
    }

    /// Lets it decide after a tick, if it did then; whether it did.
    pub fn decide(&mut self, world: &World) -> bool {
        self.decide_staggered(world, world.seed())
    }

    /// Lets it decide after a tick, if it is its turn in a match that began with this seed; whether it did.
    pub fn decide_staggered(&mut self, world: &World, match_seed: u64) -> bool {
        let (now, phase) = (world.tick(), phase(match_seed, u64::from(self.player.0), self.interval));
        let out = world.players().get(self.player.index()).is_none_or(|player| player.out);
        let Ok(commander) = self.commander.as_mut() else { return false };
        if out || world.outcome().is_some() || now % self.interval != phase {
            return false;
        }
        self.orders.clear();
        if let Err(fault) = guarded(|| commander.decide(&View::new(world, self.player), &mut self.orders)) {
            self.commander = Err(fault.message);
            return true;
        }
        let orders = self.orders.as_slice().iter().cloned();
        let purpose = |cause: &OrderCause| match *cause {
            OrderCause::Unsaid => None,
            OrderCause::Duty(duty) => Some(Purpose::Duty(duty)),
            OrderCause::Step { .. } => commander.reason(*cause, world.rules()).map(Purpose::Plan),
        };
        let orders = orders.zip(self.orders.causes().iter().map(purpose)).collect();
        let tick = now + 1 + u32::from(world.scenario().order_delay_ticks);
        self.decisions.push(Decision { tick, orders });
        true
    }

    /// Tells it which of its orders were refused in a tick that was stepped under `orders`.
    pub fn hear(&mut self, orders: &[StampedOrder], report: &TickReport) {
        for refused in RefusedOrder::of_tick(orders, report).filter(|refused| refused.player == self.player) {
            let Ok(commander) = self.commander.as_mut() else { return };
            if let Err(fault) = guarded(|| commander.refused(&refused)) {
                self.commander = Err(fault.message);
            }
        }
    }

    /// What each recorded order of its player's was for, in a tick that is about to be played. One that would have given others is
    /// not the one that played.
    pub fn purposes(&mut self, tick: u32, recorded: &[&StampedOrder]) -> Vec<Option<Purpose>> {
        let due = self.decisions.iter().position(|decision| decision.tick == tick);
        let given = due.map(|at| self.decisions.remove(at).orders).unwrap_or_default();
        let agree = given.iter().map(|given| &given.0).eq(recorded.iter().map(|stamped| &stamped.order));
        if self.commander.is_ok() && !agree {
            self.commander =
                Err(format!("its strategy, run again, gives other orders at tick {tick} than were recorded"));
        }
        let told = |at: usize| given.get(at).filter(|_| self.commander.is_ok()).and_then(|given| given.1.clone());
        (0..recorded.len()).map(told).collect()
    }

    /// How it stands.
    pub fn state(&self, rules: &Rules) -> CommanderState {
        CommanderState {
            name: self.contestant.name.clone(),
            strategy: self.contestant.strategy.clone(),
            pursuits: match &self.commander {
                Ok(commander) => Ok(commander.pursuits(rules)),
                Err(why) => Err(why.clone()),
            },
        }
    }
}
