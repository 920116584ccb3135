//! The account of a member as the member sees it.

use tengen_entropy::{identity_id, passkey_id};
use tengen_game::{Millis, PlayerId};
use tengen_protocol::{Account, Identity, Passkey, Player, PlayerKind, Text};
use tengen_store::{MembersPasskey, RENAME_PAUSE, Store, StoreError, StoredIdentity};

use super::ways::Ways;

/// The account of a player, if there is one. Where the ways in are not known, providers are named by their issuers. `fresh_until`
/// is when a fresh sign-in ends.
pub(super) async fn account_of(
    store: &Store,
    ways: Option<&Ways>,
    player: &Player,
    fresh_until: Option<Millis>,
) -> Result<Option<Account>, StoreError> {
    if player.kind != PlayerKind::Member {
        return Ok(None);
    }
    let id = player.id.0;
    let Some(stored) = store.account(id).await? else { return Ok(None) };
    let authenticator = store.authenticator(id).await?;
    Ok(Some(Account {
        registered_at: stored.created_at,
        rename_from: stored.renamed_at.map_or(stored.created_at, |at| at + RENAME_PAUSE),
        fresh_until,
        preferences: stored.preferences,
        roles: store.roles(id).await?,
        password: stored.has_password,
        identities: identities_of(store, ways, id).await?,
        passkeys: passkeys_of(store, id).await?,
        mail: store.mail_of(id).await?,
        authenticator: authenticator.is_some_and(|found| found.confirmed_at.is_some()),
        recovery_codes_left: store.recovery_codes_left(id).await?,
        terms: stored.terms,
    }))
}

/// The persons of providers by whom a member comes in.
pub(super) async fn identities_of(
    store: &Store,
    ways: Option<&Ways>,
    player: PlayerId,
) -> Result<Vec<Identity>, StoreError> {
    let shown = |StoredIdentity { issuer, subject, linked_at, used_at }| {
        let provider = ways.and_then(|ways| ways.of_issuer(&issuer));
        let id = Text(identity_id(&issuer, &subject));
        let name = provider.map_or(issuer, |provider| provider.name().to_owned());
        Identity { id, provider: provider.map(|provider| provider.id().to_owned()), name, linked_at, used_at }
    };
    Ok(store.identities(player).await?.into_iter().map(shown).collect())
}

/// The passkeys of a member.
pub(super) async fn passkeys_of(store: &Store, player: PlayerId) -> Result<Vec<Passkey>, StoreError> {
    let shown = |MembersPasskey { credential_id, device, created_at, used_at, .. }| Passkey {
        id: Text(passkey_id(&credential_id)),
        device,
        created_at,
        used_at,
    };
    Ok(store.passkeys(player).await?.into_iter().map(shown).collect())
}
