//! The treasury: money that no plan asked for is spent on what plans would want more of, so that none lies idle.

use sandtable_sim::id::KindId;

use super::{construction, production};
use crate::context::DecisionContext;
use crate::input::OptionSubject;
use crate::plan::ArmyMix;

/// What is kept back of the sum of all resources.
const KEPT: u32 = 150;
/// Units put into training in one decision.
const MAX_STARTS: usize = 6;
/// Production buildings of one kind.
const MAX_MAKERS: u16 = 8;

/// Trains soldiers beyond what plans asked for, deepens queues, and adds a building where all are at work.
pub(crate) fn spend(desk: &mut DecisionContext<'_, '_>, mix: &ArmyMix) {
    if desk.ledger.left() < KEPT || mix.is_empty() || desk.situation.bases.is_empty() {
        return;
    }
    for _ in 0..MAX_STARTS {
        if desk.ledger.left() < KEPT || !production::train_any(desk, mix) {
            break;
        }
    }
    if desk.ledger.left() >= KEPT {
        add_maker(desk, mix);
    }
}

/// Another building to train soldiers of the mix in: the best by the strategy's considerations, else the first that all are busy of.
fn add_maker(desk: &mut DecisionContext<'_, '_>, mix: &ArmyMix) {
    let mut makers: Vec<KindId> = Vec::new();
    for (unit, _) in mix {
        let fits = |maker: &&KindId| !makers.contains(maker) && desk.view.meets(&desk.rules.kind(**maker).needs);
        if let Some(maker) = desk.roles.makers[unit.index()].iter().find(fits) {
            makers.push(*maker);
        }
    }
    makers.retain(|maker| Some(*maker) != desk.roles.base && desk.situation.count_of(*maker).all() < MAX_MAKERS);
    let picked = match &desk.choosers.buildings {
        Some(chooser) => {
            let subjects: Vec<OptionSubject> =
                makers.iter().map(|kind| OptionSubject::Building { kind: *kind, wanted: MAX_MAKERS }).collect();
            let scored = desk.assessment().scores(chooser, &subjects);
            chooser.policy.pick(&scored, |_| 0, desk.rng).map(|row| makers[row])
        }
        None => makers.first().copied(),
    };
    if let Some(maker) = picked {
        let _ = construction::spare(desk, maker, MAX_MAKERS);
    }
}
