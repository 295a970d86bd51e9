//! The senses and interests of a ruleset.

use sandtable_math::Fx;
use sandtable_model::rules::{
    Falloff, HOSTILITIES, Hostility, HostilitySet, INCIDENTS, Interest, Noise, NoticedBy, PerceptionRules, Senses,
    Stimulus, ranges,
};
use sandtable_state::Arrange;
use sandtable_state::limits::MAX_SENSES;

use super::tuning::{HEARING_PERCENT, INTEREST_RADIUS, INVESTIGATORS, LOOK_TICKS, THRESHOLD_PERCENT, VIEW_DEGREES};
use crate::{TableReader, Word};

const SENSES: [(&str, bool); 2] = [("sight", true), ("hearing", false)];
const FALLOFFS: [(&str, Falloff); 2] = [("linear", Falloff::Linear), ("inverse_square", Falloff::InverseSquare)];

pub(super) fn read(root: &TableReader<'_>) -> PerceptionRules {
    let senses = root.tables_upto("senses", MAX_SENSES).iter().map(read_senses).collect();
    let tables = root.tables("interests");
    let mut interests: Vec<Interest> = tables.iter().filter_map(read_interest).collect();
    interests.arrange_by_key(|interest| interest.incident);
    PerceptionRules { senses, interests }
}

fn read_senses(table: &TableReader<'_>) -> Senses {
    Senses {
        name: table.name().text.to_owned(),
        sight: table.int("sight", ranges::SIGHT).required(),
        view_degrees: table.int("view", ranges::VIEW_DEGREES).or(VIEW_DEGREES),
        around: table.fixed("around", ranges::AROUND, "cells").or(Fx::ZERO),
        hearing_percent: table.int("hearing", ranges::HEARING_PERCENT).or(HEARING_PERCENT),
        threshold_percent: table.int("threshold", ranges::THRESHOLD_PERCENT).or(THRESHOLD_PERCENT),
        notices: levels(table, "notices", &[Hostility::Enemy]),
        look_ticks: table.seconds("look", ranges::LOOK_TICKS).or(LOOK_TICKS),
    }
}

fn read_interest(table: &TableReader<'_>) -> Option<Interest> {
    let name = table.name();
    let Some((_, incident)) = INCIDENTS.iter().find(|(known, _)| *known == name.text) else {
        name.unknown("an incident", INCIDENTS.map(|(name, _)| name));
        return None;
    };
    let usual = match incident {
        Stimulus::Hurt | Stimulus::Death => &[Hostility::Ally, Hostility::Own][..],
        _ => &[Hostility::Enemy][..],
    };
    let heard = matches!(incident, Stimulus::Steps | Stimulus::Shot | Stimulus::Cast);
    let by = if table.choice("sense", &SENSES).or(!heard) {
        NoticedBy::Sight(table.fixed("radius", ranges::INTEREST_RADIUS, "cells").or(INTEREST_RADIUS))
    } else {
        NoticedBy::Hearing(table.choice("falloff", &FALLOFFS).or(Falloff::Linear))
    };
    Some(Interest {
        incident: *incident,
        of: levels(table, "of", usual),
        by,
        priority: table.int("priority", ranges::INTEREST_PRIORITY).required(),
        lasts_ticks: table.seconds(table.renamed("lasts", "duration"), ranges::INTEREST_TICKS).required(),
        investigators: table.int("investigators", ranges::INVESTIGATORS).or(INVESTIGATORS),
    })
}

/// The levels of hostility named; the usual ones without the key.
fn levels(table: &TableReader<'_>, key: &str, usual: &[Hostility]) -> HostilitySet {
    let Some(words) = table.references(key, "levels of hostility").optional() else {
        return usual.iter().fold(HostilitySet::default(), |set, level| set.with(*level));
    };
    let known = |word: &Word<'_>| {
        let level = HOSTILITIES.iter().find(|(name, _)| *name == word.text).map(|(_, level)| *level);
        if level.is_none() {
            word.unknown("a level of hostility", HOSTILITIES.map(|(name, _)| name));
        }
        level
    };
    words.iter().filter_map(known).fold(HostilitySet::default(), HostilitySet::with)
}

/// How far a unit is heard.
pub(super) fn noise(reader: &TableReader<'_>) -> Noise {
    let Some(table) = reader.table("noise") else { return Noise::default() };
    let reach = |key: &str| table.fixed(key, ranges::NOISE, "cells").or(Fx::ZERO);
    Noise { walk: reach("walk"), cry: reach("cry") }
}
