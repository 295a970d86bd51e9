//! Everything one behaviour file defines, and the mind that puts it together.

use super::{Machine, PersonalGoals, PositionQuery, QueryId, Reactions, TagId, Tree, TreeId};

/// What a kind of agent thinks with: rows of its [`Behaviours`], each optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MindPlan {
    /// The name in its file, which is the one that definitions refer to it by.
    pub name: String,
    /// Pushed over everything else.
    pub reactions: Option<u8>,
    /// What it wants itself.
    pub goals: Option<u8>,
    /// What it does otherwise.
    pub machine: Option<u8>,
    /// The tree that runs when neither a goal nor a state has one.
    pub tree: Option<TreeId>,
}

impl MindPlan {
    /// The name it has in its file.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The definitions of one behaviour file, immutable and shared by all who follow them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviours {
    /// Trees, by [`TreeId`].
    pub trees: Vec<Tree>,
    /// State machines, by row.
    pub machines: Vec<Machine>,
    /// Position queries, by [`QueryId`].
    pub queries: Vec<PositionQuery>,
    /// Lists of personal goals, by row.
    pub goals: Vec<PersonalGoals>,
    /// Lists of reactions, by row.
    pub reactions: Vec<Reactions>,
    /// Minds, by row: what kinds of agents refer to.
    pub minds: Vec<MindPlan>,
    /// Tags that definitions name, by [`TagId`].
    pub tags: Vec<String>,
}

/// Looking definitions up by row and by name; rows are in the order of the file.
impl Behaviours {
    /// All trees.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// A tree.
    pub fn tree(&self, id: TreeId) -> Option<&Tree> {
        self.trees.get(usize::from(id.0))
    }

    /// All machines.
    pub fn machines(&self) -> &[Machine] {
        &self.machines
    }

    /// All position queries.
    pub fn queries(&self) -> &[PositionQuery] {
        &self.queries
    }

    /// A position query.
    pub fn query(&self, id: QueryId) -> Option<&PositionQuery> {
        self.queries.get(usize::from(id.0))
    }

    /// The names of everything that a mind can be at: reactions, goals, states and trees, in the order of their tables.
    pub fn things_to_be_at(&self) -> Vec<&str> {
        let reactions = self.reactions.iter().flat_map(|set| set.all()).map(|one| one.name.as_str());
        let goals = self.goals.iter().flat_map(|set| set.all()).map(|one| one.name.as_str());
        let states = self.machines.iter().flat_map(|machine| machine.states()).map(|state| state.name.as_str());
        reactions.chain(goals).chain(states).chain(self.trees.iter().map(Tree::name)).collect()
    }

    /// All sets of personal goals.
    pub fn goals(&self) -> &[PersonalGoals] {
        &self.goals
    }

    /// All sets of reactions.
    pub fn reactions(&self) -> &[Reactions] {
        &self.reactions
    }

    /// All minds.
    pub fn minds(&self) -> &[MindPlan] {
        &self.minds
    }

    /// The row of the mind of this name.
    pub fn mind_named(&self, name: &str) -> Option<u8> {
        row(&self.minds, |mind| mind.name == name)
    }

    /// The tags its calls name, by [`TagId`].
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// The text of a tag.
    pub fn tag(&self, id: TagId) -> Option<&str> {
        self.tags.get(usize::from(id.0)).map(String::as_str)
    }
}

fn row<T>(all: &[T], is: impl Fn(&T) -> bool) -> Option<u8> {
    all.iter().position(is).and_then(|row| u8::try_from(row).ok())
}
