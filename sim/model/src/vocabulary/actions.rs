//! What unit agents can do.

use sandtable_decide::{Outcomes, Param, ParameterDefault, ParameterDomain};
use sandtable_math::Bounds;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::{ABILITY, choice};

const FOE: Param = choice(
    "by",
    &[
        "nearest",
        "weakest",
        "most_wounded",
        "best_hit",
        "most_dangerous",
        "most_valuable",
        "attacker",
        "squad",
        "thickest",
    ],
);
const PATIENT: Param = choice("by", &["most_wounded", "nearest", "most_valuable", "most_attacked"]);
const DOOMED: Param = choice("doomed", &["skip", "take"]);
const WHOM: Param = choice("whom", &["target", "ward", "patient", "leader", "attacker"]);
const ONE: Param = choice("on", &["oneself", "target", "patient", "ward"]);
const STANCE: Param = choice("stance", &["defensive", "standing", "passive"]);
const PLACE: Param = Param { name: "place", values: ParameterDomain::Query, otherwise: ParameterDefault::Required };
const AGAIN: Param = Param {
    name: "again",
    values: ParameterDomain::Seconds(Bounds::new(1, 60 * TICKS_PER_SECOND)),
    otherwise: ParameterDefault::Whole(2 * TICKS_PER_SECOND as i16),
};

sandtable_decide::words! {
    /// What unit agents can do.
    Action, TERMS: Outcomes;
    Obey "obey" [] Outcomes::LASTS,
        "Carries out the heads of its queues, as without a mind; fails when there is no order.";
    Hold "hold" [] Outcomes::RUNNING,
        "Stands where it is, and lets its weapon fire at what is in reach.";
    PickFoe "pick_foe" [FOE, Param::cells(ParameterDefault::Whole(10)), Param::TAG, DOOMED] Outcomes::DECIDES,
        "Picks a foe in sight within `cells` as its target. `weakest` has the fewest hit points left, `most_wounded` the least share of them, `best_hit` loses the greatest share to its own blow, `squad` is whom most of its squad attack, `thickest` is amid most foes and fewest friends, for a blow that spreads. Foes that damage under way will kill are skipped, unless `doomed = \"take\"`. Fails when there is none.";
    DropTarget "drop_target" [] Outcomes::SUCCESS,
        "Has no target any more.";
    Strike "strike" [] Outcomes::ANY,
        "Without a step, one blow at its target; fails when there is none, it is out of reach or the weapon is not ready.";
    Attack "attack" [] Outcomes::ANY,
        "Goes for its target and strikes it until it is gone; fails when there is none.";
    TakeSlot "take_slot" [] Outcomes::ANY,
        "Asks for a place round its target and walks there, or waits outside while there is none. Fails when the target is lost, or the rules have no slots.";
    Approach "approach" [WHOM, Param::CELLS] Outcomes::ANY,
        "Walks until it is within `cells`, edge to edge; fails when there is no such one.";
    Follow "follow" [WHOM, Param::CELLS] Outcomes::LASTS,
        "Stays within `cells`; fails when there is no such one.";
    StepBack "step_back" [Param::CELLS] Outcomes::ANY,
        "Walks away from the nearest foe until that is `cells` off; fails when it cannot get any farther.";
    GoTo "go_to" [PLACE, AGAIN] Outcomes::ANY,
        "Walks to the place that a query finds, asked anew every `again` seconds; fails when there is none.";
    ReturnToPost "return_to_post" [] Outcomes::ANY,
        "Walks back to its post; fails when it has none.";
    FaceTarget "face_target" [] Outcomes::DECIDES,
        "Turns to its target; fails when there is none.";
    SetStance "set_stance" [STANCE] Outcomes::SUCCESS,
        "Takes a stance towards foes that nobody ordered it to attack.";
    Cast "cast" [ABILITY, ONE] Outcomes::DECIDES,
        "Uses an ability; fails when it has none, it is not ready, or there is no such one in reach.";
    PickPatient "pick_patient" [PATIENT, Param::cells(ParameterDefault::Whole(8))] Outcomes::DECIDES,
        "Picks a wounded friend in sight within `cells` as its patient, those passed over who will be whole by healing under way. Fails when there is none.";
    Heal "heal" [] Outcomes::ANY,
        "Keeps its patient in reach and heals it until it is whole; fails when it is lost.";
    TakeJob "take_job" [] Outcomes::LASTS,
        "Takes the job that is worth most to it by the ruleset's `[jobs]`, and is at it until it is done; looks round now and then for one that is worth more. Fails when it has other orders, or there is no job.";
    CallHelp "call_help" [Param::CELLS] Outcomes::SUCCESS,
        "Makes friends within `cells` take notice of its target.";
    PickSeen "pick_seen" [] Outcomes::DECIDES,
        "Makes the enemy that it sees itself its target; fails when it sees none, or its weapon cannot hurt that.";
    Investigate "investigate" [] Outcomes::ANY,
        "Goes where what interests it happened, and has looked into it once it is there: then nobody else goes. Fails when nothing does.";
    Watch "watch" [] Outcomes::LASTS,
        "Stands, and faces where what interests it happened; fails when nothing does.";
}
