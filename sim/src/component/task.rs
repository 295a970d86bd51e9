//! Tasks, and the bounded queues agents keep them in.

use crate::id::UnitId;
use crate::limits::MAX_TASKS;
use crate::math::Vec2;
use crate::state::{Field, Malformed, Reader, Sink};
use crate::state_enum;
use crate::state_struct;

state_enum! {
    /// What a task does. The first group lives in movement queues, the second in action queues.
    #[derive(Default)]
    pub enum TaskKind {
        /// Walk to `point` and be done.
        #[default]
        Goto = 0,
        /// Stay near `target` for ever.
        Follow = 1,
        /// Walk between `point` and `other` for ever.
        Patrol = 2,
        /// Stand still for ever, whatever the action queue wants.
        Hold = 3,
        /// Go wherever the action task with the same tag needs to be; done when that is gone.
        Serve = 4,

        /// Attack `target` until it is dead or lost.
        Strike = 16,
        /// Attack whatever comes near, leaving the movement task for it; done with the movement task of the same tag.
        Engage = 17,
        /// Gather from `target` and deliver, again and again.
        Gather = 18,
        /// Deliver what is carried.
        Deliver = 19,
        /// Build `target`.
        Build = 20,
        /// Repair `target`.
        Repair = 21,
        /// Board `target`.
        Board = 22,
        /// Let passengers out at `point`.
        Unload = 23,
        /// Use the ability `row` on `target` or `point`.
        Cast = 24,
        /// Attack whatever threatens `target`; never done.
        Guard = 25,
    }
}

state_struct! {
    /// One entry of a queue.
    #[derive(Copy, Default)]
    pub struct Task {
        /// What to do.
        pub kind: TaskKind,
        /// Priority: an order with a higher one is inserted at the front.
        pub priority: u8,
        /// The order this came from, counted per agent and wrapping; ties a movement task to its action task.
        pub tag: u16,
        /// A row of the rules (an ability); 0 otherwise.
        pub row: u16,
        /// The entity it is about.
        pub target: UnitId,
        /// The place it is about.
        pub point: Vec2,
        /// The other end of a patrol.
        pub other: Vec2,
    }
}

/// A bounded queue of tasks: inserted at the front by priority or at the back, removed only from the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tasks {
    length: u8,
    items: [Task; MAX_TASKS],
}

impl Tasks {
    /// The task at the head.
    #[inline]
    pub fn head(&self) -> Option<&Task> {
        self.as_slice().first()
    }

    /// The task at the head, to change.
    #[inline]
    pub fn head_mut(&mut self) -> Option<&mut Task> {
        self.items[..self.length as usize].first_mut()
    }

    /// The tasks, head first.
    #[inline]
    pub fn as_slice(&self) -> &[Task] {
        &self.items[..self.length as usize]
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether another one fits.
    pub fn has_room(&self) -> bool {
        (self.length as usize) < MAX_TASKS
    }

    /// Appends at the back. Returns false, and changes nothing, when the queue is full.
    #[must_use]
    pub fn push_back(&mut self, task: Task) -> bool {
        if !self.has_room() {
            return false;
        }
        self.items[self.length as usize] = task;
        self.length += 1;
        true
    }

    /// Inserts at the front, behind tasks of higher priority only. Returns false, and changes nothing, when the
    /// queue is full.
    #[must_use]
    pub fn push_front(&mut self, task: Task) -> bool {
        if !self.has_room() {
            return false;
        }
        let at = self.as_slice().iter().take_while(|other| other.priority > task.priority).count();
        self.items.copy_within(at..self.length as usize, at + 1);
        self.items[at] = task;
        self.length += 1;
        true
    }

    /// Removes the head.
    pub fn pop(&mut self) -> Option<Task> {
        let head = *self.head()?;
        self.items.copy_within(1..self.length as usize, 0);
        self.length -= 1;
        self.items[self.length as usize] = Task::default();
        Some(head)
    }

    /// Removes the tasks whose priority is not above `priority`; the others keep their order.
    pub fn keep_above(&mut self, priority: u8) {
        let mut kept = Tasks::default();
        for task in self.as_slice().iter().filter(|task| task.priority > priority) {
            kept.items[kept.length as usize] = *task;
            kept.length += 1;
        }
        *self = kept;
    }

    /// Removes all.
    pub fn clear(&mut self) {
        *self = Tasks::default();
    }
}

impl Field for Tasks {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        self.length.put(sink);
        for task in self.as_slice() {
            Field::put(task, sink);
        }
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, Malformed> {
        let length = u8::take(reader)?;
        let mut tasks = Tasks::default();
        for _ in 0..length {
            let task = <Task as Field>::take(reader)?;
            if !tasks.push_back(task) {
                return Err(reader.malformed("more tasks than a queue holds"));
            }
        }
        Ok(tasks)
    }
}
