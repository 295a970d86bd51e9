//! Which commanders there are: builder names, as strategy files say them, and what builds each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sandtable_content::{Document, TableReader, reading};
use sandtable_diagnostics::{Checked, Issues};
use sandtable_model::rules::Rules;

use crate::commander::{Commander, MatchInfo};
use crate::goal_commander::{self, GoalCommander};
use crate::outside::OutsideTerms;
use crate::{idle, scripted};

/// Builds a commander from a strategy file. Problems are recorded in the reader, which refuses the file by them.
pub type Factory = Arc<dyn Fn(&TableReader<'_>, &MatchInfo<'_>) -> Box<dyn Commander> + Send + Sync>;

/// What every strategy file says at its top, whatever its bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyHeader {
    /// The name of the builder.
    pub bot: String,
    /// What the strategy does, in a sentence.
    pub about: String,
    /// The ruleset it is written for, by name or by the path of a file of that name; none when it fits any.
    pub rules: Option<String>,
}

impl StrategyHeader {
    /// Whether it can be played under these rules: it is written for them, or for any.
    pub fn fits(&self, rules: &Rules) -> bool {
        self.rules.as_deref().is_none_or(|named| {
            let folder = named.strip_suffix(".toml").and_then(|path| path.strip_suffix(&*rules.name));
            named == rules.name || folder.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
        })
    }
}

/// The keys of a strategy file's header.
const HEADER_KEYS: [&str; 4] = ["extends", "bot", "about", "rules"];

/// The commander builders known, by name.
///
/// # Examples
///
/// A strategy is loaded from its text; what is wrong with it is said with its place, and what was meant:
///
/// ```
/// use sandtable_ai::{MatchInfo, Registry};
/// use sandtable_state::id::PlayerId;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let registry = Registry::standard();
/// assert_eq!(registry.names().collect::<Vec<_>>(), ["goals", "idle", "scripted"]);
///
/// let info = MatchInfo { rules: &scenario.rules, player: PlayerId(0), seed: 1, name: "boom" };
/// let good = r#"
/// bot = "goals"
/// about = "Workers, and no more."
/// [goals.economy]
/// priority = 80
/// workers = 12
/// "#;
/// assert!(registry.commander("boom.toml", good, &info).is_ok());
///
/// let issues = registry.commander("boom.toml", &good.replace("workers", "wrokers"), &info).err().unwrap();
/// assert!(issues.has_errors() && issues.to_string().contains("workers"));
/// ```
///
/// A program that embeds Sandtable adds builders of its own, with keys of their own:
///
/// ```
/// use sandtable_ai::{Commander, Orders, Registry};
/// use sandtable_math::Bounds;
/// use sandtable_sim::view::View;
///
/// struct Patient(u32);
///
/// impl Commander for Patient {
///     fn name(&self) -> &str {
///         "patient"
///     }
///
///     fn interval_ticks(&self) -> u32 {
///         self.0
///     }
///
///     fn decide(&mut self, _: &View<'_>, _: &mut Orders) {}
/// }
///
/// let mut registry = Registry::standard();
/// registry.add("patient", |file, _info| Box::new(Patient(file.int("ticks", Bounds::new(1, 1_000)).or(160))));
/// assert!(registry.names().any(|name| name == "patient"));
/// ```
#[derive(Clone)]
pub struct Registry {
    factories: BTreeMap<String, Factory>,
    /// Of these, those whose commanders are more than their strategy's text.
    outside: BTreeSet<String>,
    terms: Arc<OutsideTerms>,
}

impl Registry {
    /// A registry without any builder.
    pub fn empty() -> Registry {
        Registry { factories: BTreeMap::new(), outside: BTreeSet::new(), terms: Arc::default() }
    }

    /// The builders that come with Sandtable: `goals`, `idle` and `scripted`.
    pub fn standard() -> Registry {
        let mut registry = Registry::empty();
        registry.add(GoalCommander::BOT, goal_commander::build);
        registry.add("idle", idle::build);
        registry.add("scripted", scripted::build);
        registry
    }

    /// Adds a builder under `bot`, in place of one of that name.
    pub fn add<F>(&mut self, bot: &str, factory: F)
    where
        F: Fn(&TableReader<'_>, &MatchInfo<'_>) -> Box<dyn Commander> + Send + Sync + 'static,
    {
        self.outside.remove(bot);
        self.factories.insert(bot.to_owned(), Arc::new(factory));
    }

    /// Adds a builder of bots from outside: programs and modules that a strategy's text names and does not hold. What they decided nobody
    /// can find out from a record alone.
    pub fn add_outside<F>(&mut self, bot: &str, factory: F)
    where
        F: Fn(&TableReader<'_>, &MatchInfo<'_>) -> Box<dyn Commander> + Send + Sync + 'static,
    {
        self.add(bot, factory);
        self.outside.insert(bot.to_owned());
    }

    /// On what terms bots from outside run; clones of this registry share them.
    pub fn terms(&self) -> &Arc<OutsideTerms> {
        &self.terms
    }

    /// Whether the builder of this name is one of bots from outside.
    pub fn is_outside(&self, bot: &str) -> bool {
        self.outside.contains(bot)
    }

    /// The names of all builders, in alphabetical order.
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
        info: &MatchInfo<'_>,
    ) -> Result<Checked<Box<dyn Commander>>, Issues> {
        reading(file, text, |text| {
            let document = Document::parse(file, text)?;
            let commander = self.build(&document, info);
            document.finish(commander)
        })
    }

    /// The header of a strategy file, without building anything.
    ///
    /// # Errors
    /// When the file is no TOML or its header is wrong; other keys are not looked at.
    ///
    /// # Examples
    ///
    /// ```
    /// let text = "bot = \"idle\"\nabout = \"Waits.\"\nrules = \"duel\"";
    /// let header = sandtable_ai::Registry::standard().header("waits.toml", text).unwrap();
    /// assert_eq!((header.bot.as_str(), header.rules.as_deref()), ("idle", Some("duel")));
    /// ```
    pub fn header(&self, file: &str, text: &str) -> Result<StrategyHeader, Issues> {
        let document = Document::parse(file, text)?;
        let header = self.read_header(&document.root());
        if document.has_errors() {
            document.root().skip_others(&HEADER_KEYS);
            return Err(document.finish(()).err().unwrap_or_default());
        }
        Ok(header)
    }

    fn build(&self, document: &Document<'_>, info: &MatchInfo<'_>) -> Box<dyn Commander> {
        let root = document.root();
        // What may be tuned is for those who tune; a file's other values are what they are.
        root.skip("tune");
        // Who gives a text alone has no other files: those of this key are read before a text comes here.
        if let Some(base) = root.reference("extends", "a strategy").optional() {
            base.refuse(format!("{:?}, a file that the text builds on", base.text), "the text with that of its base");
        }
        let header = self.read_header(&root);
        if !header.fits(info.rules) {
            let named = header.rules.as_deref().unwrap_or_default();
            root.error("rules", format!("{named:?}"), format!("\"{}\", the match's rules", info.rules.name));
            // Of its other names only those rules could say whether they are right.
            root.skip_others(&HEADER_KEYS);
            return Box::new(idle::IdleCommander::named(info.name));
        }
        match self.factories.get(&header.bot) {
            Some(factory) => factory(&root, info),
            None => {
                // Which keys it may have is the commander's to say.
                root.skip_others(&HEADER_KEYS);
                Box::new(idle::IdleCommander::named(info.name))
            }
        }
    }

    fn read_header(&self, root: &TableReader<'_>) -> StrategyHeader {
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
