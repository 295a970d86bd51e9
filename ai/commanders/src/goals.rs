//! The goal commander: chooses its goals, serves them by priority, and lets the managers give the orders.

use std::borrow::Cow;

use sandtable_sim::codec::{self, DecodeError};
use sandtable_sim::content::Reader;
use sandtable_sim::decide::{Consideration, Inputs, Scored, by_score};
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::Rules;
use sandtable_sim::view::View;
use serde::{Deserialize, Serialize};

use crate::account::{self, Account, Weighed};
use crate::architecture::{Architecture, Course, Standings, Tally};
use crate::character::Luck;
use crate::commander::{Cause, Commander, Milestone, Orders, Progress, Reason, Timeline};
use crate::desk::Desk;
use crate::goal::{Purpose, Standing};
use crate::input::{Input, Outlook, Subject};
use crate::knowledge::Knowledge;
use crate::ledger::Ledger;
use crate::manager::construction::{self, Yard};
use crate::manager::economy::{self, Economy};
use crate::manager::forces::Forces;
use crate::manager::treasury;
use crate::memory::Memory;
use crate::plan::{Mix, Outcome, Plan, Step};
use crate::registry::Brief;
use crate::roles::Roles;
use crate::situation::Situation;
use crate::stance::Posture;
use crate::strategy::{self, Strategy};
use crate::without::Part;

/// Ticks a goal rests for each time in a row that its plan failed.
const REST_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// Failures that lengthen the rest.
const MAX_FAILURES: u8 = 6;
/// Ticks after which an achieved goal is looked at anew.
const REVIEW_TICKS: u32 = 10 * TICKS_PER_SECOND;
/// Bytes of what it remembers.
const MEMORY_BYTES: usize = 1 << 22;
/// The names under which changes of stance and of plan stand in the timeline.
const STANCE: &str = "stance";
const PLAN: &str = "plan";

/// A commander that pursues the goals of a strategy file.
pub struct GoalCommander {
    name: String,
    roles: Roles,
    strategy: Strategy,
    state: State,
    /// What this decision looks at; nothing of it is remembered.
    situation: Situation,
    scores: Vec<Fx>,
    order: Vec<u8>,
    stances: Vec<Scored>,
    /// What is kept for those who ask why.
    account: Option<Account>,
}

/// Everything that decisions leave behind for those after them.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    /// By goal.
    standings: Vec<Standing>,
    memory: Memory,
    knowledge: Knowledge,
    forces: Forces,
    yard: Yard,
    economy: Economy,
    course: Course,
    posture: Posture,
    /// By cooldown: it is over from this tick on.
    rested: Vec<u32>,
    luck: Vec<Luck>,
    /// Entries of the timetable that have been given.
    moments: u32,
    /// The middle of the oldest base at the last decision.
    home: Vec2,
    rng: Rng,
    /// Draws of what the first strategies do not have, so that theirs stay as they were.
    fortune: Rng,
    timeline: Timeline,
}

/// Builds it from a strategy file.
pub fn build(file: &Reader<'_>, brief: &Brief<'_>) -> Box<dyn Commander> {
    let strategy = strategy::read(file, brief.rules, Rng::stream(brief.seed, "strategy noise"));
    let state = State {
        standings: vec![Standing::default(); strategy.goals.len()],
        memory: Memory::default(),
        knowledge: Knowledge::default(),
        forces: Forces::default(),
        yard: Yard::default(),
        economy: Economy::default(),
        course: Course::default(),
        posture: Posture::default(),
        rested: vec![0; strategy.cooldowns.len()],
        luck: vec![Luck::default(); strategy.chances.len()],
        moments: 0,
        home: Vec2::ZERO,
        rng: Rng::stream(brief.seed, "decisions"),
        fortune: Rng::stream(brief.seed, "fortune"),
        timeline: Timeline::default(),
    };
    Box::new(GoalCommander {
        name: brief.name.to_owned(),
        roles: Roles::of(brief.rules),
        strategy,
        state,
        situation: Situation::default(),
        scores: Vec::new(),
        order: Vec::new(),
        stances: Vec::new(),
        account: None,
    })
}

impl Commander for GoalCommander {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        let state = &mut self.state;
        self.situation.home = state.home;
        self.situation.gather(view, &self.roles, state.rng.next_u64());
        state.home = self.situation.home;
        let without = self.strategy.without;
        state.memory.update(view, &self.situation, &self.roles);
        if without.has(Part::Memory) {
            state.memory.keep_only_visible(view.tick());
        }
        state.knowledge.update(view, &self.situation, &state.memory, &self.roles);
        state.knowledge.do_without(without);
        let memory = &state.memory;
        state.knowledge.board.answer(|place| memory.seen_tick_at(place) + 2 * TICKS_PER_SECOND > view.tick());
        state.forces.begin(&self.situation);
        self.choose(view);
        if self.account.is_some() {
            self.account = Some(self.give_account(view));
        }
        self.act(view, orders);
        self.account_for_steps(view.rules());
        if self.state.forces.at_war() > 0 {
            self.state.knowledge.strike_tick = view.tick();
        }
        orders.because(Cause::Duty("moments: gives the orders of the file"));
        self.strategy.moments.give(&mut self.state.moments, view, orders);
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(codec::encode(&self.state))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        let state: State = codec::decode(bytes, MEMORY_BYTES)?;
        if !state.fits(&self.strategy) {
            return Err(DecodeError::Malformed("the memory of another strategy".to_owned()));
        }
        self.state = state;
        Ok(())
    }

    fn keep_accounts(&mut self, on: bool) {
        self.account = on.then(Account::default);
    }

    fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    fn goals(&self) -> &[Milestone] {
        self.state.timeline.entries()
    }

    fn reason(&self, cause: Cause, rules: &Rules) -> Option<Reason> {
        let Cause::Step { goal, step } = cause else { return None };
        let step = usize::from(step);
        self.told(goal, rules, step..step + 1)
    }

    fn pursuits(&self, rules: &Rules) -> Vec<Reason> {
        let begun = |row: u8| self.state.standings[usize::from(row)].plan.as_ref().map_or(0, |plan| plan.begun);
        self.order.iter().filter_map(|row| self.told(*row, rules, 0..begun(*row))).collect()
    }
}

impl State {
    /// Whether it is one that this strategy can have left behind.
    fn fits(&self, strategy: &Strategy) -> bool {
        let goals = strategy.goals.len();
        let rows = self.standings.len() == goals && self.course.goals.iter().all(|row| usize::from(*row) < goals);
        let slots = (self.rested.len(), self.luck.len()) == (strategy.cooldowns.len(), strategy.chances.len());
        rows && slots && self.knowledge.grams.is_sound()
    }
}

impl GoalCommander {
    /// A goal and some steps of its plan in words; no steps where that has been dropped since.
    fn told(&self, goal: u8, rules: &Rules, steps: std::ops::Range<usize>) -> Option<Reason> {
        let row = usize::from(goal);
        let (purpose, standing) = (self.strategy.goals.get(row)?, self.state.standings.get(row)?);
        let priority = *self.scores.get(row)?;
        let steps = standing.plan.as_ref().and_then(|plan| plan.steps.get(steps)).unwrap_or_default();
        let steps = steps.iter().map(|step| step.describe(rules)).collect();
        Some(Reason { goal: purpose.name.clone(), priority, steps })
    }

    /// What the choice came to, losers included.
    fn give_account(&self, view: &View<'_>) -> Account {
        let (outlook, rules) = (self.outlook(view), view.rules());
        let (course, strategy) = (&self.state.course, &self.strategy);
        let facts = strategy.facts.look(&outlook, course.flags);
        let stance = |(row, stance): (usize, &crate::stance::Stance)| Weighed {
            name: stance.name.clone(),
            priority: self.stances.get(row).map_or(Fx::ZERO, |scored| scored.score),
            place: (self.state.posture.stance == Some(row as u8)).then_some(0),
            barred: None,
            considerations: account::considered(&stance.decision, &outlook, rules),
            steps: Vec::new(),
        };
        let goal = |(row, purpose): (usize, &Purpose)| {
            let standing = &self.state.standings[row];
            let rests = view.tick() < standing.rest_until;
            let barred = if rests { Some("it rests after a failure") } else { None };
            let allowed = self.state.posture.allows(purpose.stances);
            Weighed {
                name: purpose.name.clone(),
                priority: self.scores[row],
                place: self.order.iter().position(|it| usize::from(*it) == row).map(|place| place as u8),
                barred: barred.or((!allowed).then_some("its stance is not taken")),
                considerations: account::considered(&purpose.decision, &outlook, rules),
                steps: Vec::new(),
            }
        };
        Account {
            tick: view.tick(),
            stage: strategy.architecture.stage(course),
            report: course.report.clone(),
            facts: strategy.facts.names(facts).map(str::to_owned).collect(),
            stances: strategy.stances.all.iter().enumerate().map(stance).collect(),
            goals: strategy.goals.iter().enumerate().map(goal).collect(),
        }
    }

    /// Adds how the steps of the plans stood once they were tried.
    fn account_for_steps(&mut self, rules: &Rules) {
        let Some(account) = &mut self.account else { return };
        for (weighed, standing) in account.goals.iter_mut().zip(&self.state.standings) {
            weighed.steps = standing.plan.as_ref().map_or_else(Vec::new, |plan| account::stepped(plan, rules));
        }
    }

    /// What considerations look at.
    fn outlook<'a, 'w>(&'a self, view: &'a View<'w>) -> Outlook<'a, 'w> {
        Outlook {
            view,
            situation: &self.situation,
            memory: &self.state.memory,
            roles: &self.roles,
            knowledge: &self.state.knowledge,
            character: &self.strategy.character,
            rested: &self.state.rested,
            luck: &self.state.luck,
            enemy_side: self.situation.enemy_side(view),
            army_price: self.situation.army_price(view.rules()),
            away: self.state.forces.at_war(),
            subject: Subject::None,
        }
    }

    /// Which goals are pursued now, and which come first.
    fn choose(&mut self, view: &View<'_>) {
        for (luck, chance) in self.state.luck.iter_mut().zip(&self.strategy.chances) {
            luck.turn(*chance, view.tick(), &mut self.state.fortune);
        }
        self.take_stance(view);
        if !self.follow_architecture(view) {
            self.weigh(view);
        }
        if self.strategy.without.has(Part::Parallel) {
            self.order.truncate(1);
        }
        self.note_choices(view);
    }

    fn take_stance(&mut self, view: &View<'_>) {
        let (mut posture, mut fortune) = (std::mem::take(&mut self.state.posture), self.state.fortune.clone());
        let mut scores = std::mem::take(&mut self.stances);
        let change =
            self.strategy.stances.choose(&mut posture, view.tick(), &self.outlook(view), &mut fortune, &mut scores);
        (self.state.posture, self.state.fortune, self.stances) = (posture, fortune, scores);
        let Some(change) = change else { return };
        let name = |row: u8| self.strategy.stances.all.get(usize::from(row)).map_or("", |stance| stance.name.as_str());
        if let Some(row) = change.from {
            let why = Cow::Owned(format!("the premise of {} is gone", name(row)));
            note(&mut self.state.timeline, view.tick(), STANCE, Progress::Failed(why), Fx::ZERO);
        }
        if let Some(row) = change.to {
            let score = self.stances.get(usize::from(row)).map_or(Fx::ZERO, |scored| scored.score);
            let step = Progress::Step(Cow::Owned(name(row).to_owned()));
            note(&mut self.state.timeline, view.tick(), STANCE, step, score);
        }
    }

    /// Lets an architecture other than utility choose; false when there is none.
    fn follow_architecture(&mut self, view: &View<'_>) -> bool {
        let facts = self.strategy.facts.look(&self.outlook(view), self.state.course.flags);
        let rests = |(purpose, standing): (&Purpose, &Standing)| {
            view.tick() < standing.rest_until || self.strategy.without.has(Part::Goals(purpose.sort))
        };
        let resting: Vec<bool> = self.strategy.goals.iter().zip(&self.state.standings).map(rests).collect();
        let achieved: Vec<bool> = self.state.standings.iter().map(|goal| goal.achieved).collect();
        let (now, operators) = (view.tick(), &self.strategy.operators);
        let standings = Standings { now, facts, operators, resting: &resting, achieved: &achieved };
        let told = self.state.course.tally.clone();
        let chosen = self.strategy.architecture.choose(&mut self.state.course, &standings, &mut self.state.fortune);
        let Some(chosen) = chosen else { return false };
        self.note_plan(&told, now);
        self.scores.clear();
        self.scores.resize(self.strategy.goals.len(), Fx::ZERO);
        for (place, goal) in chosen.iter().enumerate() {
            // A priority for those who ask: a hundred and down.
            self.scores[usize::from(*goal)] = Fx::from_int(100 - place.min(99) as i16);
        }
        self.order = chosen;
        true
    }

    /// Notes a planner's new plan, and why the one before was given up.
    fn note_plan(&mut self, told: &Tally, now: u32) {
        let course = &self.state.course;
        if course.tally.plans == told.plans || !self.strategy.architecture.plans() {
            return;
        }
        let names: Vec<&str> =
            course.goals.iter().map(|goal| self.strategy.goals[usize::from(*goal)].name.as_str()).collect();
        let entries = [
            (course.tally.replans > told.replans).then(|| Progress::Failed(Cow::Owned(course.report.clone()))),
            Some(Progress::Step(Cow::Owned(names.join(", ")))),
        ];
        for progress in entries.into_iter().flatten() {
            note(&mut self.state.timeline, now, PLAN, progress, Fx::ZERO);
        }
    }

    /// Why a goal that was pursued no longer is.
    fn why_dropped(&self, row: usize, view: &View<'_>) -> Cow<'static, str> {
        let purpose = &self.strategy.goals[row];
        if !self.state.posture.allows(purpose.stances) {
            return Cow::Borrowed("its stance is not taken");
        }
        let outlook = self.outlook(view);
        let vetoes = |one: &&Consideration<Input>| one.test.weigh(outlook.value(&one.input)).is_none();
        match purpose.decision.considerations.iter().find(vetoes) {
            Some(veto) => Cow::Owned(format!("{} is {}", veto.input.name(view.rules()), outlook.value(&veto.input))),
            None if matches!(self.strategy.architecture, Architecture::Utility) => Cow::Borrowed("it is worth nothing"),
            None => Cow::Borrowed("it is not chosen"),
        }
    }

    /// Priorities of all goals, and the order of those worth pursuing.
    fn weigh(&mut self, view: &View<'_>) {
        let now = view.tick();
        let mut scores = std::mem::take(&mut self.scores);
        scores.clear();
        let outlook = self.outlook(view);
        for (purpose, standing) in self.strategy.goals.iter().zip(&self.state.standings) {
            let there = !self.strategy.without.has(Part::Goals(purpose.sort));
            let open = there && now >= standing.rest_until && self.state.posture.allows(purpose.stances);
            let priority = if open { purpose.decision.appraise(&outlook).priority() } else { Fx::ZERO };
            scores.push(self.strategy.inertia.apply(priority, standing.chosen));
        }
        self.scores = scores;
        by_score(&self.scores, &mut self.order);
    }

    /// Notes what was taken up and what was dropped; what was dropped cools down.
    fn note_choices(&mut self, view: &View<'_>) {
        let now = view.tick();
        for row in 0..self.strategy.goals.len() {
            let priority = self.scores[row];
            let (chosen, standing) = (priority > Fx::ZERO, &self.state.standings[row]);
            if chosen != standing.chosen && now >= standing.rest_until {
                let progress = if chosen { Progress::Chosen } else { Progress::Dropped(self.why_dropped(row, view)) };
                note(&mut self.state.timeline, now, &self.strategy.goals[row].name, progress, priority);
            }
            let standing = &mut self.state.standings[row];
            if !chosen {
                standing.plan = None;
            }
            let ended = standing.chosen && !chosen;
            standing.chosen = chosen;
            if ended {
                self.cool_down(row, now);
            }
        }
    }

    fn cool_down(&mut self, goal: usize, now: u32) {
        for (slot, (row, cooldown)) in self.strategy.cooldowns.iter().enumerate() {
            if usize::from(*row) == goal {
                self.state.rested[slot] = now.saturating_add(cooldown.ticks(&mut self.state.fortune));
            }
        }
    }

    /// Serves the goals, then lets the managers give their orders.
    fn act(&mut self, view: &View<'_>, orders: &mut Orders) {
        let sound: Vec<bool> = {
            let outlook = self.outlook(view);
            let holds = |purpose: &Purpose| {
                purpose.premise.iter().all(|one| one.test.weigh(outlook.value(&one.input)).is_some())
            };
            self.strategy.goals.iter().map(holds).collect()
        };
        let state = &mut self.state;
        let without = self.strategy.without;
        let mut ledger = Ledger::open(view.resources(), view.supply());
        ledger.saves = !without.has(Part::Ledger);
        let mut desk = Desk {
            view,
            rules: view.rules(),
            roles: &self.roles,
            situation: &mut self.situation,
            memory: &mut state.memory,
            ledger: &mut ledger,
            forces: &mut state.forces,
            yard: &mut state.yard,
            knowledge: &mut state.knowledge,
            character: &self.strategy.character,
            choosers: &self.strategy.choosers,
            places: &self.strategy.places,
            systems: self.strategy.systems,
            without,
            rested: &state.rested,
            luck: &state.luck,
            pledged: Vec::new(),
            rng: &mut state.rng,
            orders,
        };
        desk.because(Cause::Duty("construction: tends what was begun"));
        construction::tend(&mut desk);
        desk.because(Cause::Duty("economy: keeps supply ahead of need"));
        economy::keep_supply(&mut desk);
        for row in &self.order {
            let at = usize::from(*row);
            desk.pledged = pledged(&state.standings, at);
            let goal =
                Goal { row: *row, purpose: &self.strategy.goals[at], priority: self.scores[at], sound: sound[at] };
            pursue(&goal, &mut state.standings[at], &mut desk, &mut state.timeline);
        }
        if self.strategy.systems.spend {
            desk.because(Cause::Duty("treasury: spends what no plan asked for"));
            let mix = wanted_mix(&self.order, &state.standings);
            treasury::spend(&mut desk, &mix);
        }
        Forces::command(&mut desk);
        desk.because(Cause::Duty("economy: finds work for idle workers"));
        economy::employ(&mut desk, &mut state.economy);
    }
}

/// The soldiers that the most urgent goal with an army wants.
fn wanted_mix(order: &[u8], standings: &[Standing]) -> Mix {
    let plans = order.iter().filter_map(|row| standings[usize::from(*row)].plan.as_ref());
    let mut steps = plans.flat_map(|plan| &plan.steps);
    let mix = steps.find_map(|step| if let Step::Army(mix, _) = step { Some(mix.clone()) } else { None });
    mix.unwrap_or_default()
}

/// The sites that the plans of other goals are for.
fn pledged(standings: &[Standing], own: usize) -> Vec<Vec2> {
    let others = standings.iter().enumerate().filter(|(row, standing)| *row != own && !standing.achieved);
    let steps = others.filter_map(|(_, standing)| standing.plan.as_ref()).flat_map(|plan| &plan.steps);
    steps.filter_map(|step| if let Step::Found(_, place) = step { Some(*place) } else { None }).collect()
}

/// A goal that is served.
struct Goal<'a> {
    row: u8,
    purpose: &'a Purpose,
    priority: Fx,
    /// Whether its premise holds.
    sound: bool,
}

/// Constructs the goal's plan when it has none, and follows it.
fn pursue(goal: &Goal<'_>, standing: &mut Standing, desk: &mut Desk<'_, '_>, timeline: &mut Timeline) {
    let now = desk.situation.tick;
    let heeds = !desk.without.has(Part::Feasibility);
    let fail = |standing: &mut Standing, why, timeline: &mut Timeline| {
        if !heeds {
            return;
        }
        standing.failures = (standing.failures + 1).min(MAX_FAILURES);
        standing.rest_until = now + REST_TICKS * u32::from(standing.failures);
        standing.plan = None;
        let why = Progress::Failed(Cow::Borrowed(why));
        note(timeline, now, &goal.purpose.name, why, goal.priority);
    };
    if !goal.sound {
        return fail(standing, "its premise is gone", timeline);
    }
    let aged = goal.purpose.goal.review_ticks().is_some_and(|ticks| now >= standing.planned_tick + ticks);
    let stale = standing.achieved && now >= standing.planned_tick + REVIEW_TICKS;
    if standing.plan.is_none() || stale || aged {
        match goal.purpose.goal.construct_plan(desk, &mut standing.notes) {
            Ok(steps) => standing.take_plan(Plan::of(steps), now),
            Err(why) => return fail(standing, why, timeline),
        }
    }
    let Some(plan) = &mut standing.plan else { return };
    let begun = plan.begun;
    let outcome = plan.pursue(goal.row, desk);
    for step in plan.steps[begun..plan.begun].iter().filter(|_| !standing.achieved) {
        let what = Cow::Owned(step.describe(desk.rules));
        note(timeline, now, &goal.purpose.name, Progress::Step(what), goal.priority);
    }
    match outcome {
        Outcome::Achieved if !standing.achieved => {
            (standing.achieved, standing.failures) = (true, 0);
            note(timeline, now, &goal.purpose.name, Progress::Achieved, goal.priority);
        }
        Outcome::Achieved | Outcome::Underway => {}
        Outcome::Failed(why) => fail(standing, why, timeline),
    }
}

fn note(timeline: &mut Timeline, tick: u32, goal: &str, progress: Progress, priority: Fx) {
    timeline.note(Milestone { tick, goal: Cow::Owned(goal.to_owned()), progress, priority });
}
