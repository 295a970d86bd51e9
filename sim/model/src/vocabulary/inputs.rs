//! What can be measured of a unit agent. Where there is nothing to measure, the value is the end of its range that says so: the
//! greatest distance, no hit points, no foes.

use sandtable_decide::{Param, Scale};

sandtable_decide::words! {
    /// What can be measured of a unit agent.
    Input, TERMS: Scale;
    HpPercent "hp_percent" [] Scale::whole(0, 100, "percent"), "Its hit points, of its whole.";
    IncomingPercent "incoming_percent" [] Scale::whole(0, 1_000, "percent"), "Damage under way to it, of the hit points it has.";
    SecondsSinceHurt "seconds_since_hurt" [] Scale::whole(0, 600, "seconds"), "Time since it was hurt; 600 when it never was.";
    CooldownLeft "cooldown_left" [] Scale::whole(0, 256, "seconds"), "Time until its weapon is ready.";
    Morale "morale" [] Scale::whole(0, 100, "percent"), "Its spirits: hits, losses near and being outnumbered lower them, time and friends near raise them.";
    OddsPercent "odds_percent" [Param::CELLS] Scale::whole(0, 1_000, "percent"), "Might of friends within `cells`, its own included, of the might of foes there, workers only while they fight; 1000 without foes.";
    FoesWithin "foes_within" [Param::CELLS, Param::TAG] Scale::whole(0, 200, ""), "Foes in sight within `cells`.";
    FriendsWithin "friends_within" [Param::CELLS, Param::TAG] Scale::whole(0, 200, ""), "Other units of its team within `cells`.";
    LossesWithin "losses_within" [Param::CELLS] Scale::whole(0, 200, ""), "Friends that died within `cells` in the last ten seconds.";
    Attackers "attackers" [] Scale::whole(0, 200, ""), "Foes in sight whose weapon is pointed at it.";
    FoeDistance "foe_distance" [Param::TAG] Scale::whole(0, 64, "cells"), "To the nearest foe in sight within 24 cells, edge to edge; 64 without one.";
    Screen "screen" [Param::CELLS] Scale::whole(0, 200, ""), "Friends within `cells` that are nearer to the nearest foe than it is.";
    TargetDistance "target_distance" [] Scale::whole(0, 64, "cells"), "To its target, edge to edge; 64 without one.";
    TargetHpPercent "target_hp_percent" [] Scale::whole(0, 100, "percent"), "The hit points of its target, of its whole.";
    TargetIncomingPercent "target_incoming_percent" [] Scale::whole(0, 1_000, "percent"), "Damage under way to its target, of the hit points that has.";
    TargetBlowPercent "target_blow_percent" [] Scale::whole(0, 1_000, "percent"), "What one blow of its own does to its target, of the hit points that has.";
    TargetSpeedPercent "target_speed_percent" [] Scale::whole(0, 1_000, "percent"), "The speed of its target, of its own.";
    TargetSlotsFree "target_slots_free" [] Scale::whole(0, 64, ""), "Places round its target that it could have.";
    ReachLead "reach_lead" [] Scale::whole(-32, 32, "cells"), "How much farther its weapon reaches than that of its target.";
    WardDistance "ward_distance" [] Scale::whole(0, 64, "cells"), "To its ward, edge to edge; 64 without one.";
    WardHpPercent "ward_hp_percent" [] Scale::whole(0, 100, "percent"), "The hit points of its ward, of its whole.";
    PatientDistance "patient_distance" [] Scale::whole(0, 64, "cells"), "To its patient, edge to edge; 64 without one.";
    PatientHpPercent "patient_hp_percent" [] Scale::whole(0, 100, "percent"), "The hit points of its patient, of its whole; 100 without one.";
    PostDistance "post_distance" [] Scale::whole(0, 64, "cells"), "To its post; 0 without one.";
    LeaderDistance "leader_distance" [] Scale::whole(0, 64, "cells"), "To the leader of its squad; 0 without one.";
    SquadSpread "squad_spread" [] Scale::whole(0, 64, "cells"), "The mean distance of its squad's members from their middle.";
    Interest "interest" [] Scale::whole(0, 100, ""), "What its interest is worth to it now; 0 without one.";
    InterestDistance "interest_distance" [] Scale::whole(0, 64, "cells"), "To where what interests it happened; 64 when nothing does.";
    InterestAge "interest_age" [] Scale::whole(0, 600, "seconds"), "Time since what interests it was first noticed; 600 when nothing does.";
    OrderAge "order_age" [] Scale::whole(0, 600, "seconds"), "Time since its latest order, at most 600.";
}
