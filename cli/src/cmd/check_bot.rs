//! `sandtable check-bot`: what is asked of bots, asked of one.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_bots::check::{self, BotCheck, CheckPlan, SoakReport};
use sandtable_bots::limits::BotLimits;
use sandtable_content::Document;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::runner::built;
use sandtable_match::work_bar::WorkBar;
use sandtable_match::{Failure, assemble};
use sandtable_state::id::PlayerId;

use super::interrupt::ending_at_once;
use super::{say, say_json};
use crate::args::CheckBotArgs;

pub fn run(args: &CheckBotArgs, registry: &Registry) -> Result<(), Failure> {
    let mut library = Library::here();
    let scenario = Arc::new(assemble::load_open_match(&mut library, &args.rules, &args.map, None)?);
    let strategy = assemble::load_strategy(&mut library, registry, &args.strategy)?;
    strategy.build(registry, &scenario.rules, PlayerId(0), 0)?;
    let limits = Document::parse(&strategy.label, &strategy.text).map(|document| BotLimits::read(&document.root()))?;
    let course = CheckPlan { scenario: Arc::clone(&scenario), decisions: args.decisions, limits };
    let build = |player, seed| built(|| strategy.build(registry, &scenario.rules, player, seed));
    let bar = WorkBar::endless();
    bar.describe(format!("checking {}", strategy.label));
    let ending = ending_at_once(&bar, "check-bot with the same arguments");
    let done = || {
        bar.finish();
        drop(ending);
    };
    match args.soak {
        Some(matches) => {
            let report = check::soak(&course, &build, matches);
            done();
            soaked(args, &report)
        }
        None => {
            let checks = check::check(&course, &build);
            done();
            checked(args, &checks)
        }
    }
}

fn checked(args: &CheckBotArgs, checks: &[BotCheck]) -> Result<(), Failure> {
    if args.json {
        say_json(&checks)?;
    } else {
        say(&check::checks_text(checks))?;
    }
    if check::is_compliant(checks) { Ok(()) } else { Err(Failure::Checked) }
}

fn soaked(args: &CheckBotArgs, soaked: &SoakReport) -> Result<(), Failure> {
    if args.json {
        say_json(soaked)?;
    } else {
        say(&soaked.tell())?;
    }
    if soaked.is_clean() { Ok(()) } else { Err(Failure::Checked) }
}
