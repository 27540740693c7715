//! The parser: bytes to a script, with nothing dropped silently.
//!
//! Tokens as in SMT-LIB 2.7, section 3.1: parentheses, `"strings"` in which a
//! doubled quote stands for one, `|quoted symbols|`, and everything else up to
//! a delimiter. Bytes above 127 belong to tokens. A million nested parentheses
//! are an input like any other.

use super::{Script, Tape, recover, tape::Span};
use memchr::memchr;
use std::sync::Arc;

/// What happens to comments and white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// One command per line, one blank between siblings, no comments.
    Canonical,
    /// Every byte stays as it is in the input.
    Original,
    /// The same, and the text is no list of S-expressions: every line is one
    /// token.
    Lines,
}

/// Why and where a text is no list of S-expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong, in lower case, without a full stop.
    pub message: &'static str,
    /// The byte at which it shows, from 0.
    pub offset: usize,
}

impl ParseError {
    /// Line and column of the error in `input`, both from 1, in bytes.
    pub fn position(&self, input: &[u8]) -> (usize, usize) {
        let before = &input[..self.offset.min(input.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count();
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        (line + 1, before.len() - start + 1)
    }
}

/// Whether `byte` separates tokens without being part of one.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether `byte` can stand within a token that is neither string nor quoted.
pub(super) fn is_plain(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'(' | b')' | b'"' | b'|' | b';')
}

/// Reads a whole script.
///
/// # Errors
///
/// The first parenthesis without partner, or the start of a string or quoted
/// symbol that does not end.
pub fn parse(input: &[u8], gaps: Gaps) -> Result<Script, ParseError> {
    read(input, gaps, &[])
}

/// Reads a whole script of which parts may be malformed: a parenthesis without
/// partner, or a quote that nothing closes, is a token of its own.
pub fn parse_leniently(input: &[u8], gaps: Gaps) -> Script {
    let lonely = recover::lonely(input, byte_order_mark(input));
    read(input, gaps, &lonely).unwrap_or_else(|_| lines(input))
}

fn read(input: &[u8], gaps: Gaps, lonely: &[usize]) -> Result<Script, ParseError> {
    if gaps == Gaps::Lines {
        return Ok(lines(input));
    }
    let at = byte_order_mark(input);
    let mut reader = Reader { input, at, gaps, lonely, text: Vec::new(), spans: Vec::new() };
    let mut commands = Vec::new();
    let mut done = 0;
    while let Some(tape) = reader.item(done)? {
        commands.push(Arc::new(tape));
        done = reader.at;
    }
    let tail: &[u8] = if gaps == Gaps::Original { &input[done..] } else { b"" };
    Ok(Script::new(commands, tail.into(), gaps, !lonely.is_empty()))
}

/// Every line, with its end, as a command that is one token.
fn lines(input: &[u8]) -> Script {
    let tape = |line: &[u8]| Arc::new(Tape::new(line, &[Span { start: 0, end: line.len() as u32, size: 1 }]));
    let lines = input.split_inclusive(|&b| b == b'\n').map(tape);
    Script::new(lines.collect(), [].into(), Gaps::Lines, false)
}

fn byte_order_mark(input: &[u8]) -> usize {
    if input.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

struct Reader<'a> {
    input: &'a [u8],
    at: usize,
    gaps: Gaps,
    /// Offsets of parentheses and quotes that stand for themselves.
    lonely: &'a [usize],
    /// Text and nodes of the item being read.
    text: Vec<u8>,
    spans: Vec<Span>,
}

impl Reader<'_> {
    /// The next item; `done` is where the one before it ended.
    fn item(&mut self, done: usize) -> Result<Option<Tape>, ParseError> {
        self.text.clear();
        self.spans.clear();
        // The open lists: index of the node, offset of its parenthesis.
        let mut open: Vec<(u32, usize)> = Vec::new();
        loop {
            self.skip_gap();
            let Some(&byte) = self.input.get(self.at) else {
                return match open.last() {
                    None => Ok(None),
                    Some(&(_, offset)) => Err(ParseError { message: "'(' is never closed", offset }),
                };
            };
            let start = self.at;
            let is_lonely = self.lonely.binary_search(&start).is_ok();
            if byte == b')' && !is_lonely {
                let Some((index, _)) = open.pop() else {
                    return Err(ParseError { message: "unexpected ')'", offset: start });
                };
                self.at += 1;
                if self.gaps == Gaps::Canonical {
                    self.text.push(b')');
                }
                let end = self.position(self.at, done);
                let size = self.spans.len() as u32 - index;
                let span = &mut self.spans[index as usize];
                (span.end, span.size) = (end, size);
            } else {
                if self.gaps == Gaps::Canonical && !matches!(self.text.last(), None | Some(b'(')) {
                    self.text.push(b' ');
                }
                let from = self.position(start, done);
                if is_lonely {
                    self.at += 1;
                } else if byte == b'(' {
                    open.push((self.spans.len() as u32, start));
                    self.at += 1;
                } else {
                    self.at = self.token_end()?;
                }
                if self.gaps == Gaps::Canonical {
                    self.text.extend_from_slice(&self.input[start..self.at]);
                }
                let end = self.position(self.at, done);
                self.spans.push(Span { start: from, end, size: 1 });
            }
            if open.is_empty() {
                return Ok(Some(self.finish(done)));
            }
        }
    }

    /// An offset of the input as an offset of the item's text.
    fn position(&self, input: usize, done: usize) -> u32 {
        match self.gaps {
            Gaps::Canonical => self.text.len() as u32,
            Gaps::Original | Gaps::Lines => (input - done) as u32,
        }
    }

    fn finish(&mut self, done: usize) -> Tape {
        match self.gaps {
            Gaps::Canonical => {
                self.text.push(b'\n');
                Tape::new(&self.text, &self.spans)
            }
            Gaps::Original | Gaps::Lines => Tape::new(&self.input[done..self.at], &self.spans),
        }
    }

    fn skip_gap(&mut self) {
        while let Some(&byte) = self.input.get(self.at) {
            if is_blank(byte) {
                self.at += 1;
            } else if byte == b';' {
                let rest = &self.input[self.at..];
                self.at += memchr(b'\n', rest).map_or(rest.len(), |i| i + 1);
            } else {
                break;
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
                    if self.input.get(end) != Some(&b'"') || self.lonely.binary_search(&end).is_ok() {
                        return Ok(end);
                    }
                    end += 1;
                }
            }
            _ => Ok(rest.iter().position(|&b| !is_plain(b)).map_or(self.input.len(), |i| start + 1 + i)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(input: &str, gaps: Gaps) -> String {
        String::from_utf8(parse(input.as_bytes(), gaps).expect("input parses").text()).expect("UTF-8")
    }

    #[test]
    fn the_canonical_text_has_one_command_per_line() {
        let rows = [
            ("", ""),
            ("; nothing but a comment", ""),
            ("(a)(b c)", "(a)\n(b c)\n"),
            ("( a ;c\n\t( b\r\n) )", "(a (b))\n"),
            ("(a(b)c)x y", "(a (b) c)\nx\ny\n"),
            ("(a \"x \"\" ;\n)\" |q (|)", "(a \"x \"\" ;\n)\" |q (|)\n"),
            ("()", "()\n"),
            ("\u{feff}(a)", "(a)\n"),
            ("x\"s\"|q|y", "x\n\"s\"\n|q|\ny\n"),
        ];
        for (input, want) in rows {
            assert_eq!(text(input, Gaps::Canonical), want, "{input:?}");
        }
    }

    #[test]
    fn original_gaps_lose_no_byte() {
        for input in ["", " ; c", "\u{feff}(a ; c\n  b)\r\n\n(c)\t; end", "a(b)c", "(\"\"\"\" | | ())"] {
            assert_eq!(text(input, Gaps::Original), input);
        }
    }

    #[test]
    fn malformed_input_is_refused_with_its_place() {
        let rows = [
            (")", "unexpected ')'", (1, 1)),
            ("(a)\n (b))", "unexpected ')'", (2, 5)),
            ("(a\n(b", "'(' is never closed", (2, 1)),
            ("(a \"b\"\"", "string is never closed", (1, 4)),
            ("\n|a", "quoted symbol is never closed", (2, 1)),
        ];
        for (input, message, place) in rows {
            let error = parse(input.as_bytes(), Gaps::Canonical).expect_err(input);
            assert_eq!((error.message, error.position(input.as_bytes())), (message, place));
        }
    }

    #[test]
    fn a_million_parentheses_are_an_input_like_any_other() {
        let n = 1_000_000;
        let input = "(".repeat(n) + &")".repeat(n);
        let script = parse(input.as_bytes(), Gaps::Canonical).expect("balanced");
        assert_eq!(script.command(0).size(), n);
        assert_eq!(script.text().len(), 2 * n + 1);
    }
}
