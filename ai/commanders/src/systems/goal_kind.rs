//! The kinds of goal that a strategy can have.

/// A kind of goal. The order is that of the names that files use, and of the bits of what a strategy does without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GoalKind {
    Economy,
    Defend,
    Rush,
    Tech,
    Expand,
    Attack,
    Scout,
    Harass,
    Counter,
    BuildOrder,
    Mission,
}

impl GoalKind {
    /// All of them, in order.
    pub const ALL: [GoalKind; 11] = [
        GoalKind::Economy,
        GoalKind::Defend,
        GoalKind::Rush,
        GoalKind::Tech,
        GoalKind::Expand,
        GoalKind::Attack,
        GoalKind::Scout,
        GoalKind::Harass,
        GoalKind::Counter,
        GoalKind::BuildOrder,
        GoalKind::Mission,
    ];

    /// Its name in strategy files.
    pub const fn name(self) -> &'static str {
        match self {
            GoalKind::Economy => "economy",
            GoalKind::Defend => "defend",
            GoalKind::Rush => "rush",
            GoalKind::Tech => "tech",
            GoalKind::Expand => "expand",
            GoalKind::Attack => "attack",
            GoalKind::Scout => "scout",
            GoalKind::Harass => "harass",
            GoalKind::Counter => "counter",
            GoalKind::BuildOrder => "build_order",
            GoalKind::Mission => "mission",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<GoalKind> {
        GoalKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
