//! One message for an unknown name, however often a file uses it.

use std::collections::BTreeMap;

use super::code::Code;
use super::issue::Issue;

/// Of each unknown name of a file the first use alone, which says how many more there are. `issue` is the issue of an entry.
pub fn first_uses<T>(entries: Vec<T>, issue: impl Fn(&mut T) -> &mut Issue) -> Vec<T> {
    let mut first: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut more: BTreeMap<usize, u32> = BTreeMap::new();
    let mut kept: Vec<T> = Vec::new();
    for mut entry in entries {
        let one = issue(&mut entry);
        if one.code == Code::UnknownName {
            let name = (one.file.clone(), one.found.clone());
            if let Some(row) = first.get(&name) {
                *more.entry(*row).or_default() += 1;
                continue;
            }
            first.insert(name, kept.len());
        }
        kept.push(entry);
    }
    for (row, count) in more {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        issue(&mut kept[row]).found.push_str(&format!(" (and {times} more)"));
    }
    kept
}
