//! Every enum of the page holds the variants that the program has, by number, name and content, and no others.

use std::collections::BTreeSet;
use std::fmt::Debug;

use sandtable_decide::{NodeStatus, Test};
use sandtable_model::map::Symmetry;
use sandtable_model::rules::{
    AbilityEffect, AbilityTarget, Class, Falloff, JobInput, Locomotion, Navigator, Need, NoticedBy, Stat, StatChange,
    Stimulus,
};
use sandtable_model::scenario::Fog;
use sandtable_model::schedule::ScheduleAction;
use sandtable_model::{FormationShape, OrderKind, Stance};
use sandtable_nav::active_path::PathEnd;
use sandtable_nav::flow_field::saved::RequestStage;
use sandtable_sim::component::{ConstructionStage, CurrentAction, OrderEnd, ProductionItem};
use sandtable_sim::order::{OrderSubject, Queueing};
use sandtable_sim::senses::AwarenessRole;
use sandtable_sim::squad::{SquadPhase, SquadWidth};
use sandtable_state::codec::{DecodeError, decode, decode_compact};
use sandtable_state::{ByteReader, Field};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::compare::json;
use super::decoder::{Decoder, Encoding};
use super::layout::Layout;
use super::page::Page;
use super::sample::Sampler;
use super::the_page;

const LIMIT: usize = 1 << 16;
/// More bytes than any variant takes whose fields are all zero.
const MOST_BYTES: usize = 64;

fn by_program<T: Serialize + DeserializeOwned>(encoding: Encoding, bytes: &[u8]) -> Result<T, DecodeError> {
    if encoding == Encoding::Compact { decode_compact(bytes, LIMIT) } else { decode(bytes, LIMIT) }
}

/// Holds an enum of the page to the program's.
fn check<T: Serialize + DeserializeOwned + Debug>(page: &Page, name: &str, encoding: Encoding) {
    let variants = &page.enums[name];
    for (number, variant) in variants.iter().enumerate() {
        let mut sampler = Sampler::new(page, encoding);
        sampler.put_variant(name, number);
        let value = by_program::<T>(encoding, &sampler.bytes);
        let value = value.unwrap_or_else(|why| panic!("{name}::{}: {why}", variant.name));
        let by_page = Decoder::new(page, encoding, &sampler.bytes).whole(&Layout::Named(name.to_owned()));
        let by_page = by_page.unwrap_or_else(|why| panic!("{name}::{}: {why}", variant.name));
        assert_eq!(json(&by_page), serde_json::to_value(&value).expect("it is told"), "{name}::{}", variant.name);
    }
    for zeros in 0..MOST_BYTES {
        let mut bytes = vec![variants.len() as u8];
        bytes.resize(1 + zeros, 0);
        let more = by_program::<T>(encoding, &bytes);
        assert!(more.is_err(), "the page does not list {more:?} of {name}");
    }
}

macro_rules! check_all {
    ($page:ident, $encoding:expr, $($name:ident),*) => {{
        $(check::<$name>(&$page, stringify!($name), $encoding);)*
        [$(stringify!($name)),*]
    }};
}

#[test]
fn enums_have_the_variants_of_the_program() {
    let page = the_page();
    let compact = check_all!(page, Encoding::Compact, OrderKind, OrderSubject, Queueing, FormationShape);
    let fixed = check_all!(
        page,
        Encoding::Fixed,
        AbilityEffect,
        AbilityTarget,
        Class,
        Falloff,
        Fog,
        FormationShape,
        JobInput,
        Locomotion,
        Navigator,
        Need,
        NoticedBy,
        ScheduleAction,
        Stat,
        StatChange,
        Stimulus,
        Symmetry,
        Test
    );
    // Those two are in plain records, and compared with the ends that the program reads.
    let plain = ["Ending", "RecordStatus"];
    // Those of saved states, and one that the tests of sandtable-match compare; they also compare what commanders remember.
    let checked = compact.into_iter().chain(fixed).chain(plain).chain(states(&page)).chain(["FailureKind"]);
    let checked: BTreeSet<&str> = checked.collect();
    let enums = page.enums.keys().map(String::as_str).filter(|name| !page.is_of("CommanderState", name));
    assert_eq!(checked, enums.collect());
}

/// Holds an enum of saved states to the program's.
fn check_state<T: Field + Debug>(page: &Page, name: &'static str) -> &'static str {
    let variants = &page.enums[name];
    for number in 0..=u8::MAX {
        let by_program = T::take(&mut ByteReader::new(&[number])).ok().map(|value| format!("{value:?}"));
        let by_page = variants.get(usize::from(number)).map(|variant| variant.name.clone());
        assert_eq!(by_page, by_program, "{name} {number}");
    }
    name
}

macro_rules! check_states {
    ($page:ident, $($name:ident),*) => { [$(check_state::<$name>($page, stringify!($name))),*] };
}

/// The enums that saved states alone have.
fn states(page: &Page) -> [&'static str; 11] {
    check_states!(
        page,
        AwarenessRole,
        ConstructionStage,
        CurrentAction,
        NodeStatus,
        OrderEnd,
        PathEnd,
        ProductionItem,
        RequestStage,
        SquadPhase,
        SquadWidth,
        Stance
    )
}
