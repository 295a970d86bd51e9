//! Where queries of unit agents begin, and what is asked of places.

use sandtable_decide::{Param, Scale, TestCost};

sandtable_decide::words! {
    /// Where queries begin. A query about what is not there has no candidates.
    Anchor, ANCHORS: ();
    Oneself "oneself" [] (), "Where it stands.";
    Target "target" [] (), "Its target.";
    NearestFoe "nearest_foe" [Param::TAG] (), "The nearest foe in sight within 24 cells.";
    Ward "ward" [] (), "Its ward.";
    Patient "patient" [] (), "Its patient.";
    Post "post" [] (), "Its post.";
    Leader "leader" [] (), "The leader of its squad.";
    Squad "squad" [] (), "The middle of its squad.";
    Order "order" [] (), "Where its order sends it.";
    Interest "interest" [] (), "Where what interests it happened.";
    Home "home" [] (), "The nearest own building that resources can be brought to.";
}

sandtable_decide::words! {
    /// Points known beforehand.
    Source, SOURCES: ();
    Cover "cover" [] (), "Open cells beside one that blocks sight.";
    Towers "towers" [] (), "Beside own buildings with a weapon.";
    Bases "bases" [] (), "Beside own buildings that resources can be brought to.";
    Slots "slots" [] (), "Places round its target that it could have.";
    Nodes "nodes" [Param::TAG] (), "Beside nodes known to its team.";
}

sandtable_decide::words! {
    /// What is so or not of a place.
    PlaceCondition, CONDITIONS: TestCost;
    Open "open" [] TestCost::Cheap, "It could stand there: the cell is open to its class, as far as its team knows.";
    Unclaimed "unclaimed" [] TestCost::Cheap, "No friend stands there or goes there.";
    InSight "in_sight" [] TestCost::Cheap, "Its team sees it now.";
    ReachesTarget "reaches_target" [] TestCost::Cheap, "Its weapon would reach its target from there.";
    OutOfReach "out_of_reach" [] TestCost::Cheap, "No weapon of a foe in sight reaches there.";
    BehindScreen "behind_screen" [] TestCost::Cheap, "A friend stands between there and the nearest foe in sight.";
    HiddenFromTarget "hidden_from_target" [] TestCost::Dear, "Ground between there and its target blocks sight.";
    ClearWay "clear_way" [] TestCost::Dear, "The straight way there is open to its class, as far as its team knows.";
    ReachedBeforeTarget "reached_before_target" [] TestCost::Dear, "It would be there before its target, both going straight; so without a target.";
}

sandtable_decide::words! {
    /// What can be measured at a place.
    PlaceInput, INPUTS: Scale;
    Distance "distance" [] Scale::whole(0, 64, "cells"), "From where it stands.";
    TargetDistance "target_distance" [] Scale::whole(0, 64, "cells"), "From its target.";
    FoeDistance "foe_distance" [Param::TAG] Scale::whole(0, 64, "cells"), "From the nearest foe in sight within 24 cells of it; 64 without one.";
    FriendDistance "friend_distance" [Param::TAG] Scale::whole(0, 64, "cells"), "From the nearest other unit of its team.";
    HomeDistance "home_distance" [] Scale::whole(0, 64, "cells"), "From the nearest own building that resources can be brought to.";
    WardDistance "ward_distance" [] Scale::whole(0, 64, "cells"), "From its ward.";
    OrderDistance "order_distance" [] Scale::whole(0, 64, "cells"), "From where its order sends it.";
    FoesWithin "foes_within" [Param::CELLS, Param::TAG] Scale::whole(0, 200, ""), "Foes in sight within `cells` of it.";
    FriendsWithin "friends_within" [Param::CELLS, Param::TAG] Scale::whole(0, 200, ""), "Other units of its team within `cells` of it.";
    Threat "threat" [] Scale::whole(0, 10_000, "hit points a second"), "What the weapons of foes in sight that reach there do to it.";
    BehindTarget "behind_target" [] Scale::whole(0, 180, "degrees"), "How far round its target from where that faces: 180 is right behind it.";
    Height "height" [] Scale::whole(0, 15, "steps"), "Of the ground.";
    GroundCost "ground_cost" [] Scale::whole(50, 3_175, "percent"), "What crossing it takes, of a plain cell.";
}
