//! The registry: every metric that a file can expect something of.

use super::metric::{Ends, Filter, Metric, MetricSet, Nature, Scope, Subject};

/// An enum of metrics with its rows of the registry. A line: variant, name, unit, nature, ends, subject, filters, help.
macro_rules! metrics {
    ($(#[$doc:meta])* $set:ident, $scope:ident;
     $($variant:ident $name:literal $unit:expr, $nature:ident $ends:ident $subject:ident [$($filter:ident),*] $about:literal;)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $set {
            $(#[doc = $about] $variant,)+
        }

        impl MetricSet for $set {
            const SCOPE: Scope = Scope::$scope;
            const CHOICES: &'static [(&'static str, $set)] = &[$(($name, $set::$variant)),+];
            const METRICS: &'static [Metric] = &[$(Metric {
                scope: Scope::$scope,
                name: $name,
                unit: $unit,
                nature: Nature::$nature,
                ends: Ends::$ends,
                subject: Subject::$subject,
                filters: &[$($filter),*],
                about: $about,
            }),+];

            fn metric(self) -> &'static Metric {
                &Self::METRICS[self as usize]
            }
        }
    };
}

const fn may(name: &'static str) -> Filter {
    Filter { name, required: false }
}

const fn must(name: &'static str) -> Filter {
    Filter { name, required: true }
}

const KIND: Filter = may("kind");
const CELLS: Filter = may("cells");
const TASK: Filter = may("task");
const ROLE: Filter = may("role");
const SLOT: Filter = may("slot");
const MIND: Filter = may("mind");
const SQUAD: Filter = may("squad");
const RESOURCE: Filter = may("resource");
const AGAINST: Filter = may("against");
const EVENT: Filter = must("event");
const SOME_RESOURCE: Filter = must("resource");
const ABOVE: Filter = must("above");
const LAPSE: Filter = must("lapse");
const SECONDS: Filter = must("seconds");
const TRUTH: &str = Metric::TRUTH;

metrics! {
    /// What can be measured of one match. `of` is a player, counted from 1.
    MatchMetric, Match;
    Units "units" "units", Moment Both Anybody [SQUAD, CELLS, KIND, TASK, ROLE, SLOT, MIND] "Living units on the map.";
    Buildings "buildings" "buildings", Moment Both Anybody [CELLS, KIND] "Complete buildings.";
    Sites "sites" "buildings", Moment Both Anybody [CELLS, KIND] "Buildings under construction, marked out ones included.";
    HpPercent "hp_percent" "%", Moment Both Anybody [CELLS, KIND]
        "The lowest share of hit points among these units and buildings; 0 when there is none.";
    StuckSeconds "stuck_seconds" "s", Moment Both Anybody [KIND]
        "The longest time so far that one of these units had a goal and stayed within half a cell.";
    Squads "squads" "squads", Moment Both Anybody [SQUAD, CELLS, KIND, TASK, ROLE, SLOT, MIND]
        "Squads of which at least one of these units is a member.";
    Spread "spread" "cells", Moment Both Anybody [SQUAD, CELLS, KIND, TASK, ROLE, SLOT, MIND]
        "From the middle of these units to the farthest of them, rounded up; 0 when there is none.";
    Thoughts "thoughts" "decisions", Moment Both Anybody [KIND] "How often the minds of these units have decided so far.";
    Events "events" "events", Moment Both Anybody [EVENT, KIND]
        "Events so far; `kind` applies to `born`, `completed`, `died` and `build_failed`.";
    Gathered "gathered" "resources", Moment Both Somebody [RESOURCE] "What the player has delivered so far, of one resource or of all.";
    Stock "stock" "resources", Moment Both Somebody [RESOURCE] "What the player has in stock, of one resource or of all.";
    Score "score" "points", Moment Both Somebody [] "The player's score.";
    Length "length" "s", Moment Both Nobody [] "How long the match has lasted so far, in whole seconds.";
    Won "won" TRUTH, Moment Both Somebody [] "Whether the player's team has won.";
    FightScore "fight_score" "%", Share Both Nobody [] "The score of player 1 over the games of a fight.";
}

metrics! {
    /// What can be measured of the games of a tournament. `of` is a strategy of its file.
    TournamentMetric, Tournament;
    Score "score" "%", Share Both Somebody [AGAINST] "A strategy's score, against another or against all.";
    Length "length" "s", Quantile Both Nobody [] "A quantile of the lengths of games.";
    Decided "decided" "%", Share Both Nobody [] "Games decided before their time limit.";
    Forfeits "forfeits" "games", Figure Both Nobody [] "Games in which a commander failed.";
    StuckSeconds "stuck_seconds" "s", Figure Both Nobody []
        "The longest time that a unit of any game had a goal and stayed within half a cell.";
    Repeated "repeated" "games", Figure Both Nobody []
        "Games bit-identical to another of the same strategies on the same map.";
    Thrifty "thrifty" "%", Share Both Nobody [SOME_RESOURCE, ABOVE, SECONDS]
        "Games in which no side kept more than `above` of `resource` for longer than `seconds` while it could spend it.";
    Lapses "lapses" "a game", Figure Both Nobody [LAPSE] "Lapses of conduct of a kind, the mean of the games: `docs/CONDUCT.md`.";
    Expansions "expansions" "%", Share Both Nobody []
        "Plans for another base that completed their steps, or whose record states why they were given up.";
    PlanSteps "plan_steps" "goals", Figure Both Anybody [] "The median number of goals in planners' plans.";
    Replanned "replanned" "%", Share Both Anybody [] "Planners' plans that replaced a plan that was not completed.";
}

metrics! {
    /// What can be measured of a movement family. `docs/MOVEMENT.md` defines each.
    MovementMetric, Movement;
    Arrived "arrived" "%", Figure Least Nobody [] "Units that arrived.";
    ArrivedBy2 "arrived_by_2" "%", Figure Least Nobody [] "Units that arrived within twice the ideal time.";
    ArrivedBy3 "arrived_by_3" "%", Figure Least Nobody [] "Units that arrived within three times the ideal time.";
    ArrivedBy4 "arrived_by_4" "%", Figure Least Nobody [] "Units that arrived within four times the ideal time.";
    Finish "finish" "x ideal", Figure Most Nobody [] "Time of the last arrival over the ideal time.";
    TimeMedian "time_median" "x floor", Figure Most Nobody [] "Median of the travel time over that of the shortest path at full speed.";
    TimeP95 "time_p95" "x floor", Figure Most Nobody [] "95th percentile of the travel time over that of the shortest path at full speed.";
    PathMean "path_mean" "x optimum", Figure Most Nobody [] "Mean of the length walked over that of the shortest path.";
    PathP95 "path_p95" "x optimum", Figure Most Nobody [] "95th percentile of the length walked over that of the shortest path.";
    StuckMean "stuck_mean" "s", Figure Most Nobody [] "Mean time that a unit was stuck.";
    StuckLongest "stuck_longest" "s", Figure Most Nobody [] "The longest time without a break that a unit was stuck.";
    OverlapDeepest "overlap_deepest" "%", Figure Most Nobody [] "The deepest overlap of a pair, as a share of the sum of their radii.";
    OverlapShare "overlap_share" "%", Figure Most Nobody [] "Unit-ticks with an overlap of more than 10 %.";
    OverlapAtRest "overlap_at_rest" "pairs", Figure Most Nobody [] "Pairs of standing units with an overlap of more than 10 %, in the tick with most of them.";
    WallTouch "wall_touch" "%", Figure Most Nobody [] "Moving unit-ticks within 1/64 cell of a wall, or in it.";
    WallDepth "wall_depth" "%", Figure Most Nobody [] "How deep a body reached into a wall, as a share of its radius.";
    InWall "in_wall" "ticks", Figure Most Nobody [] "Unit-ticks with the centre of the body in a wall.";
    Turnbacks "turnbacks" "%", Figure Most Nobody [] "Moving unit-ticks whose step went more than 90° off one of the four steps before.";
    Reversals "reversals" "%", Figure Most Nobody [] "Moving unit-ticks whose step went more than 90° off the step before.";
    Throughput "throughput" "units/s", Figure Least Nobody [] "Units that passed the gate a second, between the first and the last tenth.";
    Flow "flow" "x ideal", Figure Least Nobody [] "Throughput over that of a full file at full speed in each lane.";
    Density "density" "%", Figure Most Nobody [] "The largest share of a circle of 2 cells round a unit that bodies filled.";
    PackRadius "pack_radius" "x disc", Figure Most Nobody [] "The largest distance from a shared goal at the end, over the radius of a disc with the area of all bodies.";
    Settling "settling" "s", Figure Most Nobody [] "Time from the arrival of a pack's last unit until all of them stand to the end.";
    Restless "restless" "%", Figure Most Nobody [] "Units sent to a point that still moved, or had a goal, at the end.";
    DriftIdle "drift_idle" "cells", Figure Most Nobody [] "How far an idle unit stood from its place at the end.";
    DriftHold "drift_hold" "cells", Figure Most Nobody [] "The largest distance of a holding unit from its place.";
    Formed "formed" "s", Figure Most Nobody [] "Time until nine in ten of a squad were within half a cell of their places.";
    FormedAgain "formed_again" "s", Figure Most Nobody [] "As `formed`, from the end of the last passage that the squad was narrowed in.";
    PlaceMedian "place_median" "cells", Figure Most Nobody [] "Median distance of marching members from their places.";
    PlaceP95 "place_p95" "cells", Figure Most Nobody [] "95th percentile of the distance of marching members from their places.";
    PlaceRest "place_rest" "cells", Figure Most Nobody [] "95th percentile of the distance of members from their places at the end.";
    Rejected "rejected" "orders", Figure Most Nobody [] "Orders that were refused.";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_differ<S: MetricSet>() {
        for (row, (name, _)) in S::CHOICES.iter().enumerate() {
            assert_eq!(S::METRICS[row].name, *name);
            assert!(S::CHOICES[..row].iter().all(|(other, _)| other != name), "{name} twice");
        }
    }

    #[test]
    fn names_are_unique_within_a_scope() {
        names_differ::<MatchMetric>();
        names_differ::<TournamentMetric>();
        names_differ::<MovementMetric>();
    }
}
