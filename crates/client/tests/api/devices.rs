//! The devices of a player: a place carried to another one, and signed out there.

use tengen_client::Client;
use tengen_client::protocol::ProblemCode;

use crate::server::{Database, Server};

#[tokio::test]
async fn a_place_is_carried_to_another_device_and_signed_out_there() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    assert_eq!(nobody.sessions().await.unwrap_err().code(), Some(ProblemCode::Unauthenticated));
    let (ann, ann_is) = nobody.guest(Some("Ann")).await.unwrap();
    let link = ann.carry().await.unwrap();
    assert_eq!(nobody.carried_player(link.secret.clone()).await.unwrap(), ann_is);
    let begun = nobody.new_session(link.secret.clone()).await.unwrap();
    let there = nobody.clone().with_token(&begun.token);
    assert_eq!((begun.player, there.me().await.unwrap()), (ann_is.clone(), ann_is));
    let used = nobody.new_session(link.secret).await.unwrap_err();
    assert_eq!(used.code(), Some(ProblemCode::NoSuchLink));

    let sessions = ann.sessions().await.unwrap();
    let other = sessions.iter().find(|session| !session.current).unwrap();
    assert_eq!(sessions.len(), 2);
    ann.end_session(other.id.0).await.unwrap();
    assert_eq!(there.me().await.unwrap_err().code(), Some(ProblemCode::Unauthenticated));
    assert_eq!(ann.end_session(other.id.0).await.unwrap_err().code(), Some(ProblemCode::NoSuchSession));
    ann.end_other_sessions().await.unwrap();
    ann.sign_out().await.unwrap();
    assert_eq!(ann.me().await.unwrap_err().code(), Some(ProblemCode::Unauthenticated));
}
