//! Random bits, all of them from the operating system.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use tengen_game::{
    AnnouncementId, CaseId, GameId, GroupId, IdentityId, InvitationId, PasskeyId, PlayerId, RecordId,
    SanctionId, SessionId, ShareId, TaskId, TokenId, TreeId,
};
use tengen_rules::Color;

/// The operating system gave no random bits; nothing secret can be made.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the operating system has no random bits: {0}")]
pub struct NoEntropy(#[from] getrandom::Error);

fn bits<const N: usize>() -> Result<[u8; N], NoEntropy> {
    let mut bits = [0; N];
    getrandom::fill(&mut bits)?;
    Ok(bits)
}

/// A new player's id.
pub fn player_id() -> Result<PlayerId, NoEntropy> {
    Ok(PlayerId::from_entropy(bits()?))
}

/// A new game's id.
pub fn game_id() -> Result<GameId, NoEntropy> {
    Ok(GameId::from_entropy(bits()?))
}

/// A new token's id.
pub fn token_id() -> Result<TokenId, NoEntropy> {
    Ok(TokenId::from_entropy(bits()?))
}

/// A new record's id.
pub fn record_id() -> Result<RecordId, NoEntropy> {
    Ok(RecordId::from_entropy(bits()?))
}

/// A colour by lot.
pub fn lot() -> Result<Color, NoEntropy> {
    let [byte] = bits()?;
    Ok(if byte % 2 == 0 { Color::Black } else { Color::White })
}

/// A number from 1000 to 9999 for a made-up name.
pub fn name_number() -> Result<u32, NoEntropy> {
    Ok(1_000 + u32::from_le_bytes(bits()?) % 9_000)
}

/// Numbers by lot.
pub fn lots<const N: usize>() -> Result<[u32; N], NoEntropy> {
    let mut lots = [0; N];
    for lot in &mut lots {
        *lot = u32::from_le_bytes(bits()?);
    }
    Ok(lots)
}

/// Random bytes for other parts, such as the salt of a hash or a secret that is shared with a device.
pub fn bytes<const N: usize>() -> Result<[u8; N], NoEntropy> {
    bits()
}

/// A new case's id.
pub fn case_id() -> Result<CaseId, NoEntropy> {
    Ok(CaseId::from_entropy(bits()?))
}

/// A new announcement's id.
pub fn announcement_id() -> Result<AnnouncementId, NoEntropy> {
    Ok(AnnouncementId::from_entropy(bits()?))
}

/// A new task's id.
pub fn task_id() -> Result<TaskId, NoEntropy> {
    Ok(TaskId::from_entropy(bits()?))
}

/// A new id for a tree of variations.
pub fn tree_id() -> Result<TreeId, NoEntropy> {
    Ok(TreeId::from_entropy(bits()?))
}

/// A new id for a showing of a tree.
pub fn share_id() -> Result<ShareId, NoEntropy> {
    Ok(ShareId::from_entropy(bits()?))
}

/// A new sanction's id.
pub fn sanction_id() -> Result<SanctionId, NoEntropy> {
    Ok(SanctionId::from_entropy(bits()?))
}

/// A new group's id.
pub fn group_id() -> Result<GroupId, NoEntropy> {
    Ok(GroupId::from_entropy(bits()?))
}

/// A new invitation's id.
pub fn invitation_id() -> Result<InvitationId, NoEntropy> {
    Ok(InvitationId::from_entropy(bits()?))
}

/// A token of 256 bits.
pub fn token() -> Result<String, NoEntropy> {
    Ok(URL_SAFE_NO_PAD.encode(bits::<32>()?))
}

/// The beginning of personal access tokens, so that they are recognised wherever they turn up.
pub const ACCESS_TOKEN: &str = "tengen_";

/// A personal access token of 256 bits.
pub fn access_token() -> Result<String, NoEntropy> {
    Ok(format!("{ACCESS_TOKEN}{}", token()?))
}

/// The hash of a token, which is all that the database keeps. A token is random and long, so one round of SHA-256 hides it
/// well enough: there is nothing to guess, as there would be with a password.
pub fn token_hash(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

/// The id of the session whose token has this hash: its first 80 bits, which tell nothing about the token. Nothing, if the text is no
/// hash of a token.
pub fn session_id(hash: &str) -> Option<SessionId> {
    let bits = URL_SAFE_NO_PAD.decode(hash).ok()?;
    bits.first_chunk().copied().map(SessionId::from_entropy)
}

/// The id of a person of a provider: the same for the same issuer and subject, and it tells neither.
pub fn identity_id(issuer: &str, subject: &str) -> IdentityId {
    let mut whole = Sha256::new();
    // The length keeps what belongs to the one from what belongs to the other.
    whole.update(issuer.len().to_le_bytes());
    whole.update(issuer);
    whole.update(subject);
    let bits = whole.finalize();
    IdentityId::from_entropy(bits.first_chunk().copied().unwrap_or_default())
}

/// The id of a passkey, by the id that its device gave to it.
pub fn passkey_id(credential_id: &str) -> PasskeyId {
    PasskeyId::from_entropy(Sha256::digest(credential_id).first_chunk().copied().unwrap_or_default())
}
