//! Key by key: what a file says stands over what its base says.

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_diagnostics::{Code, nearest};
use toml_edit::{ArrayOfTables, Item, TableLike, Value};

use super::ChainFile;
use crate::Failure;

/// What stands under a key, and in which file of the chain, by row.
pub(super) enum MergedNode<'d> {
    /// A value, as its file writes it.
    Value { file: usize, key: Range<usize>, value: &'d Value },
    /// A list of tables with headers.
    Rows { file: usize, tables: &'d ArrayOfTables },
    /// A table whose keys may stand in several files. The place is that of its name.
    Table { file: usize, key: Range<usize>, entries: Entries<'d> },
}

/// Keys and what stands under them, in order: those of a base, then those that a file adds.
pub(super) type Entries<'d> = Vec<(String, MergedNode<'d>)>;

/// What a table of a file has.
pub(super) fn entries(file: usize, table: &dyn TableLike) -> Entries<'_> {
    let node = |(name, item)| {
        let key = table.key(name).and_then(|key| key.span()).unwrap_or_default();
        Some((name.to_owned(), node(file, key, item)?))
    };
    table.iter().filter_map(node).collect()
}

fn node(file: usize, key: Range<usize>, item: &Item) -> Option<MergedNode<'_>> {
    Some(match item {
        Item::None => return None,
        // A dotted key within a value: `{ mix.archer = 1 }`.
        Item::Value(Value::InlineTable(table)) if table.is_dotted() => table_node(file, key, table),
        Item::Value(value) => MergedNode::Value { file, key, value },
        Item::ArrayOfTables(tables) => MergedNode::Rows { file, tables },
        Item::Table(table) => table_node(file, key, table),
    })
}

/// A table as what stands under a key.
pub(super) fn table_node(file: usize, key: Range<usize>, table: &dyn TableLike) -> MergedNode<'_> {
    MergedNode::Table { file, key, entries: entries(file, table) }
}

/// Lays what a file says over what its base says. A table is laid over key by key; a value, and so a list or a table in
/// braces, stands in place of what was there, and `false` takes away what is neither true nor false itself. What is new stands behind what
/// the file names before it, or else behind all: goals of one priority are in order.
pub(super) fn lay_over<'d>(
    base: &mut Entries<'d>,
    over: Entries<'d>,
    files: &[ChainFile],
    path: &str,
) -> Result<(), Failure> {
    let rows: BTreeMap<String, usize> = base.iter().enumerate().map(|(row, (key, _))| (key.clone(), row)).collect();
    let mut slots: Vec<Option<(String, MergedNode<'d>)>> = base.drain(..).map(Some).collect();
    let (mut added, mut error, mut place) = (BTreeMap::<usize, Entries<'d>>::new(), None, slots.len());
    for (name, node) in over {
        let Some(row) = rows.get(&name).copied() else {
            if let MergedNode::Value { file, key, .. } = &node
                && node.is_false()
                && names_tables(path, &slots)
            {
                let known = slots.iter().flatten().map(|(key, _)| key.as_str());
                let (file, field) = (&files[*file], format!("{path}{name}"));
                let found = "false, for a name that the base does not have".to_owned();
                let mut issues = file.issue(key, &field, Code::UnknownName, found, "a name of the base");
                issues.0.iter_mut().for_each(|issue| issue.suggestion = nearest(&name, known.clone()));
                error = error.or(Some(Failure::from(issues)));
            }
            added.entry(place).or_default().push((name, node));
            continue;
        };
        place = row;
        let slot = &mut slots[row];
        let Some((_, was)) = slot.as_mut() else { continue };
        if let MergedNode::Value { file, key, value: Value::InlineTable(table) } = was
            && matches!(node, MergedNode::Table { .. })
        {
            *was = table_node(*file, key.clone(), table);
        }
        match (was, node) {
            (MergedNode::Table { file: from, key: at, entries }, MergedNode::Table { file, key, entries: over }) => {
                (*from, *at) = (file, key);
                lay_over(entries, over, files, &format!("{path}{name}."))?;
            }
            (was, node) if node.is_false() && !was.is_switch() => *slot = None,
            (was, node) => *was = node,
        }
    }
    for (row, slot) in slots.into_iter().map(Some).chain([None]).enumerate() {
        base.extend(slot.flatten());
        base.extend(added.remove(&row).unwrap_or_default());
    }
    error.map_or(Ok(()), Err)
}

/// Whether the entries below a path of one key are the things that a strategy names: goals, armies, triggers.
fn names_tables(path: &str, slots: &[Option<(String, MergedNode<'_>)>]) -> bool {
    let is_table = |(_, node): &(String, MergedNode<'_>)| match node {
        MergedNode::Value { value, .. } => value.is_inline_table(),
        MergedNode::Rows { .. } => false,
        MergedNode::Table { .. } => true,
    };
    path.matches('.').count() == 1 && slots.iter().flatten().next().is_some() && slots.iter().flatten().all(is_table)
}

impl MergedNode<'_> {
    fn is_false(&self) -> bool {
        matches!(self, MergedNode::Value { value, .. } if value.as_bool() == Some(false))
    }

    fn is_switch(&self) -> bool {
        matches!(self, MergedNode::Value { value, .. } if value.is_bool())
    }
}
