//! Restarts of the search from another script.
//!
//! If the failure seemed to need the layout of the input, the search starts anew from its result without that layout.
//!
//! With `--effort thorough`: the local minimum in which a search ends depends on the order of the script. So
//! the search is repeated on the same script with its declarations, its assertions and the arguments of
//! symmetric operators shuffled, and the smallest result wins.

use super::driver::Driver;
use super::event_log::Reporter;
use crate::check::{Executor, Stop};
use crate::report::log::CHAT;
use crate::sexpr::{Gaps, Node, Script, parse};
use crate::strategy::{Observer, SearchSettings, State, Step};
use fastrand::Rng;
use std::sync::Arc;

/// Results with fewer bytes do not get smaller by a restart.
const MIN_BYTES: u64 = 100;

/// Commands that may be shuffled with adjacent ones of the same name.
const FREE: [&[u8]; 3] = [b"declare-fun", b"declare-const", b"assert"];

/// Operators whose arguments may be shuffled.
const SYMMETRIC: [&[u8]; 14] = [
    b"and", b"or", b"xor", b"=", b"distinct", b"+", b"*", b"bvand", b"bvor", b"bvxor", b"bvadd", b"bvmul", b"bvcomp",
    b"fp.eq",
];

/// Takes all steps from a script, and then `restarts` times from the same script in another order, if it
/// fails in that order, too.
pub(super) fn search<E: Executor>(
    driver: &mut Driver<'_, E>,
    script: &Script,
    restarts: u64,
    settings: &SearchSettings,
    reporter: &mut Reporter<'_>,
) -> Result<(), Stop> {
    let end = driver.run(State::new(script.clone(), settings), reporter)?;
    if script.gaps() == Gaps::Original {
        // The result may no longer need the layout.
        let plain = parse(&end.script().text(), Gaps::Canonical).ok();
        let plain = plain.filter(|plain| plain.digest() != end.script().digest());
        return plain
            .map_or(Ok(()), |plain| begin_anew(driver, plain, settings, reporter, "once more without its layout"));
    }
    // Hints refer to commands by their order.
    let settings = SearchSettings { hints: Arc::default(), ..settings.clone() };
    for seed in 1..=restarts {
        if reporter.progress.best() < MIN_BYTES || script.gaps() != Gaps::Canonical {
            break;
        }
        let Ok(other) = parse(&reordered(script, seed), Gaps::Canonical) else { break };
        let what = format!("once more from the input in another order ({seed} of {restarts})");
        begin_anew(driver, other, &settings, reporter, &what)?;
    }
    Ok(())
}

/// Takes all steps from another script, if it fails.
fn begin_anew<E: Executor>(
    driver: &mut Driver<'_, E>,
    script: Script,
    settings: &SearchSettings,
    reporter: &mut Reporter<'_>,
    what: &str,
) -> Result<(), Stop> {
    let (fails, checks) = driver.begin_anew(&script)?;
    // The check counts, whatever its verdict.
    reporter.committed(&Step { state: None, report: Default::default() }, checks).map_err(|_| Stop::Enough)?;
    if fails {
        log::info!(target: CHAT, "{} bytes: {what}", reporter.progress.best());
        reporter.begin_anew(&script);
        driver.run(State::new(script, settings), reporter)?;
    }
    Ok(())
}

/// Returns the script in another order, which is a function of the seed.
fn reordered(script: &Script, seed: u64) -> Vec<u8> {
    let mut random = Rng::with_seed(seed);
    let mut commands: Vec<Node<'_>> = script.commands().collect();
    let are_alike = |a: &Node<'_>, b: &Node<'_>| a.head() == b.head() && a.head().is_some_and(|h| FREE.contains(&h));
    for alike in commands.chunk_by_mut(are_alike) {
        random.shuffle(alike);
    }
    let mut text = Vec::with_capacity(script.text_len() as usize);
    for command in commands {
        write(command, &mut random, &mut text);
        text.push(b'\n');
    }
    text
}

/// Writes a command with the arguments of symmetric operators and the bindings of each `let` shuffled.
fn write(command: Node<'_>, random: &mut Rng, text: &mut Vec<u8>) {
    // Nodes, each with whether it is the list of bindings of a `let`; `None` at the end of a list.
    let mut open = vec![Some((command, false))];
    while let Some(next) = open.pop() {
        let Some((node, are_bindings)) = next else {
            text.push(b')');
            continue;
        };
        if !matches!(text.last(), None | Some(b'(' | b'\n')) {
            text.push(b' ');
        }
        if let Some(leaf) = node.leaf() {
            text.extend_from_slice(leaf);
            continue;
        }
        text.push(b'(');
        open.push(None);
        let mut children: Vec<Node<'_>> = node.children().collect();
        if are_bindings {
            random.shuffle(&mut children);
        } else if node.head().is_some_and(|head| SYMMETRIC.contains(&head)) {
            random.shuffle(&mut children[1..]);
        }
        let is_let = node.has_head("let");
        open.extend(children.into_iter().enumerate().rev().map(|(i, child)| Some((child, is_let && i == 1))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_change_places_does() {
        let text = "(set-logic ALL)\n(declare-fun a () Int)\n(declare-fun b () Int)\n(declare-fun c () Int)\n\
            (assert (let ((d (+ a b c 1 2 3)) (e (- a b c)) (f |( |)) (=> (= d e f) (< d e))))\n(check-sat)\n";
        let script = parse(text.as_bytes(), Gaps::Canonical).expect("it parses");
        let orders: Vec<String> =
            (1..=3).map(|seed| String::from_utf8(reordered(&script, seed)).expect("text")).collect();
        assert_eq!(orders[0].as_bytes(), reordered(&script, 1));
        for other in &orders {
            assert!(other != text && other.contains("(e (- a b c))") && other.contains("(< d e)"), "{other}");
            assert!(other.starts_with("(set-logic ALL)\n(declare-fun ") && other.ends_with("\n(check-sat)\n"));
            let sorted = |text: &str| {
                let mut words: Vec<String> = text.split([' ', '\n', '(', ')']).map(str::to_owned).collect();
                words.sort_unstable();
                words
            };
            assert_eq!(sorted(other), sorted(text));
        }
    }
}
