//! Scenarios and rulesets as canonical bytes, and their fingerprints.

use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_state::codec::{DecodeError, MAX_DECODED_BYTES, decode, encode};
use sandtable_state::fingerprint;

use super::behaviour_file;

/// The canonical bytes of a scenario.
pub fn encode_scenario(scenario: &Scenario) -> Vec<u8> {
    encode(scenario)
}

/// The scenario of canonical bytes, held to everything a scenario must hold.
///
/// # Errors
/// When the bytes are no scenario or it is not valid.
pub fn decode_scenario(bytes: &[u8]) -> Result<Scenario, DecodeError> {
    let mut scenario: Scenario = decode(bytes, MAX_DECODED_BYTES)?;
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
