//! Work that its user stops: what is kept of it, and the command that goes on with the rest.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::progress::ProgressSink;

/// How often it is looked whether the user stopped work that ends at once.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// What is kept of work that tells what it found at its end.
pub const NOTHING_KEPT: &str = "nothing is kept";

/// What is saved, and the command of `sandtable` that continues or starts over, in a line.
///
/// ```
/// use sandtable_match::stopping::{NOTHING_KEPT, kept_and_rest};
///
/// let told = kept_and_rest(NOTHING_KEPT, "trace long.replay");
/// assert_eq!(told, "nothing is kept; to start over: sandtable trace long.replay");
/// let told = kept_and_rest("the match is saved", "match --continue long.replay");
/// assert_eq!(told, "the match is saved; to continue: sandtable match --continue long.replay");
/// ```
pub fn kept_and_rest(kept: &str, command: &str) -> String {
    let purpose = if kept.starts_with(NOTHING_KEPT) { "start over" } else { "continue" };
    format!("{kept}; to {purpose}: sandtable {command}")
}

/// While it lives, a flag that is set ends the program at once, which tells before what is kept and how to go on. It is for work that
/// writes nothing but what was told already, or one file at its end: there is nothing to be put in order.
#[derive(Debug)]
pub struct EndingAtOnce {
    told: Arc<Mutex<String>>,
    is_over: Arc<AtomicBool>,
    watch: Option<JoinHandle<()>>,
}

impl EndingAtOnce {
    /// Of work that has told nothing yet. When `stop` is set, `end` is called with the line that is to be told, after the progress was
    /// finished; what follows it is the end of the watch.
    pub fn new(
        progress: impl ProgressSink + 'static,
        stop: Arc<AtomicBool>,
        command: &str,
        end: impl Fn(&str) + Send + 'static,
    ) -> EndingAtOnce {
        let told = Arc::new(Mutex::new(kept_and_rest(NOTHING_KEPT, command)));
        let is_over = Arc::new(AtomicBool::new(false));
        let (text, over) = (Arc::clone(&told), Arc::clone(&is_over));
        let watch = thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    progress.finish();
                    end(&text.lock().unwrap_or_else(PoisonError::into_inner));
                    return;
                }
                thread::park_timeout(LOOK_EVERY);
            }
        });
        EndingAtOnce { told, is_over, watch: Some(watch) }
    }

    /// What is kept from now on, and the command that goes on with the rest.
    pub fn keeps(&self, kept: &str, command: &str) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = kept_and_rest(kept, command);
    }
}

impl Drop for EndingAtOnce {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(watch) = self.watch.take() {
            watch.thread().unpark();
            // It ends the program, or comes to its end now.
            let _ = watch.join();
        }
    }
}

/// Work on files, or on anything with a name, of which those that are done were told.
#[derive(Debug)]
pub struct FilesLeft<'f> {
    ending: EndingAtOnce,
    kept: &'static str,
    command: &'f str,
    left: Vec<&'f Path>,
}

impl<'f> FilesLeft<'f> {
    /// None is done yet; `command` takes the files that are left, and once one is done, `kept` is what is kept.
    pub fn new(
        ending: EndingAtOnce,
        kept: &'static str,
        command: &'f str,
        files: impl IntoIterator<Item = &'f (impl AsRef<Path> + ?Sized + 'f)>,
    ) -> FilesLeft<'f> {
        let files = FilesLeft { ending, kept, command, left: files.into_iter().map(AsRef::as_ref).collect() };
        files.tell(NOTHING_KEPT);
        files
    }

    /// The next file is done.
    pub fn one_done(&mut self) {
        if !self.left.is_empty() {
            self.left.remove(0);
        }
        self.tell(self.kept);
    }

    fn tell(&self, kept: &str) {
        let names: Vec<String> = self.left.iter().map(|file| file.display().to_string()).collect();
        self.ending.keeps(kept, &format!("{} {}", self.command, names.join(" ")));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::progress::Unseen;

    #[test]
    fn what_is_left_when_it_is_stopped_is_told_and_nothing_of_what_came_to_its_end() {
        let (told, heard) = mpsc::channel();
        let watched = |stop: &Arc<AtomicBool>| {
            let told = told.clone();
            EndingAtOnce::new(Unseen, Arc::clone(stop), "replay rerun", move |text| drop(told.send(text.to_owned())))
        };
        let stop = Arc::new(AtomicBool::new(false));
        drop(watched(&stop));
        let mut left = FilesLeft::new(watched(&stop), "the files told are done", "replay rerun", ["a", "b", "c"]);
        left.one_done();
        stop.store(true, Ordering::Relaxed);
        let text = heard.recv_timeout(Duration::from_secs(60)).expect("it is told at once");
        assert_eq!(text, "the files told are done; to continue: sandtable replay rerun b c");
        drop(left);
        drop(told);
        assert_eq!(heard.try_iter().count(), 0, "the work that came to its end tells nothing");
    }
}
