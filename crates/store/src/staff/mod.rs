//! The staff and its work: the audit log, reports, sanctions, the list of members.

mod announcements;
pub(crate) mod audit;
pub(crate) mod cases;
mod invitations;
pub(crate) mod members;
pub(crate) mod networks;
pub(crate) mod reports;
pub(crate) mod roles;
pub(crate) mod sanctions;
