//! A commander for the workloads that are about armies: sends all it has across the map and back, deciding once a game second.

use sandtable_ai::{Commander, MatchInfo, Orders, Registry};
use sandtable_content::TableReader;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::{Formation, FormationShape};
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, SquadId};
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_SQUADS};

/// Game seconds between two changes of direction.
const LEG_SECONDS: u32 = 60;

/// The plain registry, and the marshal under the names `marshal-fights`, `marshal-walks` and `marshal-forms`, who walks in squares.
pub fn registry() -> Registry {
    let mut registry = Registry::standard();
    let names = [
        ("marshal-fights", true, FormationShape::Loose),
        ("marshal-walks", false, FormationShape::Loose),
        ("marshal-forms", false, FormationShape::Box),
    ];
    for (name, fights, shape) in names {
        registry.add(name, move |_: &TableReader<'_>, _: &MatchInfo<'_>| {
            Box::new(Marshal::new(name, fights, shape)) as Box<dyn Commander>
        });
    }
    registry
}

struct Marshal {
    name: &'static str,
    shape: FormationShape,
    fights: bool,
    squads: u32,
    leg: Option<u32>,
}

impl Marshal {
    fn new(name: &'static str, fights: bool, shape: FormationShape) -> Marshal {
        Marshal { name, shape, fights, squads: 0, leg: None }
    }

    fn muster(&mut self, view: &View<'_>, orders: &mut Orders) {
        let units: Vec<Handle> = view.own_units().iter().map(|unit| unit.handle).collect();
        for chunk in units.chunks(MAX_ORDER_UNITS).take(MAX_SQUADS) {
            self.squads += 1;
            orders.give(Order::to(chunk.iter().copied(), OrderKind::Form(Formation::in_shape(self.shape))));
        }
    }
}

impl Commander for Marshal {
    fn name(&self) -> &str {
        self.name
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        if self.squads == 0 {
            self.muster(view, orders);
            return;
        }
        // The situation is looked at whether or not there is something to say, as a real commander would.
        let standing = view.own_units().len() + view.foreign().len();
        let leg = view.tick() / (16 * LEG_SECONDS);
        if self.leg == Some(leg) || standing == 0 {
            return;
        }
        self.leg = Some(leg);
        let (width, height) = (view.map().width as i16, view.map().height as i16);
        let east = (leg + u32::from(view.me().0)).is_multiple_of(2);
        let x = if east { width - width / 8 } else { width / 8 };
        for squad in 1..=self.squads {
            // Each squad keeps to a lane of its own, so that the whole width of the map is walked.
            let y = i32::from(height) * (2 * squad as i32 - 1) / (2 * self.squads as i32);
            let to = Vec2::new(Fx::from_int(x), Fx::from_int_saturating(y));
            let verb = if self.fights { OrderKind::AttackMove(to) } else { OrderKind::Move(to) };
            orders.give(Order::squad(SquadId::new(view.me(), squad), verb));
        }
    }
}
