//! Playing a fight forward: both sides look, then act, then suffer, so that neither is first.

use sandtable_model::rules::Rules;

use super::army::{Army, Combatant, NOBODY, Profile, square};
use super::ground::FightGround;
use super::outcome::Rehearsal;
use super::side::{FightPlan, FightSide};
use super::tuning::{
    CROWD_LENGTH, CURVE_TICKS, HOLD_LENGTH, KITE_LENGTH, LONGEST_STEP_TICKS, LOOK_STEPS, LOOKS_A_UNIT_STEP,
    MEND_LENGTH, SHORTEST_STEP_TICKS, SPLASH_PERCENT, WALKING_HIT_PERCENT,
};

/// Plays a fight forward for up to `horizon_ticks`, in no more than about `most_unit_steps` unit-steps.
///
/// Kinds of fighters index `rules` and the sides' stats. Without fighters on a side nothing of that side is left.
///
/// # Examples
///
/// ```
/// use sandtable_ai::{FightGround, FightPlan, FightSide, Fighter, rehearse};
/// use sandtable_math::{Fx, Vec2};
/// use sandtable_model::rules::derive_stats;
/// # use sandtable_content::load_rules;
/// # let rules = load_rules("duel.toml", include_str!("../../../../scenarios/rules/duel.toml")).unwrap().value;
///
/// let stats = derive_stats(&rules, 0);
/// let light = rules.kind_named("light").unwrap();
/// let side = |count: i32, x: i32| FightSide {
///     fighters: (0..count)
///         .map(|row| Fighter {
///             kind: light,
///             position: Vec2::cell_centre(x, row),
///             hp: stats[light.index()].max_hp,
///             arrives_ticks: 0,
///         })
///         .collect(),
///     stats: &stats,
///     plan: FightPlan::Charge,
/// };
/// let outcome = rehearse(&rules, &side(8, 2), &side(4, 10), FightGround::default(), 480, 9_000);
/// assert!(outcome.own_left > outcome.foe_left);
/// let turned = rehearse(&rules, &side(4, 10), &side(8, 2), FightGround::default(), 480, 9_000);
/// assert_eq!((turned.foe_left, turned.own_left), (outcome.own_left, outcome.foe_left));
/// ```
pub fn rehearse(
    rules: &Rules,
    own: &FightSide<'_>,
    foe: &FightSide<'_>,
    ground: FightGround,
    horizon_ticks: u32,
    most_unit_steps: u32,
) -> Rehearsal {
    let mut armies = [Army::new(rules, own, foe, ground), Army::new(rules, foe, own, ground)];
    let horizon = horizon_ticks.min(i32::MAX as u32) as i32;
    let step_ticks = step_ticks(&armies, horizon, most_unit_steps);
    let mut outcome = Rehearsal::default();
    let (mut now, mut step) = (0, 0);
    while now < horizon {
        if now % CURVE_TICKS < step_ticks {
            outcome.curve.push((armies[0].left(), armies[1].left()));
        }
        if armies.iter().any(Army::is_beaten) || outcome.unit_steps >= most_unit_steps {
            break;
        }
        outcome.unit_steps += play_step(&mut armies, now, step_ticks, step % LOOK_STEPS == 0);
        now += step_ticks;
        step += 1;
    }
    (outcome.own_left, outcome.foe_left) = (armies[0].left(), armies[1].left());
    outcome
}

/// The length of a step for which the fight stays within its budget.
fn step_ticks(armies: &[Army; 2], horizon: i32, budget: u32) -> i32 {
    let [own, foe] = [&armies[0], &armies[1]].map(|army| army.units.len() as u64);
    let looks = 2 * own * foe / (LOOK_STEPS as u64 * u64::from(LOOKS_A_UNIT_STEP));
    let a_step = own + foe + looks;
    let fits = |ticks: &i32| a_step * (horizon / ticks) as u64 <= u64::from(budget);
    let mut lengths = (0..).map(|power| SHORTEST_STEP_TICKS << power).take_while(|ticks| *ticks <= LONGEST_STEP_TICKS);
    lengths.find(fits).unwrap_or(LONGEST_STEP_TICKS)
}

fn play_step(armies: &mut [Army; 2], now: i32, ticks: i32, looks: bool) -> u32 {
    let mut work = 0;
    let [own, foe] = armies;
    own.count_crowd();
    foe.count_crowd();
    work += own.look(foe, now, looks);
    work += foe.look(own, now, looks);
    work += own.act(foe, now, ticks);
    work += foe.act(own, now, ticks);
    own.suffer(&foe.blows);
    foe.suffer(&own.blows);
    work
}

impl Army {
    fn profile(&self, row: usize) -> &Profile {
        &self.profiles[usize::from(self.units[row].profile)]
    }

    /// Counts the melee fighters at each foe, and forgets the last step's strokes.
    fn count_crowd(&mut self) {
        self.blows.fill(0);
        self.mends.fill(0);
        self.crowd.fill(0);
        for row in 0..self.units.len() {
            let unit = &self.units[row];
            if unit.hp > 0 && unit.target != NOBODY && self.profile(row).is_melee() && self.profile(row).mends == 0 {
                let crowd = &mut self.crowd[usize::from(unit.target)];
                *crowd = crowd.saturating_add(1);
            }
        }
    }

    /// Finds targets for those without, and now and then for all who are not at blows. Returns the work.
    fn look(&mut self, foe: &Army, now: i32, anew: bool) -> u32 {
        let mut seen = 0;
        for row in 0..self.units.len() {
            let unit = self.units[row];
            if unit.hp <= 0 || unit.arrives > now {
                continue;
            }
            let profile = self.profile(row);
            if profile.mends > 0 {
                if anew {
                    seen += self.units.len();
                    self.units[row].target = self.wounded_friend(row);
                }
                continue;
            }
            let idle = unit.target == NOBODY;
            if idle && !anew {
                continue;
            }
            let lost = idle || foe.units[usize::from(unit.target)].hp <= 0;
            if !lost && !(anew && (profile.kites() || self.gap(row, foe, unit.target) > profile.range)) {
                continue;
            }
            seen += foe.units.len();
            (self.units[row].target, self.units[row].threat) = self.find_target(row, foe, now);
        }
        seen as u32 / LOOKS_A_UNIT_STEP
    }

    /// Between the edges of a fighter and of one of the foe's.
    fn gap(&self, row: usize, foe: &Army, target: u16) -> i32 {
        let (unit, other) = (&self.units[row], &foe.units[usize::from(target)]);
        let between = square(unit.x - other.x, unit.y - other.y).isqrt() as i32;
        between - self.profile(row).radius - foe.profile(usize::from(target)).radius
    }

    /// The nearest foe it can hurt, farther for those round whom there is no room; and the nearest blade.
    fn find_target(&self, row: usize, foe: &Army, now: i32) -> (u16, u16) {
        let (unit, profile) = (&self.units[row], self.profile(row));
        let damage = &self.matchup[usize::from(unit.profile)];
        let (mut best, mut blade) = ((i32::MAX, NOBODY), (i32::MAX, NOBODY));
        for (at, other) in foe.units.iter().enumerate() {
            if other.hp <= 0 || other.arrives > now {
                continue;
            }
            let theirs = &foe.profiles[usize::from(other.profile)];
            let gap = self.gap(row, foe, at as u16);
            if damage[usize::from(other.profile)] > 0 && (profile.min_range == 0 || gap >= profile.min_range) {
                let crowd = if profile.is_melee() { self.excess(profile, theirs, at, unit.target) } else { 0 };
                best = best.min((gap + crowd, at as u16));
            }
            if profile.kites() && theirs.is_melee() && theirs.speed > 0 {
                blade = blade.min((gap, at as u16));
            }
        }
        (best.1, blade.1)
    }

    /// How much farther a foe seems for the strikers round it who leave no room.
    fn excess(&self, profile: &Profile, theirs: &Profile, at: usize, current: u16) -> i32 {
        let places = 3 * (theirs.radius + profile.radius) / profile.radius.max(1);
        let others = i32::from(self.crowd[at]) - i32::from(current == at as u16);
        (others + 1 - places).max(0) * CROWD_LENGTH
    }

    /// The friend in reach that lacks the most hit points.
    fn wounded_friend(&self, row: usize) -> u16 {
        let unit = &self.units[row];
        let (mut most, mut found) = (0, NOBODY);
        for (at, friend) in self.units.iter().enumerate() {
            let lacks = self.profile(at).max_hp - friend.hp;
            let near = square(unit.x - friend.x, unit.y - friend.y) <= square(MEND_LENGTH, 0);
            if at != row && friend.hp > 0 && near && lacks > most && self.profile(at).speed > 0 {
                (most, found) = (lacks, at as u16);
            }
        }
        found
    }

    /// Everybody strikes or walks, and the results are noted. Returns the work.
    fn act(&mut self, foe: &Army, now: i32, ticks: i32) -> u32 {
        let mut work = 0;
        for row in 0..self.units.len() {
            let unit = self.units[row];
            self.moves[row] = (unit.x, unit.y);
            if unit.hp <= 0 || unit.arrives > now {
                continue;
            }
            work += 1;
            if self.profile(row).mends > 0 {
                self.tend(row, ticks);
            } else {
                self.fight(row, foe, ticks);
            }
        }
        work
    }

    fn fight(&mut self, row: usize, foe: &Army, ticks: i32) {
        let unit = self.units[row];
        if unit.target == NOBODY {
            return;
        }
        let (gap, profile) = (self.gap(row, foe, unit.target), self.profile(row));
        let (range, windup, kites, stride) =
            (profile.range, profile.windup_ticks, profile.kites(), profile.speed * ticks);
        let pressed = kites && unit.threat != NOBODY && foe.units[usize::from(unit.threat)].hp > 0;
        let flees = pressed && self.gap(row, foe, unit.threat) < KITE_LENGTH;
        let leaves = self.plan == FightPlan::Retreat;
        if gap <= range && (!leaves || kites) {
            self.strike(row, foe, ticks);
        } else {
            self.units[row].cool = (unit.cool - ticks).max(windup);
        }
        let at = |it: &Combatant| (it.x, it.y);
        if leaves {
            self.moves[row] = step_from(&unit, at(&foe.units[usize::from(unit.target)]), stride);
        } else if flees {
            self.moves[row] = step_from(&unit, at(&foe.units[usize::from(unit.threat)]), stride);
        } else if gap > range && (self.plan == FightPlan::Charge || gap <= HOLD_LENGTH) {
            self.moves[row] = step_towards(&unit, at(&foe.units[usize::from(unit.target)]), stride.min(gap - range));
        }
    }

    /// Strokes that fall due within a step.
    fn strike(&mut self, row: usize, foe: &Army, ticks: i32) {
        let (unit, beat) = (self.units[row], self.profile(row).beat_ticks);
        let mut cool = unit.cool - ticks;
        while cool <= 0 {
            cool += beat;
            self.hit(&unit, foe);
        }
        self.units[row].cool = cool;
    }

    /// One stroke. What falls on a place hurts everybody round it, friends too, and misses most of those who walk.
    fn hit(&mut self, unit: &Combatant, foe: &Army) {
        let (target, kind) = (usize::from(unit.target), usize::from(unit.profile));
        let splash = self.profiles[kind].splash;
        let blow = |damage: &[i32], other: &Combatant| {
            let full = damage[usize::from(other.profile)];
            if splash > 0 && other.walks { full * WALKING_HIT_PERCENT / 100 } else { full }
        };
        self.blows[target] += blow(&self.matchup[kind], &foe.units[target]);
        if splash == 0 {
            return;
        }
        let (x, y) = (foe.units[target].x, foe.units[target].y);
        let caught = |army: &Army, other: &Combatant| {
            let reach = splash + army.profiles[usize::from(other.profile)].radius;
            other.hp > 0 && square(other.x - x, other.y - y) <= square(reach, 0)
        };
        for (at, other) in foe.units.iter().enumerate() {
            if at != target && caught(foe, other) {
                self.blows[at] += blow(&self.matchup[kind], other) * SPLASH_PERCENT / 100;
            }
        }
        for at in 0..self.units.len() {
            let friend = self.units[at];
            if caught(self, &friend) {
                self.mends[at] -= blow(&self.friendly[kind], &friend) * SPLASH_PERCENT / 100;
            }
        }
    }

    /// A healer mends whom it has chosen, or walks up to it.
    fn tend(&mut self, row: usize, ticks: i32) {
        let unit = self.units[row];
        if unit.target == NOBODY {
            return;
        }
        let friend = self.units[usize::from(unit.target)];
        let profile = self.profile(row);
        let gap = square(unit.x - friend.x, unit.y - friend.y).isqrt() as i32 - profile.radius;
        if gap > profile.range {
            self.moves[row] = step_towards(&unit, (friend.x, friend.y), profile.speed * ticks);
            return;
        }
        let (beat, mends) = (profile.beat_ticks, profile.mends);
        let mut cool = unit.cool - ticks;
        while cool <= 0 {
            cool += beat;
            self.mends[usize::from(unit.target)] += mends;
        }
        self.units[row].cool = cool;
    }

    /// What was struck and mended in this step shows, and everybody is where they went.
    fn suffer(&mut self, blows: &[i32]) {
        for (row, unit) in self.units.iter_mut().enumerate() {
            unit.walks = (unit.x, unit.y) != self.moves[row];
            (unit.x, unit.y) = self.moves[row];
            if unit.hp > 0 {
                let full = self.profiles[usize::from(unit.profile)].max_hp.max(unit.hp);
                unit.hp = (unit.hp - blows[row] + self.mends[row]).min(full);
            }
        }
    }
}

fn step_towards(unit: &Combatant, to: (i32, i32), stride: i32) -> (i32, i32) {
    let (x, y) = (to.0 - unit.x, to.1 - unit.y);
    let far = square(x, y).isqrt().max(1);
    let part = |way: i32| (i64::from(way) * i64::from(stride) / far) as i32;
    (unit.x + part(x), unit.y + part(y))
}

fn step_from(unit: &Combatant, from: (i32, i32), stride: i32) -> (i32, i32) {
    step_towards(unit, from, -stride)
}
