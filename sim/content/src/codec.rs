//! Scenarios and rulesets as canonical bytes, and their fingerprints.

use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_state::codec::{DecodeError, MAX_DECODED_BYTES, decode, encode};
use sandtable_state::fingerprint;

use super::behaviour_file;

/// The layout of a scenario's canonical bytes that this program writes. Raised by hand with every change of the structs of a scenario,
/// its rules or its map; the decoder of the former layout stays.
pub const SCENARIO_LAYOUT: u32 = 1;
/// The oldest layout that is read. Engines before version 6 wrote older ones, which had no number.
pub const FIRST_SCENARIO_LAYOUT: u32 = 1;

/// The canonical bytes of a scenario, of the newest layout.
pub fn encode_scenario(scenario: &Scenario) -> Vec<u8> {
    encode(scenario)
}

/// The scenario of canonical bytes of the newest layout, with all checks of a scenario.
///
/// # Errors
/// When the bytes are no scenario or it is not valid.
pub fn decode_scenario(bytes: &[u8]) -> Result<Scenario, DecodeError> {
    decode_scenario_of(SCENARIO_LAYOUT, bytes)
}

/// The scenario of canonical bytes of a layout, with all checks of a scenario.
///
/// # Errors
/// When this program does not read the layout, or the bytes are no scenario, or it is not valid.
pub fn decode_scenario_of(layout: u32, bytes: &[u8]) -> Result<Scenario, DecodeError> {
    let mut scenario: Scenario = match layout {
        1 => decode(bytes, MAX_DECODED_BYTES)?,
        _ => {
            let known = format!("{FIRST_SCENARIO_LAYOUT} to {SCENARIO_LAYOUT}");
            return Err(DecodeError::Invalid(format!("of layout {layout}; this program reads layouts {known}")));
        }
    };
    if let Some(conduct) = &mut scenario.rules.conduct {
        behaviour_file::compile(conduct).map_err(|issues| DecodeError::Malformed(issues.to_string()))?;
    }
    match scenario.check().into_iter().next() {
        None => Ok(scenario),
        Some(defect) => Err(DecodeError::Invalid(defect.to_string())),
    }
}

/// The fingerprint of a scenario: the hash of its canonical bytes.
pub fn scenario_fingerprint(scenario: &Scenario) -> u64 {
    fingerprint(&encode(scenario))
}

/// The fingerprint of a ruleset: the hash of its canonical bytes.
pub fn rules_fingerprint(rules: &Rules) -> u64 {
    fingerprint(&encode(rules))
}
