//! Programs: personal access tokens, and bots, which a member makes without asking anybody.

use serde_json::json;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId, TokenId};
use tengen_limits::Client;
use tengen_protocol::{
    AccessToken, NewBot, NewBotAnswer, NewToken, NewTokenAnswer, Player, PlayerKind, PlayerName, ProblemCode,
    Scope, Text,
};
use tengen_roles::{Act, Actor, Proof, ServerAct, Why, may};
use tengen_store::{NewAccessToken, NewBot as BotMade, Noted};

use super::fresh::{FRESH, fresh_until, needs_account};
use super::leaving::leave_to_the_end;
use super::names::{self, Unfit};
use crate::kit::{ActionError, AtHome, Parts, after_making, before_making};

/// How many tokens a player may have at once.
const MOST_TOKENS: u32 = 32;
/// How many bots a member has at most.
const MOST_BOTS: u32 = 10;
/// How long a token for acts of the staff is good at most, in milliseconds: a day.
const STAFF: Millis = 86_400_000;

/// Ends a token of the player, or of one of the player's bots, and everything that is open by it.
pub async fn revoke_token(parts: &Parts, player: &Player, id: TokenId) -> Result<(), ActionError> {
    let bots = parts.store.bots_of(player.id.0).await?.into_iter().map(|bot| bot.id.0);
    for whose in std::iter::once(player.id.0).chain(bots) {
        if let Some(hash) = parts.store.revoke_access_token(whose, id).await? {
            parts.tokens.revoke_everywhere(&hash);
            return Ok(());
        }
    }
    Err(ProblemCode::NoSuchToken.into())
}

/// Makes a token of a player, or of a bot of the player who is at home.
pub async fn make_token(
    parts: &Parts,
    home: &AtHome,
    player: PlayerId,
    wish: &NewToken,
) -> Result<NewTokenAnswer, ActionError> {
    let token = token(wish, parts.clock.now())?;
    let secret = entropy::access_token().map_err(before_making)?;
    let hash = entropy::token_hash(&secret);
    let noted = if token.scopes.contains(&Scope::Staff) {
        may_act_as_staff(parts, home, player).await.map_err(before_making)?;
        parts.clock_is_right()?;
        let id = token.id.0.as_str();
        let facts = json!({"token": id, "expires_at": token.expires_at});
        let (kind, at) = (Kind::MakeStaffToken, token.created_at);
        let subject = player.as_str();
        Some(Noted { actor: Some(player), kind, subject_kind: "player", subject, facts, at, aside: None })
    } else {
        None
    };
    match parts
        .store
        .add_access_token(home.home(), player, &token, &hash, MOST_TOKENS, noted.as_ref())
        .await?
    {
        NewAccessToken::Done => Ok(NewTokenAnswer { token, secret }),
        NewAccessToken::TooMany => Err(ProblemCode::TooManyTokens.with(json!({"max": MOST_TOKENS})).into()),
        NewAccessToken::Gone => Err(ProblemCode::NoSuchPlayer.into()),
    }
}

/// Refuses a token for acts of the staff to whoever has no such right, or has not signed in within the last minutes. A bot has none.
pub async fn may_act_as_staff(parts: &Parts, home: &AtHome, player: PlayerId) -> Result<(), ActionError> {
    if player != home.id() {
        return Err(ProblemCode::InvalidToken.with(json!({"field": "scopes"})).into());
    }
    let role = parts.store.roles(player).await?.first().copied();
    let proof = Proof::Session { fresh: fresh_until(parts, &home.session).await?.is_some() };
    let actor = Actor::Player { kind: home.player.kind, role, proof };
    may(actor, Act::ToServer(ServerAct::MakeStaffToken)).map_err(|why| match why {
        Why::SignInAgain => ProblemCode::SignInAgain.with(json!({"within_ms": FRESH})).into(),
        _ => ProblemCode::NotAllowed.into(),
    })
}

/// The token that is wished for, if there can be such a one.
fn token(wish: &NewToken, now: Millis) -> Result<AccessToken, ActionError> {
    let name = wish.name.parse::<PlayerName>().map_err(|_| Unfit::Unreadable)?.to_string();
    let scopes: Vec<Scope> = Scope::ALL.into_iter().filter(|scope| wish.scopes.contains(scope)).collect();
    if scopes.is_empty() || scopes.len() != wish.scopes.len() {
        return Err(ProblemCode::InvalidToken.with(json!({"field": "scopes"})).into());
    }
    if wish.expires_at.is_some_and(|at| at <= now) {
        return Err(ProblemCode::InvalidToken.with(json!({"field": "expires_at", "min": now + 1})).into());
    }
    let last = now + STAFF;
    let expires_at = if scopes.contains(&Scope::Staff) {
        let expires_at = wish.expires_at.unwrap_or(last);
        if expires_at > last {
            let field = json!({"field": "expires_at", "min": now + 1, "max": last});
            return Err(ProblemCode::InvalidToken.with(field).into());
        }
        Some(expires_at)
    } else {
        wish.expires_at
    };
    let id = Text(entropy::token_id()?);
    Ok(AccessToken { id, name, scopes, created_at: now, expires_at, last_used_at: None })
}

/// The bot of this id, if it is the member's own. Of others' bots nobody is told more than that they are not.
pub async fn own_bot(parts: &Parts, owner: &Player, bot: PlayerId) -> Result<Player, ActionError> {
    let found = parts.store.bots_of(owner.id.0).await?.into_iter().find(|found| found.id.0 == bot);
    found.ok_or(ProblemCode::NoSuchPlayer.into())
}

/// Makes a bot, and a token by which a program plays for it.
pub async fn make_bot(
    parts: &Parts,
    client: Client,
    home: &AtHome,
    wish: &NewBot,
) -> Result<NewBotAnswer, ActionError> {
    needs_account(&home.player)?;
    let name = names::of_member(&wish.name)?;
    parts.limits.rare_act(client)?;
    parts.clock_is_right()?;
    let (id, now) = (entropy::player_id().map_err(before_making)?, parts.clock.now());
    match parts.store.add_bot(home.home(), id, &name, now, MOST_BOTS).await? {
        BotMade::Done => {}
        BotMade::NameTaken => return Err(ProblemCode::NameTaken.into()),
        BotMade::TooMany => return Err(ProblemCode::TooManyBots.with(json!({"max": MOST_BOTS})).into()),
    }
    let token =
        NewToken { name: name.name.clone(), scopes: vec![Scope::Read, Scope::Play], expires_at: None };
    let made = make_token(parts, home, id, &token).await;
    let NewTokenAnswer { token, secret } = made.map_err(after_making)?;
    let player =
        Player { id: Text(id), name: name.name, guest: false, kind: PlayerKind::Bot, created_at: now };
    Ok(NewBotAnswer { player, token, secret })
}

/// Deletes a bot: its games end, and its tokens are good for nothing.
pub async fn delete_bot(parts: &Parts, owner: &Player, id: PlayerId) -> Result<(), ActionError> {
    let bot = own_bot(parts, owner, id).await?;
    parts.clock_is_right()?;
    leave_to_the_end(parts, bot.id.0).await
}

/// Makes a token for a bot.
pub async fn make_token_of_bot(
    parts: &Parts,
    home: &AtHome,
    id: PlayerId,
    wish: &NewToken,
) -> Result<NewTokenAnswer, ActionError> {
    let bot = own_bot(parts, &home.player, id).await.map_err(before_making)?;
    make_token(parts, home, bot.id.0, wish).await
}
