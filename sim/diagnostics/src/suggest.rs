//! Did-you-mean: the known name nearest to one that is not known.

/// Letters of a name beyond which it is like no other: comparing takes time by the product of lengths.
const LONGEST_NAME: usize = 128;

/// The candidate most like `name`, when one is like enough to have been meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest_of(name, candidates, |_| true)
}

/// The candidate most like `name`, of which one that does not fit counts as a letter further away.
pub fn nearest_of<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    fits: impl Fn(&str) -> bool,
) -> Option<String> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    nearest_among(name, &candidates.into_iter().collect::<Vec<_>>(), &fits)
}

// Not generic: compiled once for all sorts of candidates.
fn nearest_among(name: &str, candidates: &[&str], fits: &dyn Fn(&str) -> bool) -> Option<String> {
    // A name is like another when a third of its letters, at most, differ; a single letter is like no other.
    let length = name.chars().count();
    let allowed = (length / 3).max(usize::from(length > 1));
    let distance = |candidate: &str| match name.eq_ignore_ascii_case(candidate) {
        true => 0,
        false => strsim::damerau_levenshtein(name, candidate),
    };
    candidates
        .iter()
        .map(|candidate| (distance(candidate), *candidate))
        .filter(|(distance, candidate)| *distance <= allowed || extends(name, candidate))
        .min_by_key(|(distance, candidate)| (distance + usize::from(!fits(candidate)), *candidate))
        .map(|(_, candidate)| candidate.to_owned())
}

/// Whether one is the beginning of the other: a unit left off (`range` for `range_cells`), a plural.
fn extends(name: &str, candidate: &str) -> bool {
    let shorter = name.len().min(candidate.len());
    shorter >= 3 && (name.starts_with(candidate) || candidate.starts_with(name))
}
