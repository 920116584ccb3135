//! People register, sign in, carry their sessions elsewhere, and leave.

use std::net::Ipv4Addr;

use serde_json::json;
use tengen_actions::kit::{AtHome, Beginning, Identified};
use tengen_actions::people::{
    Claimant, Door, People, Registrations, SignedIn, Ways, carry, come_in, delete_oneself,
    end_other_sessions, invite, make_bot, register, sign_in,
};
use tengen_credentials::{Cost, Passwords};
use tengen_entropy::token_hash;
use tengen_pages::Language;
use tengen_protocol::{
    Door as Told, NewAccount, NewBot, NewGuest, NewInvitation, PlayerKind, ProblemCode, Registration,
    Viewing, WayIn,
};

use crate::on_both_databases;
use crate::scene::{Scene, code};

/// A password that nobody guesses.
const PASSWORD: &str = "seven stones of white jade";

on_both_databases! {
    a_member_registers_and_signs_in_and_leaves
    a_guest_becomes_a_member_by_an_invitation
    a_session_is_carried_to_another_device_and_ended
}

/// The parts of a server at which one registers like this.
pub(crate) fn people(scene: &Scene, registration: Registration) -> People {
    let door = Door::new(Told {
        registration,
        guests: true,
        viewing: Viewing::Everybody,
        notice: None,
        terms: None,
        mail: false,
        passwords: true,
        passkeys: false,
        providers: Vec::new(),
    });
    People {
        actions: scene.parts.clone(),
        door,
        ways: Ways::new(None, None, true),
        passwords: Passwords::start(Cost::new(8, 1).unwrap(), ()).unwrap(),
        registrations: Registrations::new(None).unwrap(),
        letters: None,
    }
}

/// Somebody with a device of the own.
fn claimant(scene: &Scene, number: u8) -> Claimant {
    Claimant {
        client: scene.parts.limits.client(Ipv4Addr::new(192, 0, 2, number).into(), false),
        device: Some("Firefox".to_owned()),
        known_by: None,
        began: None,
        language: Language::English,
    }
}

fn account(name: &str, password: &str, invitation: Option<&str>) -> NewAccount {
    serde_json::from_value(json!({"name": name, "password": password, "invitation": invitation})).unwrap()
}

fn by_password(name: &str, password: &str) -> WayIn {
    serde_json::from_value(json!({"name": name, "password": password})).unwrap()
}

/// Where somebody is at home who has signed in.
fn home(signed_in: &SignedIn) -> AtHome {
    let session = token_hash(signed_in.token.as_deref().unwrap());
    AtHome { player: signed_in.player.clone(), session }
}

async fn is_at_home(scene: &Scene, home: &AtHome) -> bool {
    scene.parts.store.player_of_session(&home.session, scene.parts.clock.now()).await.unwrap().is_some()
}

async fn a_member_registers_and_signs_in_and_leaves(scene: &Scene) {
    let people = people(scene, Registration::Open);
    let (ann, none) = (claimant(scene, 1), Beginning::default());
    let weak = register(&people, &ann, &none, None, account("Ann", "stones", None)).await;
    assert_eq!(code(weak), ProblemCode::PasswordRefused);
    let registered = register(&people, &ann, &none, None, account("Ann", PASSWORD, None)).await.unwrap();
    assert!(registered.player.kind == PlayerKind::Member && registered.known_by.is_some());
    let again = register(&people, &claimant(scene, 2), &none, None, account("ANN", PASSWORD, None)).await;
    assert_eq!(code(again), ProblemCode::NameTaken);
    let wrong = sign_in(&people, &ann, None, by_password("Ann", "seven stones")).await;
    assert_eq!(code(wrong), ProblemCode::WrongCredentials);
    let signed_in = sign_in(&people, &ann, None, by_password("ann", PASSWORD)).await.unwrap();
    assert_eq!(signed_in.player.id, registered.player.id);
    let home = home(&signed_in);
    let wish: NewBot = serde_json::from_value(json!({"name": "AnnBot"})).unwrap();
    let bot = make_bot(&people, ann.client, &home, &wish).await.unwrap();
    delete_oneself(&people, &home).await.unwrap();
    for gone in [home.id(), bot.player.id.0] {
        assert_eq!(people.store.player(gone).await.unwrap().unwrap().kind, PlayerKind::Deleted);
    }
    assert!(!is_at_home(scene, &home).await);
    let late = sign_in(&people, &ann, None, by_password("Ann", PASSWORD)).await;
    assert_eq!(code(late), ProblemCode::WrongCredentials);
}

async fn a_guest_becomes_a_member_by_an_invitation(scene: &Scene) {
    let people = people(scene, Registration::Invited);
    let (ben, none) = (claimant(scene, 1), Beginning::default());
    let guest = come_in(&people, &ben, &none, NewGuest { name: Some("Ben".to_owned()) }).await.unwrap();
    let with = |session| Some(Identified { player: guest.player.clone(), session });
    let own = || with(Some(token_hash(&guest.token)));
    let uninvited = register(&people, &ben, &none, own(), account("Ben", PASSWORD, None)).await;
    assert_eq!(code(uninvited), ProblemCode::InvitationNeeded);
    let wish = NewInvitation { places: Some(1), expires_at: None, note: None };
    let (store, now) = (&people.store, people.clock.now());
    let nobody = NewInvitation { places: Some(0), ..wish.clone() };
    assert_eq!(code(invite(store, None, nobody, "a secret", now).await), ProblemCode::InvalidInvitation);
    invite(store, None, wish, "a secret", now).await.unwrap();
    let invited = || account("Ben", PASSWORD, Some("a secret"));
    let by_program = register(&people, &ben, &none, with(None), invited()).await;
    assert_eq!(code(by_program), ProblemCode::OwnTokenNeeded);
    let member = register(&people, &ben, &none, own(), invited()).await.unwrap();
    assert!(member.player.id == guest.player.id && member.token.is_none(), "the token stays");
    let eve = account("Eve", PASSWORD, Some("a secret"));
    let used = register(&people, &claimant(scene, 2), &none, None, eve).await;
    assert_eq!(code(used), ProblemCode::InvitationNeeded);
}

async fn a_session_is_carried_to_another_device_and_ended(scene: &Scene) {
    let people = people(scene, Registration::Open);
    let ann = claimant(scene, 1);
    let begun =
        register(&people, &ann, &Beginning::default(), None, account("Ann", PASSWORD, None)).await.unwrap();
    let here = home(&begun);
    let (link, shown, _) = carry(&people, &here, |secret| Ok(secret.len())).await.unwrap();
    assert_eq!(shown, link.len());
    let by_link = || serde_json::from_value::<WayIn>(json!({"link": link.clone()})).unwrap();
    let carried = sign_in(&people, &claimant(scene, 2), None, by_link()).await.unwrap();
    let there = home(&carried);
    assert!(carried.player.id == begun.player.id && is_at_home(scene, &there).await);
    assert_eq!(
        code(sign_in(&people, &ann, None, by_link()).await),
        ProblemCode::NoSuchLink,
        "it is good once"
    );
    assert_eq!(
        code(delete_oneself(&people, &there).await),
        ProblemCode::SignInAgain,
        "a link proves nothing"
    );
    end_other_sessions(&people, &here).await.unwrap();
    assert!(is_at_home(scene, &here).await && !is_at_home(scene, &there).await);
}
