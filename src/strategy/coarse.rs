//! The coarse phase, which comes before the strategy itself: asks what promises the highest gain.
//!
//! Each task cuts the script into blocks that would gain about the same number of bytes, half as many in each
//! further round: by weight and not by count, as *WDD: Weighted Delta Debugging* (ICSE 2025) does. The next
//! block to be asked is the one with the highest expected gain of all tasks: the bytes that would go times the
//! chance that the solver accepts this, which is learned from the answers of this search. So a giant assertion
//! is opened before the last small command is settled. Of a script of a megabyte, commands are deleted first.
//!
//! ```text
//! every task: size = half of the script
//! while any task's chance * size is a fair share of the script:
//!     for the task with the highest: ask for its next block that gains about size;
//!         behind its last block: halve size, and begin anew
//! ```

use super::batch::{Batch, Proposal};
use super::collector::Collector;
use super::cursor::{CoarseCursor, Cursor, Round};
use super::fold::FoldOutcome;
use super::passes::{Bet, Task};
use super::settings::MIN_COARSE;
use super::state::State;
use crate::sexpr::{Edit, Gaps, Merger, Node};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The phase goes on as long as some block is expected to gain the script's length divided by this number.
const PARTS: f64 = 300.0;

/// The phase goes on as long as some block is expected to gain this number of bytes.
const MIN_EXPECTED: f64 = 24.0;

/// Length of a script in bytes from which on commands are deleted before anything else is asked: the other tasks look at
/// every node, or change every command, which may take longer than many runs of the solver.
const DELETE_FIRST: u64 = 1 << 20;

/// The value of [`Round::skip`] where no edit of the command is left.
const EXHAUSTED: u32 = u32::MAX;

/// The most nodes of a block that are checked one by one if they are not admissible together; a larger block is halved.
const MAX_ALONE: usize = 256;

/// Number of ill-sorted edits of a block from which on its ill-sorted parts are not halved any further:
/// checking the sorts of a part may mean to read all that is around it.
const MAX_ILL_SORTED: u64 = 1024;

/// The most edits of one node that are looked at.
const MAX_EDITS: usize = 16;

/// Makes the next batch, or moves on where there is none.
pub(super) fn next_batch(state: &State, bets: &[Bet], cursor: &CoarseCursor) -> State {
    let length = state.script().text_len();
    let mut cursor = cursor.clone();
    if cursor.rounds.is_empty() {
        cursor.rounds = vec![Round { size: length / 2, most: i64::MAX, asked: length, ..Round::default() }; bets.len()];
    }
    let expected = |number: &usize| cursor.rounds[*number].expected(&bets[*number]);
    let least = (length as f64 / PARTS).max(MIN_EXPECTED);
    let comes_first =
        |number: &usize| length >= DELETE_FIRST && bets[*number].deletes_commands && expected(number) >= least;
    let rank =
        |a: &usize, b: &usize| comes_first(a).cmp(&comes_first(b)).then_with(|| expected(a).total_cmp(&expected(b)));
    // The first of those that are equal: `max_by` returns the last.
    let best = (0..bets.len()).rev().max_by(rank);
    let is_large = length >= MIN_COARSE && state.script().gaps() != Gaps::Lines;
    let Some(best) = best.filter(|best| is_large && expected(best) >= least) else { return state.next_phase() };
    let round = &mut cursor.rounds[best];
    let mut batch = Batch { spent: cursor.read, ..Batch::default() };
    let proposal = if bets[best].needed > 0.0 {
        block(state, &bets[best].task, round, &mut batch)
    } else {
        jump(state, &bets[best].task, round, least as i64, &mut batch)
    };
    cursor.task = best;
    if let Some(proposal) = proposal {
        batch.alternatives.push(vec![proposal]);
        cursor.read = 0;
        return state.with_batch(batch, Cursor::Coarse(cursor));
    }
    if bets[best].needed > 0.0 {
        *round = round.next();
    }
    cursor.read += batch.pruned.read;
    state.at(Cursor::Coarse(cursor)).having_pruned(batch.pruned)
}

/// Returns the proposal of the round's next block that may be asked.
fn block(state: &State, task: &Task, round: &mut Round, batch: &mut Batch) -> Option<Proposal> {
    let (script, least) = (state.script(), (round.size / 2).max(1) as i64);
    let gain = |edit: &Edit| state.context.weight_lost(edit);
    let mut group: Vec<Node<'_>> = Vec::new();
    let mut sum = 0;
    // The end of the last node that is changed as a whole.
    let mut gone = 0;
    for node in script.nodes_from(round.at).take_while(|_| !state.is_cancelled()) {
        let at = script.offset_of(node);
        if at < gone || !task.applies(&state.context, node) {
            continue;
        }
        let length = node.range().len() as u64;
        let many = if (state.context.weight(node) as i64) < least { 1 } else { MAX_EDITS };
        let edits: Vec<Edit> = task.nearest(&state.context, node).take(many).collect();
        let Some(first) = edits.first() else { continue };
        let most = edits.iter().map(&gain).max().unwrap_or(0);
        let is_inside = first.splices().only().is_some();
        if most >= least {
            // The nodes before this one are a block of their own if they gain enough.
            if sum >= least
                && let Some(union) = union(state, task, &group, batch)
            {
                batch.end = at;
                return Some(union);
            }
            (group, sum) = (Vec::new(), 0);
            let limit = if at < round.inside_end { round.inside_most.min(round.most) } else { round.most };
            round.seen += most as u64;
            if let Some(proposal) = alone(state, task, edits, least..limit, batch) {
                round.inside_end = at + length;
                round.inside_most = gain(proposal.candidate.edit()) / 2;
                batch.end = at + 1;
                return Some(proposal);
            }
            continue;
        }
        round.seen += most.max(0) as u64;
        if is_inside && state.context.weight(node) as i64 >= least {
            continue;
        }
        group.push(node);
        sum += gain(first);
        if is_inside {
            gone = at + length;
        }
        if sum >= 2 * least {
            if let Some(union) = union(state, task, &group, batch) {
                batch.end = gone.max(at + 1);
                return Some(union);
            }
            (group, sum) = (Vec::new(), 0);
        }
    }
    batch.end = script.text_len();
    round.at = batch.end;
    if sum >= least { union(state, task, &group, batch) } else { None }
}

/// Returns the next edit of the heaviest command that gains at least `least` bytes, if the command is at least
/// half of the script.
fn jump(state: &State, task: &Task, round: &mut Round, least: i64, batch: &mut Batch) -> Option<Proposal> {
    let script = state.script();
    let heaviest = script.commands().max_by_key(|command| command.text().len())?;
    let is_most = 2 * heaviest.text().len() as u64 >= script.text_len() && task.applies(&state.context, heaviest);
    let mut collector = Collector::new(state);
    let edits = if is_most { task.nearest(&state.context, heaviest) } else { Box::new(std::iter::empty()) };
    let edits = edits.enumerate().skip(round.skip as usize).take_while(|_| !state.is_cancelled());
    let mut edits = edits.filter(|(_, edit)| state.context.weight_lost(edit) >= least);
    let next = edits.find_map(|(number, edit)| Some((number, collector.admit(edit, task)?)));
    drop(edits);
    batch.pruned = collector.pruned;
    round.skip = next.as_ref().map_or(EXHAUSTED, |(number, _)| *number as u32);
    next.map(|(_, proposal)| proposal)
}

/// Returns the proposal that gains most, of the edits of one node whose gain is within `range`.
fn alone(state: &State, task: &Task, mut edits: Vec<Edit>, range: Range<i64>, batch: &mut Batch) -> Option<Proposal> {
    edits.retain(|edit| range.contains(&state.context.weight_lost(edit)));
    edits.sort_by_key(|edit| std::cmp::Reverse(state.context.weight_lost(edit)));
    let mut collector = Collector::new(state);
    let mut admitted = edits.into_iter().filter_map(|edit| collector.admit(edit, task));
    let proposal = admitted.find(|proposal| !is_known(state, proposal));
    drop(admitted);
    batch.pruned += collector.pruned;
    proposal
}

/// Returns the first edits of all nodes as one proposal, or of as many nodes as are admissible together.
fn union(state: &State, task: &Task, nodes: &[Node<'_>], batch: &mut Batch) -> Option<Proposal> {
    let mut collector = Collector::new(state);
    let first = |node: &Node<'_>| task.nearest(&state.context, *node).next();
    let union = collector.allow(merged(nodes.iter().filter_map(first)), task).or_else(|| {
        let (mut parts, mut admissible, mut open) = (Collector::new(state), Vec::new(), vec![nodes]);
        let spent = batch.spent + batch.pruned.read;
        let goes_on =
            |parts: &Collector<'_>| !state.is_cancelled() && spent + parts.pruned.read < state.plan.settings.most_read;
        while let Some(nodes) = open.pop().filter(|_| goes_on(&parts)) {
            if nodes.len() <= MAX_ALONE {
                for node in nodes {
                    let edits = task.nearest(&state.context, *node);
                    let proposals = edits.map_while(|edit| goes_on(&parts).then(|| parts.allow(edit, task)));
                    admissible.extend(proposals.flatten().next().map(|proposal| proposal.candidate.edit().clone()));
                }
            } else if let Some(proposal) = parts.allow(merged(nodes.iter().filter_map(first)), task) {
                admissible.push(proposal.candidate.edit().clone());
            } else if parts.pruned.ill_sorted < MAX_ILL_SORTED {
                let (before, behind) = nodes.split_at(nodes.len() / 2);
                open.extend([behind, before]);
            }
        }
        batch.pruned.read += parts.pruned.read;
        collector.allow(merged(admissible.into_iter()), task)
    });
    batch.pruned += collector.pruned;
    union.filter(|proposal| !is_known(state, proposal))
}

/// Joins all edits except those that overlap an earlier one.
fn merged(mut edits: impl Iterator<Item = Edit>) -> Edit {
    let mut all = Merger::default();
    edits.all(|edit| all.push(edit.splices()));
    all.most()
}

/// Whether the edit was rejected before: a single node may be a block in several rounds.
fn is_known(state: &State, proposal: &Proposal) -> bool {
    state.rejected.know(proposal.key)
}

impl CoarseCursor {
    /// Returns the cursor behind a batch that ended at byte `end` of a script of `length` bytes.
    pub fn behind(&self, bets: &[Bet], end: u64, outcome: &FoldOutcome, length: u64) -> CoarseCursor {
        let rejected = outcome.rejected.len() as u32;
        let mut next = self.clone();
        let round = &mut next.rounds[self.task];
        round.at = end;
        round.asked += u64::from(rejected) * round.size;
        round.rejected += rejected;
        round.skip = round.skip.saturating_add(rejected);
        let Some(candidate) = &outcome.commit else { return next };
        let gained = candidate.gain().max(0) as u64;
        round.asked += gained;
        round.accepted += 1;
        // Most rounds are at the same few places.
        let mut known = FxHashMap::default();
        let mut moved = |at: u64| *known.entry(at).or_insert_with(|| candidate.moved(at));
        for (round, bet) in next.rounds.iter_mut().zip(bets) {
            round.at = moved(round.at);
            round.size = round.size.min((length - gained) / 2);
            // Edits that were asked already may be asked again where the script has changed enough.
            round.skip = if bet.again || 8 * gained >= length { 0 } else { round.skip };
            round.inside_end = moved(round.inside_end);
        }
        next
    }
}

impl Round {
    /// Returns the bytes that the next block is expected to gain. The chance that it is accepted follows from
    /// the density of what the failure needs in the blocks that were asked, and from the share of the task's
    /// blocks that were accepted.
    fn expected(&self, bet: &Bet) -> f64 {
        if self.skip == EXHAUSTED {
            return 0.0;
        }
        let rejected = if bet.needed > 0.0 { f64::from(self.rejected) } else { 0.0 };
        let density = (bet.needed + rejected) / self.asked.max(1) as f64;
        let rate = (1.0 + f64::from(self.accepted)) / (2.0 + f64::from(self.accepted + self.rejected));
        self.size as f64 * (-density * self.size as f64).exp() * rate
    }

    /// Returns the next round, on blocks that gain half as much, or as much as there is to gain if that is less.
    fn next(&self) -> Round {
        let size = (self.size / 2).min(self.seen);
        Round { size, most: (self.size / 2).max(1) as i64, at: 0, inside_end: 0, seen: 0, ..*self }
    }
}
