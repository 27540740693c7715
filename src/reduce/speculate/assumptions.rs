//! The imagined answers that a scenario rests on.

use crate::sexpr::Digest;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The answers that a scenario rests on.
#[derive(Clone, Debug, Default)]
pub(in crate::reduce) struct Assumptions {
    imagined: Arc<FxHashMap<Digest, bool>>,
    /// The question whose answer is not the one imagined.
    otherwise: Option<Digest>,
}

impl Assumptions {
    /// The answer to a question, if it is imagined.
    pub fn answer(&self, digest: Digest) -> Option<bool> {
        self.imagined.get(&digest).map(|&answer| answer != (self.otherwise == Some(digest)))
    }

    /// The same, but for the answer to this question.
    pub fn except(&self, otherwise: Option<Digest>) -> Assumptions {
        Assumptions { otherwise, ..self.clone() }
    }

    /// These answers and more.
    pub fn and(&self, more: impl Iterator<Item = (Digest, bool)>) -> Assumptions {
        let mut imagined = (*self.imagined).clone();
        if let Some(answer) = self.otherwise.and_then(|digest| imagined.get_mut(&digest)) {
            *answer = !*answer;
        }
        imagined.extend(more);
        Assumptions { imagined: Arc::new(imagined), otherwise: None }
    }
}
