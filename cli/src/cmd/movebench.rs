//! `sandtable movebench`: how well units move, in figures.

use sandtable_lab::DrawOptions;
use sandtable_lab::movebench::{
    Exceeded, Options, bars, drawn_names, exceeded, family_json, family_table, generate, limited, load_families,
    make_folder, measure, move_json, move_table, rules, suggested_budget, summary_line,
};
use sandtable_lab::slotbench::{SLOT_FAMILIES, measure_slots, slot_json, slot_table};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink;
use sandtable_match::work_bar::WorkBar;
use serde_json::Value;

use super::interrupt::ending_at_once;
use super::{say, say_json};
use crate::args::{BudgetArgs, MovebenchArgs};

pub fn run(args: &MovebenchArgs) -> Result<(), Failure> {
    let mut library = Library::here();
    args.svg.as_deref().map(make_folder).transpose()?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    if let Some(seed) = args.generate {
        return draw(args, seed, threads, &library);
    }
    let families = load_families(&mut library, &args.families)?;
    args.budget.check.then(|| limited(&families)).transpose()?;
    let bar = WorkBar::counting("arrangements");
    let mut rest: Vec<String> = families.iter().map(|family| family.name.clone()).collect();
    let ending = ending_at_once(&bar, &left(args, &rest));
    ending.keeps(WHOLE, &left(args, &rest));
    let options = Options { seed: args.seed, threads, svg: args.svg.as_deref(), progress: &bar };
    let (mut over, mut met) = (Vec::<Exceeded>::new(), [0, 0]);
    let measured = measure(&families, &options, |result| {
        rest.remove(0);
        over.extend(exceeded(&result));
        let [reached, there] = bars(&result);
        met = [met[0] + reached, met[1] + there];
        bar.suspended(|| match args {
            MovebenchArgs { json: true, .. } => say_json(&family_json(&result, args.seed)),
            MovebenchArgs { budget: BudgetArgs { suggest: true, .. }, .. } => {
                say(&format!("# {}\n{}\n", result.family.name, suggested_budget(&result)))
            }
            _ => say(&(family_table(&result) + "\n")),
        })?;
        ending.keeps(WHOLE, &left(args, &rest));
        Ok(())
    });
    bar.finish();
    measured?;
    if !args.json {
        say(&(summary_line(families.len(), over.len(), met) + "\n"))?;
    }
    judge(args, &over)
}

/// Draws families from a seed, and says how units get on in them.
fn draw(args: &MovebenchArgs, seed: u64, threads: usize, library: &Library) -> Result<(), Failure> {
    let rules = rules(library)?;
    let all = || drawn_names().chain(SLOT_FAMILIES.iter().map(|family| family.name)).map(str::to_owned).collect();
    let mut rest: Vec<String> = if args.families.is_empty() { all() } else { args.families.clone() };
    let is_fight = |name: &String| SLOT_FAMILIES.iter().any(|family| family.name == *name);
    let (fights, moves): (Vec<String>, Vec<String>) = rest.iter().cloned().partition(is_fight);
    let bar = WorkBar::counting("layouts and fights");
    let ending = ending_at_once(&bar, &left(args, &rest));
    ending.keeps(WHOLE, &left(args, &rest));
    let mut tell = |name: &str, json: Value, table: String| {
        rest.retain(|left| left != name);
        bar.suspended(|| if args.json { say_json(&json) } else { say(&(table + "\n")) })?;
        ending.keeps(WHOLE, &left(args, &rest));
        Ok(())
    };
    if !moves.is_empty() {
        let options = DrawOptions { seed, draws: args.draws, threads, families: &moves, progress: &bar };
        generate(&rules, &options, args.svg.as_deref(), |it| tell(it.name, move_json(&it), move_table(&it)))?;
        bar.restart();
    }
    if !fights.is_empty() {
        let options = DrawOptions { seed, draws: args.draws, threads, families: &fights, progress: &bar };
        measure_slots(&rules, &options, |it| tell(it.name, slot_json(&it), slot_table(&it)))?;
    }
    bar.finish();
    Ok(())
}

/// What is kept once a family was told.
const WHOLE: &str = "the families above are complete";

/// The command that measures the families that are left.
fn left(args: &MovebenchArgs, rest: &[String]) -> String {
    let drawn = args.generate.map_or_else(String::new, |seed| format!(" --generate {seed} --draws {}", args.draws));
    format!("movebench {} --seed {}{drawn}", rest.join(" "), args.seed)
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
