//! What a member changes, and who is told of it by mail.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_testbed::SmtpSink;

use super::{
    ANN, ask, by_hand, confirm, confirming, letter_after, mail_of, nothing_more, server, sign_in_by,
    signing_in, with_mail,
};
use crate::member::PASSWORD;
use crate::rest::Visitor;
use crate::second_step::set_up;
use crate::server::{Database, now, on_both_databases};

on_both_databases! {
    another_address_is_the_members_when_it_was_shown
    an_address_that_was_not_shown_signs_nobody_in
    another_address_needs_a_fresh_sign_in
    a_member_is_told_of_what_has_changed
    an_address_is_forgotten
}

const OTHER: &str = "bella@example.org";

async fn another_address_is_the_members_when_it_was_shown(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let ann = with_mail(&server, &sink, "Annabel", ANN).await;
    let me = ann.patch("/me", json!({"mail": OTHER})).await.ok();
    assert_eq!(me["account"]["mail"], ANN);
    let letter = letter_after(&sink, 1).await;
    assert_eq!(letter.to, [OTHER]);
    // Until then the old one is the member's.
    ask(&stranger, ANN).await;
    let open = letter_after(&sink, 2).await;
    assert_eq!(open.to, [ANN]);
    assert_eq!(confirm(&stranger, &confirming(&letter)).await.status, 204);
    assert_eq!(mail_of(&ann).await, OTHER);
    // The reader of the old one is told, and has no way in any more.
    let told = letter_after(&sink, 3).await;
    assert_eq!((told.to.as_slice(), told.link()), (&[ANN.to_owned()][..], None));
    assert!(told.subject().contains("mail address") && told.text().contains("Annabel"), "{}", told.text());
    sign_in_by(&stranger, &signing_in(&open)).await.refused(404, "no_such_link");
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    nothing_more(&server, &sink, 4).await;
    ask(&stranger, OTHER).await;
    let letter = letter_after(&sink, 5).await;
    assert_eq!(letter.to, [OTHER]);
    assert_eq!(sign_in_by(&stranger, &signing_in(&letter)).await.status, 201);
    // The same address in other letters is no other one of which anybody has to be told.
    ann.patch("/me", json!({"mail": "Bella@example.org"})).await.ok();
    let letter = letter_after(&sink, 6).await;
    assert_eq!(confirm(&stranger, &confirming(&letter)).await.status, 204);
    assert_eq!(mail_of(&ann).await, "Bella@example.org");
    nothing_more(&server, &sink, 7).await;
}

/// It stays unconfirmed to the end: whose address it is, the server looks up behind its answer, and may do so after the next requests.
async fn an_address_that_was_not_shown_signs_nobody_in(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let ann = with_mail(&server, &sink, "Annabel", ANN).await;
    ann.patch("/me", json!({"mail": OTHER})).await.ok();
    assert_eq!(letter_after(&sink, 1).await.to, [OTHER]);
    assert_eq!(ask(&stranger, OTHER).await.status, 202);
    nothing_more(&server, &sink, 2).await;
    assert_eq!(mail_of(&ann).await, ANN);
    nothing_more(&server, &sink, 3).await;
}

async fn another_address_needs_a_fresh_sign_in(database: Database) {
    let sink = SmtpSink::start().await;
    let by_hand = by_hand(database, &sink).await;
    let ann = with_mail(&by_hand.server, &sink, "Annabel", ANN).await;
    by_hand.skip(Duration::from_mins(5)).await;
    ann.patch("/me", json!({"mail": OTHER})).await.refused(403, "sign_in_again");
    ann.delete("/me/mail").await.refused(403, "sign_in_again");
    let guest = Visitor::guest(&by_hand.server, "Carla").await;
    guest.patch("/me", json!({"mail": OTHER})).await.refused(403, "account_needed");
    guest.delete("/me/mail").await.refused(403, "account_needed");
    let program = ann.with_token(&["read", "play"]).await;
    program.patch("/me", json!({"mail": OTHER})).await.refused(403, "own_token_needed");
    program.delete("/me/mail").await.refused(403, "own_token_needed");
    nothing_more(&by_hand.server, &sink, 1).await;
    assert_eq!(mail_of(&ann).await, ANN);
    assert_eq!(ann.post("/sessions/current", json!({"password": PASSWORD})).await.status, 204);
    ann.patch("/me", json!({"mail": OTHER})).await.ok();
    assert_eq!(letter_after(&sink, 2).await.to, [OTHER]);
}

async fn a_member_is_told_of_what_has_changed(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let ann = with_mail(&server, &sink, "Annabel", ANN).await;
    let told = async |letters: usize, word: &str| {
        let letter = letter_after(&sink, letters).await;
        assert_eq!((letter.to.as_slice(), letter.link()), (&[ANN.to_owned()][..], None));
        let text = letter.text();
        assert!(text.contains("Annabel") && text.contains("go.example.org") && text.contains(word), "{text}");
        assert!(!text.contains(PASSWORD) && !text.contains("eleven white stones"), "{text}");
    };
    ann.patch("/me", json!({"password": "eleven white stones"})).await.ok();
    told(1, "password").await;
    set_up(&ann, now()).await;
    told(2, "authenticator").await;
    assert_eq!(ann.delete("/me/authenticator").await.status, 204);
    told(3, "authenticator").await;
    // What is refused, and what concerns nobody, is no letter.
    ann.patch("/me", json!({"password": "short"})).await.refused(422, "password_refused");
    ann.patch("/me", json!({"preferences": {"board": "wood"}})).await.ok();
    nothing_more(&server, &sink, 4).await;
}

async fn an_address_is_forgotten(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let ann = with_mail(&server, &sink, "Annabel", ANN).await;
    ask(&stranger, ANN).await;
    let open = signing_in(&letter_after(&sink, 1).await);
    ann.patch("/me", json!({"mail": OTHER})).await.ok();
    let waiting = confirming(&letter_after(&sink, 2).await);
    let answer = ann.delete("/me/mail").await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert_eq!(mail_of(&ann).await, Value::Null);
    assert_eq!(letter_after(&sink, 3).await.to, [ANN]);
    // All links end that were open.
    sign_in_by(&stranger, &open).await.refused(404, "no_such_link");
    confirm(&stranger, &waiting).await.refused(404, "no_such_link");
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    // There is nothing left to forget, which is no error, and nobody to be told.
    assert_eq!(ann.delete("/me/mail").await.status, 204);
    ann.patch("/me", json!({"password": "eleven white stones"})).await.ok();
    nothing_more(&server, &sink, 4).await;
}
