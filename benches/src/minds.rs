//! Minds of the shipped behaviours with a stand-in for the game: what deciding costs by itself.

use sandtable_content::{ContentSource, load_behaviours};
use sandtable_decide::{
    BehaviourHost, Behaviours, Call, Facts, FoundPlace, Inputs, Mind, MindState, NodeStatus, PlaceFacts, QueryId,
    Scale, Shortlist, Term,
};
use sandtable_match::library::{ContentKind, Library};
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_model::vocabulary::AGENTS;

/// Ticks for which an answer holds.
const STEADY_TICKS: u32 = 8;

/// Answers everything by a mix of who asks, when and what: half of the conditions hold, inputs lie anywhere in their range.
struct StandIn {
    id: u64,
    tick: u32,
}

/// Many who think, each on his own.
pub struct Crowd {
    behaviours: Behaviours,
    states: Vec<MindState>,
    shortlist: Shortlist,
    tick: u32,
}

impl Crowd {
    /// `count` minds, none of which has begun.
    ///
    /// # Errors
    /// What is wrong with the shipped behaviours.
    pub fn new(count: usize) -> Result<Crowd, String> {
        let path = ContentKind::Behaviours.path("classic");
        let text = Library::embedded_only().read(&path).map_err(|error| error.to_string())?;
        let behaviours = load_behaviours(&path, &text, &AGENTS, None).map_err(|issues| issues.to_string())?.value;
        Ok(Crowd { behaviours, states: vec![MindState::default(); count], shortlist: Shortlist::default(), tick: 0 })
    }

    /// The names of the minds there are, by row.
    pub fn minds(&self) -> Vec<&str> {
        self.behaviours.minds().iter().map(|mind| mind.name()).collect()
    }

    /// The names of the position queries there are, by row.
    pub fn queries(&self) -> Vec<&str> {
        self.behaviours.queries().iter().map(|query| query.name()).collect()
    }

    /// Everybody thinks once with the mind in `row`.
    pub fn think(&mut self, row: u8) {
        let Some(mind) = Mind::in_row(&self.behaviours, row) else { return };
        for (id, state) in self.states.iter_mut().enumerate() {
            let mut actor = StandIn { id: id as u64, tick: self.tick };
            mind.tick(state, &mut actor, &mut ());
        }
        self.tick += 1;
    }

    /// Everybody forgets everything.
    pub fn forget(&mut self) {
        self.states.fill(MindState::default());
    }

    /// One asks for a place.
    pub fn find(&mut self, query: QueryId) -> Option<FoundPlace> {
        self.tick += STEADY_TICKS;
        let ground = StandIn { id: 0, tick: self.tick };
        self.behaviours.query(query)?.find(&ground, Vec2::ZERO, |_| 0, &mut self.shortlist)
    }
}

impl StandIn {
    fn mix(&self, what: u64) -> u64 {
        mix3(self.id, u64::from(self.tick / STEADY_TICKS), what)
    }

    fn measure(&self, terms: &[Term<Scale>], call: &Call, what: u64) -> Fx {
        let range = terms[usize::from(call.word)].detail.range;
        let span = (i64::from(range.high.bits()) - i64::from(range.low.bits())) as u64;
        Fx::from_bits(range.low.bits() + (self.mix(what) % (span + 1)) as i32)
    }
}

impl Inputs<Call> for StandIn {
    fn value(&self, input: &Call) -> Fx {
        self.measure(AGENTS.inputs, input, 1_000 + u64::from(input.word))
    }
}

impl Facts for StandIn {
    fn holds(&self, condition: &Call) -> bool {
        self.mix(u64::from(condition.word)) & 1 == 0
    }
}

impl BehaviourHost for StandIn {
    fn now(&self) -> u32 {
        self.tick
    }
    fn act(&mut self, action: &Call, _: bool) -> NodeStatus {
        match self.mix(2_000 + u64::from(action.word)) % 4 {
            0 => NodeStatus::Failure,
            1 => NodeStatus::Success,
            _ => NodeStatus::Running,
        }
    }
    fn abort(&mut self, _: &Call) {}
}

impl PlaceFacts for StandIn {
    fn anchor(&self, _: &Call) -> Option<Vec2> {
        Some(Vec2::cell_centre(40, 40))
    }
    fn points(&self, _: &Call, around: Vec2, _: Fx, each: &mut dyn FnMut(Vec2) -> bool) {
        for _ in 0..8 {
            if !each(around) {
                return;
            }
        }
    }
    fn holds_at(&self, condition: &Call, place: Vec2) -> bool {
        self.mix(u64::from(condition.word) ^ place.x.bits() as u64) & 3 != 0
    }
    fn value_at(&self, input: &Call, place: Vec2) -> Fx {
        self.measure(AGENTS.place_inputs, input, place.y.bits() as u64)
    }
}
