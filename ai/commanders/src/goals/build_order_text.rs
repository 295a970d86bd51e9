//! Build orders as strategy files say them: what is asked for by name, for whoever reads an order without rules.

use sandtable_content::{Document, TableReader};
use sandtable_math::Bounds;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::tuning::{BUILD_ORDER_TICKS, MAX_BUILD_ITEMS};
use crate::systems::GoalKind;

/// When a thing has to be begun, or a list is over.
pub(super) const CLOCK: Bounds<u32> = Bounds::new(TICKS_PER_SECOND, 3_600 * TICKS_PER_SECOND);

/// The forms of a step; it has exactly one.
const FORMS: [&str; 3] = ["train", "build", "research"];

/// A step of a build order, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildStepText {
    /// How it is had: `train`, `build` or `research`.
    pub form: &'static str,
    /// The unit, building or technology.
    pub name: String,
    /// How many at once, those under way among them; 1 of a technology.
    pub count: u16,
}

/// The build order of a strategy, by name.
///
/// # Examples
///
/// ```
/// use sandtable_ai::BuildOrderText;
///
/// let text = "[goals.opening]\ngoal = \"build_order\"\nsteps = [{ train = \"worker\", count = 9 }, { build = \"barracks\" }]";
/// let order = BuildOrderText::first(text).unwrap();
/// assert_eq!((order.goal.as_str(), order.until_ticks), ("opening", 4_800));
/// assert_eq!((order.steps[0].form, order.steps[0].count, order.steps[1].count), ("train", 9, 1));
/// assert!(BuildOrderText::first("[goals.rush]").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOrderText {
    /// The goal whose order it is.
    pub goal: String,
    /// In order; those in which something is wrong are left out.
    pub steps: Vec<BuildStepText>,
    /// The tick from which it is over, carried out or not.
    pub until_ticks: u32,
}

impl BuildOrderText {
    /// Steps that one order may have.
    pub const MAX_STEPS: usize = MAX_BUILD_ITEMS;

    /// The first build order of a strategy's text; none when it has none.
    pub fn first(text: &str) -> Option<BuildOrderText> {
        let document = Document::parse("", text).ok()?;
        let goals = document.root().table("goals")?;
        let named = |table: &TableReader<'_>| {
            table.reference("goal", "a goal").optional().unwrap_or_else(|| table.name()).text.to_owned()
        };
        let is_order = |table: &TableReader<'_>| GoalKind::named(&named(table)) == Some(GoalKind::BuildOrder);
        let table = goals.keys().into_iter().filter_map(|word| goals.table(word.text)).find(is_order)?;
        let step = |entry: &TableReader<'_>| {
            let form = form(entry)?;
            let name = entry.reference(form, "a kind or technology").optional()?.text.to_owned();
            Some(BuildStepText { form, name, count: count(entry, form) })
        };
        let steps = entries(&table).iter().filter_map(step).collect();
        Some(BuildOrderText { goal: table.name().text.to_owned(), steps, until_ticks: until_ticks(&table) })
    }
}

/// The steps of a goal's table.
pub(super) fn entries<'d>(table: &TableReader<'d>) -> Vec<TableReader<'d>> {
    table.rows_upto("steps", MAX_BUILD_ITEMS)
}

/// When the order of a goal's table is over.
pub(super) fn until_ticks(table: &TableReader<'_>) -> u32 {
    table.seconds("until", CLOCK).or(BUILD_ORDER_TICKS)
}

/// The form of a step, or an error at it.
pub(super) fn form(entry: &TableReader<'_>) -> Option<&'static str> {
    let forms: Vec<&'static str> = FORMS.into_iter().filter(|key| entry.has(key)).collect();
    if let [form] = forms[..] {
        return Some(form);
    }
    entry.error("", format!("{} of train, build and research", forms.len()), "exactly one of them");
    entry.skip_others(&forms);
    None
}

/// How many a step of a form asks for.
pub(super) fn count(entry: &TableReader<'_>, form: &str) -> u16 {
    if form == "research" { 1 } else { entry.int("count", Bounds::new(1, 500)).or(1) }
}
