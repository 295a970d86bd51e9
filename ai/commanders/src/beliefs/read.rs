//! Reading `[beliefs.NAME]` of strategy files.

use sandtable_content::TableReader;
use sandtable_math::{Bounds, Fx};
use sandtable_state::limits::TICKS_PER_SECOND;

use super::{Belief, Evidence};
use crate::considerations::ConsiderationReader;

/// Beliefs of one strategy.
pub(crate) const MAX_BELIEFS: usize = 32;
/// Pieces of evidence for one belief.
const MAX_EVIDENCE: usize = 16;
/// What odds may be multiplied by: a hundredth to a hundred.
const FACTORS: Bounds<Fx> = Bounds::new(Fx::from_thousandths(10), Fx::from_int(100));

/// Reads `[beliefs.NAME]`.
pub(crate) fn read(file: &TableReader<'_>, reader: &mut ConsiderationReader<'_>) -> Vec<Belief> {
    let tables = file.tables("beliefs");
    if tables.len() > MAX_BELIEFS {
        file.error("beliefs", format!("{} beliefs", tables.len()), format!("at most {MAX_BELIEFS}"));
    }
    let belief = |table: &TableReader<'_>| {
        let pieces = table.rows_upto("evidence", MAX_EVIDENCE);
        if pieces.is_empty() {
            table.error(
                "evidence",
                "no evidence",
                "what speaks for it, as [{ when = [{ input = \"enemy_towers\", min = 2 }], times = 4 }]",
            );
        }
        Belief {
            prior_percent: table.int("percent", Bounds::new(1, 99)).required(),
            evidence: pieces.iter().map(|piece| evidence(piece, reader)).collect(),
        }
    };
    tables.iter().take(MAX_BELIEFS).map(belief).collect()
}

fn evidence(piece: &TableReader<'_>, reader: &mut ConsiderationReader<'_>) -> Evidence {
    let keep = Bounds::new(TICKS_PER_SECOND, 3_600 * TICKS_PER_SECOND);
    Evidence {
        conditions: reader.comparisons(piece, "when", ""),
        times: piece.fixed("times", FACTORS, "").required(),
        keep_ticks: piece.seconds("keeps", keep).or(u32::MAX),
    }
}
