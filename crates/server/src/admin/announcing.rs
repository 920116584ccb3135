//! Announcements from the command line.

use std::collections::BTreeMap;

use serde_json::json;
use tengen_actions::kit::aside;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::{AnnouncementId, Millis};
use tengen_protocol::{Announcement, Text};
use tengen_store::{Noted, Store};

use super::outcome::{DAY, DeedError, Outcome, Reason, moment};
use crate::announcements::{MOST, beside, readable};

/// Has a line stand on every page for some days.
pub(super) async fn announce(
    store: &Store,
    texts: &BTreeMap<String, String>,
    days: u32,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let texts = readable(texts).ok_or(DeedError::InvalidTexts)?;
    let (id, now) = (entropy::announcement_id()?, reason.now);
    let until = now + Millis::from(days) * DAY;
    let noted = reason.noted(Kind::Announce, id.as_str(), json!({"until": until}))?;
    let noted =
        Noted { subject_kind: "announcement", aside: aside(&beside(&texts, reason.words.trim()))?, ..noted };
    let new = Announcement { id: Text(id), texts, until, created_at: now };
    if !store.announce(&new, MOST, &noted).await? {
        return Err(DeedError::TooManyAnnouncements);
    }
    let mut lines = vec!["It stands on every page within seconds.".to_owned()];
    lines.extend(shown(&new));
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
    let noted = Noted {
        subject_kind: "announcement",
        ..reason.noted(Kind::TakeAnnouncementBack, number.as_str(), json!({}))?
    };
    if !store.take_announcement_back(number, &noted).await? {
        return Err(none());
    }
    Ok(Outcome { lines: vec!["It leaves the pages within seconds.".to_owned()], ended: Vec::new() })
}

/// A line in its languages, with its id and its end.
fn shown(announcement: &Announcement) -> Vec<String> {
    let Announcement { id, texts, until, .. } = announcement;
    let mut lines = vec![format!("{}: until {}", id.0, moment(*until))];
    lines.extend(texts.iter().map(|(tag, text)| format!("  {tag}: {text}")));
    lines
}
