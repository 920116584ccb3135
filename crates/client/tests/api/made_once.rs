//! What a client makes once though answers get lost, at a server that says what the test has it say.

use futures_util::future::join_all;
use serde_json::json;
use tengen_client::game::PlayerId;
use tengen_client::protocol::{GuestAnswer, Player, PlayerKind, Problem, ProblemCode, Text};
use tengen_client::{Client, Error};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What the server does with a request.
enum Told {
    /// Nothing: the connection ends.
    Nothing,
    /// A proxy's page of this status.
    Page(u16),
    /// A problem.
    Problem(ProblemCode),
    /// The guest.
    Made,
}

/// A server that answers so many requests, one after the other, and tells by which keys they came.
async fn server(told: Vec<Told>) -> (Client, JoinHandle<Vec<Option<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::new(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let answering = tokio::spawn(async move {
        let mut keys = Vec::new();
        for told in told {
            let (mut connection, _) = listener.accept().await.unwrap();
            keys.push(key(&mut connection).await);
            if let Some(answer) = answer(&told) {
                connection.write_all(answer.as_bytes()).await.unwrap();
            }
            connection.shutdown().await.unwrap();
        }
        keys
    });
    (client, answering)
}

/// Reads a request, and answers its key.
async fn key(connection: &mut TcpStream) -> Option<String> {
    let (mut read, mut piece) = (Vec::new(), [0; 1_024]);
    loop {
        let length = connection.read(&mut piece).await.unwrap();
        assert!(length > 0, "half a request");
        read.extend_from_slice(&piece[..length]);
        let text = String::from_utf8(read.clone()).unwrap().to_ascii_lowercase();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let header = |name: &str| {
            let mut lines = head.lines().filter_map(|line| line.split_once(": "));
            lines.find(|(named, _)| *named == name).map(|(_, value)| value.to_owned())
        };
        if header("content-length").unwrap().parse() == Ok(body.len()) {
            return header("idempotency-key");
        }
    }
}

fn guest() -> Player {
    let (id, name) = (Text(PlayerId::from_entropy([1; 10])), "Ann".to_owned());
    Player { id, name, guest: true, kind: PlayerKind::Guest, created_at: 0 }
}

fn answer(told: &Told) -> Option<String> {
    let (status, body) = match told {
        Told::Nothing => return None,
        Told::Page(status) => (*status, "<html>The proxy has heard nothing.</html>".to_owned()),
        Told::Problem(code) => {
            let problem: Problem = code.problem();
            (problem.status, json!(problem).to_string())
        }
        Told::Made => (201, json!(GuestAnswer { player: guest(), token: "token".to_owned() }).to_string()),
    };
    let length = body.len();
    Some(format!("HTTP/1.1 {status} Told\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"))
}

/// What a client hears who asks for a guest, and the keys by which it has asked.
async fn asked(told: Vec<Told>) -> (Result<Player, Error>, Vec<Option<String>>) {
    let (client, answering) = server(told).await;
    let made = client.guest(Some("Ann")).await.map(|(_, player)| player);
    (made, answering.await.unwrap())
}

/// Whether all requests came with the same key.
fn is_one(keys: &[Option<String>]) -> bool {
    keys[0].is_some() && keys.iter().all(|key| *key == keys[0])
}

#[tokio::test]
async fn a_lost_answer_is_asked_for_with_the_same_key() {
    let lost = [Told::Nothing, Told::Page(502), Told::Page(504), Told::Problem(ProblemCode::RequestUnderWay)];
    for (made, keys) in join_all(lost.map(|lost| asked(vec![lost, Told::Made]))).await {
        assert_eq!(made.unwrap(), guest());
        assert!(keys.len() == 2 && is_one(&keys), "{keys:?}");
    }
}

#[tokio::test]
async fn a_server_that_takes_no_key_is_asked_without_one() {
    for code in [ProblemCode::KeyRefused, ProblemCode::TooManyKeys] {
        let (made, keys) = asked(vec![Told::Problem(code), Told::Made]).await;
        assert_eq!(made.unwrap(), guest());
        assert!(keys[0].is_some() && keys[1].is_none(), "{keys:?}");
    }
}

#[tokio::test]
async fn after_a_lost_answer_nobody_is_asked_without_the_key() {
    // Of several servers one has made the guest, and another one is of the release before.
    let refused = || Told::Problem(ProblemCode::KeyRefused);
    let (found, refused) = tokio::join!(
        asked(vec![Told::Nothing, refused(), Told::Made]),
        asked(vec![Told::Page(504), refused(), refused()]),
    );
    assert_eq!(found.0.unwrap(), guest());
    let error = refused.0.unwrap_err();
    assert!(error.is_passing() && error.problem().unwrap().status == 504, "{error}");
    for keys in [found.1, refused.1] {
        assert!(keys.len() == 3 && is_one(&keys), "{keys:?}");
    }
}

#[tokio::test]
async fn what_the_server_says_itself_is_an_answer() {
    for code in [ProblemCode::OutcomeUnknown, ProblemCode::Unavailable, ProblemCode::NoGuests] {
        let (made, keys) = asked(vec![Told::Problem(code)]).await;
        assert_eq!(made.unwrap_err().code(), Some(code));
        assert_eq!(keys.len(), 1);
    }
}
