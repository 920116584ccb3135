//! The caller of a request, and whether the token that was shown is good for the request: here, and nowhere else.

mod acting;
mod anyone;
mod cookies;
mod identity;
mod known;
mod rights;
mod shown;

pub(super) use acting::{Acting, AtHomeActing, Looking};
pub(super) use anyone::{Admitted, Anyone};
pub(super) use cookies::{cookies, is_secure, no_cookies, own_cookie};
pub(super) use identity::{Identity, identify};
pub(super) use rights::{AtHome, Caller, MaybeCaller, Owner, OwnerOrBot, OwnerOrBotLooking, Viewer};
pub(super) use shown::shown_token;
