//! Recorded answers: the verdict of a real solver on each candidate, and its time.

use ddsmt::sexpr::Digest;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The characters of a recording, by their value.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVW_YZabcdefghijklmnopqrstuvwxyz+-";

/// The number of different times.
const TIMES: usize = 32;

/// Number of records on a line of the text.
const LINE: usize = 24;

/// Answers by candidate. The text has five characters for each: four for 24 bits of the candidate's digest, and one for
/// the verdict and the time, which is kept in steps of a quarter.
#[derive(Clone, Debug, Default)]
pub struct Recorded(BTreeMap<u32, u8>);

fn key(digest: Digest) -> u32 {
    digest.to_words()[0] as u32 & 0xff_ffff
}

/// Returns the times that can be recorded, in milliseconds: each a quarter longer than the one before.
fn times() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1), |time: &u64| Some((time * 5 / 4).max(time + 1))).take(TIMES)
}

fn decoded(code: u8) -> (bool, Duration) {
    let milliseconds = times().nth(code as usize % TIMES).unwrap_or(1);
    (code as usize >= TIMES, Duration::from_millis(milliseconds))
}

impl Recorded {
    /// Reads a text that [`fmt::Display`] has written. Returns `None` for any other text.
    pub fn read(text: &str) -> Option<Recorded> {
        let digit = |byte: &u8| DIGITS.iter().position(|digit| digit == byte);
        let digits: Option<Vec<usize>> = text.as_bytes().iter().filter(|&&byte| byte != b'\n').map(digit).collect();
        let digits = digits?;
        let (records, rest) = digits.as_chunks::<5>();
        let record = |[a, b, c, d, code]: &[usize; 5]| ((((a * 64 + b) * 64 + c) * 64 + d) as u32, *code as u8);
        rest.is_empty().then(|| Recorded(records.iter().map(record).collect()))
    }

    /// Returns whether a candidate fails, and the time of its run.
    pub fn find(&self, digest: Digest) -> Option<(bool, Duration)> {
        self.0.get(&key(digest)).map(|code| decoded(*code))
    }

    /// Returns the keys of failing candidates, sorted, in four bytes each, for a binary search.
    pub fn failing(&self) -> Vec<u8> {
        let failing = self.0.iter().filter(|(_, code)| decoded(**code).0);
        failing.flat_map(|(key, _)| key.to_be_bytes()).collect()
    }

    /// Records an answer.
    pub fn note(&mut self, digest: Digest, fails: bool, time: Duration) {
        let longer = times().skip(1).take_while(|least| Duration::from_millis(*least) <= time).count();
        self.0.insert(key(digest), (longer + if fails { TIMES } else { 0 }) as u8);
    }

    /// Returns the median time.
    pub fn usual(&self) -> Duration {
        let mut codes: Vec<u8> = self.0.values().map(|code| code % TIMES as u8).collect();
        codes.sort_unstable();
        decoded(codes.get(codes.len() / 2).copied().unwrap_or(0)).1
    }

    /// Returns the number of candidates.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no answer was recorded.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, code)) in self.0.iter().enumerate() {
            let digits = [key >> 18, key >> 12, key >> 6, *key, u32::from(*code)];
            for digit in digits {
                write!(f, "{}", DIGITS[digit as usize % 64] as char)?;
            }
            if (i + 1).is_multiple_of(LINE) || i + 1 == self.0.len() {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_written_recording_is_read_again() {
        let mut recording = super::Recorded::default();
        let digest = |i: u32| super::Digest::of(&i.to_le_bytes());
        for i in 0..100 {
            recording.note(digest(i), i.is_multiple_of(3), super::Duration::from_millis((i * i).into()));
        }
        let again = super::Recorded::read(&recording.to_string()).expect("it was written");
        assert_eq!((again.len(), again.usual()), (100, recording.usual()));
        for i in 0..100 {
            let (fails, time) = again.find(digest(i)).expect("it was noted");
            let near = super::Duration::from_millis(u64::from(i * i).clamp(1, 1391));
            let keys = recording.failing();
            assert_eq!(keys.as_chunks::<4>().0.contains(&super::key(digest(i)).to_be_bytes()), fails);
            assert!(
                fails == i.is_multiple_of(3) && time <= near && near <= time * 5 / 4 + super::Duration::from_millis(1),
                "{i}: {time:?}"
            );
        }
        assert!(again.find(digest(100)).is_none() && super::Recorded::read("1234").is_none());
        assert!(super::Recorded::read("").is_some_and(|empty| empty.is_empty()));
    }
}
