//! Personal goals: `[goals.NAME.wants.NAME]`.

use sandtable_decide::{Inertia, PersonalGoal, PersonalGoals};
use sandtable_math::{Bounds, Fx};
use sandtable_state::limits::{MAX_PERSONAL_GOALS, MAX_TICKS};

use super::decision;
use super::lexicon::{Lexicon, names};
use super::tuning::GOAL_INERTIA_PERCENT;
use crate::limits::ABOUT_CHARS;
use crate::{TableReader, Word};

/// Scores at which goals stand and fall.
const THRESHOLD: Bounds<Fx> = Bounds::new(Fx::ZERO, Fx::from_int(30_000));

pub(super) fn read(lexicon: &Lexicon<'_>, table: &TableReader<'_>) -> PersonalGoals {
    table.text("about", ABOUT_CHARS).optional();
    let places = table.tables("wants");
    let words: Vec<Word<'_>> = places.iter().map(TableReader::name).collect();
    if names(table, "wants", &words, MAX_PERSONAL_GOALS).is_empty() {
        table.error("wants", "no goal", "a table for each goal, as [goals.soldier.wants.survive]");
    }
    let percent = table.int("inertia_percent", Bounds::new(0, 1_000)).or(GOAL_INERTIA_PERCENT);
    let goals = places.iter().take(MAX_PERSONAL_GOALS).map(|place| goal(lexicon, place)).collect();
    PersonalGoals { name: table.name().text.to_owned(), inertia: Inertia { percent }, goals }
}

fn goal(lexicon: &Lexicon<'_>, at: &TableReader<'_>) -> PersonalGoal {
    at.text("about", ABOUT_CHARS).optional();
    let decision = decision::read(lexicon, at, "when", Fx::ZERO, lexicon.vocabulary.inputs);
    let starts_at = at.fixed("starts_at", THRESHOLD, "").or(Fx::ZERO);
    let ends_below = at.fixed("ends_below", THRESHOLD, "").or(starts_at);
    let worth = decision::span(&decision, lexicon.vocabulary.inputs);
    if ends_below > starts_at {
        at.error("ends_below", ends_below.to_string(), format!("at most starts_at, {starts_at}"));
    } else if worth.high <= Fx::ZERO {
        at.error("", "a goal that is never worth more than 0", "a priority above 0");
    } else if worth.high < starts_at {
        at.error("starts_at", starts_at.to_string(), format!("at most {}, the most it is ever worth", worth.high));
    }
    PersonalGoal {
        name: at.name().text.to_owned(),
        decision,
        starts_at,
        ends_below,
        ends_after: at.seconds("ends_after", Bounds::new(1, MAX_TICKS)).or(0),
        disobeys: at.boolean("disobeys").or(false),
        tree: lexicon.tree(at, "tree"),
    }
}
