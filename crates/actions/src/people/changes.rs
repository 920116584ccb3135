//! Changes of what belongs to an account: the name, the password, the mail address, the preferences.

use std::collections::BTreeMap;

use serde_json::json;
use tengen_protocol::{Account, Change, Me, Player, PlayerKind, ProblemCode};
use tengen_store::{MailPurpose, RENAME_PAUSE, Renamed};

use super::claimant::Claimant;
use super::fresh::{fresh_until, may_add_way_in, needs_account, needs_fresh_sign_in, needs_other_ways};
use super::letters::Message;
use super::own_account::account_of;
use super::parts::People;
use super::registering::agreed;
use super::{mails, names, proof};
use crate::kit::{ActionError, AtHome};

/// How many preferences an account has at most, and how long their words and texts may be, in bytes.
const PREFERENCES: usize = 32;
const LONGEST_WORD: usize = 64;
const LONGEST_TEXT: usize = 256;

/// The account of a player who is in the session of this hash, if there is one.
pub async fn account(
    people: &People,
    player: &Player,
    session: &str,
) -> Result<Option<Account>, ActionError> {
    if player.kind != PlayerKind::Member {
        return Ok(None);
    }
    let fresh_until = fresh_until(people, session).await?;
    Ok(account_of(&people.store, Some(&people.ways), player, fresh_until).await?)
}

/// Makes all of the changes, or those before the one that is refused: the name comes last, since it alone can be taken
/// meanwhile.
pub async fn change_account(
    people: &People,
    claimant: &Claimant,
    home: &AtHome,
    change: Change,
) -> Result<Me, ActionError> {
    needs_account(&home.player)?;
    people.clock_is_right()?;
    let Change { name, password, mail, preferences, terms } = change;
    if password.is_some() {
        needs_other_ways(people)?;
        may_add_way_in(people, home).await?;
    }
    if mail.is_some() {
        needs_fresh_sign_in(people, home).await?;
    }
    if let Some(preferences) = &preferences {
        check_preferences(preferences)?;
    }
    let terms = terms.map(|version| agreed(people, Some(&version))).transpose()?.flatten();
    let name = name.as_deref().map(names::of_member).transpose()?;
    let mail = mail.map(|mail| mails::wished(people, &mail)).transpose()?;
    let about = [home.player.name.as_str(), "tengen"];
    let password = password.map(|password| proof::chosen(&password, &about)).transpose()?;
    if let Some(mail) = &mail {
        people.limits.letter_to_verify(claimant.client, &mails::budget(MailPurpose::Verify, mail))?;
    }
    let id = home.id();
    if let Some(password) = password {
        let hash = proof::hash_of(people, claimant.client, password).await?;
        let ended = people.store.change_password(home.home(), &hash, people.clock.now()).await?;
        people.tokens.revoke_all(&ended);
        mails::tell(people, id, claimant, Message::PasswordChanged(home.player.name.clone())).await?;
    }
    if let Some(mail) = mail {
        mails::ask_to_verify(people, home.home(), claimant, &mail).await?;
    }
    if let Some(terms) = terms {
        people.store.agree(id, &terms, people.clock.now()).await?;
    }
    if let Some(preferences) = preferences {
        people.store.keep_preferences(id, &preferences).await?;
    }
    if let Some(name) = name.filter(|name| name.name != home.player.name) {
        match people.store.rename_member(id, &name, people.clock.now()).await? {
            Renamed::Done => {}
            Renamed::Taken => return Err(ProblemCode::NameTaken.into()),
            Renamed::NoAccount => return Err(ProblemCode::Unauthenticated.into()),
            Renamed::TooSoon => {
                let last = people.store.account(id).await?.and_then(|account| account.renamed_at);
                let from = last.unwrap_or_default() + RENAME_PAUSE;
                return Err(ProblemCode::RenamedLately.with(json!({"from": from})).into());
            }
        }
    }
    let player = people.store.player(id).await?.ok_or(ProblemCode::Unauthenticated)?;
    let account = account(people, &player, &home.session).await?;
    let sanction = people.store.unread_warning(id).await?;
    Ok(Me { player, sanction, account })
}

fn check_preferences(preferences: &BTreeMap<String, String>) -> Result<(), ActionError> {
    let fits = |(word, text): (&String, &String)| {
        (1..=LONGEST_WORD).contains(&word.len()) && text.len() <= LONGEST_TEXT && !text.contains('\0')
    };
    if preferences.len() <= PREFERENCES && preferences.iter().all(fits) {
        return Ok(());
    }
    let most = json!({"max": PREFERENCES, "max_word": LONGEST_WORD, "max_text": LONGEST_TEXT});
    Err(ProblemCode::InvalidPreferences.with(most).into())
}
