//! What the runs of one check tell about one another.

use super::sat_result::Claims;
use std::time::Duration;

/// What the runs of one check have shown so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckContext {
    /// The answers that are wrong, as far as runs agree; nothing before the
    /// first run that plays a part in a dispute.
    pub claims: Option<Claims>,
    /// The processor time of the reference.
    pub reference: Option<Duration>,
    /// Whether a run that comes later has a say in the dispute.
    pub has_more: bool,
}
