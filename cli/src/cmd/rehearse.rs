//! `sandtable rehearse`.

use sandtable_lab::rehearsal::fights;
use sandtable_match::Failure;
use serde_json::json;

use super::{say, say_json};
use crate::args::RehearseArgs;

pub fn run(args: &RehearseArgs) -> Result<(), Failure> {
    let report = fights(&args.rules, args.series.seed, args.fights, args.series.threads.count())?;
    let (right, error, within) = (report.right_percent(), report.mean_error(), report.within_percent(12));
    let steps = report.unit_steps / u64::from(report.fights.max(1));
    if args.series.json {
        return say_json(&json!({ "seed": args.series.seed, "fights": report.fights, "clear": report.clear,
            "right_percent": right, "mean_error_points": error, "within_12_points_percent": within,
            "unequal": report.unequal, "unit_steps_a_fight": steps }));
    }
    say(&format!(
        "{} fights, {} won by more than 20 % of the worth: winner rehearsed right in {right:.1} %\n\
         share left of the first side: off by {error:.1} points on average, by at most 12 in {within:.1} %\n\
         {} otherwise with sides exchanged; {steps} unit-steps a fight\n",
        report.fights, report.clear, report.unequal,
    ))
}
