//! Which commanders there are: builder names, as strategy files say them, and what builds each.

use std::collections::BTreeMap;

use sandtable_sim::content::{Checked, Document, Issues, Reader};

use crate::commander::{Commander, MatchInfo};
use crate::{goal_commander, idle, scripted};

/// Builds a commander from a strategy file. Problems are recorded in the reader, which refuses the file by them.
pub type Factory = Box<dyn Fn(&Reader<'_>, &MatchInfo<'_>) -> Box<dyn Commander> + Send + Sync>;

/// What every strategy file says at its top, whatever its bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyHeader {
    /// The name of the builder.
    pub bot: String,
    /// What the strategy does, in a sentence.
    pub about: String,
    /// The ruleset it is written for; none when it fits any.
    pub rules: Option<String>,
}

/// The commander builders known, by name.
pub struct Registry {
    factories: BTreeMap<String, Factory>,
}

impl Registry {
    /// No builders.
    pub fn empty() -> Registry {
        Registry { factories: BTreeMap::new() }
    }

    /// The builders that come with Sandtable: `goals`, `idle` and `scripted`.
    pub fn standard() -> Registry {
        let mut registry = Registry::empty();
        registry.add("goals", goal_commander::build);
        registry.add("idle", idle::build);
        registry.add("scripted", scripted::build);
        registry
    }

    /// Adds a builder under `bot`, in place of one of that name.
    pub fn add<F>(&mut self, bot: &str, factory: F)
    where
        F: Fn(&Reader<'_>, &MatchInfo<'_>) -> Box<dyn Commander> + Send + Sync + 'static,
    {
        self.factories.insert(bot.to_owned(), Box::new(factory));
    }

    /// The builders' names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.factories.keys().map(String::as_str)
    }

    /// Builds the commander that the strategy file called `file`, with this text, describes.
    ///
    /// # Errors
    /// Everything wrong with the file, names that the brief's rules lack included.
    pub fn commander(
        &self,
        file: &str,
        text: &str,
        brief: &MatchInfo<'_>,
    ) -> Result<Checked<Box<dyn Commander>>, Issues> {
        let document = Document::parse(file, text)?;
        let commander = self.build(&document, brief);
        document.finish(commander)
    }

    /// The header of a strategy file, without building anything.
    ///
    /// # Errors
    /// When the file is no TOML or its header is wrong; other keys are not looked at.
    pub fn header(&self, file: &str, text: &str) -> Result<StrategyHeader, Issues> {
        let document = Document::parse(file, text)?;
        let header = self.read_header(&document.root());
        if document.has_errors() {
            return Err(document.finish(()).err().unwrap_or_default());
        }
        Ok(header)
    }

    fn build(&self, document: &Document<'_>, brief: &MatchInfo<'_>) -> Box<dyn Commander> {
        let root = document.root();
        // What may be tuned is for those who tune; a file's other values are what they are.
        root.skip("tune");
        let header = self.read_header(&root);
        if let Some(rules) = header.rules.filter(|rules| *rules != brief.rules.name) {
            root.error("rules", format!("{rules:?}"), format!("\"{}\", the match's rules", brief.rules.name));
            // Of its other names only those rules could say whether they are right.
            root.keys().iter().for_each(|key| root.skip(key.text));
            return Box::new(idle::IdleCommander::named(brief.name));
        }
        match self.factories.get(&header.bot) {
            Some(factory) => factory(&root, brief),
            None => Box::new(idle::IdleCommander::named(brief.name)),
        }
    }

    fn read_header(&self, root: &Reader<'_>) -> StrategyHeader {
        let bot = root.reference("bot", "a commander").required();
        if !bot.text.is_empty() && !self.factories.contains_key(bot.text) {
            bot.unknown("a commander", self.names());
        }
        StrategyHeader {
            bot: bot.text.to_owned(),
            about: root.text("about", 200).required().to_owned(),
            rules: root.text("rules", 64).optional().map(str::to_owned),
        }
    }
}

impl Default for Registry {
    fn default() -> Registry {
        Registry::standard()
    }
}
