//! A toy vocabulary, and an actor that writes down what it is asked to do.

use sandtable_decide::{
    BehaviourHost, Behaviours, Call, Facts, Inputs, NodeStatus, Outcomes, Param, ParameterDefault, ParameterDomain,
    PlaceFacts, Scale, Term, TestCost, Vocabulary,
};
use sandtable_math::{Bounds, Fx, Vec2};

use crate::load_behaviours;

const PERCENT: Scale = Scale { range: Bounds::new(Fx::ZERO, Fx::from_int(100)), unit: "percent" };
const CELLS: Scale = Scale { range: Bounds::new(Fx::from_int(-100), Fx::from_int(100)), unit: "cells" };
const COUNT: Bounds<Fx> = Bounds::new(Fx::ZERO, Fx::from_int(20));

const fn term<D>(name: &'static str, params: &'static [Param], detail: D) -> Term<D> {
    Term { name, about: "", params, detail }
}

const STEPS: Param = Param {
    name: "steps",
    values: ParameterDomain::Whole(Bounds::new(1, 9), "steps"),
    otherwise: ParameterDefault::Required,
};
const AT: Param =
    Param { name: "at", values: ParameterDomain::Choice(&["near", "weak"]), otherwise: ParameterDefault::Whole(0) };
const PLACE: Param = Param { name: "place", values: ParameterDomain::Query, otherwise: ParameterDefault::Whole(0) };
const TAG: Param = Param { name: "tag", values: ParameterDomain::Tag, otherwise: ParameterDefault::Whole(0) };
const WAIT: Param = Param {
    name: "seconds",
    values: ParameterDomain::Seconds(Bounds::new(1, 160)),
    otherwise: ParameterDefault::Whole(16),
};
const WITHIN: Param =
    Param { name: "cells", values: ParameterDomain::Number(COUNT, "cells"), otherwise: ParameterDefault::Required };

pub const TOY: Vocabulary = Vocabulary {
    actions: &[
        term("walk", &[PLACE], Outcomes::SUCCEEDS),
        term("shoot", &[AT, TAG], Outcomes::DECIDES),
        term("shout", &[], Outcomes::SUCCESS),
        term("wait", &[WAIT], Outcomes::RUNNING),
        term("look", &[STEPS], Outcomes::ANY),
        term("stumble", &[], Outcomes::FAILURE),
    ],
    conditions: &[
        term("near", &[], ()),
        term("hit", &[], ()),
        term("there", &[], ()),
        term("loaded", &[], ()),
        term("found", &[], ()),
        term("lost", &[], ()),
    ],
    inputs: &[
        term("hp", &[], PERCENT),
        term("foes", &[WITHIN], Scale { range: COUNT, unit: "" }),
        term("odds", &[], PERCENT),
    ],
    anchors: &[term("here", &[], ()), term("foe", &[], ()), term("nowhere", &[], ())],
    sources: &[term("huts", &[], ())],
    place_conditions: &[term("dry", &[], TestCost::Cheap), term("safe", &[], TestCost::Dear)],
    place_inputs: &[term("east", &[], CELLS), term("from_foe", &[], PERCENT)],
};

/// What is so, by name, and what was done.
#[derive(Clone, Default)]
pub struct Toy {
    pub now: u32,
    /// `near hp=30`: conditions that hold, and inputs; others are 0.
    pub facts: String,
    pub log: Vec<String>,
}

impl Toy {
    fn given(&self, name: &str) -> Option<&str> {
        self.facts.split(' ').find_map(|fact| match fact.split_once('=') {
            Some((key, value)) => (key == name).then_some(value),
            None => (fact == name).then_some(""),
        })
    }
}

impl Inputs<Call> for Toy {
    fn value(&self, input: &Call) -> Fx {
        let value = self.given(TOY.inputs[usize::from(input.word)].name).and_then(|text| text.parse().ok());
        Fx::from_int(value.unwrap_or(0))
    }
}

impl Facts for Toy {
    fn holds(&self, condition: &Call) -> bool {
        self.given(TOY.conditions[usize::from(condition.word)].name).is_some()
    }
}

impl BehaviourHost for Toy {
    fn now(&self) -> u32 {
        self.now
    }

    fn act(&mut self, action: &Call, fresh: bool) -> NodeStatus {
        let name = TOY.actions[usize::from(action.word)].name;
        self.log.push(if fresh { format!("{name}!") } else { name.to_owned() });
        match name {
            "walk" if self.given("there").is_some() => NodeStatus::Success,
            "look" if self.given("found").is_some() => NodeStatus::Success,
            "look" if self.given("lost").is_some() => NodeStatus::Failure,
            "walk" | "wait" | "look" => NodeStatus::Running,
            "shoot" if self.given("loaded").is_some() => NodeStatus::Success,
            "shout" => NodeStatus::Success,
            _ => NodeStatus::Failure,
        }
    }

    fn abort(&mut self, action: &Call) {
        self.log.push(format!("-{}", TOY.actions[usize::from(action.word)].name));
    }

    fn suspend(&mut self) {
        self.log.push("(suspended)".to_owned());
    }

    fn resume(&mut self) {
        self.log.push("(resumed)".to_owned());
    }
}

/// The foe stands five cells east; it is dry west of column 8, and safe north of row 0.
impl PlaceFacts for Toy {
    fn anchor(&self, anchor: &Call) -> Option<Vec2> {
        match TOY.anchors[usize::from(anchor.word)].name {
            "here" => Some(Vec2::ZERO),
            "foe" => Some(Vec2::new(Fx::from_int(5), Fx::ZERO)),
            _ => None,
        }
    }

    fn points(&self, _: &Call, around: Vec2, radius: Fx, each: &mut dyn FnMut(Vec2) -> bool) {
        let huts = [(2, 2), (-3, -1), (40, 0)].map(|(x, y)| Vec2::new(Fx::from_int(x), Fx::from_int(y)));
        let near = huts.into_iter().filter(|hut| hut.distance_squared_wide(around) <= radius.squared_wide());
        for hut in near {
            if !each(hut) {
                return;
            }
        }
    }

    fn holds_at(&self, condition: &Call, place: Vec2) -> bool {
        match TOY.place_conditions[usize::from(condition.word)].name {
            "dry" => place.x < Fx::from_int(8),
            _ => place.y < Fx::ZERO,
        }
    }

    fn value_at(&self, input: &Call, place: Vec2) -> Fx {
        match TOY.place_inputs[usize::from(input.word)].name {
            "east" => place.x,
            _ => (place - Vec2::new(Fx::from_int(5), Fx::ZERO)).length_floor(),
        }
    }
}

/// The behaviours of a text without a fault.
pub fn load(text: &str) -> Behaviours {
    load_behaviours("toy.toml", text, &TOY, None).unwrap_or_else(|issues| panic!("{issues}")).value
}

/// What is wrong with a text.
pub fn problems(text: &str) -> String {
    load_behaviours("toy.toml", text, &TOY, None).map_or_else(|issues| issues.to_string(), |it| it.warnings.to_string())
}
