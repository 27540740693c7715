//! Pictures of a reduction as SVG, whose colours the page replaces by its own.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

/// Width and height in the units of a picture, which is drawn as wide as there is room.
const SIZE: (u32, u32) = (480, 260);

/// Largest number of points of a line: more cannot be seen.
const MAX_POINTS: usize = 600;

/// Placeholders for the colours of the page.
const LINE: RGBColor = RGBColor(1, 2, 3);
const GRID: RGBColor = RGBColor(4, 5, 6);

/// Returns a chart of the bytes of a script along `points`, whose first number is `what`.
pub fn size(points: &[(f64, f64)], what: &str) -> String {
    let sizes = points.iter().map(|point| point.1.max(1.0));
    let (least, most) = (sizes.clone().fold(f64::MAX, f64::min), sizes.fold(1.0, f64::max));
    stairs(points, (least.min(most) / 1.3..most * 1.2).log_scale(), [what, "bytes"], &amount)
}

/// Returns a chart of the runs of the command at a time, by seconds.
pub fn busy(points: &[(f64, f64)]) -> String {
    let most = points.iter().map(|point| point.1).fold(1.0, f64::max);
    stairs(points, 0.0..most * 1.1, ["seconds", "runs at a time"], &|runs| format!("{runs:.1}"))
}

/// Returns a chart of a line that stays at a value up to the next point. Writing to memory cannot fail; if it
/// did, there would be no chart.
fn stairs<Y>(points: &[(f64, f64)], y: Y, names: [&str; 2], label: &dyn Fn(f64) -> String) -> String
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let (mut svg, points) = (String::new(), thinned(points));
    let draw = |area: DrawingArea<SVGBackend<'_>, Shift>| {
        let end = points.last().map_or(1.0, |point| point.0).max(1e-3);
        let mut chart = ChartBuilder::on(&area)
            .margin(6)
            .margin_right(18)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..end, y)?;
        let text = |size: u32| ("sans-serif", size).into_font();
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(GRID)
            .label_style(text(14))
            .axis_desc_style(text(14))
            .x_labels(6)
            .y_labels(5)
            .x_label_formatter(&|x| amount(*x))
            .y_label_formatter(&|y| label(*y))
            .x_desc(names[0])
            .y_desc(names[1])
            .draw()?;
        let corners = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
        chart.draw_series(LineSeries::new(corners.chain(points.last().copied()), LINE.stroke_width(2)))?;
        area.present()
    };
    let is_drawn = draw(SVGBackend::with_string(&mut svg, SIZE).into_drawing_area()).is_ok();
    if is_drawn { svg } else { String::new() }
}

/// Returns so few of the points that a line through them still looks the same.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (every, last) = (points.len().div_ceil(MAX_POINTS).max(1), points.len().saturating_sub(1));
    points.iter().enumerate().filter(|(i, _)| i % every == 0 || *i == last).map(|(_, point)| *point).collect()
}

/// Returns a number as people read it.
fn amount(number: f64) -> String {
    match number {
        1e6.. => format!("{:.1}M", number / 1e6),
        1e4.. => format!("{:.0}k", number / 1e3),
        1e3.. => format!("{:.1}k", number / 1e3),
        _ if number < 5.0 && number.fract() > 0.01 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}
