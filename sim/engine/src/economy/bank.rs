//! Paying and refunding.

use super::work_pass::Delivered;
use crate::spawn::LifecycleContext;
use crate::state::Player;
use sandtable_model::rules::Cost;
use sandtable_state::id::PlayerId;

/// Whether a player's stock covers a cost.
pub(crate) fn affords(players: &[Player], player: PlayerId, cost: &Cost) -> bool {
    players[player.index()].resources.iter().zip(cost).all(|(have, need)| *have >= u32::from(*need))
}

/// Takes a cost from a player's stock; false, and nothing taken, when it does not suffice.
pub(crate) fn pay(players: &mut [Player], player: PlayerId, cost: &Cost) -> bool {
    if !affords(players, player, cost) {
        return false;
    }
    let player = &mut players[player.index()];
    for (row, amount) in cost.iter().enumerate() {
        player.resources[row] -= u32::from(*amount);
        player.totals.spent[row] = player.totals.spent[row].saturating_add(u32::from(*amount));
    }
    true
}

/// Puts what was delivered into the players' stocks.
pub(super) fn take_in(players: &mut [Player], delivered: &Delivered) {
    for (player, delivered) in players.iter_mut().zip(delivered) {
        for (row, amount) in delivered.iter().enumerate() {
            player.resources[row] = player.resources[row].saturating_add(*amount);
            player.totals.gathered[row] = player.totals.gathered[row].saturating_add(*amount);
        }
    }
}

/// Gives back the rules' share of a cost.
pub(super) fn refund(life: &mut LifecycleContext<'_>, player: PlayerId, cost: &Cost) {
    let percent = u32::from(life.rules().refund_percent);
    let Some(player) = life.players.get_mut(player.index()) else { return };
    for (row, amount) in cost.iter().enumerate() {
        let back = u32::from(*amount) * percent / 100;
        player.resources[row] = player.resources[row].saturating_add(back);
        player.totals.spent[row] = player.totals.spent[row].saturating_sub(back);
    }
}
