//! What is so or not of a unit agent.

use sandtable_decide::{Param, ParameterDefault, ParameterDomain};
use sandtable_math::Bounds;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::{ABILITY, choice};

const LATELY: Param = Param {
    name: "seconds",
    values: ParameterDomain::Seconds(Bounds::new(1, 60 * TICKS_PER_SECOND)),
    otherwise: ParameterDefault::Whole(2 * TICKS_PER_SECOND as i16),
};

const LEVEL: Param = choice("whom", &["enemy", "ally", "own", "neutral"]);
const ROLE: Param = Param {
    name: "role",
    values: ParameterDomain::Choice(&["sentry", "investigator", "bystander"]),
    otherwise: ParameterDefault::Required,
};
const INCIDENT: Param = Param {
    name: "incident",
    values: ParameterDomain::Choice(&["sighting", "steps", "shot", "cast", "hurt", "death"]),
    otherwise: ParameterDefault::Required,
};

sandtable_decide::words! {
    /// What is so or not of a unit agent.
    Condition, TERMS: ();
    HasOrder "has_order" [] (), "There is a task in one of its queues.";
    HasTarget "has_target" [] (), "Its target is there, as far as its team knows.";
    TargetInSight "target_in_sight" [] (), "Its team sees its target now.";
    TargetInReach "target_in_reach" [] (), "Its weapon reaches its target from where it stands.";
    TargetTooNear "target_too_near" [] (), "Its target is nearer than its weapon can strike.";
    TargetDoomed "target_doomed" [] (), "Damage under way will kill its target.";
    TargetFinishable "target_finishable" [] (), "Its next blow, with damage under way, will kill its target.";
    TargetFlees "target_flees" [] (), "Its target moves away from it.";
    TargetAimsAtIt "target_aims_at_it" [] (), "The weapon of its target is pointed at it.";
    HasSlot "has_slot" [] (), "It has a place round its target.";
    SlotFree "slot_free" [] (), "It has a place round its target, or there is one that it could have.";
    WeaponReady "weapon_ready" [] (), "Its weapon neither winds up nor cools down.";
    WindingUp "winding_up" [] (), "Its weapon winds up.";
    HurtLately "hurt_lately" [LATELY] (), "It was hurt within `seconds`.";
    HasPost "has_post" [] (), "It left its place unbidden, and has not come back.";
    HasWard "has_ward" [] (), "Its ward is there, as far as its team knows.";
    WardThreatened "ward_threatened" [LATELY] (), "Its ward was hurt within `seconds`, or the weapon of a foe in sight is pointed at it.";
    HasPatient "has_patient" [] (), "Its patient is there, and wounded.";
    InSquad "in_squad" [] (), "It belongs to a squad.";
    LeadsSquad "leads_squad" [] (), "It leads its squad.";
    AbilityReady "ability_ready" [ABILITY] (), "It has that ability, and can use it now.";
    JobOffered "job_offered" [] (), "It has a job of its own choice, or nothing to do and there is a job for it.";
    Slowed "slowed" [] (), "An effect makes it slower than it is by itself.";
    HasSenses "has_senses" [] (), "It perceives by itself.";
    Sees "sees" [LEVEL] (), "It saw such a one itself when it last looked round, and its team sees that now.";
    Heard "heard" [LATELY] (), "It heard something within `seconds`.";
    Interested "interested" [] (), "Something interests it.";
    HasRole "has_role" [ROLE] (), "It has that part in what interests it.";
    InterestIs "interest_is" [INCIDENT] (), "That is what interests it.";
    Stuck "stuck" [] (), "It has wanted to move for a second, and hardly did.";
    Gathers "gathers" [] (), "It gathers or delivers.";
    OrderedToFight "ordered_to_fight" [] (), "Its order is to attack, or to attack on its way.";
}
