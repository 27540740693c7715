//! Signatures with sort variables.

use super::converts;
use crate::smtlib::Sort;

/// The sort of an argument or result, as written in the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::smtlib) enum SortPattern {
    Sort(Sort),
    /// `bv`: a bit-vector; all of one signature have the same width.
    Width,
    /// `fp`: a floating-point sort; all of one signature have the same format.
    Format,
    /// `num`: `Int` or `Real`; one real argument makes the result real.
    Number,
    /// A capital letter: any sort, the same everywhere.
    Variable(usize),
    /// `(Name patterns...)`.
    App(&'static str, Vec<SortPattern>),
}

/// The signature of an operator: `A A+ => Bool`.
#[derive(Clone, Debug)]
pub(in crate::smtlib) struct OperatorSignature {
    arguments: Vec<SortPattern>,
    /// Whether the last argument may be repeated.
    repeats: bool,
    result: SortPattern,
}

/// Whether arguments fit a signature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// An argument is unknown, or would have to be converted.
    Perhaps,
    Yes,
}

/// The sorts that the arguments seen so far determine.
#[derive(Default)]
struct Bindings<'s> {
    /// The sort that each width, format, number and variable stands for.
    bound: Vec<(&'s SortPattern, Sort)>,
    /// Whether an argument was unknown or would have to be converted.
    unsure: bool,
}

impl OperatorSignature {
    /// Parses a row of the tables; the tests parse all of them.
    pub(super) fn parse(text: &'static str) -> OperatorSignature {
        let (arguments, result) = text.split_once("=>").unwrap_or(("", text));
        let arguments = arguments.trim();
        let repeats = arguments.ends_with('+');
        let mut rest = arguments.trim_end_matches('+');
        let mut patterns = Vec::new();
        while let Some((pattern, more)) = SortPattern::parse(rest) {
            patterns.push(pattern);
            rest = more;
        }
        let result = SortPattern::parse(result).map_or(SortPattern::Sort(Sort::Unknown), |(pattern, _)| pattern);
        OperatorSignature { arguments: patterns, repeats, result }
    }

    pub(in crate::smtlib) fn argument(&self, i: usize) -> Option<&SortPattern> {
        self.arguments.get(i.min(self.arguments.len().saturating_sub(1)))
    }

    pub(in crate::smtlib) fn result(&self) -> &SortPattern {
        &self.result
    }

    /// Whether the result may have this sort.
    pub(super) fn may_result(&self, sort: &Sort) -> bool {
        match &self.result {
            SortPattern::Sort(result) => result == sort,
            SortPattern::Width => sort.width().is_some(),
            _ => true,
        }
    }

    /// Whether an argument may be an integer or a real.
    pub(super) fn is_arithmetic(&self) -> bool {
        self.arguments.contains(&SortPattern::Number)
    }

    /// Whether the signature takes this number of arguments.
    pub(super) fn takes(&self, number: usize) -> bool {
        number == self.arguments.len() || self.repeats && number > self.arguments.len()
    }

    /// Returns the sort of the result, if the arguments certainly fit.
    pub(super) fn certainly(&self, arguments: &[&Sort]) -> Option<Sort> {
        let mut bindings = Bindings::default();
        let mut fits = |(i, argument): (usize, &&Sort)| {
            self.argument(i).is_none_or(|pattern| bindings.matches(pattern, argument) && !bindings.unsure)
        };
        let all = self.takes(arguments.len()) && arguments.iter().enumerate().all(&mut fits);
        all.then(|| bindings.sort(&self.result))
    }

    /// Returns the sort of the result, and whether the arguments fit.
    pub(super) fn apply(&self, arguments: &[&Sort]) -> (Sort, Fit) {
        let mut bindings = Bindings::default();
        let mut right = self.takes(arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            if let Some(pattern) = self.argument(i) {
                right &= bindings.matches(pattern, argument);
            }
        }
        let fit = match (right, bindings.unsure) {
            (false, _) => Fit::No,
            (true, true) => Fit::Perhaps,
            (true, false) => Fit::Yes,
        };
        (bindings.sort(&self.result), fit)
    }
}

impl SortPattern {
    /// Returns the first pattern of `text` and the text after it.
    ///
    /// The recursion is over ddsmt's own tables, which nest two deep.
    fn parse(text: &'static str) -> Option<(SortPattern, &'static str)> {
        let text = text.trim_start();
        if let Some(inner) = text.strip_prefix('(') {
            let (name, mut rest) = inner.split_once(' ')?;
            let mut arguments = Vec::new();
            while !rest.trim_start().starts_with(')') {
                let (argument, more) = SortPattern::parse(rest)?;
                arguments.push(argument);
                rest = more;
            }
            return Some((SortPattern::App(name, arguments), &rest.trim_start()[1..]));
        }
        let end = text.find([' ', ')']).unwrap_or(text.len());
        let pattern = match &text[..end] {
            "" => return None,
            "RM" => SortPattern::Sort(Sort::RoundingMode),
            "bv" => SortPattern::Width,
            "bv1" => SortPattern::Sort(Sort::BitVec(1)),
            "fp" => SortPattern::Format,
            "num" => SortPattern::Number,
            word => Sort::named(word.as_bytes())
                .map_or_else(|| SortPattern::Variable(usize::from(word.as_bytes()[0] - b'A')), SortPattern::Sort),
        };
        Some((pattern, &text[end..]))
    }
}

impl<'s> Bindings<'s> {
    /// Whether `sort` can stand for `pattern`, given the arguments before it.
    fn matches(&mut self, pattern: &'s SortPattern, sort: &Sort) -> bool {
        if !sort.is_known() {
            self.unsure = true;
            return true;
        }
        let known = match (pattern, sort) {
            (SortPattern::Sort(wanted), _) => wanted.clone(),
            (SortPattern::App(name, patterns), _) => {
                return sort.arguments(name).is_some_and(|arguments| {
                    arguments.len() == patterns.len()
                        && patterns.iter().zip(arguments).all(|(pattern, sort)| self.matches(pattern, sort))
                });
            }
            (SortPattern::Width, Sort::BitVec(_))
            | (SortPattern::Format, Sort::Float(..))
            | (SortPattern::Variable(_), _)
            | (SortPattern::Number, Sort::Int | Sort::Real) => {
                let Some((_, bound)) = self.bound.iter_mut().find(|(known, _)| *known == pattern) else {
                    self.bound.push((pattern, sort.clone()));
                    return true;
                };
                let is_real = *pattern == SortPattern::Number && *sort == Sort::Real;
                std::mem::replace(bound, if is_real { Sort::Real } else { bound.clone() })
            }
            _ => return false,
        };
        // Solvers differ in what is converted.
        let converts = converts(&known, sort);
        self.unsure |= converts;
        converts || known == *sort
    }

    fn sort(&self, pattern: &SortPattern) -> Sort {
        match pattern {
            SortPattern::Sort(sort) => sort.clone(),
            SortPattern::App(name, patterns) => {
                let arguments: Vec<Sort> = patterns.iter().map(|pattern| self.sort(pattern)).collect();
                Sort::app(name.as_bytes(), arguments)
            }
            _ => {
                let bound = self.bound.iter().find(|(known, _)| *known == pattern).map(|(_, sort)| sort);
                // An unknown argument could still be real.
                let is_open = |sort: &&Sort| **sort == Sort::Int && *pattern == SortPattern::Number && self.unsure;
                bound.filter(|sort| !is_open(sort)).cloned().unwrap_or(Sort::Unknown)
            }
        }
    }
}
