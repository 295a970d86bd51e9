//! The names a rules file defines, and looking names up.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::rules::{Class, Cost, Need, is_name, ranges};
use sandtable_state::id::{AbilityId, KindId, ResourceId, TechId};
use sandtable_state::limits::{
    MAX_ABILITIES, MAX_DAMAGE_KINDS, MAX_KINDS, MAX_RESOURCES, MAX_SENSES, MAX_TECHS, MAX_TERRAINS,
};

use crate::{TableReader, Word};

/// The tables of kinds, with the class of their entries, in the order of kind ids.
pub(super) const KIND_TABLES: [(&str, Class); 3] =
    [("units", Class::Unit), ("buildings", Class::Building), ("nodes", Class::Node)];

/// Every name of a rules file, in the order of its ids.
pub(super) struct RuleNames<'d> {
    pub(super) resources: Vec<&'d str>,
    pub(super) armour_classes: Vec<&'d str>,
    damage_kinds: Vec<&'d str>,
    kinds: Vec<(&'d str, Class)>,
    techs: Vec<&'d str>,
    abilities: Vec<&'d str>,
    senses: Vec<&'d str>,
}

impl<'d> RuleNames<'d> {
    pub(super) fn read(root: &TableReader<'d>) -> RuleNames<'d> {
        let mut unique = BTreeMap::new();
        let resources = root.references("resources", "resources").required();
        let armour_classes = root.references("armour_classes", "armour classes").required();
        let mut kinds = Vec::new();
        for (table, class) in KIND_TABLES {
            kinds.extend(defined(root, table, MAX_KINDS, &mut unique).into_iter().map(|name| (name, class)));
        }
        let techs = defined(root, "techs", MAX_TECHS, &mut unique);
        defined(root, "terrain", MAX_TERRAINS, &mut BTreeMap::new());
        RuleNames {
            resources: texts(root, "resources", &resources, MAX_RESOURCES),
            armour_classes: texts(root, "armour_classes", &armour_classes, MAX_DAMAGE_KINDS),
            damage_kinds: defined(root, "damage", MAX_DAMAGE_KINDS, &mut BTreeMap::new()),
            kinds,
            techs,
            abilities: defined(root, "abilities", MAX_ABILITIES, &mut BTreeMap::new()),
            senses: defined(root, "senses", MAX_SENSES, &mut BTreeMap::new()),
        }
    }

    /// The kind of this name, of `class` when one is given; an unknown name is recorded.
    pub(super) fn kind(&self, word: &Word<'_>, class: Option<Class>) -> Option<KindId> {
        let what = class.map_or("a kind", class_name);
        let Some(row) = find(self.kinds.iter().map(|(name, _)| *name), word) else {
            let known = self.kinds.iter().filter(|(_, own)| class.is_none_or(|class| class == *own));
            unknown(word, what, known.map(|(name, _)| *name));
            return None;
        };
        let own = self.kinds[row].1;
        if class.is_some_and(|class| class != own) {
            word.refuse(format!("\"{}\", {}", word.text, class_name(own)), format!("the name of {what}"));
            return None;
        }
        Some(KindId(row as u16))
    }

    /// The kinds of these names.
    pub(super) fn kinds(&self, words: &[Word<'_>], class: Option<Class>) -> Vec<KindId> {
        words.iter().filter_map(|word| self.kind(word, class)).collect()
    }

    /// What these names need: kinds or technologies.
    pub(super) fn needs(&self, reader: &TableReader<'_>) -> Vec<Need> {
        let need = |word: &Word<'_>| {
            let kind = find(self.kinds.iter().map(|(name, _)| *name), word);
            let tech = find(self.techs.iter().copied(), word);
            if kind.is_none() && tech.is_none() {
                let known = self.kinds.iter().map(|(name, _)| *name).chain(self.techs.iter().copied());
                unknown(word, "a kind or a technology", known);
            }
            kind.map(|row| Need::Kind(KindId(row as u16))).or(tech.map(|row| Need::Tech(TechId(row as u16))))
        };
        let words = reader.references("needs", "kinds and technologies").or_default();
        words.iter().filter_map(need).collect()
    }

    pub(super) fn techs(&self, words: &[Word<'_>]) -> Vec<TechId> {
        let tech = |word| look_up(&self.techs, word, "a technology").map(|row| TechId(row as u16));
        words.iter().filter_map(tech).collect()
    }

    pub(super) fn abilities(&self, words: &[Word<'_>]) -> Vec<AbilityId> {
        let ability = |word| look_up(&self.abilities, word, "an ability").map(|row| AbilityId(row as u8));
        words.iter().filter_map(ability).collect()
    }

    pub(super) fn resource(&self, word: &Word<'_>) -> Option<ResourceId> {
        look_up(&self.resources, word, "a resource").map(|row| ResourceId(row as u8))
    }

    pub(super) fn damage_kind(&self, word: &Word<'_>) -> u8 {
        look_up(&self.damage_kinds, word, "a kind of damage").unwrap_or(0) as u8
    }

    pub(super) fn armour_class(&self, word: &Word<'_>) -> u8 {
        look_up(&self.armour_classes, word, "an armour class").unwrap_or(0) as u8
    }

    /// The row of the senses that `senses` names.
    pub(super) fn senses(&self, reader: &TableReader<'_>) -> Option<u8> {
        let word = reader.reference("senses", "senses of the ruleset").optional()?;
        look_up(&self.senses, &word, "senses of the ruleset").map(|row| row as u8)
    }

    /// An amount of each resource from a table such as `{ gold = 50 }`; nothing of those not named.
    pub(super) fn amounts(&self, reader: &TableReader<'_>, key: &str) -> Cost {
        let mut amounts = Cost::default();
        let Some(table) = reader.table(key) else { return amounts };
        for word in table.keys() {
            let amount = table.int(word.text, ranges::COST).required();
            if let Some(resource) = self.resource(&word) {
                amounts[resource.index()] = amount;
            }
        }
        amounts
    }
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Unit => "a unit",
        Class::Building => "a building",
        Class::Node => "a node",
    }
}

/// The names defined by the sub-tables of `table`; each must be a name, and new to `known`.
fn defined<'d>(
    root: &TableReader<'d>,
    table: &str,
    most: usize,
    known: &mut BTreeMap<&'d str, &'static str>,
) -> Vec<&'d str> {
    let words: Vec<Word<'d>> = root.tables_upto(table, most).iter().map(TableReader::name).collect();
    for word in &words {
        if known.insert(word.text, "").is_some() {
            word.refuse("a name that is already taken", "a name of its own among units, buildings, nodes and techs");
        }
    }
    texts(root, table, &words, most)
}

fn texts<'d>(root: &TableReader<'d>, key: &str, words: &[Word<'d>], most: usize) -> Vec<&'d str> {
    let mut seen = BTreeSet::new();
    for word in words {
        if !is_name(word.text) {
            word.refuse(format!("the name {:?}", word.text), "lower-case letters, digits and underscores, at most 32");
        } else if !seen.insert(word.text) {
            word.refuse(format!("\"{}\" again", word.text), "each name once");
        }
    }
    if words.len() > most {
        root.error(key, format!("{} entries", words.len()), format!("at most {most}"));
    }
    words.iter().take(most).map(|word| word.text).collect()
}

fn find<'a>(mut names: impl Iterator<Item = &'a str>, word: &Word<'_>) -> Option<usize> {
    names.position(|name| name == word.text)
}

fn look_up(names: &[&str], word: &Word<'_>, what: &str) -> Option<usize> {
    let row = find(names.iter().copied(), word);
    if row.is_none() {
        unknown(word, what, names.iter().copied());
    }
    row
}

fn unknown<'a>(word: &Word<'_>, what: &str, known: impl Iterator<Item = &'a str>) {
    // The empty word stands for one that is missing, which has been recorded.
    if !word.text.is_empty() {
        word.unknown(what, known);
    }
}
