//! The answers that show great records, as they were made last: a class that opens one together is told the answer that was made
//! for the first of it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;

use crate::web::fresh::Tag;
use crate::web::packed::Packed;

/// How many bytes of answers are kept. Compressed, great ones have some hundred KiB, and the greatest a few MiB.
const MOST_BYTES: usize = 16 << 20;

/// Answers by their tags, the one that was made first in front.
#[derive(Debug)]
pub(super) struct ShownRecords {
    answers: Mutex<VecDeque<(Tag, Arc<Packed>)>>,
}

impl ShownRecords {
    /// None yet.
    pub(super) const fn new() -> Self {
        Self { answers: Mutex::new(VecDeque::new()) }
    }

    /// The answer with a tag to a request with these headers, if it is kept.
    pub(super) fn find(&self, asked: &HeaderMap, tag: &Tag) -> Option<Packed> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let found = answers.iter().find(|(of, _)| of == tag).map(|(_, packed)| Arc::clone(packed));
        drop(answers);
        found.filter(|packed| packed.is_for(asked)).map(|packed| Packed::clone(&packed))
    }

    /// Keeps an answer, and forgets those that were made first. Those without compression are for few and take much room.
    pub(super) fn keep(&self, tag: Tag, packed: &Packed) {
        if !packed.is_compressed() {
            return;
        }
        let packed = Arc::new(packed.clone());
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.retain(|(of, _)| *of != tag);
        answers.push_back((tag, packed));
        while answers.iter().map(|(_, packed)| packed.len()).sum::<usize>() > MOST_BYTES {
            answers.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};

    use super::*;

    #[test]
    fn the_answers_of_last_are_found_by_whoever_takes_them() {
        let shown = ShownRecords::new();
        let (plain, mut gzip) = (HeaderMap::new(), HeaderMap::new());
        gzip.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        let [first, second, third] = [b"1", b"2", b"3"].map(|content| Tag::of(content));
        shown.keep(first.clone(), &Packed::new(&plain, vec![b'a'; 1 << 17]));
        assert!(shown.find(&gzip, &first).is_none(), "it is not compressed");
        let packed = Packed::new(&gzip, vec![b'a'; 1 << 17]);
        shown.keep(first.clone(), &packed);
        assert_eq!(shown.find(&gzip, &first), Some(packed));
        assert_eq!((shown.find(&plain, &first), shown.find(&gzip, &second)), (None, None));
        // Two that have all the room together.
        for (tag, bytes) in [(&second, MOST_BYTES - 1), (&third, 1)] {
            shown.keep(tag.clone(), &Packed::of_compressed(vec![0; bytes]));
        }
        assert!(shown.find(&gzip, &first).is_none(), "the first one went");
        assert!(shown.find(&gzip, &second).is_some() && shown.find(&gzip, &third).is_some());
    }
}
