//! Personal access tokens.

use tengen_client::Client;
use tengen_client::protocol::{NewToken, ProblemCode, Scope};

use crate::rest::small;
use crate::server::{Database, Server};

#[tokio::test]
async fn a_token_is_made_used_and_revoked() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    assert_eq!(nobody.tokens().await.unwrap_err().code(), Some(ProblemCode::Unauthenticated));
    let (ann, ann_is) = nobody.guest(Some("Ann")).await.unwrap();
    let wish = NewToken { name: "reader".to_owned(), scopes: vec![Scope::Read], expires_at: None };
    let made = ann.new_token(&wish).await.unwrap();
    let program = nobody.clone().with_token(&made.secret);
    assert_eq!(program.me().await.unwrap(), ann_is);
    let refused = program.create_game(&small()).await.unwrap_err();
    assert_eq!(refused.code(), Some(ProblemCode::InsufficientScope), "{refused}");
    let refused = program.tokens().await.unwrap_err();
    assert_eq!(refused.code(), Some(ProblemCode::OwnTokenNeeded));
    let tokens = ann.tokens().await.unwrap();
    assert_eq!((tokens.len(), tokens[0].id, &tokens[0].name), (1, made.token.id, &wish.name));

    let none = NewToken { scopes: Vec::new(), ..wish };
    assert_eq!(ann.new_token(&none).await.unwrap_err().code(), Some(ProblemCode::InvalidToken));
    // The streams that the token has opened end with it.
    let mut news = program.own_stream(None);
    assert!(news.next().await.unwrap().is_some());
    ann.revoke_token(made.token.id.0).await.unwrap();
    assert_eq!(news.next().await.unwrap_err().code(), Some(ProblemCode::Unauthenticated));
    assert!(news.next().await.unwrap().is_none(), "it has ended");
    assert_eq!(program.me().await.unwrap_err().code(), Some(ProblemCode::Unauthenticated));
    assert!(ann.tokens().await.unwrap().is_empty());
    let gone = ann.revoke_token(made.token.id.0).await.unwrap_err();
    assert_eq!(gone.code(), Some(ProblemCode::NoSuchToken));
}
