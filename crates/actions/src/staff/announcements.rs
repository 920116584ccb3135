//! Lines on every page, written and taken back by owners.

use std::collections::BTreeMap;

use serde_json::json;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::Millis;
use tengen_pages::Language;
use tengen_protocol::{Announcement, AnnouncementAct, LONGEST_ANNOUNCEMENT, ProblemCode, Text};
use tengen_roles::{Act, ServerAct};
use tengen_store::Store;

use super::by::By;
use crate::kit::{Acting, ActionError, MOST_ANNOUNCEMENTS as MOST, Parts, beside, readable};

/// For how long one is shown at most, in milliseconds: a year.
const LONGEST: Millis = 366 * 86_400_000;

/// Shows a line on every page, or takes one back, and writes that down.
pub async fn act_on_announcements(
    parts: &Parts,
    acting: &Acting,
    act: &AnnouncementAct,
) -> Result<(), ActionError> {
    act_on_stored_announcements(&parts.store, By::staff(parts, acting), act).await?;
    parts.announcements.read(&parts.store).await?;
    Ok(())
}

/// The same for whoever has the database, be it without a server: servers read the lines anew now and then. Answers the new line.
pub async fn act_on_stored_announcements(
    store: &Store,
    by: By<'_>,
    act: &AnnouncementAct,
) -> Result<Option<Announcement>, ActionError> {
    by.may(Act::ToServer(ServerAct::Announce))?;
    by.in_time(store)?;
    match act {
        AnnouncementAct::Announce { texts, until, reason } => {
            announce(store, by.because(reason), texts, *until).await.map(Some)
        }
        AnnouncementAct::TakeBack { id, reason } => {
            let of = ("announcement", id.0.as_str());
            let noted = by.because(reason).noted(Kind::TakeAnnouncementBack, of, json!({}))?;
            if store.take_announcement_back(id.0, &noted).await? {
                Ok(None)
            } else {
                Err(ProblemCode::NoSuchAnnouncement.into())
            }
        }
    }
}

async fn announce(
    store: &Store,
    by: By<'_>,
    texts: &BTreeMap<String, String>,
    until: Millis,
) -> Result<Announcement, ActionError> {
    let texts = readable(texts).ok_or_else(|| {
        let languages = Language::ALL.map(Language::tag);
        ProblemCode::InvalidAct
            .with(json!({"field": "texts", "min": 1, "max": LONGEST_ANNOUNCEMENT, "languages": languages}))
    })?;
    let at = by.at;
    if until <= at || until > at + LONGEST {
        let field = json!({"field": "until", "min": at, "max": at + LONGEST});
        return Err(ProblemCode::InvalidAct.with(field).into());
    }
    let id = entropy::announcement_id()?;
    // The lines are words that somebody wrote: they stand beside the entry with the reason, and may have to be removed.
    let words = beside(&texts, by.reason()?);
    let of = ("announcement", id.as_str());
    let noted = by.noted_with(Kind::Announce, of, json!({"until": until}), &words)?;
    let new = Announcement { id: Text(id), texts, until, created_at: at };
    if store.announce(&new, MOST, &noted).await? {
        Ok(new)
    } else {
        Err(ProblemCode::TooManyAnnouncements.with(json!({"max": MOST})).into())
    }
}
