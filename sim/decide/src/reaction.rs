//! Reactions: options pushed over whatever runs, and popped when done (Game AI Pro ch. 5, Dill: "option stacks").
//!
//! A hit, a stun, a dodge: what lies below is suspended, neither ended nor ticked, and goes on afterwards. Durations
//! are of the clock: what is covered by another reaction may be over when it comes to light.

use sandtable_state::limits::{MAX_REACTION_DEPTH, MAX_REACTIONS};
use sandtable_state::state_struct;

use super::machine::perform;
use super::{BehaviourHost, Call, Condition, NodeStatus};

/// One reaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaction {
    /// Its name, its own in the set.
    pub name: String,
    /// It comes only over what has less.
    pub priority: i16,
    /// When it comes by itself; none for one that is only pushed.
    pub trigger: Option<Condition>,
    /// The most ticks it lasts, 1 or more.
    pub ticks: u32,
    /// Ticks after its end before it comes by itself again.
    pub cooldown: u32,
    /// Done when it comes.
    pub enter: Vec<Call>,
    /// Done each tick on top. It has ended when the last of them has.
    pub update: Vec<Call>,
    /// Done when it ends.
    pub exit: Vec<Call>,
}

/// The reactions of a kind of agent. Made by reading a content file, and valid therefore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reactions {
    /// The name in its file, which is the one that definitions refer to it by.
    pub name: String,
    /// At most [`MAX_REACTIONS`], in the order of the file.
    pub reactions: Vec<Reaction>,
    /// Their rows in the order they are tried: by priority, then by row.
    pub order: Vec<u8>,
}

state_struct! {
    /// The reactions that lie upon each other. The default is none.
    #[derive(Copy, Default, Hash, serde::Serialize, serde::Deserialize)]
    pub struct ReactionStack {
        /// How many there are.
        pub depth: u8,
        /// Their rows, the lowest first; 0 above them.
        pub rows: [u8; MAX_REACTION_DEPTH],
        /// The ticks at which they are over; 0 above them.
        pub until: [u32; MAX_REACTION_DEPTH],
        /// The tick from which each reaction of the set may come by itself.
        pub ready: [u32; MAX_REACTIONS],
    }
}

impl ReactionStack {
    fn top(&self) -> Option<usize> {
        usize::from(self.depth).min(MAX_REACTION_DEPTH).checked_sub(1)
    }
}

impl Reactions {
    /// The name it has in its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its reactions, by row.
    pub fn all(&self) -> &[Reaction] {
        &self.reactions
    }

    /// The row of the reaction of this name.
    pub fn named(&self, name: &str) -> Option<u8> {
        (0..).zip(&self.reactions).find(|(_, reaction)| reaction.name == name).map(|(row, _)| row)
    }

    /// The reaction on top.
    pub fn running(&self, stack: &ReactionStack) -> Option<&Reaction> {
        self.reactions.get(usize::from(stack.rows[stack.top()?]))
    }

    /// Pops what is over, lets at most one reaction come, and performs the updates of the one on top. Returns whether
    /// one runs: what lies below must not be ticked then.
    pub fn tick(&self, stack: &mut ReactionStack, actor: &mut impl BehaviourHost) -> bool {
        self.pop_over(stack, actor);
        let triggered = self.order.iter().copied().find(|row| self.comes(*row, stack, actor));
        if let Some(row) = triggered {
            self.push(row, stack, actor);
        }
        if let Some(reaction) = self.running(stack) {
            let done = reaction.update.iter().fold(NodeStatus::Running, |_, action| actor.act(action, true));
            if done != NodeStatus::Running {
                self.pop(stack, actor);
                self.pop_over(stack, actor);
            }
            // The tick in which it ended was its own.
            return true;
        }
        false
    }

    /// Puts a reaction on top, if what is there has less priority and there is room. The one on top starts
    /// its time again. Returns whether it runs.
    pub fn push(&self, row: u8, stack: &mut ReactionStack, actor: &mut impl BehaviourHost) -> bool {
        let Some(reaction) = self.reactions.get(usize::from(row)) else { return false };
        let over = actor.now().saturating_add(reaction.ticks);
        if let Some(top) = stack.top() {
            if stack.rows[top] == row {
                stack.until[top] = over;
                return true;
            }
            let below = self.running(stack).is_none_or(|below| below.priority < reaction.priority);
            if !below || top + 1 >= MAX_REACTION_DEPTH {
                return false;
            }
        } else {
            actor.suspend();
        }
        let at = stack.top().map_or(0, |top| top + 1);
        (stack.rows[at], stack.until[at], stack.depth) = (row, over, at as u8 + 1);
        perform(&reaction.enter, actor);
        true
    }

    /// Ends every reaction, the one on top first.
    pub fn clear(&self, stack: &mut ReactionStack, actor: &mut impl BehaviourHost) {
        for _ in 0..MAX_REACTION_DEPTH {
            self.pop(stack, actor);
        }
    }

    fn comes(&self, row: u8, stack: &ReactionStack, actor: &impl BehaviourHost) -> bool {
        let Some(reaction) = self.reactions.get(usize::from(row)) else { return false };
        let ready = stack.ready.get(usize::from(row)).is_none_or(|tick| *tick <= actor.now());
        let above = self.running(stack).is_none_or(|below| below.priority < reaction.priority);
        let room = stack.top().is_none_or(|top| top + 1 < MAX_REACTION_DEPTH);
        ready && above && room && reaction.trigger.as_ref().is_some_and(|trigger| trigger.holds(actor))
    }

    fn pop_over(&self, stack: &mut ReactionStack, actor: &mut impl BehaviourHost) {
        while stack.top().is_some_and(|top| stack.until[top] <= actor.now()) {
            self.pop(stack, actor);
        }
    }

    fn pop(&self, stack: &mut ReactionStack, actor: &mut impl BehaviourHost) {
        let Some(top) = stack.top() else { return };
        let row = usize::from(stack.rows[top]);
        (stack.rows[top], stack.until[top], stack.depth) = (0, 0, top as u8);
        if let Some(reaction) = self.reactions.get(row) {
            perform(&reaction.exit, actor);
            if let Some(ready) = stack.ready.get_mut(row) {
                *ready = actor.now().saturating_add(reaction.cooldown);
            }
        }
        if top == 0 {
            actor.resume();
        }
    }
}
