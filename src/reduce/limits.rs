//! The time limits with which a search begins, and how they follow it.

use crate::check::checker::Trial;
use crate::check::timeout::{AdaptiveTimeout, Time, Usage};
use crate::reduce::journal::Start;

/// How the search begins if nothing is known of an earlier one.
pub(super) fn start(trials: &[Trial]) -> Start {
    let golden = |trial: &Trial| Time { wall: trial.golden.wall, cpu: trial.golden.cpu };
    let of = |i: usize| trials.get(i);
    Start {
        code: of(0).and_then(|trial| trial.golden.end.code()),
        most: [0, 1].map(|i| of(i).and_then(|trial| trial.command.limits.wall)),
        golden: Usage([0, 1].map(|i| of(i).map(golden).unwrap_or_default())),
    }
}

/// Gives the commands the time limits of an earlier run.
pub(super) fn impose(trials: &mut [Trial], start: &Start) {
    for (trial, most) in trials.iter_mut().zip(start.most) {
        trial.command.limits.wall = most;
    }
}

/// How limits follow the current best: only those that the user has not given,
/// and where times do not decide.
pub(super) fn adaptive_timeout(follows: &[bool], start: &Start) -> AdaptiveTimeout {
    let mut most = start.most;
    for (i, most) in most.iter_mut().enumerate() {
        *most = most.filter(|_| follows.get(i) == Some(&true));
    }
    AdaptiveTimeout::new(most, start.golden)
}
