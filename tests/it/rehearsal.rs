//! Rehearsals of fights are compared with what the engine makes of those, and with themselves when the sides are exchanged.

use sandtable_lab::rehearsal::fights;
use sandtable_match::progress::Unseen;

#[test]
fn drawn_fights_come_out_much_as_they_were_rehearsed() {
    let report = fights("classic", 11, 40, 1, &Unseen).expect("fights");
    assert!(report.fights >= 35, "{} fights", report.fights);
    assert_eq!(report.unequal, 0, "sides exchanged give the same answer exchanged");
    assert!(report.right_percent() >= 70.0, "{:.1} % of {}", report.right_percent(), report.clear);
    assert!(report.mean_error() <= 25.0, "{:.1} points", report.mean_error());
}
