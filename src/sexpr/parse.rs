//! The parser: bytes to a script, with nothing dropped silently.
//!
//! Tokens are those of SMT-LIB 2.7, section 3.1: parentheses, `"strings"` in which a doubled quote stands for
//! one, `|quoted symbols|`, and everything else up to a delimiter. Bytes above 127 belong to tokens. The parser
//! is not recursive, so a million nested parentheses are an input like any other.

use super::script::{Builder, Gaps, Script};
use super::{Tape, spans::Span};
use memchr::memchr;
use std::ops::Range;
use std::sync::Arc;

/// The role of a byte for the parser, outside of strings and quoted symbols.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Plain,
    Blank,
    Semicolon,
    Open,
    Close,
    Quote,
    Bar,
}

fn class(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | b'\r' => Class::Blank,
        b';' => Class::Semicolon,
        b'(' => Class::Open,
        b')' => Class::Close,
        b'"' => Class::Quote,
        b'|' => Class::Bar,
        _ => Class::Plain,
    }
}

/// Whether `byte` can stand within a token that is neither string nor quoted.
pub(crate) fn is_plain(byte: u8) -> bool {
    class(byte) == Class::Plain
}

/// Why and where a text is no list of S-expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong, in lower case, without a full stop.
    pub message: &'static str,
    /// The byte at which the error shows, from 0.
    pub offset: usize,
}

impl ParseError {
    /// Returns line and column of the error in `input`, both from 1, in bytes.
    pub fn position(&self, input: &[u8]) -> (usize, usize) {
        let before = &input[..self.offset.min(input.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count();
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        (line + 1, before.len() - start + 1)
    }
}

/// Parses a whole script.
///
/// # Errors
///
/// The first parenthesis without partner, or the start of a string or quoted symbol that does not end.
pub fn parse(input: &[u8], gaps: Gaps) -> Result<Script, ParseError> {
    read(input, gaps, &[])
}

/// Parses a whole script that may be malformed in parts: a parenthesis without partner, or a quote that nothing
/// closes, becomes a token of its own.
pub fn parse_leniently(input: &[u8], gaps: Gaps) -> Script {
    let unmatched = unmatched(input, byte_order_mark(input));
    read(input, gaps, &unmatched).unwrap_or_else(|_| lines(input))
}

fn read(input: &[u8], gaps: Gaps, unmatched: &[usize]) -> Result<Script, ParseError> {
    if gaps == Gaps::Lines {
        return Ok(lines(input));
    }
    let at = byte_order_mark(input);
    let mut reader =
        Reader { input, at, gaps, unmatched, text: Vec::new(), run: 0..0, spans: Vec::new(), open: Vec::new() };
    let mut script = Builder::default();
    let mut done = 0;
    while let Some(tape) = reader.item(done)? {
        script.push(Arc::new(tape));
        done = reader.at;
    }
    let tail: &[u8] = if gaps == Gaps::Original { &input[done..] } else { b"" };
    Ok(script.finish(tail.into(), gaps, !unmatched.is_empty()))
}

/// Returns a script in which every line, with its end, is a command of one token.
fn lines(input: &[u8]) -> Script {
    let tape = |line: &[u8]| Tape::new(&[line], &mut vec![Span { start: 0, end: line.len() as u32, size: 1 }]);
    let mut script = Builder::default();
    input.split_inclusive(|&b| b == b'\n').for_each(|line| script.push(Arc::new(tape(line))));
    script.finish([].into(), Gaps::Lines, false)
}

fn byte_order_mark(input: &[u8]) -> usize {
    if input.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

struct Reader<'a> {
    input: &'a [u8],
    at: usize,
    gaps: Gaps,
    /// Sorted offsets of parentheses and quotes that are tokens of their own.
    unmatched: &'a [usize],
    /// The text of the item being read, without its last run.
    text: Vec<u8>,
    /// A range of the input that is canonical already and is copied into the text as a whole.
    run: Range<usize>,
    /// The nodes of the item being read.
    spans: Vec<Span>,
    /// The open lists: index of the node, offset of its parenthesis.
    open: Vec<(u32, usize)>,
}

impl Reader<'_> {
    /// Returns the next item; `done` is the offset behind the item before it.
    fn item(&mut self, done: usize) -> Result<Option<Tape>, ParseError> {
        self.text.clear();
        self.spans.clear();
        self.run = done..done;
        loop {
            self.skip_gap();
            let start = self.at;
            let Some(&byte) = self.input.get(start) else {
                return match self.open.last() {
                    None => Ok(None),
                    Some(&(_, offset)) => Err(ParseError { message: "'(' is never closed", offset }),
                };
            };
            let is_unmatched = !self.unmatched.is_empty() && self.unmatched.binary_search(&start).is_ok();
            let class = if is_unmatched { Class::Plain } else { class(byte) };
            if class == Class::Close {
                let Some((index, _)) = self.open.pop() else {
                    return Err(ParseError { message: "unexpected ')'", offset: start });
                };
                self.at += 1;
                self.place(start, false);
                let end = self.position(self.at);
                let size = self.spans.len() as u32 - index;
                let span = &mut self.spans[index as usize];
                (span.end, span.size) = (end, size);
            } else {
                match class {
                    _ if is_unmatched => self.at += 1,
                    Class::Open => {
                        self.open.push((self.spans.len() as u32, start));
                        self.at += 1;
                    }
                    _ => self.at = self.token_end()?,
                }
                let is_first = self.spans.is_empty() || self.input[self.run.end - 1] == b'(';
                self.place(start, !is_first);
                self.spans.push(Span { start: self.position(start), end: self.position(self.at), size: 1 });
            }
            if self.open.is_empty() {
                return Ok(Some(self.finish()));
            }
        }
    }

    /// Adds the token that begins at `start` and has just been read to the text, after a blank if `blank` is set.
    fn place(&mut self, start: usize, blank: bool) {
        let end = self.run.end;
        let goes_on = self.gaps != Gaps::Canonical
            || (if blank { start == end + 1 && self.input[end] == b' ' } else { start == end });
        if !goes_on {
            self.text.extend_from_slice(&self.input[self.run.clone()]);
            if blank {
                self.text.push(b' ');
            }
            self.run.start = start;
        }
        self.run.end = self.at;
    }

    /// Turns an offset of the input in the last run into an offset of the item's text.
    fn position(&self, at: usize) -> u32 {
        (self.text.len() + at - self.run.start) as u32
    }

    fn finish(&mut self) -> Tape {
        // Commands that are nested very deep are rare, so the memory for them is not kept.
        self.open.shrink_to(1 << 16);
        let end: &[u8] = if self.gaps == Gaps::Canonical { b"\n" } else { b"" };
        Tape::new(&[&self.text, &self.input[self.run.clone()], end], &mut self.spans)
    }

    fn skip_gap(&mut self) {
        while let Some(&byte) = self.input.get(self.at) {
            match class(byte) {
                Class::Blank => self.at += 1,
                Class::Semicolon => {
                    let rest = &self.input[self.at..];
                    self.at += memchr(b'\n', rest).map_or(rest.len(), |i| i + 1);
                }
                _ => break,
            }
        }
    }

    fn token_end(&self) -> Result<usize, ParseError> {
        let (start, rest) = (self.at, &self.input[self.at + 1..]);
        let closing = |quote: u8| memchr(quote, rest).map(|i| start + i + 2);
        match self.input[start] {
            b'|' => closing(b'|').ok_or(ParseError { message: "quoted symbol is never closed", offset: start }),
            b'"' => {
                let mut end = start + 1;
                loop {
                    let Some(i) = memchr(b'"', &self.input[end..]) else {
                        return Err(ParseError { message: "string is never closed", offset: start });
                    };
                    end += i + 1;
                    if self.input.get(end) != Some(&b'"') || self.unmatched.binary_search(&end).is_ok() {
                        return Ok(end);
                    }
                    end += 1;
                }
            }
            _ => Ok(start + 1 + rest.iter().take_while(|&&byte| is_plain(byte)).count()),
        }
    }
}

/// Returns the sorted offsets of bytes without partner: parentheses, and quotes that nothing closes. If each of
/// them is read as a token of its own, the rest is well-formed.
fn unmatched(input: &[u8], from: usize) -> Vec<usize> {
    let (mut open, mut unmatched) = (Vec::new(), Vec::new());
    let mut at = from;
    // After a quote that nothing closes there is no other quote of its kind.
    while let Some(&byte) = input.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'(' => open.push(start),
            b')' if open.pop().is_none() => unmatched.push(start),
            b')' => {}
            b';' => at = behind(input, at, b'\n').unwrap_or(input.len()),
            b'"' | b'|' => match behind(input, at, byte) {
                Some(end) => at = end,
                None => unmatched.push(start),
            },
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => at += input[at..].iter().take_while(|&&byte| is_plain(byte)).count(),
        }
    }
    unmatched.append(&mut open);
    unmatched.sort_unstable();
    unmatched
}

/// Returns how many more parentheses a part of a script opens than it closes.
pub(crate) fn depth(part: &[u8]) -> i64 {
    let sign = |at: usize| i64::from(part[at] == b'(') - i64::from(part[at] == b')');
    unmatched(part, 0).into_iter().map(sign).sum()
}

/// Returns the offset after the next such byte. A doubled quote here ends one string and starts another, which
/// leads to the same end.
fn behind(input: &[u8], at: usize, byte: u8) -> Option<usize> {
    memchr(byte, &input[at..]).map(|i| at + i + 1)
}
