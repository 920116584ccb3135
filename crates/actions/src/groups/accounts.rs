//! Accounts that a teacher makes for a class, and the printed cards by which pupils come in.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tengen_audit::Kind;
use tengen_credentials::ShortCode;
use tengen_entropy as entropy;
use tengen_game::{GroupId, PlayerId};
use tengen_groups::{Row, name_fault};
use tengen_limits::Client;
use tengen_protocol::{
    GroupKind, LARGEST_CLASS, NewCards, PlayerCard, PlayerKind, ProblemCode, Refused, Text,
};
use tengen_roles::{FellowAct, GroupAct};
use tengen_store::{
    AccountsMade, CardHashes, CardsChanged, ClassAccountWish, GroupChanged, MOST_ACCOUNTS, NameWish, Noted,
};

use super::acting::{AtHomeActing, done};
use crate::kit::{ActionError, Parts, before_making};
use crate::people::{People, names, new_codes};

/// A new card, whose secrets are told now and never again.
#[derive(Debug)]
pub struct NewCard {
    /// The pupil.
    pub player: PlayerCard,
    /// The secret of its picture.
    pub secret: String,
    /// The short secret that is typed.
    pub short: ShortCode,
}

/// Makes accounts for a class, each with a card. The names are read once it is clear that the actor may.
pub async fn make_accounts(
    people: &People,
    actor: &AtHomeActing,
    client: Client,
    id: GroupId,
    rows: impl FnOnce() -> Result<Vec<Row>, ActionError>,
) -> Result<Vec<NewCard>, ActionError> {
    may_make_accounts(people, actor, id).await.map_err(before_making)?;
    let rows = rows()?;
    let names = wishes(&rows)?;
    people.limits.rare_act(client)?;
    people.clock_is_right()?;
    let (mut accounts, mut cards) = (Vec::new(), Vec::new());
    let new = new_cards(people, client, names.len()).await.map_err(before_making)?;
    for (name, (secret, short, card)) in names.into_iter().zip(new) {
        let id = entropy::player_id().map_err(before_making)?;
        let player =
            PlayerCard { id: Text(id), name: name.name.clone(), guest: false, kind: PlayerKind::Member };
        accounts.push(ClassAccountWish { player: id, name, card });
        cards.push(NewCard { player, secret, short });
    }
    let players: Vec<_> = accounts.iter().map(|account| account.player.as_str()).collect();
    let noted = noted(people, actor, Kind::MakeAccounts, &id, &players);
    match people.store.make_class_accounts(Some(actor.home()), id, &accounts, &noted).await? {
        AccountsMade::Done => Ok(cards),
        AccountsMade::NamesTaken(places) => {
            let line = |place: usize| rows.get(place).map(|row| row.line);
            let taken = places.into_iter().filter_map(line);
            let rows = taken.map(|line| json!({"line": line, "code": ProblemCode::NameTaken.name()}));
            Err(refused_rows(&rows.collect::<Vec<_>>()))
        }
        AccountsMade::Not(GroupChanged::Full) => {
            // Whichever of the two bounds it is.
            let group = people.store.group(id, None).await?;
            let is_large = group.is_some_and(|seen| seen.group.members as usize + rows.len() > LARGEST_CLASS);
            let max = if is_large { LARGEST_CLASS } else { MOST_ACCOUNTS as usize };
            Err(ProblemCode::GroupFull.with(json!({"max": max})).into())
        }
        AccountsMade::Not(changed) => {
            done(changed, GroupKind::Class, 0)?;
            Err(ProblemCode::NoSuchGroup.into())
        }
    }
}

/// Refuses whoever may not make accounts in a class, or give new cards to all of it.
pub async fn may_make_accounts(parts: &Parts, actor: &AtHomeActing, id: GroupId) -> Result<(), ActionError> {
    actor.group(parts, id, GroupAct::MakeAccounts).await.map(|_| ())
}

/// The names of the rows, or what is wrong with each row that has none.
fn wishes(rows: &[Row]) -> Result<Vec<NameWish>, ActionError> {
    let (mut names, mut wrong) = (Vec::new(), Vec::new());
    for Row { line, name } in rows {
        let Some(name) = name else {
            wrong.push(json!({"line": line, "code": ProblemCode::Malformed.name()}));
            continue;
        };
        if let Some(fault) = name_fault(name) {
            wrong
                .push(json!({"line": line, "code": ProblemCode::NameRefused.name(), "reason": fault.name()}));
            continue;
        }
        match names::of_member(name) {
            Ok(name) => names.push(name),
            Err(unfit) => {
                let refused = Refused::from(unfit);
                let mut row = json!({"line": line, "code": refused.code.name()});
                if let Some(reason) = refused.params.get("reason") {
                    row["reason"] = reason.clone();
                }
                wrong.push(row);
            }
        }
    }
    if wrong.is_empty() { Ok(names) } else { Err(refused_rows(&wrong)) }
}

fn refused_rows(rows: &[Value]) -> ActionError {
    ProblemCode::InvalidAccounts.with(json!({"rows": rows})).into()
}

/// An act on accounts of a class, as the log has it.
fn noted<'n>(
    parts: &Parts,
    actor: &AtHomeActing,
    kind: Kind,
    id: &'n GroupId,
    players: &[&str],
) -> Noted<'n> {
    parts.noted(actor.id(), kind, ("group", id.as_str()), json!({"players": players}), None)
}

/// The secrets of so many new cards, that of the picture and the short one, each with what is kept of them.
async fn new_cards(
    people: &People,
    client: Client,
    count: usize,
) -> Result<Vec<(String, ShortCode, CardHashes)>, ActionError> {
    let mut cards = Vec::with_capacity(count);
    for (short, code) in new_codes(people, client, count).await? {
        let secret = entropy::token()?;
        let kept = CardHashes { secret: entropy::token_hash(&secret), code: Some(code) };
        cards.push((secret, short, kept));
    }
    Ok(cards)
}

/// Makes new cards in place of those of before, for some pupils or all.
pub async fn renew_cards(
    people: &People,
    actor: &AtHomeActing,
    client: Client,
    id: GroupId,
    wish: NewCards,
) -> Result<Vec<NewCard>, ActionError> {
    may_make_accounts(people, actor, id).await.map_err(before_making)?;
    let pupils = match wish.players {
        None => people.store.ruled_accounts(id).await.map_err(before_making)?,
        Some(players) => named(people, actor, id, players).await.map_err(before_making)?,
    };
    people.clock_is_right()?;
    let (mut cards, mut hashes) = (Vec::new(), Vec::new());
    let new = new_cards(people, client, pupils.len()).await?;
    for (player, (secret, short, card)) in pupils.into_iter().zip(new) {
        hashes.push((player.id.0, Some(card)));
        cards.push(NewCard { player, secret, short });
    }
    change(people, actor, Kind::MakeCards, id, &hashes).await?;
    Ok(cards)
}

/// Those of these players to whom one may give new cards, each once: all of them, or nobody.
async fn named(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    players: Vec<Text<PlayerId>>,
) -> Result<Vec<PlayerCard>, ActionError> {
    if players.is_empty() || players.len() > LARGEST_CLASS {
        return Err(ProblemCode::InvalidAccounts.with(json!({"max": LARGEST_CLASS})).into());
    }
    let (mut pupils, mut known) = (Vec::new(), BTreeSet::new());
    for player in players {
        let (_, fellow) = actor.fellow(parts, id, player.0, FellowAct::RuleAccount).await?;
        if known.insert(player.0) {
            pupils.push(fellow.card);
        }
    }
    Ok(pupils)
}

/// Revokes all cards of a class.
pub async fn revoke_cards(parts: &Parts, actor: &AtHomeActing, id: GroupId) -> Result<(), ActionError> {
    may_make_accounts(parts, actor, id).await?;
    parts.clock_is_right()?;
    let pupils = parts.store.ruled_accounts(id).await?;
    let cards: Vec<_> = pupils.into_iter().map(|pupil| (pupil.id.0, None)).collect();
    change(parts, actor, Kind::RevokeCards, id, &cards).await
}

/// Revokes the card of a pupil.
pub async fn revoke_card(
    parts: &Parts,
    actor: &AtHomeActing,
    group: GroupId,
    player: PlayerId,
) -> Result<(), ActionError> {
    actor.fellow(parts, group, player, FellowAct::RuleAccount).await?;
    parts.clock_is_right()?;
    change(parts, actor, Kind::RevokeCards, group, &[(player, None)]).await
}

/// Takes cards away, and gives new ones where there are secrets. Nothing is done, and nothing written down, where there are no pupils.
async fn change(
    parts: &Parts,
    actor: &AtHomeActing,
    kind: Kind,
    id: GroupId,
    cards: &[(PlayerId, Option<CardHashes>)],
) -> Result<(), ActionError> {
    if cards.is_empty() {
        return Ok(());
    }
    let players: Vec<_> = cards.iter().map(|(player, _)| player.as_str()).collect();
    let noted = noted(parts, actor, kind, &id, &players);
    match parts.store.change_cards(actor.home(), id, cards, &noted).await? {
        CardsChanged::Done { ended } => {
            parts.tokens.revoke_all(&ended);
            Ok(())
        }
        CardsChanged::Gone => Err(ProblemCode::NoSuchGroup.into()),
        CardsChanged::OwnWayIn(_) => Err(ProblemCode::OwnWayIn.into()),
    }
}
