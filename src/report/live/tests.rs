//! Tests of the rows of the display.

use super::status::{Moment, Slots, Status, Style};
use super::*;
use crate::report::terminal::columns;
use crate::strategy::Place;

fn status() -> Status {
    let place = Place {
        strategy: "ddmin",
        phase: (1, 5),
        pass: (11, 64),
        mutator: Some("erase-node"),
        block: Some(16),
        share: 0.43,
    };
    Status { before: 1452, now: 362, place: Some(place), accepted: 23, saved: 980, ..Status::default() }
}

fn moment() -> Moment {
    let slots = Slots { busy: (2, 2), runs: 147, longest: None };
    Moment { elapsed: Duration::from_secs(12), slots, rate: 210.4, is_paused: false, has_keys: true }
}

#[test]
fn the_rows_fit_any_width() {
    let slots = Slots { longest: Some((Duration::from_secs(12), Some(Duration::from_secs(60)))), ..moment().slots };
    for style in [Style::default(), Style { has_unicode: true, has_colors: true }] {
        for width in 0..220 {
            for moment in [moment(), Moment { slots, is_paused: true, ..moment() }] {
                let rows = status().rows(&moment, width, style);
                assert!(rows.iter().all(|row| columns(row) <= width.saturating_sub(1)), "{width}: {rows:?}");
            }
        }
    }
}

#[test]
fn the_rows_tell_size_place_and_speed() {
    let style = Style { has_unicode: true, has_colors: false };
    let rows = status().rows(&moment(), 80, style);
    let wanted = [
        "██████████▎░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  362 of 1452 bytes (24.9%)       12 s",
        "phase 1 of 5: ddmin, pass 11 of 64: erase-node, 16 nodes at once      43% of it",
        "210 runs/s · 23 accepted · 980 saved · 2 of 2 slots busy             ? for keys",
    ];
    assert_eq!(rows, wanted);
    let line = "12 s: 362 of 1452 bytes (24.9%); 210 runs/s, 23 accepted, 980 saved, 2 of 2 slots busy; \
        phase 1 of 5: ddmin, pass 11 of 64: erase-node, 16 nodes at once";
    assert_eq!(status().line(&moment()), line);
}

#[test]
fn the_rest_of_a_pass_is_a_range_or_nothing() {
    let began = |seconds| Instant::now().checked_sub(Duration::from_secs(seconds));
    let shown = |seconds, share| {
        let place = status().place.map(|place| Place { share, ..place });
        let status = Status { place, pass_began: began(seconds), ..status() };
        status.rows(&moment(), 120, Style::default()).swap_remove(1)
    };
    assert!(shown(60, 0.5).ends_with("50% of it, 30 s to 2:00 min more"), "{}", shown(60, 0.5));
    for (seconds, share) in [(60, 0.05), (1, 0.5)] {
        assert!(shown(seconds, share).ends_with("% of it"), "{}", shown(seconds, share));
    }
}

#[test]
fn a_slow_check_is_told_with_its_limit() {
    for (limit, words) in
        [(Some(60), "12 s, 1:00 min at most"), (None, "running for 12 s"), (Some(1 << 40), "for 12 s")]
    {
        let longest = Some((Duration::from_secs(12), limit.map(Duration::from_secs)));
        let slots = Slots { longest, ..moment().slots };
        let rows = status().rows(&Moment { slots, ..moment() }, 80, Style::default());
        assert!(rows[3].ends_with(words), "{rows:?}");
    }
}

#[test]
fn control_characters_in_a_difference_do_not_move_the_cursor() {
    let text = [b"\x1b[2Ja\n".as_slice(), &b"x\n".repeat(50)].concat();
    let lines = shown(&text, 80);
    assert_eq!((lines[0].as_str(), lines.len()), ("?[2Ja", MAX_DIFF_LINES + 1));
    assert_eq!(lines.last().map(String::as_str), Some("and 11 more lines"));
}
