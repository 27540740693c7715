//! Time limits that adapt to the time of the current best script.

use ddsmt::check::Limits;
use ddsmt::check::timeout::*;
use std::time::Duration;

const fn ms(wall: u64, cpu: u64) -> Time {
    Time { wall: Duration::from_millis(wall), cpu: Duration::from_millis(cpu) }
}

fn timeout(best: Time, most: u64) -> AdaptiveTimeout {
    AdaptiveTimeout::new([Some(Duration::from_millis(most)), None], Usage([best, Time::default()]))
}

#[test]
fn limits_follow_the_best_in_coarse_steps() {
    let rows = [
        (ms(1, 1), 1500, 60, 360),
        (ms(6, 5), 1510, 60, 360),
        (ms(12, 10), 1520, 60, 360),
        (ms(40, 16), 1550, 120, 720),
        // From here on a second run costs more than the shorter limit saves.
        (ms(50, 40), 1640, 1640, 1640),
        (ms(10_000, 10_000), 16_500, 20_000, 20_000),
        // A solver with eight threads.
        (ms(1_000, 8_000), 3_000, 16_000, 16_000),
    ];
    for (best, most, first, second) in rows {
        let timeout = timeout(best, most);
        assert_eq!(timeout.first().0, [Some(ms(most, first)), None], "{best:?}");
        assert_eq!(timeout.second().0, [Some(ms(most, second)), None], "{best:?}");
    }
}

#[test]
fn a_limit_that_was_given_does_not_follow() {
    let timeout = AdaptiveTimeout::new([None, None], Usage([ms(1, 1), ms(1, 1)]));
    let given = Limits { wall: Some(Duration::from_secs(7)), ..Limits::default() };
    for budget in [timeout.first(), timeout.second()] {
        assert_eq!(budget.limits(0, &given), given);
        assert!(budget.admits(Usage([ms(9000, 9000); 2])));
    }
}

#[test]
fn a_second_look_is_spared_where_the_first_had_all_the_time() {
    let timeout = timeout(ms(5000, 5000), 9000);
    assert!(timeout.is_past(Usage([ms(9001, 8900), Time::default()])));
    assert!(!timeout.is_past(Usage([ms(9001, 4000), Time::default()])));
    assert!(!timeout.is_past(Usage([ms(900, 890), Time::default()])));
}

#[test]
fn a_budget_covers_a_smaller_one() {
    let timeout = timeout(ms(5, 5), 1500);
    assert!(timeout.second().covers(&timeout.first()) && !timeout.first().covers(&timeout.second()));
    let idle = timeout.first().without_processor_limit(0);
    assert!(idle.covers(&timeout.second()) && idle.limits(0, &Limits::default()).idle == Some(ms(1500, 0).wall));
    assert!(timeout.first().admits(Usage([ms(9000, 60), ms(9000, 9000)])));
    assert!(!timeout.first().admits(Usage([ms(40, 61), Time::default()])));
}
