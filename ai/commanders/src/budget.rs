//! The budget of one decision: nobody spends the same gold twice, and savings are respected.

use sandtable_model::rules::Cost;
use sandtable_state::limits::MAX_RESOURCES;

/// How much further than its scarcest part a cost is saved for, in percent of it.
const AHEAD_PERCENT: u64 = 25;

/// What is left to spend, and what was asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReservationBudget {
    free: [u32; MAX_RESOURCES],
    /// What this decision's requests cost, granted or not: where gatherers are needed.
    demand: [u32; MAX_RESOURCES],
    supply_free: u16,
    /// Whether what is saved for is set aside.
    pub saves: bool,
    /// Whether nobody else gets anything.
    closed: bool,
}

impl ReservationBudget {
    /// The budget of one decision, from the stock of each resource and supply as (used, available).
    pub fn open(stock: [u32; MAX_RESOURCES], supply: (u16, u16)) -> ReservationBudget {
        ReservationBudget {
            free: stock,
            supply_free: supply.1.saturating_sub(supply.0),
            saves: true,
            ..ReservationBudget::default()
        }
    }

    /// Whether what is left covers the cost.
    pub fn covers(&self, cost: &Cost) -> bool {
        self.free.iter().zip(cost).all(|(free, cost)| *free >= u32::from(*cost))
    }

    /// Pays the cost, when what is left covers it.
    pub fn spend(&mut self, cost: &Cost) -> bool {
        self.want(cost);
        let covered = self.covers(cost);
        if covered {
            self.take(cost);
        }
        covered
    }

    /// Sets aside what there is towards a cost that is not covered yet: of each resource no greater a share, but for [`AHEAD_PERCENT`],
    /// than there is of the scarcest. What is plentiful would lie idle while the other is gathered.
    pub fn save(&mut self, cost: &Cost) {
        self.want(cost);
        if !self.saves {
            return;
        }
        let priced = self.free.iter().zip(cost).filter(|(_, cost)| **cost > 0);
        let scarcest = priced.map(|(free, cost)| u64::from(*free) * 100 / u64::from(*cost)).min().unwrap_or(100);
        let percent = (scarcest + AHEAD_PERCENT).min(100);
        self.take(&cost.map(|cost| (u64::from(cost) * percent / 100) as u16));
    }

    /// Keeps what is left for who asked before: later requests get nothing, and count for nothing.
    pub fn close(&mut self) {
        (self.free, self.supply_free, self.closed) = ([0; MAX_RESOURCES], 0, true);
    }

    /// Takes supply for a unit; false when there is not enough.
    pub fn house(&mut self, supply: u16) -> bool {
        let left = self.supply_free.checked_sub(supply);
        self.supply_free = left.unwrap_or(self.supply_free);
        left.is_some()
    }

    /// What is left of all resources together.
    pub fn left(&self) -> u32 {
        self.free.iter().sum()
    }

    /// What was asked for of each resource, granted or not.
    pub fn demand(&self) -> [u32; MAX_RESOURCES] {
        self.demand
    }

    /// Notes that a cost would be paid if it could be: gatherers go where it is short.
    pub fn want(&mut self, cost: &Cost) {
        if self.closed {
            return;
        }
        for (demand, cost) in self.demand.iter_mut().zip(cost) {
            *demand = demand.saturating_add(u32::from(*cost));
        }
    }

    fn take(&mut self, cost: &Cost) {
        for (free, cost) in self.free.iter_mut().zip(cost) {
            *free = free.saturating_sub(u32::from(*cost));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn savings_are_not_spent_and_supply_runs_out() {
        let mut budget = ReservationBudget::open([100, 50, 0, 0], (8, 10));
        assert!(budget.spend(&[40, 0, 0, 0]));
        budget.save(&[50, 100, 0, 0]);
        // Half of the wood is there, so three quarters of the gold are set aside: 37 of 60.
        assert!(budget.covers(&[23, 0, 0, 0]) && !budget.covers(&[0, 1, 0, 0]));
        assert!(!budget.spend(&[24, 0, 0, 0]));
        assert_eq!(budget.demand(), [114, 100, 0, 0]);
        assert!(budget.house(2) && !budget.house(1) && budget.house(0));
    }
}
