//! A bot on a server behind https.

use tengen_bot::reception::{BotError, Reception, Tally};
use tengen_client::Error;
use tengen_client::protocol::Command;
use tengen_testbed::{Authority, Terminator};

use crate::engines::Workshop;
use crate::games::{Person, SMALL, bot};
use crate::server::{Database, Server};

#[tokio::test]
async fn a_bot_plays_behind_https() {
    let (server, workshop, authority) =
        (Server::start(Database::Sqlite).await, Workshop::new(), Authority::new());
    let terminator = Terminator::before(server.address(), &authority.issue(&["localhost"])).await;
    let url = format!("https://localhost:{}", terminator.address().port());
    let engine = workshop.engine("genmove) answer=A1 ;;", "");
    let file = authority.file();
    let more = ["--max-games", "1", "--sizes", "5", "--ca-file", &file];
    let (playing, me) = bot(workshop.options(&url, &engine, &more)).await;
    let person = Person::offers(&server, me, SMALL).await;
    person.plays("C3").await;
    person.sees("an answer", |snapshot| snapshot.moves.len() == 2).await;
    person.says(|id, _| Command::Resign { id }).await;
    assert_eq!(playing.await.unwrap(), Tally { finished: 1, scored: 0, left: 0 });
}

#[tokio::test]
async fn a_bot_that_does_not_trust_the_server_says_so() {
    let (server, workshop, authority) =
        (Server::start(Database::Sqlite).await, Workshop::new(), Authority::new());
    let terminator = Terminator::before(server.address(), &authority.issue(&["localhost"])).await;
    let url = format!("https://localhost:{}", terminator.address().port());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let other = Authority::new();
    for (file, told) in [(other.file(), false), (authority.file() + ".missing", true)] {
        let options = workshop.options(&url, &engine, &["--ca-file", &file]);
        let refused = Reception::open(options).await.unwrap_err();
        let BotError::Credentials(tengen_bot::credentials::CredentialsError::Server(error)) = &refused else {
            panic!("{refused}")
        };
        assert_eq!(matches!(error, Error::Authorities(_)), told, "{refused}");
        assert_eq!(matches!(error, Error::Untrusted(_)), !told, "{refused}");
    }
    assert!(!workshop.token_file().exists());
}
