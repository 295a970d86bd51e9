//! Each player's figures over time.

use sandtable_sim::World;
use sandtable_state::id::PlayerId;

use super::bytes::Packer;
use crate::chance::{ChanceModel, ChanceWatch, LOOK_TICKS};
use crate::standing::Standing;

/// Ticks between two points of a series (two game seconds).
pub(super) const SERIES_TICKS: u32 = LOOK_TICKS;

/// The names of a point's figures, in order; the stock of each resource follows, and the chance of winning where a model tells it.
pub(super) const FIGURES: [&str; 14] = [
    "supply",
    "supply_cap",
    "workers",
    "army",
    "army_value",
    "idle",
    "buildings",
    "gathered",
    "kills",
    "razed",
    "lost_units",
    "lost_buildings",
    "value_killed",
    "value_lost",
];

/// The points of all players.
#[derive(Default)]
pub(super) struct Series<'m> {
    points: u32,
    last: Vec<u32>,
    figures: Packer,
    /// What tells the chance of winning, where it applies.
    chances: Option<(&'m ChanceModel, ChanceWatch)>,
}

impl<'m> Series<'m> {
    /// Before the first point; with a model that applies to the match.
    pub fn new(model: Option<&'m ChanceModel>) -> Series<'m> {
        Series { chances: model.map(|model| (model, ChanceWatch::default())), ..Series::default() }
    }

    /// Notes a point.
    pub fn point(&mut self, world: &World) {
        let players = 0..world.players().len() as u8;
        let standings: Vec<Standing> = players.clone().map(|id| Standing::measure(world, PlayerId(id))).collect();
        let mut compare = |(model, watch): &mut (&ChanceModel, ChanceWatch)| match standings[..] {
            [first, second] => Some(model.chances(&watch.compare(world.tick(), [first, second]))),
            _ => None,
        };
        let chances = self.chances.as_mut().and_then(&mut compare);
        let all = |(player, standing): (u8, &Standing)| {
            let chance = chances.map(|chances| u32::from(chances[usize::from(player)]));
            figures(world, PlayerId(player), standing).into_iter().chain(chance)
        };
        let figures: Vec<u32> = players.zip(&standings).flat_map(all).collect();
        self.last.resize(figures.len(), 0);
        for (was, now) in self.last.iter().zip(&figures) {
            self.figures.difference(*was, *now);
        }
        self.last = figures;
        self.points += 1;
    }

    /// How many points there are.
    pub fn points(&self) -> u32 {
        self.points
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.figures.len()
    }

    /// By point, then player, then figure: the difference from the point before.
    pub fn pack(&self) -> &Packer {
        &self.figures
    }
}

fn figures(world: &World, id: PlayerId, standing: &Standing) -> Vec<u32> {
    let (player, rules) = (&world.players()[id.index()], world.rules());
    let Standing { workers, army, army_value, idle, buildings, gathered, .. } = *standing;
    let totals = &player.totals;
    let idle_percent = idle * 100 / (workers + army).max(1);
    let mut figures = vec![
        u32::from(player.supply_used),
        u32::from(player.supply_cap),
        workers,
        army,
        army_value,
        idle_percent,
        buildings,
        gathered,
        totals.units_killed,
        totals.buildings_razed,
        totals.units_lost,
        totals.buildings_lost,
        totals.value_killed,
        totals.value_lost,
    ];
    debug_assert_eq!(figures.len(), FIGURES.len());
    figures.extend(&player.resources[..rules.resources.len()]);
    figures
}
