//! The bound beyond which a run is slow.

use ddsmt::check::criteria::slow::*;
use std::time::Duration;

#[test]
fn only_times_near_the_bound_are_in_doubt() {
    let seconds = Duration::from_secs;
    for (cpu, is_doubtful) in
        [(111, false), (110, false), (109, true), (100, true), (90, true), (89, false), (0, false)]
    {
        assert_eq!(is_near(seconds(cpu), seconds(100)), is_doubtful, "{cpu}");
    }
}

#[test]
fn the_bound_follows_the_reference_but_never_into_noise() {
    let millis = Duration::from_millis;
    let slow = |least, thousandths| Slow { least: millis(least), thousandths };
    for (slow, reference, bound) in [
        (slow(500, None), None, 500),
        (slow(0, Some(5000)), Some(200), 1000),
        (slow(0, Some(5000)), Some(2), 100),
        (slow(500, Some(5000)), Some(20), 500),
        (slow(500, Some(2500)), Some(1000), 2500),
    ] {
        assert_eq!(slow.bound(reference.map(millis)), millis(bound), "{slow:?}");
    }
}

#[test]
fn a_slow_run_stays_slow_beside_a_reference_that_was_little_slower() {
    let slow = Slow { least: Duration::ZERO, thousandths: Some(5000) };
    for (one, other, holds) in [(100, 80, true), (100, 110, true), (100, 111, false), (2, 22, true), (2, 23, false)] {
        let times = [one, other].map(|time| Some(Duration::from_millis(time)));
        assert_eq!(slow.holds_beside(times[0], times[1]), holds, "{one} {other}");
    }
}
