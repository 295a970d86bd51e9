//! The search over portals against relaxation until nothing gets cheaper.

use sandtable_math::mix;

use super::ground::{Ground, square};
use crate::flow_field::field::FlowField;
use crate::flow_field::kernel::Kernel;
use crate::flow_field::layer::{Layer, SECTOR_PORTALS};
use crate::flow_field::portal_search::{GOAL, PortalSearch};
use crate::flow_field::sector::NO_LINK;

fn sectors(layer: &Layer) -> impl Iterator<Item = u16> + use<> {
    0..layer.partition().count() as u16
}

/// Costs by portal, relaxed link by link from those the search starts with.
fn relaxed(layer: &Layer, wave: &PortalSearch) -> Vec<(u32, u16)> {
    let ids = 0..(layer.partition().count() * SECTOR_PORTALS) as u32;
    let start =
        |mark: crate::flow_field::portal_search::PortalMark| if mark.next == GOAL { mark.rest } else { u32::MAX };
    let mut rest: Vec<(u32, u16)> = ids.map(|id| (start(wave.mark(id)), wave.mark(id).onward)).collect();
    loop {
        let before = rest.clone();
        for number in sectors(layer) {
            let portals = layer.sector(number).portals();
            let ids: Vec<usize> = portals.iter().map(|portal| layer.portal_id(number, portal) as usize).collect();
            for (to, exit) in ids.iter().enumerate() {
                for (entry, link) in ids.iter().zip(layer.sector(number).links_to(to)) {
                    let leads_on = rest[*exit].0 != u32::MAX && rest[*exit].1 != number && *link != NO_LINK;
                    if leads_on && rest[*exit].0 + link < rest[*entry].0 {
                        rest[*entry] = (rest[*exit].0 + link, number);
                    }
                }
            }
        }
        if rest == before {
            return rest;
        }
    }
}

#[test]
fn settled_portals_have_the_cost_of_the_shortest_way() {
    for seed in 0..16 {
        let ground =
            if seed % 2 == 0 { Ground::random(74, 61, seed, 3 * seed) } else { Ground::rough(61, 58, seed, 10) };
        let layer = ground.layer();
        let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(ground.pick(mix(seed, 1)))]);
        for asked in sectors(&layer).step_by(5) {
            for region in layer.sector(asked).regions() {
                field.route(&layer, asked, region);
            }
            let (wave, rest) = (field.wave(), relaxed(&layer, field.wave()));
            for (id, (rest, _)) in rest.iter().enumerate() {
                let mark = wave.mark(id as u32);
                assert!(!mark.settled || mark.rest == *rest, "seed {seed} asked {asked} portal {id}: {mark:?} {rest}");
            }
        }
    }
}
