//! What a rehearsal answers.

/// How a fight came out when it was played forward.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rehearsal {
    /// What is left of the own side's worth at the horizon, in thousandths: a quarter of a fighter's price while it lives, the rest
    /// by its hit points.
    pub own_left: u16,
    /// What is left of the foe's, in thousandths.
    pub foe_left: u16,
    /// Both at every second game second, from the start.
    pub curve: Vec<(u16, u16)>,
    /// What it cost: one for each fighter and step, and one for every eight looks at a foe.
    pub unit_steps: u32,
}

impl Rehearsal {
    /// How much more of the own side is left than of the foe's, in percent: -100 … 100.
    pub fn margin_percent(&self) -> i32 {
        (i32::from(self.own_left) - i32::from(self.foe_left)) / 10
    }
}
