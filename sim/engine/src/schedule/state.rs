//! How far schedules are: state, part of hashes and snapshots.

use crate::state::SceneBase;
use crate::state::{PartSetting, SnapshotError, StatePart};
use sandtable_math::mix;
use sandtable_model::scenario::{PlayerFeatures, Scenario};
use sandtable_model::schedule::{ScheduleEntry, SchedulePlan};
use sandtable_state::id::UnitId;
use sandtable_state::limits::{MAX_SCHEDULE_MEMBERS, MAX_TICKS};
use sandtable_state::rng::Rng;
use sandtable_state::state_struct;
use sandtable_state::{ByteReader, Field, Record, Sink, StateHasher};

/// √12 in 1/1024: a bell of four uniforms has a deviation of 1/√12.
const DEVIATIONS: i64 = 3_547;

state_struct! {
    /// How far a schedule is.
    pub struct ScheduleState {
        /// The row of the slice that begins next.
        pub next: u16,
        /// The tick at which it begins.
        pub next_tick: u32,
        /// The tick at which it would begin without any jitter.
        pub nominal_tick: u32,
        /// Whether no slice begins any more.
        pub is_over: bool,
        /// Who belongs to the group; the dead are dropped when it is next told something.
        pub members: Vec<UnitId>,
        /// The stream that ends are drawn from.
        pub rng: Rng,
    }
}

impl ScheduleState {
    /// Begins the next slice, and settles when it ends. None when the last one was over.
    pub(super) fn turn<'p>(&mut self, plan: &'p SchedulePlan, tick: u32) -> Option<&'p ScheduleEntry> {
        if usize::from(self.next) >= plan.slices.len() {
            self.is_over = !plan.repeats;
            self.next = 0;
        }
        let slice = plan.slices.get(usize::from(self.next)).filter(|_| !self.is_over)?;
        self.next += 1;
        self.nominal_tick = self.nominal_tick.saturating_add(slice.ticks);
        let end = i64::from(self.nominal_tick) + self.jitter(slice.jitter_ticks);
        self.next_tick = end.clamp(i64::from(tick) + 1, i64::from(u32::MAX)) as u32;
        Some(slice)
    }

    /// A number of ticks around 0 with this deviation, three and a half times as much at most.
    fn jitter(&mut self, deviation: u16) -> i64 {
        let bell = i64::from(self.rng.bell().bits()) * i64::from(deviation) * DEVIATIONS;
        (bell >> 10) / (1 << 16)
    }
}

/// The schedules of a world whose units are placed, those of each entry of the scenario by its row. A player can do without.
pub(crate) fn fresh(scenario: &Scenario, seed: u64, placed: &[Vec<UnitId>]) -> Vec<ScheduleState> {
    let progress = |(row, plan): (usize, &SchedulePlan)| {
        let ids = plan.placed.iter().filter_map(|row| placed.get(usize::from(*row)));
        let follows = scenario
            .players
            .get(plan.player.index())
            .is_some_and(|setup| setup.features.contains(PlayerFeatures::SCHEDULES));
        ScheduleState {
            next: 0,
            next_tick: plan.start_tick,
            nominal_tick: plan.start_tick,
            is_over: !follows,
            members: ids.flatten().copied().take(MAX_SCHEDULE_MEMBERS).collect(),
            rng: Rng::stream(mix(seed, row as u64), "schedule"),
        }
    };
    scenario.schedules.iter().enumerate().map(progress).collect()
}

impl StatePart for Vec<ScheduleState> {
    const NAME: &'static str = "schedules";

    /// None: schedules begin when the units are placed ([`fresh`]).
    fn new(_scenario: &Scenario) -> Vec<ScheduleState> {
        Vec::new()
    }

    fn present(&self) -> bool {
        !self.is_empty()
    }

    fn hash(&self) -> u64 {
        self.iter().zip(0..).fold(0, |total, (progress, row)| {
            let mut folder = StateHasher::new(row);
            Field::put(progress, &mut folder);
            mix(total, folder.finish())
        })
    }

    fn put<S: Sink>(&self, _setting: PartSetting<'_>, sink: &mut S) {
        self.iter().for_each(|progress| Field::put(progress, sink));
    }

    fn take(&mut self, setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        let schedules = setting.scenario.schedules.iter();
        *self = schedules.map(|_| Record::take(reader)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn check(&self, base: SceneBase<'_>) -> Result<(), &'static str> {
        are_possible(base.scenario, self).then_some(()).ok_or("a schedule's state is out of range")
    }

    fn show(&self, setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        for (plan, progress) in setting.scenario.schedules.iter().zip(self) {
            Record::show(progress, &mut |field, value| each(&plan.name, field, value));
        }
    }
}

/// Whether the schedules of a scenario can be so far.
fn are_possible(scenario: &Scenario, schedules: &[ScheduleState]) -> bool {
    let possible = |(plan, progress): (&SchedulePlan, &ScheduleState)| {
        usize::from(progress.next) <= plan.slices.len()
            && progress.nominal_tick <= 4 * MAX_TICKS
            && progress.members.len() <= MAX_SCHEDULE_MEMBERS
            && progress.members.iter().all(|id| id.owner() == plan.player)
    };
    scenario.schedules.len() == schedules.len() && scenario.schedules.iter().zip(schedules).all(possible)
}
