//! A candidate: a base and an edit of it.

use super::script::{Builder, Script};
use super::{Digest, Edit, Gaps, ParseError, Splice, Splices, is_plain, parse, parse_leniently};
use std::cmp::Ordering;

/// An edited script; its text is made only on demand.
#[derive(Clone, Debug)]
pub struct Candidate {
    base: Script,
    edit: Edit,
    digest: Digest,
}

/// A place in a script's text: a command and a byte of its tape's text.
type TextPosition = (usize, usize);

enum Segment<'a> {
    Base(TextPosition, TextPosition),
    New(&'a [u8]),
}

impl Candidate {
    /// Returns the candidate that `edit` makes of `base`.
    ///
    /// # Panics
    ///
    /// If the edit was made for another script and lies outside of this one.
    pub fn new(base: &Script, edit: Edit) -> Candidate {
        assert!(edit.fits(base), "an edit belongs to its own base");
        let mut digest = Digest::EMPTY;
        segments(base, &edit, |segment| {
            digest = match segment {
                Segment::New(text) => digest.with(text),
                Segment::Base((0, 0), (c, o)) if digest == Digest::EMPTY => base.prefix(c, o),
                Segment::Base((c, o), (d, p)) => digest.then(base.prefix(d, p).without_prefix(base.prefix(c, o))),
            }
        });
        Candidate { base: base.clone(), edit, digest }
    }

    /// Returns the script that is edited.
    pub fn base(&self) -> &Script {
        &self.base
    }

    /// Returns the edit.
    pub fn edit(&self) -> &Edit {
        &self.edit
    }

    /// Returns the digest of the text.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Returns the length of the text in bytes.
    pub fn text_len(&self) -> u64 {
        self.digest.text_len()
    }

    /// Returns the number of bytes by which the candidate is shorter than its base.
    pub fn gain(&self) -> i64 {
        self.base.text_len() as i64 - self.text_len() as i64
    }

    /// Whether the text comes before that of the base in the order of bytes; both must have the same length.
    pub fn is_before_base(&self) -> bool {
        // The text before the first splice, and a blank that may go with it, is the same.
        let Some(first) = self.edit.splices().first() else { return false };
        let same = first.start.saturating_sub(1);
        let mut base = (first.command..=self.base.len()).flat_map(|i| self.base.piece(i)).skip(same);
        let (mut skip, mut order) = (self.base.offset(first.command) + same as u64, Ordering::Equal);
        self.slices(|slice| {
            let same = skip.min(slice.len() as u64);
            skip -= same;
            if order.is_eq() {
                let slice = &slice[same as usize..];
                order = slice.iter().cmp(base.by_ref().take(slice.len()));
            }
        });
        order.is_lt()
    }

    /// Hands the text to `visit` in slices, in order.
    pub fn slices<'a>(&'a self, mut visit: impl FnMut(&'a [u8])) {
        segments(&self.base, &self.edit, |segment| match segment {
            Segment::New(text) => visit(text),
            Segment::Base((c, o), (d, p)) => {
                for i in c..=d {
                    let piece = self.base.piece(i);
                    let slice = &piece[if i == c { o } else { 0 }..if i == d { p } else { piece.len() }];
                    if !slice.is_empty() {
                        visit(slice);
                    }
                }
            }
        });
    }

    /// Returns the offset in the edited text of byte `at` of the base's text; if the byte is deleted, of the
    /// next byte that is left.
    pub fn moved(&self, at: u64) -> u64 {
        let mut done = 0;
        let mut found = None;
        segments(&self.base, &self.edit, |segment| match segment {
            Segment::New(text) => done += text.len() as u64,
            Segment::Base((c, o), (d, p)) => {
                let (from, to) = (self.base.offset(c) + o as u64, self.base.offset(d) + p as u64);
                if found.is_none() && at < to {
                    found = Some(done + at.saturating_sub(from));
                }
                done += to - from;
            }
        });
        found.unwrap_or(done)
    }

    /// Returns the text in one piece.
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.text_len() as usize);
        self.slices(|slice| text.extend_from_slice(slice));
        text
    }

    /// Returns the edited script. Commands that did not change are shared with the base, the others are parsed anew.
    ///
    /// # Errors
    ///
    /// If a replacement is no S-expression.
    pub fn script(&self) -> Result<Script, ParseError> {
        // A part of a malformed script may be malformed too.
        let (gaps, lenient) = (self.base.gaps(), self.base.is_malformed());
        let mut script = Builder::default();
        let mut text = Vec::new();
        segments(&self.base, &self.edit, |segment| match segment {
            Segment::New(new) => text.extend_from_slice(new),
            Segment::Base((c, o), (d, p)) => {
                let mut i = c;
                while i <= d {
                    let piece = self.base.piece(i);
                    let (from, to) = (if i == c { o } else { 0 }, if i == d { p } else { piece.len() });
                    let is_whole = (from, to) == (0, piece.len()) && from < to && i < self.base.len();
                    // A whole command is shared if nothing of another is left before it.
                    if is_whole && flush(&mut text, gaps, lenient, &mut script).is_ok() && text.is_empty() {
                        i += share(&self.base, i, d, &mut script);
                    } else {
                        text.extend_from_slice(&piece[from..to]);
                        i += 1;
                    }
                }
            }
        });
        flush(&mut text, gaps, lenient, &mut script)?;
        Ok(script.finish(text.into(), gaps, lenient))
    }
}

/// Shares command `i`, or the whole chunk that starts with this command and ends before command `end`. Returns
/// the number of shared commands.
fn share(base: &Script, i: usize, end: usize, script: &mut Builder) -> usize {
    match base.chunk_from(i).filter(|chunk| i + chunk.len() <= end) {
        Some(chunk) => {
            script.share(chunk);
            chunk.len()
        }
        None => {
            script.push(base.tape(i).clone());
            1
        }
    }
}

/// Moves the commands of `text` to `commands`; what follows the last command stays in `text`.
fn flush(text: &mut Vec<u8>, gaps: Gaps, lenient: bool, commands: &mut Builder) -> Result<(), ParseError> {
    if !text.is_empty() {
        let script = if lenient { parse_leniently(text, gaps) } else { parse(text, gaps)? };
        script.tapes().for_each(|tape| commands.push(tape.clone()));
        text.clear();
        text.extend_from_slice(script.tail());
    }
    Ok(())
}

/// Lists the pieces of the edited text in order.
///
/// A blank or a line break that an edit leaves without anything to separate is dropped, and a blank is inserted
/// where two tokens would become one. So the text is canonical whenever that of the base is.
fn segments<'a>(base: &'a Script, edit: &'a Edit, mut visit: impl FnMut(Segment<'a>)) {
    let mut at: TextPosition = (0, 0);
    let mut last: Option<u8> = None;
    let emit_base = |at: TextPosition, to: TextPosition, last: &mut Option<u8>, visit: &mut dyn FnMut(Segment<'a>)| {
        let mut from = at;
        if from.1 == base.piece(from.0).len() && from.0 < base.len() {
            from = (from.0 + 1, 0);
        }
        let next = base.piece(from.0).get(from.1).copied();
        let is_spare = match last {
            Some(b'(') => next == Some(b' '),
            None | Some(b'\n') => next == Some(b'\n') && base.gaps() == Gaps::Canonical,
            _ => false,
        };
        if is_spare && from < to {
            from.1 += 1;
        }
        if from >= to {
            return;
        }
        let next = base.piece(from.0).get(from.1).copied();
        if glues(*last, next) {
            visit(Segment::New(b" "));
        }
        visit(Segment::Base(from, to));
        let end = if to.1 > 0 { base.piece(to.0)[..to.1].last() } else { base.piece(to.0 - 1).last() };
        *last = end.copied();
    };
    let splices = edit.splices();
    for (i, splice) in splices.iter().enumerate() {
        // A splice that touches the splice before it has been considered together with that one.
        let is_first = at != (splice.command, splice.start);
        let blank = usize::from(is_first && leaves_a_blank(base, splices.slice(i..splices.len())));
        emit_base(at, (splice.command, splice.start - blank), &mut last, &mut visit);
        if let (Some(&first), Some(&end)) = (splice.text.first(), splice.text.last()) {
            if glues(last, Some(first)) {
                visit(Segment::New(b" "));
            }
            visit(Segment::New(splice.text));
            last = Some(end);
        }
        at = (splice.command, splice.end);
    }
    emit_base(at, (base.len(), base.piece(base.len()).len()), &mut last, &mut visit);
}

/// Whether the first of these splices, with those that touch it, deletes what follows a blank, so that the
/// blank is superfluous.
fn leaves_a_blank(base: &Script, splices: Splices<'_>) -> bool {
    let Some(Splice { command, start, .. }) = splices.first() else { return false };
    let piece = base.piece(command);
    if base.gaps() != Gaps::Canonical || !piece[..start].ends_with(b" ") {
        return false;
    }
    let mut end = start;
    for splice in splices.iter().take_while(|splice| splice.command == command) {
        if splice.start != end {
            break;
        } else if !splice.text.is_empty() {
            return false;
        }
        end = splice.end;
    }
    matches!(piece[end..], [b' ' | b')' | b'\n', ..])
}

fn glues(last: Option<u8>, next: Option<u8>) -> bool {
    let token = |byte: Option<u8>| byte.is_some_and(|b| is_plain(b) || matches!(b, b'"' | b'|'));
    token(last) && token(next)
}
