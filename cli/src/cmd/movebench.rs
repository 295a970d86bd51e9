//! `sandtable movebench`: how well units move, in figures.

use std::io::ErrorKind;

use sandtable_lab::DrawOptions;
use sandtable_lab::movebench::{
    Exceeded, Options, bars, exceeded, family_json, family_table, generate, limited, load_families, measure, move_json,
    move_table, rules, suggested_budget, summary_line,
};
use sandtable_lab::slotbench::{SLOT_FAMILIES, measure_slots, slot_json, slot_table};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink;

use super::{say, say_json};
use crate::args::{BudgetArgs, MovebenchArgs};
use crate::progress::WorkBar;

pub fn run(args: &MovebenchArgs) -> Result<(), Failure> {
    let mut library = Library::here();
    if let Some(folder) = &args.svg {
        std::fs::create_dir_all(folder)
            .or_else(|error| if error.kind() == ErrorKind::AlreadyExists { Ok(()) } else { Err(error) })
            .map_err(|error| Failure::writing(folder, error))?;
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    if let Some(seed) = args.generate {
        return draw(args, seed, threads, &library);
    }
    let families = load_families(&mut library, &args.families)?;
    args.budget.check.then(|| limited(&families)).transpose()?;
    let bar = WorkBar::counting("arrangements");
    let options = Options { seed: args.seed, threads, svg: args.svg.as_deref(), progress: &bar };
    let (mut over, mut met) = (Vec::<Exceeded>::new(), [0, 0]);
    measure(&families, &options, |result| {
        over.extend(exceeded(&result));
        let [reached, there] = bars(&result);
        met = [met[0] + reached, met[1] + there];
        bar.suspended(|| match args {
            MovebenchArgs { json: true, .. } => say_json(&family_json(&result, args.seed)),
            MovebenchArgs { budget: BudgetArgs { suggest: true, .. }, .. } => {
                say(&format!("# {}\n{}\n", result.family.name, suggested_budget(&result)))
            }
            _ => say(&(family_table(&result) + "\n")),
        })
    })?;
    bar.finish();
    if !args.json {
        say(&(summary_line(families.len(), over.len(), met) + "\n"))?;
    }
    judge(args, &over)
}

/// Draws families from a seed, and says how units get on in them.
fn draw(args: &MovebenchArgs, seed: u64, threads: usize, library: &Library) -> Result<(), Failure> {
    let rules = rules(library)?;
    let is_fight = |name: &String| SLOT_FAMILIES.iter().any(|family| family.name == *name);
    let (fights, moves): (Vec<String>, Vec<String>) = args.families.iter().cloned().partition(is_fight);
    let all = args.families.is_empty();
    if all || !moves.is_empty() {
        let bar = WorkBar::counting("layouts");
        let options = DrawOptions { seed, draws: args.draws, threads, families: &moves, progress: &bar };
        let tell = |family| match args.json {
            true => say_json(&move_json(&family)),
            false => say(&(move_table(&family) + "\n")),
        };
        generate(&rules, &options, args.svg.as_deref(), |family| bar.suspended(|| tell(family)))?;
        bar.finish();
    }
    if all || !fights.is_empty() {
        let bar = WorkBar::counting("fights");
        let options = DrawOptions { seed, draws: args.draws, threads, families: &fights, progress: &bar };
        let tell = |family| match args.json {
            true => say_json(&slot_json(&family)),
            false => say(&(slot_table(&family) + "\n")),
        };
        measure_slots(&rules, &options, |family| bar.suspended(|| tell(family)))?;
        bar.finish();
    }
    Ok(())
}

/// With `--check`, names every figure over its budget and fails when there is one.
fn judge(args: &MovebenchArgs, over: &[Exceeded]) -> Result<(), Failure> {
    if !args.budget.check || over.is_empty() {
        return Ok(());
    }
    if !args.json {
        say(&over.iter().map(|exceeded| format!("over budget: {exceeded}\n")).collect::<String>())?;
    }
    Err(Failure::Checked)
}
