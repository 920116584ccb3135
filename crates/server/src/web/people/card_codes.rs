//! Short codes of printed cards: new ones, and the member whom one lets in.

use tengen_credentials::ShortCode;
use tengen_entropy as entropy;
use tengen_limits::Client;
use tengen_protocol::{Player, ProblemCode};

use super::proof::refused;
use crate::app::App;
use crate::web::error::WebError;

/// So many new codes, each with the hash that is kept of it.
pub(in crate::web) async fn new_codes(
    app: &App,
    client: Client,
    count: usize,
) -> Result<Vec<(ShortCode, String)>, WebError> {
    let salt = salt(app).await?;
    let mut codes = Vec::with_capacity(count);
    for _ in 0..count {
        codes.push(ShortCode::from_entropy(entropy::bytes()?));
    }
    // With a place for each, one sign-in too many at the same moment would refuse them all.
    let hashes = app.passwords.hash_codes(client.far_network(), codes.clone(), salt).await;
    Ok(codes.into_iter().zip(hashes.map_err(refused)?).collect())
}

/// The member whom the card with a code lets in, and the hash of the secret of that card.
pub(super) async fn member_of(
    app: &App,
    client: Client,
    code: &ShortCode,
) -> Result<(Player, String), WebError> {
    app.limits.may_try_code(client)?;
    let hash = hash(app, client, code, &salt(app).await?).await?;
    let found = match app.store.card_of_code(&hash).await? {
        Some(card) => app.store.member_of_card(&card).await?.map(|member| (member, card)),
        None => None,
    };
    found.ok_or_else(|| {
        app.limits.tried_wrong_code(client);
        ProblemCode::NoSuchCard.into()
    })
}

async fn hash(app: &App, client: Client, code: &ShortCode, salt: &[u8]) -> Result<String, WebError> {
    let hash = app.passwords.hash_code(client.far_network(), code.clone(), salt.to_vec()).await;
    hash.map_err(refused)
}

async fn salt(app: &App) -> Result<Vec<u8>, WebError> {
    Ok(app.store.card_salt(&entropy::bytes::<16>()?).await?)
}
