//! Minds: `[minds.NAME]`, what of the file a kind of agent thinks with.

use sandtable_decide::MindPlan;

use super::lexicon::Lexicon;
use crate::TableReader;
use crate::limits::ABOUT_CHARS;

pub(super) fn read(lexicon: &Lexicon<'_>, table: &TableReader<'_>) -> MindPlan {
    table.text("about", ABOUT_CHARS).optional();
    let parts = ["machine", "tree", "goals", "reactions"];
    if !parts.iter().any(|part| table.has(part)) {
        table.error("", "a mind of nothing", format!("one of {}", parts.join(", ")));
    }
    MindPlan {
        name: table.name().text.to_owned(),
        reactions: lexicon.reactions(table, "reactions"),
        goals: lexicon.goals(table, "goals"),
        machine: lexicon.machine(table, "machine"),
        tree: lexicon.tree(table, "tree"),
    }
}
