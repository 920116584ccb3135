//! The tags of records.

use tengen_game::RecordId;
use tengen_protocol::PlayerCard;
use tengen_store::AboutRecord;

use crate::web::fresh::Tag;

/// How often what is told of a record in one of its forms became another while the version of the server stayed. It is counted up by whoever
/// adds something to these answers: browsers that have one of before show the page without it otherwise.
const FORMS: u32 = 1;

/// The tag of a record in one form, made before the record is read: its id and the number of its last change stand for its file.
/// What is shown of it may change with the server's version, and its owner with another name.
pub(super) fn tag_of(id: RecordId, about: &AboutRecord, form: &str) -> Tag {
    let AboutRecord { created_at, owner, revision, work: _ } = about;
    let PlayerCard { id: player, name, guest, kind: _ } = owner;
    let version = env!("CARGO_PKG_VERSION");
    Tag::of(
        format!("{version} {FORMS} {form} {id} {revision} {created_at} {} {guest} {name}", player.0)
            .as_bytes(),
    )
}
