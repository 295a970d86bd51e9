//! How runs end.

use serde::Serialize;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// What was found is proved to be better.
    Better,
    /// The best that was found is proved to be worse.
    Worse,
    /// The best that was found is worth the same, within the margin.
    Equal,
    /// The games of the proof did not decide it.
    Undecided,
    /// Every mean that is to lie in a range is proved to do so.
    OnTarget,
    /// One that is to is proved not to.
    OffTarget,
    /// Of several aims without a range: a front of points, each of which is proved to be ahead of every other in some aim.
    Front,
    /// There were no games to try anything else than the file as it is.
    NothingSearched,
    /// A league's champion beats everybody as it should, proved to be better than the league's start or not.
    BeatsAll,
    /// It is better, but a league's champion does not beat everybody as it should.
    NotAgainstAll,
}
