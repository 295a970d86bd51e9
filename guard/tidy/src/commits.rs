//! What a commit says: an area and what it does in the subject, why in the body, and what it does to replays in a trailer.

use std::path::Path;
use std::process::Command;

/// How many characters a subject may have.
pub const MOST_SUBJECT: usize = 72;

/// A commit as `git log` tells it.
#[derive(Debug)]
pub struct Commit {
    /// Its abbreviated hash.
    pub hash: String,
    /// The first line of its message.
    pub subject: String,
    /// The message after that.
    pub body: String,
}

/// The commits of a range, merges left out, or why they cannot be judged here.
pub enum Log {
    /// The commits, latest first.
    Commits(Vec<Commit>),
    /// History ends before the range begins.
    Shallow,
}

/// Reads the commits of `range`, as git understands it, in the repository at `root`.
///
/// # Errors
/// When git cannot be run, or does not know the range in a clone that has all of history.
pub fn read(root: &Path, range: &str) -> Result<Log, String> {
    let is_shallow = git(root, &["rev-parse", "--is-shallow-repository"])?.trim() == "true";
    let log = git(root, &["log", "--no-merges", "--format=%h%x1f%s%x1f%b%x1e", range, "--"]);
    match log {
        // The log of a shallow clone may end early without a word, so that nothing can be said of it.
        _ if is_shallow => Ok(Log::Shallow),
        Ok(text) => Ok(Log::Commits(parse(&text))),
        Err(error) => Err(error),
    }
}

/// What is wrong with `commit`, each a sentence without a full stop.
pub fn faults(commit: &Commit) -> Vec<String> {
    let mut faults = subject_faults(&commit.subject);
    let lines: Vec<&str> = commit.body.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (trailers, prose): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|line| is_trailer(line));
    if prose.is_empty() {
        faults.push("no body: say why".to_owned());
    }
    if trailers.len() != 1 {
        let found = trailers.len();
        faults.push(format!("{found} trailers `Replays: unchanged` or `SIM_VERSION: n`, not one"));
    }
    faults
}

fn subject_faults(subject: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let length = subject.chars().count();
    if length > MOST_SUBJECT {
        faults.push(format!("subject of {length} characters, more than {MOST_SUBJECT}"));
    }
    let area = |it: &&str| !it.is_empty() && it.chars().all(|it| it.is_ascii_lowercase() || "-_/,".contains(it));
    match subject.split_once(": ").filter(|(prefix, _)| area(prefix)) {
        None => faults.push("subject without an area, as in `nav: …`".to_owned()),
        Some((_, deed)) if !is_imperative(deed) => faults.push(format!("`{}` is no imperative", first_word(deed))),
        Some(_) => {}
    }
    faults
}

/// Whether a sentence begins as an order does. Only what cannot be one is refused: past, progressive, third person.
fn is_imperative(deed: &str) -> bool {
    let word = first_word(deed).to_lowercase();
    let ends = |end: &str| word.ends_with(end);
    let is_order_all_the_same =
        ["bring", "string", "ring", "embed", "feed", "speed", "seed", "need", "shed", "bias", "canvas"];
    let is_form = ends("ed") || ends("ing") || (ends("s") && !ends("ss") && !ends("us"));
    !word.is_empty() && (!is_form || is_order_all_the_same.contains(&word.as_str()))
}

fn first_word(text: &str) -> &str {
    text.split(|it: char| !it.is_alphanumeric() && it != '-').next().unwrap_or_default()
}

/// Whether a line says what the commit does to replays.
fn is_trailer(line: &str) -> bool {
    let version = line.strip_prefix("SIM_VERSION: ").is_some_and(|it| it.parse::<u32>().is_ok());
    version || line == "Replays: unchanged"
}

fn parse(log: &str) -> Vec<Commit> {
    let records = log.split('\u{1e}').map(str::trim_start).filter(|record| !record.is_empty());
    let commits = records.filter_map(|record| {
        let mut fields = record.splitn(3, '\u{1f}').map(str::to_owned);
        Some(Commit { hash: fields.next()?, subject: fields.next()?, body: fields.next()? })
    });
    commits.collect()
}

fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "Because.\n\nReplays: unchanged\n";

    fn check(subject: &str, body: &str, expect: &[&str]) {
        let commit = Commit { hash: String::new(), subject: subject.to_owned(), body: body.to_owned() };
        let faults = faults(&commit);
        assert_eq!(faults.len(), expect.len(), "{faults:?}");
        for (fault, part) in faults.iter().zip(expect) {
            assert!(fault.contains(part), "{fault}");
        }
    }

    #[test]
    fn a_subject_is_an_area_and_an_order() {
        check("nav: let units pass", BODY, &[]);
        check("nav, model: pass bits down", BODY, &["without an area"]);
        check("nav,model: address units by index", BODY, &[]);
        check("Let units pass", BODY, &["without an area"]);
        check("nav: units pass", BODY, &["`units` is no imperative"]);
        check("nav: added passes", BODY, &["`added` is no imperative"]);
        check("nav: seed streams", BODY, &[]);
        check(&format!("nav: {}", "x".repeat(68)), BODY, &["73 characters"]);
    }

    #[test]
    fn a_body_says_why_and_what_of_replays() {
        check("nav: go", "Replays: unchanged", &["no body"]);
        check("nav: go", "Because.\n\nSIM_VERSION: 12", &[]);
        check("nav: go", "Because.", &["0 trailers"]);
        check("nav: go", "Because.\nReplays: unchanged\nSIM_VERSION: 3", &["2 trailers"]);
        check("nav: go", "Because.\nSIM_VERSION: next", &["0 trailers"]);
    }

    #[test]
    fn the_log_is_taken_apart() {
        let commits = parse("a\u{1f}s\u{1f}b\nc\n\u{1e}\nd\u{1f}t\u{1f}\u{1e}\n");
        assert_eq!(commits.iter().map(|it| it.hash.as_str()).collect::<Vec<_>>(), ["a", "d"]);
        assert_eq!((commits[0].body.as_str(), commits[1].subject.as_str()), ("b\nc\n", "t"));
    }
}
