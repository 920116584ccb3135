//! Short codes of printed cards: new ones, and the member whom one lets in.

use tengen_credentials::ShortCode;
use tengen_entropy as entropy;
use tengen_limits::Client;
use tengen_protocol::{Player, ProblemCode};

use super::parts::People;
use super::proof::no_hash;
use crate::kit::ActionError;

/// So many new codes, each with the hash that is kept of it.
pub async fn new_codes(
    people: &People,
    client: Client,
    count: usize,
) -> Result<Vec<(ShortCode, String)>, ActionError> {
    let salt = salt(people).await?;
    let mut codes = Vec::with_capacity(count);
    for _ in 0..count {
        codes.push(ShortCode::from_entropy(entropy::bytes()?));
    }
    // With a place for each, one sign-in too many at the same moment would refuse them all.
    let hashes = people.passwords.hash_codes(client.far_network(), codes.clone(), salt).await;
    Ok(codes.into_iter().zip(hashes.map_err(no_hash)?).collect())
}

/// The member whom the card with a code lets in, and the hash of the secret of that card.
pub(super) async fn member_of(
    people: &People,
    client: Client,
    code: &ShortCode,
) -> Result<(Player, String), ActionError> {
    people.limits.may_try_code(client)?;
    let hash = hash(people, client, code, &salt(people).await?).await?;
    let found = match people.store.card_of_code(&hash).await? {
        Some(card) => people.store.member_of_card(&card).await?.map(|member| (member, card)),
        None => None,
    };
    found.ok_or_else(|| {
        people.limits.tried_wrong_code(client);
        ProblemCode::NoSuchCard.into()
    })
}

async fn hash(people: &People, client: Client, code: &ShortCode, salt: &[u8]) -> Result<String, ActionError> {
    let hash = people.passwords.hash_code(client.far_network(), code.clone(), salt.to_vec()).await;
    hash.map_err(no_hash)
}

async fn salt(people: &People) -> Result<Vec<u8>, ActionError> {
    Ok(people.store.card_salt(&entropy::bytes::<16>()?).await?)
}
