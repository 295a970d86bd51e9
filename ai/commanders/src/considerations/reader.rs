//! Reading considerations from strategy files.

use sandtable_content::{TableReader, Word};
use sandtable_decide::{Consideration, Contribution, Cooldown, Curve, CurveShape, DecisionRule, SelectionPolicy, Test};
use sandtable_math::{Bounds, Fx};
use sandtable_model::rules::Rules;
use sandtable_state::limits::TICKS_PER_SECOND;

use crate::character::ChanceSpec;
use crate::input::{ConditionGroup, Input, InputScope, Quantifier};

/// Every number a curve or a bound may hold.
pub(crate) const NUMBERS: Bounds<Fx> = Bounds::new(Fx::from_int(-30_000), Fx::from_int(30_000));
/// Base priorities.
const PRIORITIES: Bounds<Fx> = Bounds::new(Fx::ZERO, Fx::from_int(1_000));
/// Considerations of one decision.
const MAX_CONSIDERATIONS: usize = 32;
/// Cooldowns of one strategy.
const MAX_COOLDOWNS: usize = 64;
/// Groups of conditions of one strategy.
const MAX_GROUPS: usize = 64;
/// Groups within each other.
const MAX_GROUP_DEPTH: usize = 4;
/// Seconds a cooldown may take.
const COOLDOWN_SECONDS: i64 = 3_600;

/// What considerations are read with.
pub(crate) struct ConsiderationReader<'a> {
    pub rules: &'a Rules,
    /// The cooldowns met so far, each with the name of the goal it follows.
    pub cooldowns: Vec<(String, Cooldown)>,
    /// The chances met so far.
    pub chances: Vec<ChanceSpec>,
    /// The groups of conditions met so far.
    pub conditions: Vec<ConditionGroup>,
    /// The names of the triggers of the file, by row.
    pub triggers: Vec<String>,
    /// The names of the beliefs of the file, by row.
    pub beliefs: Vec<String>,
}

impl ConsiderationReader<'_> {
    /// A base priority and what modifies it, for things of a scope. `owner` is the goal that is weighed.
    pub fn decision(&mut self, table: &TableReader<'_>, scope: InputScope, owner: &str) -> DecisionRule<Input> {
        let base = table.fixed("priority", PRIORITIES, "").required();
        DecisionRule { base, considerations: self.considerations(table, scope, owner) }
    }

    /// The list under `when`.
    pub fn considerations(
        &mut self,
        table: &TableReader<'_>,
        scope: InputScope,
        owner: &str,
    ) -> Vec<Consideration<Input>> {
        let entries = table.rows("when");
        if entries.len() > MAX_CONSIDERATIONS {
            table.error("when", format!("{} considerations", entries.len()), format!("at most {MAX_CONSIDERATIONS}"));
        }
        entries.iter().map(|entry| self.consideration(entry, scope, owner)).collect()
    }

    /// A list of comparisons: what adds or multiplies is refused.
    pub fn comparisons(&mut self, table: &TableReader<'_>, key: &str, owner: &str) -> Vec<Consideration<Input>> {
        let entries = table.rows(key);
        let read = |entry: &TableReader<'_>| {
            let one = self.consideration(entry, InputScope::GOAL, owner);
            if !matches!(one.test, Test::Within(..)) {
                entry.error("input", "one that adds or multiplies", "min, max or a cooldown");
            }
            one
        };
        entries.iter().take(MAX_CONSIDERATIONS).map(read).collect()
    }

    fn consideration(&mut self, entry: &TableReader<'_>, scope: InputScope, owner: &str) -> Consideration<Input> {
        if entry.has("cooldown") || entry.has("cooldown_between") {
            return self.cooldown(entry, owner);
        }
        if entry.has("chance_percent") {
            return self.chance(entry);
        }
        if let Some(quantifier) = Quantifier::EACH.into_iter().find(|it| entry.has(it.name())) {
            return self.group(entry, quantifier, scope, 0);
        }
        self.plain(entry, scope)
    }

    /// One that looks at a trigger, a belief or an input.
    fn plain(&self, entry: &TableReader<'_>, scope: InputScope) -> Consideration<Input> {
        if entry.has("trigger") {
            let input = Input::Fired(row_of(entry, "trigger", &self.triggers));
            let judges = ["min", "max", "base", "times"].into_iter().any(|key| entry.has(key));
            // Without a form of judging it: it has fired.
            return Consideration {
                input,
                test: if judges { test(entry) } else { Test::Within(Fx::ONE, NUMBERS.high) },
            };
        }
        if entry.has("belief") {
            return Consideration { input: Input::Likely(row_of(entry, "belief", &self.beliefs)), test: test(entry) };
        }
        let input = Input::named(&entry.reference("input", "an input").required(), self.rules, scope);
        Consideration { input, test: test(entry) }
    }

    /// A veto, or a weight for either case, by how many of several conditions hold: `{ any = [{ input = "time", min = 60 }, …] }`.
    fn group(
        &mut self,
        entry: &TableReader<'_>,
        quantifier: Quantifier,
        scope: InputScope,
        depth: usize,
    ) -> Consideration<Input> {
        let is_counted = quantifier == Quantifier::AtLeast;
        let key = if is_counted { "among" } else { quantifier.name() };
        let entries = entry.rows_upto(key, MAX_CONSIDERATIONS);
        if entries.is_empty() {
            let found = if entry.has(key) { "no conditions" } else { "no list of conditions" };
            entry.error(key, found, "conditions, as [{ input = \"time\", min = 60 }]");
        }
        let parts: Vec<_> = entries.iter().map(|part| self.part(part, scope, depth)).collect();
        let wanted = match quantifier {
            Quantifier::Any => 1..=parts.len(),
            Quantifier::All => parts.len()..=parts.len(),
            Quantifier::None => 0..=0,
            Quantifier::AtLeast => {
                let most = parts.len().clamp(1, MAX_CONSIDERATIONS) as u8;
                usize::from(entry.int("at_least", Bounds::new(1, most)).required())..=parts.len()
            }
        };
        let slot = self.conditions.len();
        if slot >= MAX_GROUPS {
            entry.error(key, "one more group", format!("at most {MAX_GROUPS} groups of conditions in a strategy"));
        } else {
            self.conditions.push(ConditionGroup { parts, wanted });
        }
        let compares = entry.has("then") || entry.has("otherwise");
        let test = if compares {
            Test::Compare(Fx::ONE, Fx::ONE, weight(entry, "then"), weight(entry, "otherwise"))
        } else {
            Test::Within(Fx::ONE, Fx::ONE)
        };
        Consideration { input: Input::Holds(quantifier, slot.min(MAX_GROUPS - 1) as u8), test }
    }

    /// A condition of a group: bounds of an input, or a group.
    fn part(&mut self, entry: &TableReader<'_>, scope: InputScope, depth: usize) -> Consideration<Input> {
        let nested = Quantifier::EACH.into_iter().find(|it| entry.has(it.name()));
        let part = match nested {
            Some(quantifier) if depth + 1 < MAX_GROUP_DEPTH => self.group(entry, quantifier, scope, depth + 1),
            Some(quantifier) => {
                let expected = format!("at most {MAX_GROUP_DEPTH} groups within each other");
                entry.skip_others(&[]);
                entry.error(quantifier.name(), "one more group within others", expected);
                Consideration { input: Input::Holds(quantifier, 0), test: Test::Within(Fx::ONE, Fx::ONE) }
            }
            None => self.plain(entry, scope),
        };
        if !matches!(part.test, Test::Within(..)) {
            entry.error("", "a condition that adds or multiplies", "min, max or a group within a group");
        }
        part
    }

    /// A veto unless a coin that is thrown now and then has fallen well.
    fn chance(&mut self, entry: &TableReader<'_>) -> Consideration<Input> {
        let percent = entry.int("chance_percent", Bounds::new(0, 100)).required();
        let every_ticks = entry.seconds("every", Bounds::new(TICKS_PER_SECOND, 3_600 * TICKS_PER_SECOND)).required();
        let slot = self.chances.len().min(MAX_COOLDOWNS - 1);
        if self.chances.len() >= MAX_COOLDOWNS {
            entry.error("chance_percent", "one more chance", format!("at most {MAX_COOLDOWNS} in a strategy"));
        } else {
            self.chances.push(ChanceSpec { percent, every_ticks });
        }
        Consideration { input: Input::Lucky(slot as u8), test: Test::Within(Fx::ONE, Fx::ONE) }
    }

    /// A veto until a goal has rested, this one unless another is named.
    fn cooldown(&mut self, entry: &TableReader<'_>, owner: &str) -> Consideration<Input> {
        if entry.has("cooldown") && entry.has("cooldown_between") {
            entry.skip("cooldown");
            entry.error("cooldown", "a fixed and a random cooldown", "exactly one of cooldown and cooldown_between");
        }
        let random = entry.has("cooldown_between");
        let fixed = random.then_some(0).or_else(|| Some(seconds(entry))).unwrap_or_default();
        let cooldown = if random { between(entry) } else { Cooldown::Fixed(fixed) };
        let goal = entry.text("of", 64).or(owner).to_owned();
        let slot = self.cooldowns.len();
        if slot >= MAX_COOLDOWNS {
            entry.error("cooldown", "one more cooldown", format!("at most {MAX_COOLDOWNS} in a strategy"));
        } else {
            self.cooldowns.push((goal, cooldown));
        }
        Consideration { input: Input::Rested(slot.min(MAX_COOLDOWNS - 1) as u8), test: Test::Within(Fx::ONE, Fx::ONE) }
    }
}

/// The row of the trigger or belief that a key names; 0 when there is none, which is recorded.
fn row_of(entry: &TableReader<'_>, key: &str, names: &[String]) -> u8 {
    let word = entry.reference(key, "a name of this file").required();
    let row = names.iter().position(|name| name == word.text);
    if row.is_none() {
        unknown(&word, &format!("a {key} of this file"), names);
    }
    row.unwrap_or(0) as u8
}

/// How a strategy file says which of several options is taken.
pub(crate) fn policy(table: &TableReader<'_>) -> SelectionPolicy {
    if table.has("top") && table.has("within_percent") {
        table.error("top", "two ways to choose", "either top or within_percent");
    }
    let top = table.int("top", Bounds::new(1, 32)).optional();
    let within = table.int("within_percent", Bounds::new(0, 100)).optional();
    match (top, within) {
        (Some(count), _) => SelectionPolicy::Top(count),
        (None, Some(percent)) => SelectionPolicy::Within(percent),
        (None, None) => SelectionPolicy::Highest,
    }
}

fn seconds(entry: &TableReader<'_>) -> u32 {
    entry.seconds("cooldown", Bounds::new(1, COOLDOWN_SECONDS as u32 * TICKS_PER_SECOND)).required()
}

fn between(entry: &TableReader<'_>) -> Cooldown {
    let ends = entry.int_list("cooldown_between", Bounds::new(1, COOLDOWN_SECONDS)).required();
    match ends.as_slice() {
        [low, high] if low < high => Cooldown::Between(*low as u32 * TICKS_PER_SECOND, *high as u32 * TICKS_PER_SECOND),
        _ => {
            if entry.has("cooldown_between") {
                entry.error("cooldown_between", "no range", "two ascending numbers of seconds, as [20, 40]");
            }
            Cooldown::Fixed(0)
        }
    }
}

/// Exactly one form: bounds that veto, bounds with a weight for either case, a base, a multiplier.
fn test(entry: &TableReader<'_>) -> Test {
    let compares = entry.has("then") || entry.has("otherwise");
    let bounded = entry.has("min") || entry.has("max");
    let forms = ["base", "times"].into_iter().filter(|key| entry.has(key)).count();
    if forms + usize::from(bounded) != 1 || (compares && !bounded) {
        entry.error(
            "input",
            "not one form of judging it",
            "either min and max, or base, or times; then and otherwise go with min and max",
        );
    }
    if entry.has("base") {
        return Test::Base(curve(entry, "base"));
    }
    if entry.has("times") {
        return Test::Times(curve(entry, "times"));
    }
    let low = entry.fixed("min", NUMBERS, "").or(NUMBERS.low);
    let high = entry.fixed("max", NUMBERS, "").or(NUMBERS.high);
    if compares {
        Test::Compare(low, high, weight(entry, "then"), weight(entry, "otherwise"))
    } else {
        Test::Within(low, high)
    }
}

/// `{ base = 10, times = 0.5 }`, each optional.
fn weight(entry: &TableReader<'_>, key: &str) -> Contribution {
    entry.table(key).map_or(Contribution::NONE, |table| Contribution {
        base: table.fixed("base", NUMBERS, "").or(Fx::ZERO),
        times: table.fixed("times", NUMBERS, "").or(Fx::ONE),
    })
}

/// Points, or two points and the shape of the way between them.
fn curve(entry: &TableReader<'_>, key: &str) -> Curve {
    let points = entry.fixed_pairs(key, NUMBERS).required();
    if !entry.has("shape") {
        return Curve::through(points).unwrap_or_else(|problem| {
            entry.error(key, problem.to_string(), "points like [[0, 10], [60, 40]]");
            Curve::flat(Fx::ZERO)
        });
    }
    let bend = entry.fixed("bend", Bounds::new(Fx::ratio_floor(1, 4), Fx::from_int(12)), "").or(Fx::from_int(4));
    let shapes = [
        ("linear", CurveShape::Linear),
        ("power", CurveShape::Power(bend)),
        ("logistic", CurveShape::Logistic(bend)),
        ("logit", CurveShape::Logit(bend)),
        ("step", CurveShape::Step),
    ];
    let shape = entry.choice("shape", &shapes).required();
    match points.as_slice() {
        [from, to] if to.0.bits() - from.0.bits() >= 64 => Curve::shaped(shape, *from, *to),
        _ => {
            entry.error(key, format!("{} points", points.len()), "the two ends of the shape, as [[0, 0.2], [20, 1.5]]");
            Curve::flat(Fx::ZERO)
        }
    }
}

/// The names a word may be mistaken for.
pub(crate) fn unknown(word: &Word<'_>, what: &str, known: &[String]) {
    if !word.text.is_empty() {
        word.unknown(what, known.iter().map(String::as_str));
    }
}
