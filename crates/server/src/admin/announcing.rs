//! Announcements from the command line.

use std::collections::BTreeMap;

use tengen_actions::staff::act_on_stored_announcements;
use tengen_game::{AnnouncementId, Millis};
use tengen_protocol::{Announcement, AnnouncementAct, Text};
use tengen_store::Store;

use super::outcome::{DAY, DeedError, Outcome, Reason, moment};

/// Has a line stand on every page for some days.
pub(super) async fn announce(
    store: &Store,
    texts: &BTreeMap<String, String>,
    days: u32,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let (texts, because, by) = (texts.clone(), reason.words.to_owned(), reason.by());
    let until = reason.now + Millis::from(days) * DAY;
    let act = AnnouncementAct::Announce { texts, until, reason: because };
    let new = act_on_stored_announcements(store, by, &act).await;
    let new = new.map_err(|error| DeedError::of(error, ""))?;
    let mut lines = vec!["It stands on every page within seconds.".to_owned()];
    lines.extend(new.iter().flat_map(shown));
    Ok(Outcome { lines, ended: Vec::new() })
}

/// Lists the lines of now, or takes one back.
pub(super) async fn see_to(
    store: &Store,
    take_back: Option<&str>,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let Some(id) = take_back else {
        let mut lines: Vec<_> = store.announcements(reason.now).await?.iter().flat_map(shown).collect();
        if lines.is_empty() {
            lines.push("No line stands on the pages.".to_owned());
        }
        return Ok(Outcome { lines, ended: Vec::new() });
    };
    let none = || DeedError::NoSuch { what: "announcement", id: id.to_owned() };
    let number: AnnouncementId = id.parse().map_err(|_| none())?;
    let act = AnnouncementAct::TakeBack { id: Text(number), reason: reason.words.to_owned() };
    let taken = act_on_stored_announcements(store, reason.by(), &act).await;
    taken.map_err(|error| DeedError::of(error, id))?;
    Ok(Outcome { lines: vec!["It leaves the pages within seconds.".to_owned()], ended: Vec::new() })
}

/// A line in its languages, with its id and its end.
fn shown(announcement: &Announcement) -> Vec<String> {
    let Announcement { id, texts, until, .. } = announcement;
    let mut lines = vec![format!("{}: until {}", id.0, moment(*until))];
    lines.extend(texts.iter().map(|(tag, text)| format!("  {tag}: {text}")));
    lines
}
