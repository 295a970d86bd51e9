//! Knockouts: the bracket, drawn before anything was played, and how far it has been played.

use super::met::Met;

/// Meetings that are played again when both score alike, before the one that is named higher goes on.
pub(super) const MAX_TIE_BREAKS: u32 = 3;

/// Who comes to a seat of a meeting.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A strategy, or nobody: a bye for the other.
    Drawn(Option<usize>),
    Winner(usize),
    Loser(usize),
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BracketSeat {
    /// It is not known yet.
    Open,
    /// Nobody will.
    Bye,
    /// The strategy of this row.
    Row(usize),
}

/// A stage of the bracket, the meetings of which are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Of those who have lost nothing, from 1.
    Round(u32),
    /// Of those who have lost once, from 1.
    Losers(u32),
    Final,
    /// When who came from the losers has won the final: both have lost once then.
    SecondFinal,
}

/// A meeting of the bracket, as far as it came.
#[derive(Clone, Debug)]
pub(super) struct BracketNode {
    pub stage: Stage,
    sources: [Source; 2],
    pub seats: [BracketSeat; 2],
    /// Half points in all its games.
    pub half_points: [u32; 2],
    /// How often it was played.
    pub played: u32,
    winner: Option<usize>,
    /// Whether nothing but the order of the file told both apart.
    pub by_name: bool,
}

/// A knockout.
pub(super) struct BracketState {
    pub nodes: Vec<BracketNode>,
    lives: u32,
}

impl BracketState {
    /// The bracket of `count` strategies, in which who has lost `lives` meetings is out, after these were played.
    pub fn new(count: usize, lives: u32, met: &[Met]) -> BracketState {
        let mut state = BracketState { nodes: Vec::new(), lives };
        state.draw(count);
        state.settle();
        for round in met.chunk_by(|a, b| a.round == b.round) {
            // Who plays in a round plays once in it: it is known from whom a result is.
            round.iter().for_each(|met| state.play(met));
            state.settle();
        }
        state
    }

    fn add(&mut self, stage: Stage, sources: [Source; 2]) -> usize {
        let seats = [BracketSeat::Open; 2];
        self.nodes.push(BracketNode {
            stage,
            sources,
            seats,
            half_points: [0; 2],
            played: 0,
            winner: None,
            by_name: false,
        });
        self.nodes.len() - 1
    }

    /// Draws all meetings; each stands behind those that it waits for.
    fn draw(&mut self, count: usize) {
        let places = count.next_power_of_two();
        // The highest meets the lowest, and the first two not before the end: places without a strategy fall to the highest.
        let mut order = vec![0];
        while order.len() < places {
            let last = 2 * order.len() - 1;
            order = order.into_iter().flat_map(|place| [place, last - place]).collect();
        }
        let drawn = |place: usize| Source::Drawn((place < count).then_some(place));
        let mut up: Vec<Source> = order.into_iter().map(drawn).collect();
        let (mut down, mut losers): (Vec<Source>, u32) = (Vec::new(), 0);
        let mut round = 0;
        while up.len() > 1 {
            round += 1;
            let last = up.len() == 2 && self.lives == 1;
            let stage = if last { Stage::Final } else { Stage::Round(round) };
            let met: Vec<usize> = up.chunks(2).map(|two| self.add(stage, [two[0], two[1]])).collect();
            up = met.iter().map(|node| Source::Winner(*node)).collect();
            if self.lives == 2 {
                down = self.draw_losers(down, &met, &mut losers);
            }
        }
        if let (2, [first], [second]) = (self.lives, &up[..], &down[..]) {
            let node = self.add(Stage::Final, [*first, *second]);
            self.add(Stage::SecondFinal, [Source::Winner(node), Source::Loser(node)]);
        }
    }

    /// The losers of a round come to those who have lost once, from the other half so that two do not meet again at once.
    fn draw_losers(&mut self, down: Vec<Source>, met: &[usize], losers: &mut u32) -> Vec<Source> {
        let mut left: Vec<Source> = met.iter().map(|node| Source::Loser(*node)).collect();
        if !down.is_empty() {
            *losers += 1;
            left.reverse();
            let pairs: Vec<[Source; 2]> = down.into_iter().zip(left).map(|(own, fallen)| [fallen, own]).collect();
            left = pairs.into_iter().map(|pair| Source::Winner(self.add(Stage::Losers(*losers), pair))).collect();
        }
        if left.len() > 1 {
            *losers += 1;
            let pairs: Vec<[Source; 2]> = left.chunks(2).map(|two| [two[0], two[1]]).collect();
            left = pairs.into_iter().map(|pair| Source::Winner(self.add(Stage::Losers(*losers), pair))).collect();
        }
        left
    }

    /// Seats everybody of whom it is known where.
    fn settle(&mut self) {
        for at in 0..self.nodes.len() {
            let seats = self.nodes[at].sources.map(|source| self.seat(source));
            // A second final is played when the one who came without a loss has lost the first.
            let needless = self.nodes[at].stage == Stage::SecondFinal && at > 0 && {
                let first = &self.nodes[at - 1];
                first.winner == Some(0) || first.seats.contains(&BracketSeat::Bye)
            };
            self.nodes[at].seats = if needless { [seats[0], BracketSeat::Bye] } else { seats };
        }
    }

    fn seat(&self, source: Source) -> BracketSeat {
        match source {
            Source::Drawn(row) => row.map_or(BracketSeat::Bye, BracketSeat::Row),
            Source::Winner(node) => self.nodes[node].outcome()[0],
            Source::Loser(node) => self.nodes[node].outcome()[1],
        }
    }

    /// Counts a result in.
    fn play(&mut self, met: &Met) {
        let sits = |node: &&mut BracketNode| {
            node.is_due() && met.rows.iter().all(|row| node.seats.contains(&BracketSeat::Row(*row)))
        };
        let Some(node) = self.nodes.iter_mut().find(sits) else { return };
        let turned = node.seats[0] != BracketSeat::Row(met.rows[0]);
        let [own, other] = if turned { [met.half_points[1], met.half_points[0]] } else { met.half_points };
        node.half_points = [node.half_points[0] + own, node.half_points[1] + other];
        node.played += 1;
        node.by_name = own == other && node.played > MAX_TIE_BREAKS;
        node.winner = match own.cmp(&other) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal if node.by_name => Some(usize::from(node.rows()[1] < node.rows()[0])),
            std::cmp::Ordering::Equal => None,
        };
    }

    /// The meetings that can be played now; none when it is over.
    pub fn due(&self) -> Option<Vec<Vec<usize>>> {
        let rows = |node: &BracketNode| {
            let mut rows = node.rows();
            rows.sort_unstable();
            rows
        };
        let due: Vec<Vec<usize>> = self.nodes.iter().filter(|node| node.is_due()).map(rows).collect();
        (!due.is_empty()).then_some(due)
    }

    /// Who has won it all; none while it lasts.
    pub fn champion(&self) -> Option<usize> {
        match self.nodes.last().map_or(BracketSeat::Row(0), |node| node.outcome()[0]) {
            BracketSeat::Row(row) => Some(row),
            _ => None,
        }
    }

    /// How far each of `count` came, by row: 0 for who is not out, then the number of stages that were played from its last one on.
    pub fn places(&self, count: usize) -> Vec<u32> {
        let mut places = vec![0; count];
        let (mut stages, mut stage) = (0, None);
        for node in self.nodes.iter().rev() {
            if stage != Some(node.stage) {
                (stages, stage) = (stages + 1, Some(node.stage));
            }
            let falls = self.lives == 1 || !matches!(node.stage, Stage::Round(_));
            if let (true, BracketSeat::Row(row)) = (falls, node.outcome()[1]) {
                // Who loses the final without a loss before it plays the second one, which was looked at first.
                let plays_on = node.stage == Stage::Final && self.lives == 2 && node.winner == Some(1);
                if !plays_on {
                    places[row] = stages;
                }
            }
        }
        places
    }
}

impl BracketNode {
    fn rows(&self) -> Vec<usize> {
        let row = |seat: &BracketSeat| if let BracketSeat::Row(row) = seat { Some(*row) } else { None };
        self.seats.iter().filter_map(row).collect()
    }

    /// Whether two wait in it to be told apart.
    fn is_due(&self) -> bool {
        self.winner.is_none() && self.rows().len() == 2
    }

    /// The winner's seat in it, once it is known.
    pub fn winner(&self) -> Option<usize> {
        match self.seats {
            [BracketSeat::Row(_), BracketSeat::Bye] => Some(0),
            [BracketSeat::Bye, BracketSeat::Row(_)] => Some(1),
            _ => self.winner,
        }
    }

    /// Who goes on from it, and who does not.
    fn outcome(&self) -> [BracketSeat; 2] {
        match (self.seats, self.winner()) {
            ([BracketSeat::Bye, BracketSeat::Bye], _) => [BracketSeat::Bye; 2],
            (_, Some(winner)) => [self.seats[winner], self.seats[1 - winner]],
            _ => [BracketSeat::Open; 2],
        }
    }
}
