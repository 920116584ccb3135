//! The lines that stand on every page at the moment. Each page asks for them, so they are kept in memory, and read anew every few
//! seconds: another server of the database, or the command line, may have written one.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_duties::Repeat;
use tengen_pages::Language;
use tengen_protocol::{Announcement, LONGEST_ANNOUNCEMENT};
use tengen_store::{Store, StoreError};
use tengen_trouble as trouble;
use tokio_util::sync::CancellationToken;

use super::written::fitting;

/// How often they are read.
const LOOK: Duration = Duration::from_secs(5);

/// How many are shown at once.
pub(crate) const MOST_ANNOUNCEMENTS: u32 = 5;

/// The lines that can be read, in languages that pages have; nothing, if one of them is none of these, or there is none.
pub(crate) fn readable(texts: &BTreeMap<String, String>) -> Option<BTreeMap<String, String>> {
    let line = |(tag, text): (&String, &String)| {
        tag.parse::<Language>().ok()?;
        let text = fitting(text, 1..=LONGEST_ANNOUNCEMENT).filter(|text| !text.contains('\n'))?;
        Some((tag.clone(), text.to_owned()))
    };
    let readable: Option<BTreeMap<_, _>> = texts.iter().map(line).collect();
    readable.filter(|readable| !readable.is_empty())
}

/// What lies beside the log of an announcement: the reason, and the lines, which may have to be removed as well.
pub(crate) fn beside(texts: &BTreeMap<String, String>, reason: &str) -> String {
    let lines = texts.iter().map(|(tag, text)| format!("\n{tag}: {text}"));
    lines.fold(reason.to_owned(), |beside, line| beside + &line)
}

/// The lines of the moment; cheap to clone.
#[derive(Debug, Clone)]
pub struct Announcements {
    clock: Clock,
    known: Arc<RwLock<Arc<[Announcement]>>>,
}

impl Announcements {
    /// None yet.
    pub fn new(clock: Clock) -> Self {
        Self { clock, known: Arc::new(RwLock::new(Arc::new([]))) }
    }

    /// Those that are shown now, the latest first.
    pub fn shown(&self) -> Vec<Announcement> {
        let known = Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner));
        let now = self.clock.now();
        known.iter().filter(|announcement| announcement.until > now).cloned().collect()
    }

    /// Their lines for a reader of a language, each with the language in which it is: that one, or English, or else the first in
    /// which it was written.
    pub fn lines(&self, language: Language) -> Vec<(String, String)> {
        let line = |announcement: &Announcement| {
            let texts = &announcement.texts;
            let tag =
                [language.tag(), Language::English.tag()].into_iter().find(|tag| texts.contains_key(*tag));
            let found = match tag {
                Some(tag) => texts.get_key_value(tag),
                None => texts.first_key_value(),
            };
            found.map(|(tag, text)| (tag.clone(), text.clone()))
        };
        self.shown().iter().filter_map(line).collect()
    }

    /// Reads them anew.
    ///
    /// # Errors
    ///
    /// When the database failed. Those of before are kept.
    pub async fn read(&self, store: &Store) -> Result<(), StoreError> {
        let read = store.announcements(self.clock.now()).await?;
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = read.into();
        Ok(())
    }

    /// Reads them anew from time to time, until the server stops.
    pub async fn watch(self, store: Store, stop: CancellationToken) {
        let mut looks = Repeat::every(LOOK, &self.clock, &stop);
        while looks.tick().await {
            if let Err(error) = self.read(&store).await {
                trouble::log("announcements can't be read", error);
            }
        }
    }
}
