//! One lane of requests: players take turns, and one request is worked on at a time.

use sandtable_model::map::Cell;
use sandtable_model::rules::Navigator;

sandtable_state::state_struct! {
    /// A request for a path.
    #[derive(Copy, Default)]
    pub struct PathRequest {
        /// Its number, by which it is answered.
        pub ticket: u32,
        /// Who asks: players take turns.
        pub player: u8,
        /// Over which ground, by a number of the asker's.
        pub layer: u16,
        /// What searches it.
        pub navigator: Navigator,
        /// The cell to start from.
        pub from: Cell,
        /// The cell to get to.
        pub to: Cell,
    }
}

sandtable_state::state_struct! {
    /// The request that is worked on.
    #[derive(Copy, Default)]
    pub struct Running {
        /// The request.
        pub request: PathRequest,
        /// What was spent on it since it last started, in expansions of cells.
        pub spent: u32,
        /// How often it had to start over.
        pub restarts: u8,
    }
}

sandtable_state::state_struct! {
    /// The requests of one lane.
    #[derive(Default)]
    pub struct Lane {
        /// Those that wait, in the order they came.
        pub waiting: Vec<PathRequest>,
        /// The one that is worked on: none or one.
        pub running: Vec<Running>,
        /// The player who was served last.
        pub served: u8,
    }
}

impl Lane {
    /// How many requests of a player wait.
    pub(super) fn pending(&self, player: u8) -> usize {
        self.waiting.iter().filter(|request| request.player == player).count()
    }

    pub(super) fn push(&mut self, request: PathRequest) {
        self.waiting.push(request);
    }

    pub(super) fn remove(&mut self, ticket: u32) {
        self.waiting.retain(|request| request.ticket != ticket);
        self.running.retain(|running| running.request.ticket != ticket);
    }

    pub(super) fn running(&self) -> Option<&Running> {
        self.running.first()
    }

    /// The request to work on: the one at work, or the first of the player whose turn it is.
    pub(super) fn take_turn(&mut self) -> Option<Running> {
        if self.running.is_empty() {
            let turn = |request: &PathRequest| request.player.wrapping_sub(self.served).wrapping_sub(1);
            let (row, _) = self.waiting.iter().enumerate().min_by_key(|(row, request)| (turn(request), *row))?;
            let request = self.waiting.remove(row);
            self.served = request.player;
            self.running.push(Running { request, ..Running::default() });
        }
        self.running.first().copied()
    }

    /// Notes how much has been spent on the request at work.
    pub(super) fn note(&mut self, spent: u32) {
        self.running.iter_mut().for_each(|running| running.spent = spent);
    }

    /// Notes that the request at work starts over.
    pub(super) fn restart(&mut self) {
        for running in &mut self.running {
            (running.spent, running.restarts) = (0, running.restarts.saturating_add(1));
        }
    }

    pub(super) fn finish(&mut self) {
        self.running.clear();
    }
}
