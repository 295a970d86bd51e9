//! Reading architectures: facts, and the tables that choose by them.

use sandtable_content::{TableReader, Word};
use sandtable_math::Bounds;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::choice::Architecture;
use super::facts::{Fact, FactSet, Literals};
use super::htn::{HtnMethod, HtnTask};
use super::machine::{GoalMachine, GoalMachineState, MachineTransition};
use super::state::GoalOperator;
use super::tree::{GoalTree, TreeChild, TreeNode, TreeNodeKind};
use super::tuning::{MAX_FACTS, MAX_ROWS};
use super::{goap, htn};
use crate::considerations::{ConsiderationReader, unknown};

/// The architectures, by the names strategy files use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArchitectureKind {
    Utility,
    Htn,
    Goap,
    Tree,
    Machine,
    List,
}

/// Which architecture a file names; `choice = "uniform"` replaces it.
pub(crate) fn named(file: &TableReader<'_>) -> (ArchitectureKind, bool) {
    let names = [
        ("utility", ArchitectureKind::Utility),
        ("htn", ArchitectureKind::Htn),
        ("goap", ArchitectureKind::Goap),
        ("tree", ArchitectureKind::Tree),
        ("machine", ArchitectureKind::Machine),
        ("list", ArchitectureKind::List),
    ];
    let named = file.choice("architecture", &names).or(ArchitectureKind::Utility);
    let uniform = file.choice("choice", &[("own", false), ("uniform", true)]).or(false);
    (named, uniform)
}

/// The facts under `[facts]`.
pub(crate) fn facts(file: &TableReader<'_>, reader: &mut ConsiderationReader<'_>) -> FactSet {
    let Some(table) = file.table("facts") else { return FactSet::default() };
    let words = table.keys();
    if words.len() > MAX_FACTS {
        table.error("", format!("{} facts", words.len()), format!("at most {MAX_FACTS}"));
    }
    let fact = |word: &Word<'_>| Fact { name: word.text.to_owned(), tests: reader.comparisons(&table, word.text, "") };
    FactSet(words.iter().take(MAX_FACTS).map(fact).collect())
}

/// What planners know of a goal: `needs`, `effects`, `expects`, `cost`.
pub(crate) fn operator(table: &TableReader<'_>, facts: &FactSet) -> GoalOperator {
    let operator = GoalOperator {
        needs: literals(table, "needs", facts),
        effects: literals(table, "effects", facts),
        expects: literals(table, "expects", facts),
        cost: table.int("cost", Bounds::new(1, 1_000)).or(10),
    };
    if operator.effects.mask & !facts.flags() != 0 {
        table.error(
            "effects",
            "a fact that is measured",
            "flags, facts without considerations; what is measured goes to expects",
        );
    }
    operator
}

/// Facts by name, `!` before those that are not to be.
fn literals(table: &TableReader<'_>, key: &str, facts: &FactSet) -> Literals {
    let mut literals = Literals::default();
    if !table.has(key) {
        return literals;
    }
    for word in table.references(key, "facts").required() {
        let (name, wanted) = word.text.strip_prefix('!').map_or((word.text, true), |name| (name, false));
        match facts.0.iter().position(|fact| fact.name == name) {
            Some(row) => {
                literals.mask |= 1 << row;
                literals.values |= u64::from(wanted) << row;
            }
            None => unknown(&word, "a fact", &facts.0.iter().map(|fact| fact.name.clone()).collect::<Vec<_>>()),
        }
    }
    literals
}

/// The architecture's own table, resolved against the names of the goals.
pub(crate) fn read(
    file: &TableReader<'_>,
    named: (ArchitectureKind, bool),
    facts: &FactSet,
    goals: &[String],
) -> Architecture {
    let architecture = match named.0 {
        ArchitectureKind::Htn => Architecture::Htn(domain(file, facts, goals)),
        ArchitectureKind::Goap => Architecture::Goap(wants(file, facts)),
        ArchitectureKind::Tree => Architecture::Tree(tree(file, facts, goals)),
        ArchitectureKind::Machine => Architecture::Machine(machine(file, facts, goals)),
        ArchitectureKind::List => Architecture::List,
        ArchitectureKind::Utility => Architecture::Utility,
    };
    if named.1 { Architecture::Uniform } else { architecture }
}

/// The tables under a key, one at least, the first of which is where everything begins.
fn rows<'d>(file: &TableReader<'d>, key: &str) -> Vec<TableReader<'d>> {
    let rows = file.tables(key);
    if rows.is_empty() || rows.len() > MAX_ROWS {
        file.error(key, format!("{} tables", rows.len()), format!("1 to {MAX_ROWS}, as [{key}.NAME]"));
    }
    rows.into_iter().take(MAX_ROWS).collect()
}

fn names(rows: &[TableReader<'_>]) -> Vec<String> {
    rows.iter().map(|row| row.name().text.to_owned()).collect()
}

/// The row of a word among names, or what it may have meant.
fn row_of(word: &Word<'_>, names: &[String], what: &str) -> Option<u8> {
    let row = names.iter().position(|name| name == word.text);
    if row.is_none() {
        unknown(word, what, names);
    }
    row.map(|row| row as u8)
}

/// A goal or a row of the same table.
fn either<T>(word: &Word<'_>, goals: &[String], own: &[String], goal: fn(u8) -> T, row: fn(u8) -> T) -> Option<T> {
    let named = |names: &[String]| names.iter().position(|name| name == word.text).map(|row| row as u8);
    let found = named(own).map(row).or_else(|| named(goals).map(goal));
    if found.is_none() {
        unknown(word, "a goal or a table of its own", &[own, goals].concat());
    }
    found
}

fn domain(file: &TableReader<'_>, facts: &FactSet, goals: &[String]) -> htn::HtnDomain {
    let tables = rows(file, "tasks");
    let own = names(&tables);
    let method = |entry: &TableReader<'_>| HtnMethod {
        name: entry.text("name", 64).required().to_owned(),
        needs: literals(entry, "if", facts),
        tasks: entry
            .references("do", "goals and tasks")
            .required()
            .iter()
            .filter_map(|word| either(word, goals, &own, HtnTask::Goal, HtnTask::Compound))
            .collect(),
    };
    let task =
        |table: &TableReader<'_>| (table.name().text.to_owned(), table.tables("methods").iter().map(method).collect());
    htn::HtnDomain { tasks: tables.iter().map(task).collect() }
}

fn wants(file: &TableReader<'_>, facts: &FactSet) -> goap::GoapDomain {
    let want = |table: &TableReader<'_>| {
        let want = goap::GoapWant { needs: literals(table, "if", facts), wants: literals(table, "is", facts) };
        (table.name().text.to_owned(), want)
    };
    goap::GoapDomain { wants: rows(file, "wants").iter().map(want).collect() }
}

fn tree(file: &TableReader<'_>, facts: &FactSet, goals: &[String]) -> GoalTree {
    let tables = rows(file, "nodes");
    let own = names(&tables);
    let node = |table: &TableReader<'_>| {
        let forms =
            [("select", TreeNodeKind::Select), ("sequence", TreeNodeKind::Sequence), ("all", TreeNodeKind::All)];
        let given: Vec<_> = forms.into_iter().filter(|(key, _)| table.has(key)).collect();
        if given.len() != 1 {
            table.error("", format!("{} forms", given.len()), "exactly one of select, sequence, all");
        }
        let (key, form) = given.first().copied().unwrap_or(forms[0]);
        let words = table.references(key, "goals and nodes").required();
        let children =
            words.iter().filter_map(|word| either(word, goals, &own, TreeChild::Goal, TreeChild::Node)).collect();
        TreeNode { form, needs: literals(table, "if", facts), children }
    };
    GoalTree { nodes: tables.iter().map(node).collect() }
}

fn machine(file: &TableReader<'_>, facts: &FactSet, goals: &[String]) -> GoalMachine {
    let tables = rows(file, "states");
    let own = names(&tables);
    let way = |entry: &TableReader<'_>| {
        let to = row_of(&entry.reference("to", "a state").required(), &own, "a state").unwrap_or(0);
        let after = entry.seconds("after", Bounds::new(0, 3_600 * TICKS_PER_SECOND)).or(0);
        MachineTransition { to, needs: literals(entry, "if", facts), after }
    };
    let state = |table: &TableReader<'_>| GoalMachineState {
        name: table.name().text.to_owned(),
        goals: table
            .references("pursue", "goals")
            .required()
            .iter()
            .filter_map(|word| row_of(word, goals, "a goal"))
            .collect(),
        transitions: table.tables(table.renamed("ways", "transitions")).iter().map(way).collect(),
    };
    GoalMachine { states: tables.iter().map(state).collect() }
}
