//! The provider itself, by requests that are written by hand.

use std::io::{Read, Write};

use super::*;

/// What it answers to a request: the head and the body.
fn ask(provider: &OpenIdProvider, request: &str) -> (String, String) {
    let mut stream = TcpStream::connect(provider.address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    (head.to_owned(), body.to_owned())
}

#[test]
fn it_tells_where_it_is() {
    let provider = OpenIdProvider::start();
    let (head, body) = ask(&provider, "GET /.well-known/openid-configuration HTTP/1.1\r\nhost: it\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let document: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(document["issuer"], provider.issuer());
    assert_eq!(provider.asked("/.well-known/openid-configuration"), 1);
}

#[test]
fn it_takes_no_request_without_a_proof_key() {
    let provider = OpenIdProvider::start();
    let query =
        "response_type=code&client_id=tengen+of+a+test&scope=openid&state=s&redirect_uri=http://localhost/";
    let whole = format!("{query}&code_challenge=c&code_challenge_method=S256");
    for (query, status) in [(whole.as_str(), "302"), (query, "400"), ("redirect_uri=nowhere", "400")] {
        let (head, _) = ask(&provider, &format!("GET /authorize?{query} HTTP/1.1\r\n\r\n"));
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    }
}

#[test]
fn it_gives_no_token_to_strangers() {
    let provider = OpenIdProvider::start();
    for (body, expected) in [
        ("grant_type=authorization_code&code=guessed", "invalid_client"),
        ("client_id=tengen+of+a+test&client_secret=guessed", "invalid_client"),
        (
            "client_id=tengen+of+a+test&client_secret=a+secret%3A+of+%26+with+%25&grant_type=authorization_code&code=guessed",
            "invalid_grant",
        ),
    ] {
        let request = format!("POST /token HTTP/1.1\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let (_, answer) = ask(&provider, &request);
        assert!(answer.contains(expected), "{body}: {answer}");
    }
}

#[test]
fn what_is_no_request_gets_no_answer() {
    let provider = OpenIdProvider::start();
    assert_eq!(ask(&provider, "\r\n\r\n"), (String::new(), String::new()));
    let (head, _) = ask(&provider, "GET /elsewhere HTTP/1.1\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 404 "), "{head}");
    provider.misbehave(Fault::Away);
    let mut stream = TcpStream::connect(provider.address).unwrap();
    assert_eq!(stream.read(&mut [0]).unwrap(), 0);
}
