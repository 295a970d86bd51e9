//! The texts that a record says its match was made from, held to the scenario that is embedded with them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use sandtable_content::codec::rules_fingerprint;
use sandtable_content::{ContentSource, MemorySource, ReadError, load_map_named, load_rules_named, load_scenario};
use sandtable_diagnostics::{Checked, Issues};
use sandtable_model::map::Map;
use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Replay, SourceText};

use super::audit_error::AuditError;
use super::claim::{Claim, ClaimKind};
use super::other_versions::OtherVersions;
use crate::BUILD;
use crate::library::ContentKind;

/// Reads the texts again and compares the result with what was played. What is claimed comes back: texts that nothing was made
/// from or that need others, what another version may read otherwise, and the build.
pub(super) fn check_texts(replay: &Replay, scenario: &Scenario) -> Result<Vec<Claim>, AuditError> {
    let texts = HeldTexts::from_sources(&replay.header.sources);
    let mut claims = Vec::new();
    let same_reader = OtherVersions::from_header(&replay.header).is_empty();
    let mut sources: Vec<(TextKind, &SourceText)> =
        replay.header.sources.iter().map(|source| (TextKind::from_source(source), source)).collect();
    // What others are made from comes first, so that it is told of it and not of them.
    sources.sort_by_key(|(kind, _)| *kind);
    for (row, (kind, source)) in sources.iter().enumerate() {
        let name = &source.name;
        let refuse = |found: String| Err(AuditError::Text { name: name.clone(), found });
        if sources[..row].iter().any(|(_, other)| other.name == *name) {
            return refuse("the record has it twice".to_owned());
        }
        let claim = |why: &str| Claim::of_match(ClaimKind::Text, format!("the match was made from {name:?} ({why})"));
        match texts.judge(*kind, name, scenario) {
            Judgement::Right => {}
            Judgement::Wrong(_) if !same_reader => claims.push(claim("other versions may read it differently")),
            Judgement::Wrong(found) => return refuse(found),
            Judgement::Lacking => claims.push(claim("the record lacks a text that it names")),
        }
    }
    let used = texts.used.take();
    let surplus = replay.header.sources.iter().filter(|source| !used.contains(&source.name));
    claims.extend(surplus.map(|source| {
        let text = format!("the match was made from {:?} (no other text names it)", source.name);
        Claim::of_match(ClaimKind::Text, text)
    }));
    let build = &replay.header.provenance.build;
    if !build.is_empty() && build != BUILD {
        claims.push(Claim::of_match(ClaimKind::Build, format!("build {build} recorded it, this is {BUILD}")));
    }
    Ok(claims)
}

/// What a text is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TextKind {
    Rules,
    Map,
    Match,
    /// A part of the others, judged with them.
    Part,
}

impl TextKind {
    fn from_source(source: &SourceText) -> TextKind {
        if source.name.ends_with(ContentKind::Maps.ending()) {
            return TextKind::Map;
        }
        let Ok(document) = source.text.parse::<toml_edit::DocumentMut>() else { return TextKind::Part };
        let has = |key: &str| document.contains_key(key);
        // No other content has classes of armour, and none but matches name rules and what they are played on.
        match has("armour_classes") {
            true => TextKind::Rules,
            false if has("rules") && (has("map") || has("generate")) => TextKind::Match,
            false => TextKind::Part,
        }
    }
}

/// What a text turns out to be.
enum Judgement {
    /// What was played comes of it, or of those that it is a part of.
    Right,
    /// Something else comes of it.
    Wrong(String),
    /// It names texts that are not recorded.
    Lacking,
}

/// The texts of a record as files.
pub(super) fn as_files(sources: &[SourceText]) -> MemorySource {
    sources.iter().fold(MemorySource::new(), |all, source| all.with(&source.name, &source.text))
}

/// The texts of a record, and which of them were read.
struct HeldTexts {
    texts: MemorySource,
    used: RefCell<BTreeSet<String>>,
    /// Whether one was wanted that is not recorded.
    lacking: Cell<bool>,
}

impl HeldTexts {
    fn from_sources(sources: &[SourceText]) -> HeldTexts {
        HeldTexts { texts: as_files(sources), used: RefCell::default(), lacking: Cell::new(false) }
    }

    fn judge(&self, kind: TextKind, name: &str, scenario: &Scenario) -> Judgement {
        self.lacking.set(false);
        match kind {
            TextKind::Rules => {
                let same = |rules: &Rules| rules_fingerprint(rules) == rules_fingerprint(&scenario.rules);
                self.compare(load_rules_named(self, name), same, "rules")
            }
            TextKind::Map => {
                let same = |map: &Map| *map == scenario.map;
                self.compare(load_map_named(self, name, &scenario.rules), same, "a map")
            }
            TextKind::Match => {
                // The delay of orders is also set from outside.
                let order_delay_ticks = scenario.order_delay_ticks;
                let same = |loaded: &Scenario| Scenario { order_delay_ticks, ..loaded.clone() } == *scenario;
                self.compare(load_scenario(self, name), same, "a match")
            }
            TextKind::Part => Judgement::Right,
        }
    }

    fn compare<T>(&self, loaded: Result<Checked<T>, Issues>, same: impl Fn(&T) -> bool, what: &str) -> Judgement {
        match loaded {
            Ok(checked) if same(&checked.value) => Judgement::Right,
            Ok(_) => Judgement::Wrong(format!("found {what} other than played in the match")),
            Err(_) if self.lacking.get() => Judgement::Lacking,
            Err(issues) => {
                let why = issues.to_string();
                Judgement::Wrong(format!("it cannot be read: {}", why.lines().next().unwrap_or_default()))
            }
        }
    }
}

impl ContentSource for HeldTexts {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        let read = self.texts.read(path);
        match &read {
            Ok(_) => drop(self.used.borrow_mut().insert(path.to_owned())),
            Err(_) => self.lacking.set(true),
        }
        read
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.texts.list(folder)
    }
}
