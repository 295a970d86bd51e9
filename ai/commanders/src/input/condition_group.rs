//! Conditions joined: any, all, none or at least a number of them hold.

use std::ops::RangeInclusive;

use sandtable_decide::{Consideration, Inputs};

use super::table::Input;

/// Conditions, and how many of them have to hold. Those that are groups themselves stand before it in the strategy's list.
#[derive(Clone, Debug)]
pub(crate) struct ConditionGroup {
    pub parts: Vec<Consideration<Input>>,
    pub wanted: RangeInclusive<usize>,
}

impl ConditionGroup {
    /// Whether as many of them hold as have to.
    pub fn holds(&self, inputs: &impl Inputs<Input>) -> bool {
        self.wanted.contains(&self.parts.iter().filter(|part| part.holds(inputs)).count())
    }
}
