//! `--anonymize`: a result under other names, as far as it still fails.

use super::confirm::{Confirm, LOOKS};
use crate::check::executor::Stop;
use crate::mutators::anonymized;
use crate::sexpr::{Gaps, parse};

/// The text under other names if it fails with them: with other strings too, else without;
/// else the text as it is.
pub(super) fn anonymous_if_it_fails(text: Vec<u8>, confirm: &mut Confirm<'_>) -> Result<Vec<u8>, Stop> {
    let Ok(script) = parse(&text, Gaps::Canonical) else {
        log::warn!("--anonymize: the result is no SMT-LIB, and keeps its names");
        return Ok(text);
    };
    for with_strings in [true, false] {
        let other = anonymized(&script, with_strings);
        if other == text || confirm(&other, LOOKS)? {
            if !with_strings {
                log::warn!("--anonymize: the failure is gone with other strings, which are therefore kept");
            }
            return Ok(other);
        }
    }
    log::warn!(
        "--anonymize: the failure is gone under other names, which are therefore kept: does what is compared hold one? See --same-crash, --match-err"
    );
    Ok(text)
}
