//! Answering a query: generate, filter cheaply, weigh, filter expensively from the best down.

use std::cmp::Reverse;

use sandtable_math::{Fx, Vec2};
use sandtable_state::Arrange;
use sandtable_state::limits::{MAX_CANDIDATES, MAX_DEAR_TESTS};

use super::{FoundPlace, PlaceFacts, PositionQuery, QueryCandidate, QueryOption, QueryTally, Shortlist};
use crate::{Call, Facts, Inputs};

/// What is so at one place.
struct At<'g, G> {
    ground: &'g G,
    place: Vec2,
}

impl<G: PlaceFacts> Inputs<Call> for At<'_, G> {
    fn value(&self, input: &Call) -> Fx {
        self.ground.value_at(input, self.place)
    }
}

impl<G: PlaceFacts> Facts for At<'_, G> {
    fn holds(&self, condition: &Call) -> bool {
        self.ground.holds_at(condition, self.place)
    }
}

impl PositionQuery {
    /// The best place of the first option that has one. `from` is where whoever asks is; `mix` gives every place a number
    /// of the caller's (from the match's seed, the tick and the asker), which decides between places that are worth the same
    /// and are as far.
    pub fn find(
        &self,
        ground: &impl PlaceFacts,
        from: Vec2,
        mix: impl Fn(Vec2) -> u64,
        shortlist: &mut Shortlist,
    ) -> Option<FoundPlace> {
        shortlist.tallies.clear();
        (0u8..).zip(&self.options).find_map(|(row, option)| {
            let tally = option.gather(ground, &mut shortlist.candidates);
            for candidate in &mut shortlist.candidates {
                candidate.away = distance_squared(from, candidate.place);
                candidate.mix = mix(candidate.place);
            }
            shortlist.candidates.arrange_by_unique_key(|it| (Reverse(it.score), it.away, it.mix, it.row));
            let (best, tested) = option.first_passing(ground, &shortlist.candidates);
            shortlist.tallies.push(QueryTally { tested, ..tally });
            best.map(|best| FoundPlace { place: best.place, score: best.score, option: row })
        })
    }
}

impl QueryOption {
    /// Puts what passes the cheap filters and is worth something into `candidates`.
    fn gather(&self, ground: &impl PlaceFacts, candidates: &mut Vec<QueryCandidate>) -> QueryTally {
        candidates.clear();
        let mut generated = 0u16;
        let mut each = |place: Vec2| {
            if usize::from(generated) >= MAX_CANDIDATES {
                return false;
            }
            let at = At { ground, place };
            if self.cheap.iter().all(|question| question.holds(&at)) {
                let score = self.weights.appraise(&at).priority();
                candidates.push(QueryCandidate { place, score, away: 0, mix: 0, row: generated });
            }
            generated += 1;
            true
        };
        self.generators.iter().for_each(|generator| generator.run(ground, &mut each));
        candidates.retain(|candidate| candidate.score > Fx::ZERO);
        QueryTally { generated, kept: candidates.len() as u16, tested: 0 }
    }

    /// The first that passes the expensive filters, and how many were asked about.
    fn first_passing(&self, ground: &impl PlaceFacts, candidates: &[QueryCandidate]) -> (Option<QueryCandidate>, u16) {
        if self.dear.is_empty() {
            return (candidates.first().copied(), 0);
        }
        let (mut asked, mut tested) = (0, 0);
        for candidate in candidates {
            let at = At { ground, place: candidate.place };
            if asked + self.dear.len() > MAX_DEAR_TESTS {
                break;
            }
            tested += 1;
            let failed = self.dear.iter().position(|question| !question.holds(&at));
            asked += failed.map_or(self.dear.len(), |row| row + 1);
            if failed.is_none() {
                return (Some(*candidate), tested);
            }
        }
        (None, tested)
    }
}

/// The squared distance, for places from anywhere in the range of numbers.
fn distance_squared(from: Vec2, to: Vec2) -> i64 {
    let wide = |a: Fx, b: Fx| i64::from(a.bits()) - i64::from(b.bits());
    let (x, y) = (wide(from.x, to.x), wide(from.y, to.y));
    x.saturating_mul(x).saturating_add(y.saturating_mul(y))
}
