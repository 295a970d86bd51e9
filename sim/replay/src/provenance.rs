//! Which program recorded a replay, besides the version of its engine.

use sandtable_content::codec::SCENARIO_LAYOUT;
use sandtable_state::{ByteReader, Field, Malformed};

use super::MAX_TEXT_BYTES;
use super::pack::{put_text, take_text};

/// What a header says of the program that recorded, besides the version of its engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The version of its commanders; 0 when that is not recorded, or none of them decided.
    pub commanders: u32,
    /// The layout of the embedded scenario.
    pub scenario_layout: u32,
    /// The id of its build; empty when that is not recorded, so that builds which play alike write the same bytes.
    pub build: String,
}

/// The layout of the scenarios in records that do not say it.
const UNSAID_LAYOUT: u32 = 1;

impl Provenance {
    /// What records of this program say that no commander of it decided in.
    pub(super) fn here() -> Provenance {
        Provenance { commanders: 0, scenario_layout: SCENARIO_LAYOUT, build: String::new() }
    }

    /// What is known of a record that does not say it.
    pub(super) fn unsaid() -> Provenance {
        Provenance { scenario_layout: UNSAID_LAYOUT, ..Provenance::here() }
    }

    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        self.commanders.put(bytes);
        self.scenario_layout.put(bytes);
        put_text(bytes, &self.build, MAX_TEXT_BYTES);
    }

    pub(super) fn take(reader: &mut ByteReader<'_>) -> Result<Provenance, Malformed> {
        Ok(Provenance {
            commanders: reader.named("commanders_version")?,
            scenario_layout: reader.named("scenario_layout")?,
            build: take_text(reader.naming("build"), MAX_TEXT_BYTES)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_at_fault_is_named() {
        let mut bytes = Vec::new();
        Provenance::here().put(&mut bytes);
        let length = bytes.len() - 4;
        bytes.truncate(length);
        bytes.extend(u32::MAX.to_le_bytes());
        let refused = Provenance::take(&mut ByteReader::new(&bytes)).expect_err("it is too long");
        assert_eq!((refused.field, refused.what), ("build", "count over its limit"));
    }
}
