//! The build order in a strategy file's text, read and written again.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_ai::{BuildOrderText, BuildStepText};
use sandtable_match::Failure;
use sandtable_match::assemble::StrategyFile;
use sandtable_match::derived::{Derivation, own_text};
use sandtable_state::limits::TICKS_PER_SECOND;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Value};

/// A step of a build order.
#[derive(Clone, Debug)]
pub(super) struct OrderStep {
    /// All that the file says of it.
    table: InlineTable,
    /// Whether it is trained, built or researched.
    pub form: &'static str,
    /// The kind or technology.
    pub name: String,
    /// How many at once, those under way among them.
    pub count: u16,
}

impl OrderStep {
    /// The step with another count, which research has not; it has to be begun whenever it is.
    pub fn counting(&self, count: u16) -> OrderStep {
        let mut table = self.table.clone();
        table.remove("by");
        if self.form == "research" {
            return OrderStep { table, ..self.clone() };
        }
        table.insert("count", Value::from(i64::from(count)));
        OrderStep { table, count, ..self.clone() }
    }

    /// What is asked for, in a few words.
    pub fn says(&self) -> String {
        if self.form == "research" { self.name.clone() } else { format!("{} {}", self.count, self.name) }
    }
}

/// A strategy file with a build order.
pub(super) struct BuildOrderFile {
    /// As it plays.
    pub text: String,
    derivation: Option<Arc<Derivation>>,
    /// The goal whose order it is.
    goal: String,
    pub steps: Vec<OrderStep>,
    /// When the order is over.
    pub until_seconds: u32,
}

impl BuildOrderFile {
    /// Reads the first build order of a strategy.
    ///
    /// # Errors
    /// That it has none.
    pub fn read(strategy: &StrategyFile) -> Result<BuildOrderFile, Failure> {
        let none = || {
            let expected = "expected a goal with goal = \"build_order\" and steps (docs/STRATEGIES.md)";
            Failure::Usage(format!("{}: no build order; {expected}", strategy.label))
        };
        let BuildOrderText { goal, steps, until_ticks } = BuildOrderText::first(&strategy.text).ok_or_else(none)?;
        let document: DocumentMut = strategy.text.parse().map_err(|_| none())?;
        let list = ["goals", &goal, "steps"].into_iter().try_fold(document.as_item(), |item, key| item.get(key));
        // The strategy was loaded: there is nothing wrong with a step, and all of them are in both lists.
        let step = |(table, BuildStepText { form, name, count })| OrderStep { table, form, name, count };
        let steps = tables(list.cloned().unwrap_or_default()).into_iter().zip(steps).map(step).collect();
        let until_seconds = until_ticks / TICKS_PER_SECOND;
        let derivation = strategy.derivation.clone();
        Ok(BuildOrderFile { text: strategy.text.clone(), derivation, goal, steps, until_seconds })
    }

    /// The text to be written of the file whose text is this one.
    pub fn own_text(&self, text: &str) -> String {
        own_text(self.derivation.as_deref(), text)
    }

    /// The text of the file with other steps.
    pub fn with_steps(&self, steps: &[OrderStep]) -> String {
        let Ok(mut document) = self.text.parse::<DocumentMut>() else { return self.text.clone() };
        let mut list = Array::new();
        for step in steps {
            let mut table = Value::InlineTable(step.table.clone());
            *table.decor_mut() = toml_edit::Decor::new("\n    ", "");
            list.push_formatted(table);
        }
        list.set_trailing("\n");
        list.set_trailing_comma(true);
        document["goals"][&self.goal]["steps"] = Item::Value(Value::Array(list));
        document.to_string()
    }

    /// How many of everything it ends with.
    pub fn aims(&self) -> BTreeMap<String, u16> {
        let mut aims = BTreeMap::new();
        for step in &self.steps {
            let most = aims.entry(step.name.clone()).or_insert(0);
            *most = step.count.max(*most);
        }
        aims
    }
}

/// The tables of a list, however it is written.
fn tables(steps: Item) -> Vec<InlineTable> {
    match steps.into_array_of_tables() {
        Ok(tables) => tables.into_iter().map(toml_edit::Table::into_inline_table).collect(),
        Err(item) => {
            let list = item.into_value().ok().and_then(|value| value.as_array().cloned()).unwrap_or_default();
            list.into_iter().filter_map(|entry| entry.as_inline_table().cloned()).collect()
        }
    }
}
