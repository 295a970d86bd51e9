//! What is said of families that were drawn: of each layout, and of all of a family the worst and the mean.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::layouts::DrawnLayout;
use crate::drawn_family::DrawnFamily;
use crate::movebench::grid::distance;
use crate::movebench::outcome::MoveOutcome;
use crate::movebench::setup::Setup;
use crate::movebench::trajectory::Trajectory;
use crate::movebench::travel::Travel;

/// Ticks in which one that is not wedged gets on …
const WEDGED_TICKS: usize = 80;
/// … by this many cells.
const WEDGED_WITHIN: f64 = 0.5;
/// Ticks in a second.
const SECOND: f64 = 16.0;

/// What was seen of one layout.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveCase {
    /// Its number.
    pub number: u32,
    /// What it is.
    pub about: String,
    /// Units sent, and those of them that arrived; of workers those who delivered twice.
    pub arrived: [usize; 2],
    /// The time until the last arrived over the least that it could have been; the time of a trip for workers.
    pub time: f64,
    /// The radius of the widest pack over that of a perfect disc; none where nobody packs.
    pub pack: Option<f64>,
    /// Units that had not arrived, and had moved less than half a cell in the last five seconds of the play.
    pub wedged: usize,
    /// The longest that somebody stood stuck, in seconds.
    pub stuck: f64,
    /// The time from the last joining its pack until all stood, in seconds; none where nobody packs.
    pub settling: Option<f64>,
    /// How far idlers stood from their places at the end, in cells; none where nobody idles.
    pub drift: Option<f64>,
}

impl MoveCase {
    /// Judges a layout by what was seen of it.
    pub fn judged(
        number: u32,
        layout: &DrawnLayout,
        setup: &Setup,
        trajectory: &Trajectory,
        outcome: &MoveOutcome,
    ) -> MoveCase {
        let arrived = outcome.travels.iter().filter(|travel| travel.arrived.is_some()).count();
        let stuck = outcome.travels.iter().map(|travel| travel.stuck_on_end).max().unwrap_or(0);
        let last = outcome.travels.iter().map(|travel| travel.ticks).max().unwrap_or(0);
        let mut case = MoveCase {
            number,
            about: layout.about.clone(),
            arrived: [outcome.travels.len(), arrived],
            time: f64::from(last) / (outcome.ideal + layout.extra * SECOND),
            pack: outcome.settling.pack_radius,
            wedged: wedged(setup, trajectory, &outcome.travels),
            stuck: f64::from(stuck) / SECOND,
            settling: outcome.settling.ticks.map(|ticks| f64::from(ticks) / SECOND),
            drift: outcome.settling.drift_idle,
        };
        if let (Some(trips), Some(floor)) = (outcome.trips, layout.trip) {
            let workers = setup.actors.len();
            (case.arrived, case.wedged) = ([workers, workers - trips.idle], trips.idle);
            case.time = trips.mean.unwrap_or(f64::INFINITY) / SECOND / floor;
            case.stuck = trips.worst / SECOND - floor;
        }
        case
    }

    fn arrived_percent(&self) -> f64 {
        100.0 * self.arrived[1] as f64 / self.arrived[0].max(1) as f64
    }
}

/// Counts those who had not arrived and got nowhere at the end.
fn wedged(setup: &Setup, trajectory: &Trajectory, travels: &[Travel]) -> usize {
    let last = trajectory.frames.len() - 1;
    let before = last.saturating_sub(WEDGED_TICKS);
    let sent = (0..setup.actors.len()).filter(|row| setup.actors[*row].target.is_some());
    let stays =
        |row: usize| distance(trajectory.frames[last][row].at(), trajectory.frames[before][row].at()) < WEDGED_WITHIN;
    sent.zip(travels).filter(|(row, travel)| travel.arrived.is_none() && stays(*row)).count()
}

/// Of some figures the worst, the greatest, and the mean; none without any.
fn worst_and_mean(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let values: Vec<f64> = values.collect();
    let worst = values.iter().copied().reduce(f64::max)?;
    Some([worst, values.iter().sum::<f64>() / values.len() as f64])
}

impl DrawnFamily<MoveCase> {
    fn summary(&self) -> Value {
        let of = |value: fn(&MoveCase) -> Option<f64>| {
            let found = worst_and_mean(self.cases.iter().filter_map(value));
            found.map_or(Value::Null, |[worst, mean]| json!({ "worst": hundredths(worst), "mean": hundredths(mean) }))
        };
        let short = worst_and_mean(self.cases.iter().map(|case| -case.arrived_percent()));
        let short = short.map_or([0.0; 2], |found| found.map(|value| -value));
        json!({
            "arrived": { "worst": hundredths(short[0]), "mean": hundredths(short[1]) },
            "time": of(|case| Some(case.time)),
            "pack": of(|case| case.pack),
            "settling": of(|case| case.settling),
            "stuck": of(|case| Some(case.stuck)),
            "drift": of(|case| case.drift),
            "wedged": self.cases.iter().map(|case| case.wedged).sum::<usize>(),
        })
    }
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// A family as one JSON object, with all of its layouts.
pub fn move_json(family: &DrawnFamily<MoveCase>) -> Value {
    let case = |case: &MoveCase| {
        json!({
            "number": case.number,
            "about": case.about,
            "sent": case.arrived[0],
            "arrived": case.arrived[1],
            "time": hundredths(case.time),
            "pack": case.pack.map(hundredths),
            "settling": case.settling.map(hundredths),
            "stuck": hundredths(case.stuck),
            "drift": case.drift.map(hundredths),
            "wedged": case.wedged,
        })
    };
    json!({
        "family": family.name,
        "seed": family.seed,
        "all": family.summary(),
        "layouts": family.cases.iter().map(case).collect::<Vec<Value>>(),
    })
}

/// A family as a table: a line for each layout, then the worst and the mean.
pub fn move_table(family: &DrawnFamily<MoveCase>) -> String {
    let mut text =
        format!("{}: {} (seed {}, {} layouts)\n", family.name, family.about, family.seed, family.cases.len());
    let _ = writeln!(
        text,
        "  {:>9} {:>8} {:>6} {:>6} {:>8} {:>6}",
        "arrived %", "x floor", "pack", "wedged", "stuck s", "rest s"
    );
    let figure = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"));
    let line = |arrived: f64, time: f64, pack: Option<f64>, wedged: usize, stuck: f64, settling: Option<f64>| {
        format!("  {arrived:>9.1} {time:>8.2} {:>6} {wedged:>6} {stuck:>8.1} {:>6}", figure(pack), figure(settling))
    };
    for case in &family.cases {
        let numbers = line(case.arrived_percent(), case.time, case.pack, case.wedged, case.stuck, case.settling);
        let _ = writeln!(text, "{numbers}  {}", case.about);
    }
    let all = |value: &dyn Fn(&MoveCase) -> Option<f64>| worst_and_mean(family.cases.iter().filter_map(value));
    let wedged: usize = family.cases.iter().map(|case| case.wedged).sum();
    let arrived = all(&|case| Some(-case.arrived_percent())).unwrap_or_default();
    for (row, name) in ["worst", "mean"].into_iter().enumerate() {
        let of = |value: &dyn Fn(&MoveCase) -> Option<f64>| all(value).map(|found| found[row]);
        let numbers = line(
            -arrived[row],
            of(&|case| Some(case.time)).unwrap_or_default(),
            of(&|case| case.pack),
            wedged,
            of(&|case| Some(case.stuck)).unwrap_or_default(),
            of(&|case| case.settling),
        );
        let _ = writeln!(text, "{numbers}  {name}");
    }
    text
}
