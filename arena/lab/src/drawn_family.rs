//! Families of layouts drawn from a seed, so that nobody can tune for the layouts at hand: each layout is played as a job of its own, and
//! families are handed on in their order.

use sandtable_match::Failure;
use sandtable_match::parallel::groups_in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_math::mix;
use sandtable_state::rng::Rng;

/// A family whose layouts can be drawn.
pub struct LayoutFamily<L> {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Draws a layout.
    pub draw: fn(&mut Rng) -> L,
}

impl<L> LayoutFamily<L> {
    /// The layout with a number, from 0: a pure function of it and the seed.
    pub fn layout(&self, seed: u64, number: u32) -> L {
        (self.draw)(&mut Rng::stream(mix(seed, u64::from(number)), self.name))
    }
}

/// What is drawn, and how it is played.
#[derive(Clone, Copy, Debug)]
pub struct DrawOptions<'a> {
    /// What all layouts are drawn from.
    pub seed: u64,
    /// Layouts of each family.
    pub draws: u32,
    /// Threads that play.
    pub threads: usize,
    /// The families to draw, by name; all of them when none is named.
    pub families: &'a [String],
    /// Counts the layouts that are played.
    pub progress: &'a dyn ProgressSink,
}

/// A family that was drawn, and what was seen of each of its layouts.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnFamily<C> {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// What its layouts were drawn from.
    pub seed: u64,
    /// What was seen, by layout.
    pub cases: Vec<C>,
}

/// Has `play` play each layout of the families that are named, by family and number of the layout, and hands each family on as soon as it
/// and those before it are through.
///
/// # Errors
/// A name that no family has, the first failure of `play` or of `receive`, or that threads cannot be had.
pub(crate) fn play_layouts<L, C: Send>(
    known: &[LayoutFamily<L>],
    options: &DrawOptions<'_>,
    play: impl Fn(&LayoutFamily<L>, u32) -> Result<C, Failure> + Sync,
    mut receive: impl FnMut(DrawnFamily<C>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let families = chosen(known, options.families)?;
    let job = |row: usize, number: u32| play(families[row], number);
    let sizes = vec![options.draws; families.len()];
    groups_in_order(&sizes, options.threads, options.progress, job, |row, cases| {
        let LayoutFamily { name, about, .. } = *families[row];
        receive(DrawnFamily { name, about, seed: options.seed, cases })
    })
}

/// The families with these names, in the order in which they are known.
fn chosen<'f, L>(known: &'f [LayoutFamily<L>], names: &[String]) -> Result<Vec<&'f LayoutFamily<L>>, Failure> {
    if let Some(name) = names.iter().find(|name| known.iter().all(|family| family.name != **name)) {
        let known: Vec<&str> = known.iter().map(|family| family.name).collect();
        return Err(Failure::Usage(format!("no family {name:?} to generate; expected one of {}", known.join(", "))));
    }
    let is_named = |family: &&LayoutFamily<L>| names.is_empty() || names.iter().any(|name| name == family.name);
    Ok(known.iter().filter(is_named).collect())
}

/// What tests of drawn families share.
#[cfg(test)]
pub(crate) mod fixture {
    use std::fmt::Debug;

    use sandtable_content::MemorySource;
    use sandtable_match::Failure;
    use sandtable_match::library::embedded;
    use sandtable_match::progress::Unseen;
    use sandtable_model::rules::Rules;

    use super::{DrawOptions, DrawnFamily, LayoutFamily};
    use crate::movebench::rules;

    /// The rules of the movement benchmark.
    pub fn movers() -> Rules {
        let path = "movebench/rules/movers.toml";
        let source = MemorySource::new().with(path, embedded(path).expect("it comes with the program"));
        rules(&source).expect("valid rules")
    }

    /// Draws a dozen layouts of each family: they come from their seed alone, and each fits.
    pub fn assert_layouts_fit<L: Debug + PartialEq>(
        families: &[LayoutFamily<L>],
        fits: impl Fn(&Rules, &L) -> Result<(), String>,
    ) {
        let rules = movers();
        for family in families {
            for number in 0..12 {
                let layout = family.layout(5, number);
                assert_eq!(fits(&rules, &layout), Ok(()), "{} {number}: {layout:?}", family.name);
                assert_eq!(layout, family.layout(5, number));
            }
            assert_ne!(family.layout(5, 0), family.layout(6, 0), "{}", family.name);
        }
    }

    /// Plays two layouts of each of two families: what is seen does not depend on the threads.
    pub fn assert_threads_change_nothing<C: Debug + PartialEq>(
        names: [&str; 2],
        play: impl Fn(&DrawOptions<'_>, &mut dyn FnMut(DrawnFamily<C>) -> Result<(), Failure>) -> Result<(), Failure>,
    ) {
        let families = names.map(str::to_owned);
        let played = |threads: usize| {
            let mut found = Vec::new();
            let options = DrawOptions { seed: 9, draws: 2, threads, families: &families, progress: &Unseen };
            let mut receive = |family: DrawnFamily<C>| {
                found.push(family);
                Ok(())
            };
            play(&options, &mut receive).expect("it plays");
            found
        };
        let one = played(1);
        assert_eq!(one.iter().map(|family| family.cases.len()).collect::<Vec<_>>(), [2, 2]);
        assert_eq!(one, played(3));
    }
}
