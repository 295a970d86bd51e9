//! What a step brought, term by term: whoever learns weighs them.

use sandtable_sim::victory::MatchOutcome;
use sandtable_sim::view::View;
use sandtable_state::id::TeamId;

/// What happened to a player since the step before. Whole numbers, to be weighed by the learner.
///
/// # Examples
///
/// Terms are weighed by whoever learns:
///
/// ```
/// use sandtable_env::Reward;
///
/// let reward = Reward { outcome: 1, value_killed: 120, value_lost: 40, ..Reward::default() };
/// let weight = |name| match name {
///     "outcome" => 1_000,
///     "value_killed" => 1,
///     "value_lost" => -1,
///     _ => 0,
/// };
/// let sum: i64 = reward.terms().iter().map(|(name, value)| weight(*name) * value).sum();
/// assert_eq!(sum, 1_080);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reward {
    /// 1 with the step in which the player's team won, −1 when another did, 0 else.
    pub outcome: i8,
    /// Delivered, all resources added.
    pub gathered: i64,
    /// Spent, refunds taken off.
    pub spent: i64,
    /// Units trained.
    pub units_made: i64,
    /// Buildings completed.
    pub buildings_made: i64,
    /// Cost of own losses.
    pub value_lost: i64,
    /// Cost of what it killed.
    pub value_killed: i64,
    /// Hit points of damage done to enemies.
    pub damage_done: i64,
    /// Percent of the map newly explored by its team.
    pub explored: i64,
    /// Orders refused.
    pub rejected: i64,
}

impl Reward {
    /// The terms with their names, in the order of the fields.
    pub const fn terms(&self) -> [(&'static str, i64); 10] {
        [
            ("outcome", self.outcome as i64),
            ("gathered", self.gathered),
            ("spent", self.spent),
            ("units_made", self.units_made),
            ("buildings_made", self.buildings_made),
            ("value_lost", self.value_lost),
            ("value_killed", self.value_killed),
            ("damage_done", self.damage_done),
            ("explored", self.explored),
            ("rejected", self.rejected),
        ]
    }
}

/// The sums of a player, of which rewards are the differences.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RewardTotals(Reward);

impl RewardTotals {
    pub fn from_view(view: &View<'_>) -> RewardTotals {
        let totals = view.totals();
        RewardTotals(Reward {
            outcome: 0,
            gathered: totals.gathered.iter().map(|it| i64::from(*it)).sum(),
            spent: totals.spent.iter().map(|it| i64::from(*it)).sum(),
            units_made: totals.units_made.into(),
            buildings_made: totals.buildings_made.into(),
            value_lost: totals.value_lost.into(),
            value_killed: totals.value_killed.into(),
            damage_done: totals.damage_done.into(),
            explored: view.explored_percent().into(),
            rejected: totals.rejected.into(),
        })
    }

    pub fn since(&self, before: &RewardTotals, outcome: Option<&MatchOutcome>, team: TeamId) -> Reward {
        let (now, was) = (&self.0, &before.0);
        let won = outcome.and_then(|outcome| outcome.winner).map_or(0, |winner| if winner == team { 1 } else { -1 });
        Reward {
            outcome: won,
            gathered: now.gathered - was.gathered,
            spent: now.spent - was.spent,
            units_made: now.units_made - was.units_made,
            buildings_made: now.buildings_made - was.buildings_made,
            value_lost: now.value_lost - was.value_lost,
            value_killed: now.value_killed - was.value_killed,
            damage_done: now.damage_done - was.damage_done,
            explored: now.explored - was.explored,
            rejected: now.rejected - was.rejected,
        }
    }
}
