//! The words of a commander's position queries.

use sandtable_decide::words;
use sandtable_decide::{Param, Scale, TestCost, Vocabulary};

/// What queries in strategy files can name: words of places alone.
pub const COMMANDERS: Vocabulary = Vocabulary {
    actions: &[],
    conditions: &[],
    inputs: &[],
    anchors: ANCHORS,
    sources: SOURCES,
    place_conditions: CONDITIONS,
    place_inputs: INPUTS,
};

words! {
    /// Where queries begin. A query about what is not there has no candidates.
    Anchor, ANCHORS: ();
    Home "home" [] (), "The oldest own base.";
    Site "site" [] (), "The site that is to be built on; the oldest own base when none is.";
    Front "front" [] (), "The own base nearest to the enemy's side.";
    Enemy "enemy" [] (), "The enemy's side, as far as it is known.";
    Army "army" [] (), "The middle of the own soldiers.";
    Threat "threat" [] (), "The middle of what threatens an own building now.";
}

words! {
    /// Points known beforehand.
    Source, SOURCES: ();
    Sites "sites" [] (), "Sites for bases: where the map's rarest nodes lie together.";
    Bases "bases" [] (), "The middles of own bases.";
    Buildings "buildings" [Param::TAG] (), "The middles of own buildings.";
    Nodes "nodes" [Param::TAG] (), "The middles of known nodes.";
}

words! {
    /// What is so or not of a place.
    PlaceCondition, CONDITIONS: TestCost;
    Placeable "placeable" [] TestCost::Cheap, "The building asked for can be placed there, as far as is known; always where none is.";
    LeavesWay "leaves_way" [] TestCost::Cheap, "It would shut in no building and no node, and stand in no way from a base to a node; always where no building is asked for.";
    Unheld "unheld" [] TestCost::Cheap, "No base of the own side and nothing hostile is known to be near, and no opponent started there.";
    Walkable "walkable" [] TestCost::Cheap, "Soldiers on foot can stand there, as far as is known.";
    NotLast "not_last" [] TestCost::Cheap, "It is not the site that was chosen last.";
}

words! {
    /// What can be measured at a place.
    PlaceInput, INPUTS: Scale;
    HomeDistance "home_distance" [] Scale::whole(0, 1_024, "cells"), "From the oldest own base.";
    SiteDistance "site_distance" [] Scale::whole(0, 1_024, "cells"), "From the site that is to be built on, or else from the oldest own base.";
    BaseDistance "base_distance" [] Scale::whole(0, 1_024, "cells"), "From the nearest own base.";
    EnemyDistance "enemy_distance" [] Scale::whole(0, 1_024, "cells"), "From the enemy's side, as far as it is known.";
    Room "room" [] Scale::whole(0, 25, "cells"), "Ground open on foot across it, in the narrowest of four directions: a choke has little.";
    Threat "threat" [] Scale::whole(0, 1_000, "soldiers"), "Remembered enemies that bear on it, in soldiers of middling might.";
    Control "control" [] Scale::whole(0, 1_000, "soldiers"), "Own soldiers that bear on it, in soldiers of middling might.";
    FoesWithin "foes_within" [Param::CELLS, Param::TAG] Scale::whole(0, 200, ""), "Enemies seen or remembered within `cells` of it.";
    BuildingsWithin "buildings_within" [Param::CELLS, Param::TAG] Scale::whole(0, 200, ""), "Own buildings within `cells` of it, those begun among them.";
    NodesWithin "nodes_within" [Param::CELLS, Param::TAG] Scale::whole(0, 200, ""), "Known nodes with something left within `cells` of it.";
    DepositsWithin "deposits_within" [Param::CELLS, Param::TAG] Scale::whole(0, 10_000, "hundreds"), "What is left at known nodes within `cells` of it.";
}
