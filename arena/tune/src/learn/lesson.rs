//! Lessons: what the teacher took and left, and what the learner saw at that moment.

use sandtable_ai::{Commander, DecisionTrace, MatchInfo, OptionTrace, Orders, Registry};
use sandtable_match::assemble::StrategyFile;
use sandtable_match::runner::{guarded, phase};
use sandtable_model::rules::Rules;
use sandtable_replay::{Playback, Replay};
use sandtable_sim::SIM_VERSION;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;

/// Lessons of one match.
const MAX_LESSONS: usize = 20_000;

/// A goal as the learner saw it: what each of its considerations found, and what it added and multiplied by. None of them vetoes.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The goal.
    pub name: String,
    /// By consideration: what was found, what it added, what it multiplied by.
    pub considered: Vec<[f64; 3]>,
}

/// One decision of a teacher.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Goals that the teacher took, the most urgent first.
    pub taken: Vec<Seen>,
    /// Goals that it left, though they were open to the learner.
    pub left: Vec<Seen>,
}

/// The first player of the team that won.
pub(super) fn winner(replay: &Replay) -> Option<PlayerId> {
    let team = replay.end.as_ref()?.outcome?.winner?;
    let scenario = replay.header.decode_scenario().ok()?;
    let row = scenario.players.iter().position(|player| player.team == team)?;
    Some(PlayerId(row as u8))
}

/// Goes through a match with the teacher and the learner beside it; their orders go nowhere.
pub(super) fn attend(
    file: &StrategyFile,
    replay: &Replay,
    registry: &Registry,
    player: PlayerId,
) -> Result<Vec<Lesson>, String> {
    if replay.header.sim_version != SIM_VERSION {
        return Err(format!("recorded by engine version {}; this is version {SIM_VERSION}", replay.header.sim_version));
    }
    let contestant = replay.header.contestants.get(player.index()).ok_or("it has no such player")?;
    let mut playback = Playback::new(replay).map_err(|error| error.to_string())?;
    let rules = playback.world().rules().clone();
    let mut teacher = commander(registry, &rules, player, contestant.seed, [&contestant.strategy, &contestant.source])?;
    let mut learner = commander(registry, &rules, player, contestant.seed, [&file.label, &file.text])?;
    let (mut lessons, mut orders) = (Vec::new(), Orders::new());
    loop {
        let world = playback.world();
        let out = world.players().get(player.index()).is_none_or(|player| player.out);
        if out || world.outcome().is_some() || lessons.len() >= MAX_LESSONS {
            return Ok(lessons);
        }
        let view = View::new(world, player);
        let mut decided = [false; 2];
        for (commander, decided) in [&mut teacher, &mut learner].into_iter().zip(&mut decided) {
            let interval = commander.interval_ticks().max(1);
            *decided = world.tick() % interval == phase(world.seed(), u64::from(player.0), interval);
            if *decided {
                orders.clear();
                guarded(|| commander.decide(&view, &mut orders)).map_err(|fault| fault.message)?;
            }
        }
        if let ([true, true], Some(taught), Some(seen)) = (decided, teacher.trace(), learner.trace()) {
            lessons.extend(lesson(taught, seen));
        }
        if playback.advance().is_none() {
            return Ok(lessons);
        }
    }
}

fn commander(
    registry: &Registry,
    rules: &Rules,
    player: PlayerId,
    seed: u64,
    [file, text]: [&str; 2],
) -> Result<Box<dyn Commander>, String> {
    let info = MatchInfo { rules, player, seed, name: file };
    let built = guarded(|| registry.commander(file, text, &info)).map_err(|fault| fault.message)?;
    let mut commander = built.map_err(|issues| issues.to_string())?.value;
    commander.set_tracing(true);
    Ok(commander)
}

/// What there is to learn of a decision: goals of both, in the teacher's order.
fn lesson(taught: &DecisionTrace, seen: &DecisionTrace) -> Option<Lesson> {
    let mut known: Vec<(&OptionTrace, Seen)> = Vec::new();
    for goal in taught.goals.iter().filter(|goal| goal.barred.is_none()) {
        let own = seen.goals.iter().find(|own| own.name == goal.name).and_then(see);
        known.extend(own.map(|own| (goal, own)));
    }
    known.sort_by_key(|(goal, _)| goal.place.unwrap_or(u8::MAX));
    let (taken, left): (Vec<_>, Vec<_>) = known.into_iter().partition(|(goal, _)| goal.place.is_some());
    let [taken, left] = [taken, left].map(|goals| goals.into_iter().map(|(_, seen)| seen).collect::<Vec<_>>());
    let teaches = taken.len() + left.len().min(1) >= 2;
    teaches.then_some(Lesson { taken, left })
}

/// A goal that nothing rules out.
fn see(goal: &OptionTrace) -> Option<Seen> {
    let float = |number: sandtable_math::Fx| f64::from(number.bits()) / 65_536.0;
    let considered = goal.considerations.iter().map(|one| {
        let (base, times) = one.weight?;
        Some([float(one.value), float(base), float(times)])
    });
    let considered = considered.collect::<Option<Vec<_>>>()?;
    goal.barred.is_none().then(|| Seen { name: goal.name.clone(), considered })
}
