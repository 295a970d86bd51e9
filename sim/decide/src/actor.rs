//! Who machines, trees and reactions act through.

use super::{Call, Facts, NodeStatus, PersonalGoal};

/// Who machines, trees and reactions act through.
pub trait BehaviourHost: Facts {
    /// The tick. It never goes back; it may skip some, when the actor is not asked every tick.
    fn now(&self) -> u32;

    /// Performs an action, or goes on with it; `fresh` when it was not running before. Actions of machines and
    /// reactions always come fresh.
    fn act(&mut self, action: &Call, fresh: bool) -> NodeStatus;

    /// Ends an action that was running, for its branch was left. What took its place may have started before.
    fn abort(&mut self, action: &Call);

    /// The goal that was chosen, told before anything is done for it.
    fn wants(&mut self, goal: Option<&PersonalGoal>) {
        let _ = goal;
    }

    /// A reaction comes over everything that was running: nothing of it is ticked until [`resume`](BehaviourHost::resume).
    fn suspend(&mut self) {}

    /// The last reaction has ended, and what it suspended goes on.
    fn resume(&mut self) {}
}
