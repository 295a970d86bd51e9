//! The header: what was played, by whom, with which seeds.

use std::sync::Arc;

use sandtable_content::codec;
use sandtable_model::scenario::Scenario;
use sandtable_sim::SIM_VERSION;
use sandtable_sim::snapshot::PART_NAMES;
use sandtable_state::codec::DecodeError;
use sandtable_state::limits::{MAX_MAP_BYTES, MAX_PLAYERS};
use sandtable_state::{ByteReader, Field, Malformed};

use super::layout::PROVENANCE_VERSION;
use super::pack::{put_bytes, put_text, take_bytes, take_text};
use super::provenance::Provenance;
use super::{MAX_PARTS, MAX_SCENARIO_BYTES, MAX_SOURCES, MAX_TEXT_BYTES, ReplayError};

/// A text file the match was made from, as it was then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// Its name, relative to the content folder.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Who commanded a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contestant {
    /// The commander's name.
    pub name: String,
    /// The strategy file it played from; empty for a commander without one.
    pub strategy: String,
    /// The text of that file.
    pub source: String,
    /// The seed of its own random streams.
    pub seed: u64,
}

/// What was played, by whom, with which seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayHeader {
    /// The engine it was recorded with.
    pub sim_version: u32,
    /// Which program that was besides.
    pub provenance: Provenance,
    /// The hash of the ruleset's canonical bytes.
    pub rules_fingerprint: u64,
    /// Names that can be shown even when the scenario's bytes are of another engine.
    pub titles: Titles,
    /// The match seed.
    pub seed: u64,
    /// The commanders, by player.
    pub contestants: Vec<Contestant>,
    /// The names of the hash parts, in the order of each chunk's hashes.
    pub parts: Vec<String>,
    /// The state hash before the first tick.
    pub start_total: u64,
    /// The scenario's canonical bytes.
    pub scenario: Vec<u8>,
    /// The texts it was made from.
    pub sources: Vec<SourceText>,
}

/// The names of what was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Titles {
    /// The scenario.
    pub scenario: String,
    /// The ruleset.
    pub rules: String,
    /// The map.
    pub map: String,
}

/// What the names of parts that are memories of commanders begin with, and no others.
const MEMORY_PART: &str = "memory.p";

/// The name of the part that is the memory of the commander in a row.
pub(super) fn memory_part(row: usize) -> String {
    format!("{MEMORY_PART}{}", row + 1)
}

impl ReplayHeader {
    /// The header of a match about to be played by this engine.
    pub fn new(
        scenario: &Arc<Scenario>,
        seed: u64,
        contestants: Vec<Contestant>,
        sources: Vec<SourceText>,
    ) -> ReplayHeader {
        let world = sandtable_sim::World::new(Arc::clone(scenario), seed);
        ReplayHeader {
            sim_version: SIM_VERSION,
            provenance: Provenance::here(),
            rules_fingerprint: codec::rules_fingerprint(&scenario.rules),
            titles: Titles {
                scenario: scenario.name.clone(),
                rules: scenario.rules.name.clone(),
                map: scenario.map.name.clone(),
            },
            seed,
            contestants,
            parts: PART_NAMES.iter().map(|name| (*name).to_owned()).collect(),
            start_total: world.state_hash(),
            scenario: codec::encode_scenario(scenario),
            sources,
        }
    }

    /// Names a part for the memory of each commander behind the parts of the state: the record holds their hashes as well.
    #[must_use]
    pub fn with_memories(mut self) -> ReplayHeader {
        self.parts.truncate(self.states());
        self.parts.extend((0..self.contestants.len()).map(memory_part));
        self
    }

    /// Says of which version the commanders are that decide.
    #[must_use]
    pub fn decided_by(mut self, commanders: u32) -> ReplayHeader {
        self.provenance.commanders = commanders;
        self
    }

    /// Says by which build it is recorded.
    #[must_use]
    pub fn built_as(mut self, build: &str) -> ReplayHeader {
        build.clone_into(&mut self.provenance.build);
        self
    }

    /// How many parts are of the state, whichever engine named them: all in front of the memories of commanders.
    pub fn states(&self) -> usize {
        self.parts.len() - self.memories()
    }

    /// How many parts behind those of the state are memories of commanders; 0 in a record without their hashes.
    pub fn memories(&self) -> usize {
        self.parts.iter().rev().take_while(|part| part.starts_with(MEMORY_PART)).count()
    }

    /// What shows that another record is not of this match, if anything does.
    pub fn other_match(&self, other: &ReplayHeader) -> Option<&'static str> {
        match self.scenario == other.scenario {
            false => Some("other scenarios"),
            true => (self.seed != other.seed).then_some("other seeds"),
        }
    }

    /// The scenario, decoded and held to everything a scenario must hold.
    ///
    /// # Errors
    /// When the bytes are of another engine's layout, or their rules are not those of the fingerprint.
    pub fn decode_scenario(&self) -> Result<Scenario, ReplayError> {
        let layout = self.provenance.scenario_layout;
        let scenario = codec::decode_scenario_of(layout, &self.scenario).map_err(|why| match why {
            // Those that do not say their layout are taken to be of the first one.
            DecodeError::Malformed(_) | DecodeError::NotCanonical { .. }
                if layout == codec::FIRST_SCENARIO_LAYOUT && self.sim_version < SIM_VERSION =>
            {
                ReplayError::OldLayout { engine: self.sim_version }
            }
            why => ReplayError::Undecodable { what: "embedded scenario", why },
        })?;
        let (found, recorded) = (codec::rules_fingerprint(&scenario.rules), self.rules_fingerprint);
        if found == recorded { Ok(scenario) } else { Err(ReplayError::OtherRules { found, recorded }) }
    }

    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        self.sim_version.put(bytes);
        self.provenance.put(bytes);
        self.rules_fingerprint.put(bytes);
        for title in [&self.titles.scenario, &self.titles.rules, &self.titles.map] {
            put_text(bytes, title, MAX_TEXT_BYTES);
        }
        self.seed.put(bytes);
        put_list(bytes, &self.contestants, |bytes, contestant| contestant.put(bytes));
        put_list(bytes, &self.parts, |bytes, part| put_text(bytes, part, MAX_TEXT_BYTES));
        self.start_total.put(bytes);
        put_bytes(bytes, &self.scenario);
        put_list(bytes, &self.sources, |bytes, source| {
            put_text(bytes, &source.name, MAX_TEXT_BYTES);
            put_text(bytes, &source.text, MAX_MAP_BYTES);
        });
    }

    /// Takes a header of a version of the format.
    pub(super) fn take(payload: &[u8], format: u16) -> Result<ReplayHeader, ReplayError> {
        let mut reader = ByteReader::new(payload);
        let says = format >= PROVENANCE_VERSION;
        let header = ReplayHeader {
            sim_version: reader.named("sim_version")?,
            provenance: if says { Provenance::take(&mut reader)? } else { Provenance::unsaid() },
            rules_fingerprint: reader.named("rules_fingerprint")?,
            titles: Titles {
                scenario: take_text(reader.naming("scenario_name"), MAX_TEXT_BYTES)?,
                rules: take_text(reader.naming("rules_name"), MAX_TEXT_BYTES)?,
                map: take_text(reader.naming("map_name"), MAX_TEXT_BYTES)?,
            },
            seed: reader.named("seed")?,
            contestants: take_list(reader.naming("contestants"), MAX_PLAYERS, Contestant::take)?,
            parts: take_list(reader.naming("parts"), MAX_PARTS, |reader| take_text(reader, MAX_TEXT_BYTES))?,
            start_total: reader.named("start_total")?,
            scenario: take_bytes(reader.naming("scenario"), MAX_SCENARIO_BYTES)?.to_vec(),
            sources: take_list(reader.naming("sources"), MAX_SOURCES, |reader| {
                Ok(SourceText {
                    name: take_text(reader.naming("name of a source"), MAX_TEXT_BYTES)?,
                    text: take_text(reader.naming("text of a source"), MAX_MAP_BYTES)?,
                })
            })?,
        };
        reader.finish()?;
        Ok(header)
    }
}

impl Contestant {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_text(bytes, &self.name, MAX_TEXT_BYTES);
        put_text(bytes, &self.strategy, MAX_TEXT_BYTES);
        put_text(bytes, &self.source, MAX_MAP_BYTES);
        self.seed.put(bytes);
    }

    fn take(reader: &mut ByteReader<'_>) -> Result<Contestant, Malformed> {
        Ok(Contestant {
            name: take_text(reader.naming("commander"), MAX_TEXT_BYTES)?,
            strategy: take_text(reader.naming("strategy"), MAX_TEXT_BYTES)?,
            source: take_text(reader.naming("text of a strategy"), MAX_MAP_BYTES)?,
            seed: reader.named("commander seed")?,
        })
    }
}

fn put_list<T>(bytes: &mut Vec<u8>, items: &[T], each: impl Fn(&mut Vec<u8>, &T)) {
    (items.len() as u32).put(bytes);
    items.iter().for_each(|item| each(bytes, item));
}

fn take_list<'b, T>(
    reader: &mut ByteReader<'b>,
    limit: usize,
    mut each: impl FnMut(&mut ByteReader<'b>) -> Result<T, Malformed>,
) -> Result<Vec<T>, Malformed> {
    let count = reader.count(limit)?;
    (0..count).map(|_| each(reader)).collect()
}
