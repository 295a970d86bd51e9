//! One message for an unknown name, however often a file uses it.

use super::code::Code;
use super::issue::Issue;

/// Of each unknown name of a file the first use alone, which says how many more there are. `issue` is the issue of an entry.
pub fn first_uses<T>(entries: Vec<T>, issue: impl Fn(&mut T) -> &mut Issue) -> Vec<T> {
    let (mut kept, mut names): (Vec<T>, Vec<(String, String)>) = Default::default();
    let mut more: Vec<u32> = Vec::new();
    for mut entry in entries {
        let one = issue(&mut entry);
        let is_name = one.code == Code::UnknownName;
        let name = if is_name { (one.file.clone(), one.found.clone()) } else { Default::default() };
        match names.iter().position(|other| is_name && *other == name) {
            Some(row) => more[row] += 1,
            None => {
                kept.push(entry);
                names.push(name);
                more.push(0);
            }
        }
    }
    for (entry, count) in kept.iter_mut().zip(more).filter(|(_, count)| *count > 0) {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        issue(entry).found.push_str(&format!(" (and {times} more)"));
    }
    kept
}
