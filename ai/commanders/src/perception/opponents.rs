//! Who the opponents are, where they began, and who the allies are.

use sandtable_math::Vec2;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;

/// The enemies that are still in the match.
pub(crate) fn opponents<'v>(view: &'v View<'_>) -> impl Iterator<Item = PlayerId> + 'v {
    standing(view).filter(|player| view.is_enemy(*player))
}

/// The allies that are still in the match.
pub(crate) fn allies<'v>(view: &'v View<'_>) -> impl Iterator<Item = PlayerId> + 'v {
    standing(view).filter(|player| *player != view.me() && !view.is_enemy(*player))
}

fn standing<'v>(view: &'v View<'_>) -> impl Iterator<Item = PlayerId> + 'v {
    (0..view.players()).map(PlayerId).filter(|player| !view.is_out(*player))
}

/// Where they started.
pub(crate) fn enemy_starts<'v>(view: &'v View<'_>) -> impl Iterator<Item = Vec2> + 'v {
    opponents(view).filter_map(|player| view.start_of(player))
}
