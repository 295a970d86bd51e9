//! Bounded queues of what agents and squads are told: inserted by priority, taken from the head.

use crate::limits::MAX_TASKS;
use crate::{ByteReader, Field, Malformed, Sink};

/// What waits in a queue.
pub trait Urgent {
    /// Its priority: what has a higher one is inserted before it.
    fn priority(&self) -> u8;
}

/// A queue of at most [`MAX_TASKS`] of what an agent or a squad is told: inserted at the front by priority or at the back, removed only from the head.
///
/// Most queues hold one task at most, and every tick looks at the heads of all: those that wait behind it lie elsewhere, so
/// that the heads lie close together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedQueue<T> {
    head: Option<T>,
    /// None without a head.
    waiting: Vec<T>,
}

impl<T> Default for BoundedQueue<T> {
    fn default() -> BoundedQueue<T> {
        BoundedQueue { head: None, waiting: Vec::new() }
    }
}

impl<T: Urgent> BoundedQueue<T> {
    /// The task at the head.
    #[inline]
    pub fn head(&self) -> Option<&T> {
        self.head.as_ref()
    }

    /// The task at the head, to change.
    #[inline]
    pub fn head_mut(&mut self) -> Option<&mut T> {
        self.head.as_mut()
    }

    /// The tasks, head first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.head.iter().chain(&self.waiting)
    }

    /// The tasks, head first, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.head.iter_mut().chain(&mut self.waiting)
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.head.is_some()) + self.waiting.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    /// Whether another one fits.
    pub fn has_room(&self) -> bool {
        self.len() < MAX_TASKS
    }

    /// Appends at the back. Returns false, and changes nothing, when the queue is full.
    #[must_use]
    pub fn push_back(&mut self, task: T) -> bool {
        self.insert(self.len(), task)
    }

    /// Inserts at the front, behind tasks of higher priority only. Returns false, and changes nothing, when the
    /// queue is full.
    #[must_use]
    pub fn push_front(&mut self, task: T) -> bool {
        let at = self.iter().take_while(|other| other.priority() > task.priority()).count();
        self.insert(at, task)
    }

    /// Inserts before the task at this place.
    fn insert(&mut self, at: usize, task: T) -> bool {
        if !self.has_room() {
            return false;
        }
        match at.checked_sub(1) {
            Some(at) => self.waiting.insert(at, task),
            None => {
                let head = self.head.replace(task);
                head.into_iter().for_each(|head| self.waiting.insert(0, head));
            }
        }
        true
    }

    /// Removes the head.
    pub fn pop(&mut self) -> Option<T> {
        let next = if self.waiting.is_empty() { None } else { Some(self.waiting.remove(0)) };
        std::mem::replace(&mut self.head, next)
    }

    /// Removes the tasks whose priority is not above `priority`; the others keep their order.
    pub fn keep_above(&mut self, priority: u8) {
        self.waiting.retain(|task| task.priority() > priority);
        if self.head.as_ref().is_some_and(|head| head.priority() <= priority) {
            self.pop();
        }
    }

    /// Removes all.
    pub fn clear(&mut self) {
        *self = BoundedQueue::default();
    }
}

impl<T: Field + Urgent> Field for BoundedQueue<T> {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        (self.len() as u8).put(sink);
        if let Some(head) = &self.head {
            head.put(sink);
        }
        for task in &self.waiting {
            task.put(sink);
        }
        sink.boundary();
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        let length = u8::take(reader)?;
        let mut tasks = BoundedQueue::default();
        for _ in 0..length {
            let task = T::take(reader)?;
            if !tasks.push_back(task) {
                return Err(reader.malformed("more tasks than a queue holds"));
            }
        }
        Ok(tasks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Task {
        row: u16,
        priority: u8,
    }

    impl Urgent for Task {
        fn priority(&self) -> u8 {
            self.priority
        }
    }

    type TaskQueue = BoundedQueue<Task>;

    fn task(row: u16, priority: u8) -> Task {
        Task { row, priority }
    }

    fn rows(tasks: &TaskQueue) -> Vec<u16> {
        tasks.iter().map(|task| task.row).collect()
    }

    #[test]
    fn a_queue_keeps_its_order_from_the_front_and_the_back() {
        let mut tasks = TaskQueue::default();
        for (row, priority) in [(1, 0), (2, 5), (3, 0)] {
            assert!(tasks.push_back(task(row, priority)));
        }
        assert!(tasks.push_front(task(4, 0)));
        assert_eq!(rows(&tasks), [4, 1, 2, 3]);
        assert!(tasks.push_front(task(5, 9)) && tasks.push_front(task(6, 5)));
        assert_eq!(rows(&tasks), [5, 6, 4, 1, 2, 3], "behind what is more urgent");
        tasks.keep_above(4);
        assert_eq!(rows(&tasks), [5, 6, 2]);
        assert_eq!(tasks.pop().map(|task| task.row), Some(5));
        assert_eq!((rows(&tasks), tasks.head().map(|task| task.row)), (vec![6, 2], Some(6)));
        tasks.keep_above(9);
        assert_eq!(tasks, TaskQueue::default());
        assert_eq!(tasks.pop(), None);
    }

    #[test]
    fn a_full_queue_takes_nothing() {
        let mut tasks = TaskQueue::default();
        while tasks.has_room() {
            assert!(tasks.push_back(task(tasks.len() as u16, 0)));
        }
        let full = tasks.clone();
        assert_eq!(tasks.len(), MAX_TASKS);
        assert!(!tasks.push_back(task(9, 0)) && !tasks.push_front(task(9, 9)));
        assert_eq!(tasks, full);
    }
}
