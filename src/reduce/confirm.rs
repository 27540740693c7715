//! The last look at the result: the result is run once more, and if it does not fail, an earlier script is taken.

use super::layout::render;
use crate::check::Stop;
use crate::mutators::{anonymized, undeclared};
use crate::reduce::options::Layout;
use crate::sexpr::{Gaps, Script, parse};

/// Returns whether a text fails in one of the given number of runs, unless a signal ends them.
pub(super) type Confirm<'a> = dyn FnMut(&[u8], u32) -> Result<bool, Stop> + 'a;

/// Number of runs in the last look: a busy machine deserves a second one.
pub(super) const LOOKS: u32 = 2;

/// Number of runs, none of which fails, after which the search begins again.
pub(super) const MANY_LOOKS: u32 = 5;

/// Returns why the search begins again.
pub(super) fn why_again(are_disturbed: bool) -> &'static str {
    if are_disturbed {
        "runs of the command disturb each other, as by a file of a fixed name, or the failure comes and goes \
         (--repeat): going on with one job, as by -j1"
    } else {
        "the command behaves differently when it is cloned, and no longer is"
    }
}

/// Returns the newest committed script that fails once more, and the layout in which it does. After a signal,
/// returns the newest script that has not been refuted, and the signal.
pub(super) fn last_that_fails(
    mut history: Vec<Script>,
    layout: Layout,
    confirm: &mut Confirm<'_>,
) -> (Option<(Script, Layout)>, Option<Stop>) {
    let mut stepped = 0;
    while let Some(script) = history.pop() {
        let found = if history.is_empty() && layout == Layout::Plain {
            // The golden run has run this text already.
            Ok(Some(layout))
        } else {
            layout_that_fails(&script, layout, confirm)
        };
        let found = match found {
            Ok(found) => found,
            Err(stop) => return (Some((script, Layout::Plain)), Some(stop)),
        };
        if let Some(found) = found {
            if stepped > 0 {
                log::warn!("{}", taken_back(stepped));
            }
            if found != layout {
                log::warn!("the result does not fail in the requested layout, which is not used");
            }
            return (Some((script, found)), None);
        }
        stepped += 1;
    }
    (None, None)
}

fn taken_back(steps: usize) -> String {
    let steps = if steps == 1 { "step was".into() } else { format!("{steps} steps were") };
    format!(
        "the failure is flaky: the last {steps} taken back; --repeat 3 --need 2 checks each candidate more often; \
         -j1 if runs disturb each other, as by a file of a fixed name"
    )
}

/// Returns the layout in which a script fails once more: the requested one, or the plain one.
fn layout_that_fails(script: &Script, layout: Layout, confirm: &mut Confirm<'_>) -> Result<Option<Layout>, Stop> {
    if confirm(&render(script, layout), LOOKS)? {
        return Ok(Some(layout));
    }
    let is_plain = layout != Layout::Plain && confirm(&render(script, Layout::Plain), LOOKS)?;
    Ok(is_plain.then_some(Layout::Plain))
}

/// Largest number of names that are not declared and are replaced one by one.
const MAX_NAMES: usize = 64;

/// Returns the text under other names, in the same layout, if it fails with them: with other strings, too, or else
/// without; also with other names for what is not declared, or as many of them as possible. Returns the text unchanged
/// if it does not.
pub(super) fn anonymous_if_it_fails(text: Vec<u8>, layout: Layout, confirm: &mut Confirm<'_>) -> Result<Vec<u8>, Stop> {
    let Ok(script) = parse(&text, Gaps::Canonical) else {
        log::warn!("--anonymize: the result is no SMT-LIB, and keeps its names");
        return Ok(text);
    };
    let undeclared = undeclared(&script);
    let mut failing = |with_strings, others: &[Vec<u8>]| -> Result<Option<Vec<u8>>, Stop> {
        let other = render(&anonymized(&script, with_strings, others), layout);
        Ok((other == text || confirm(&other, LOOKS)?).then_some(other))
    };
    let ways = [(true, undeclared.clone()), (false, undeclared.clone()), (true, Vec::new()), (false, Vec::new())];
    for (with_strings, mut others) in ways.into_iter().skip(if undeclared.is_empty() { 2 } else { 0 }) {
        let Some(mut best) = failing(with_strings, &others)? else { continue };
        for name in undeclared.iter().filter(|_| others.is_empty()).take(MAX_NAMES).collect::<Vec<_>>() {
            others.push(name.clone());
            match failing(with_strings, &others)? {
                Some(other) => best = other,
                None => _ = others.pop(),
            }
        }
        if !with_strings {
            log::warn!("--anonymize: the result does not fail with other strings, which are kept");
        }
        warn_of_kept_names(
            undeclared.iter().filter(|name| !others.contains(name)),
            "since it does not fail under others",
        );
        return Ok(best);
    }
    log::warn!(
        "--anonymize: the failure is gone under other names, which are therefore kept: does what is compared hold one? See --same-crash, --match-err"
    );
    Ok(text)
}

/// Warns of names that are kept, and says why.
pub(crate) fn warn_of_kept_names<'a>(names: impl Iterator<Item = &'a Vec<u8>>, why: &str) {
    let names: Vec<_> = names.map(|name| String::from_utf8_lossy(name)).collect();
    if !names.is_empty() {
        log::warn!("--anonymize: names that the script does not declare are kept, {why}: {}", names.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::taken_back;

    #[test]
    fn one_step_is_no_steps() {
        assert!(taken_back(1).contains("the last step was taken back;"));
        assert!(taken_back(2).contains("the last 2 steps were taken back;") && taken_back(2).contains("-j1"));
    }
}
