//! What a provider answers.

use std::fmt::Write as _;
use std::io;
use std::net::TcpStream;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use url::{Url, form_urlencoded};

use super::desk::{CLIENT_ID, CLIENT_SECRET, Desk, Fault, Issued, State};
use super::http::{Answer, Request};
use super::token;

/// Answers one connection.
pub(super) fn serve(desk: &Desk, stream: TcpStream) -> io::Result<()> {
    if desk.state().does(&Fault::Away) {
        return Ok(());
    }
    let Some(request) = Request::read(&stream)? else { return Ok(()) };
    let answer = {
        let mut state = desk.state();
        *state.asked.entry(request.path.clone()).or_default() += 1;
        if state.faults.iter().any(|fault| matches!(fault, Fault::Silent(path) if *path == request.path)) {
            state.held.push(stream);
            return Ok(());
        }
        wrong_answer(&state, &request).unwrap_or_else(|| answer(&mut state, &desk.issuer, &request))
    };
    answer.write(&stream)
}

/// What is answered to a path whatever is asked.
fn wrong_answer(state: &State, request: &Request) -> Option<Answer> {
    state.faults.iter().find_map(|fault| match fault {
        Fault::Status(path, status) if *path == request.path => {
            Some(Answer::json(*status, &json!({"error": "server_error"})))
        }
        Fault::LongBody(path, bytes) if *path == request.path => {
            Some(Answer::json(200, &Value::String("x".repeat(*bytes))))
        }
        Fault::Redirect(path, to) if *path == request.path => Some(Answer::send_on(to.clone())),
        _ => None,
    })
}

fn answer(state: &mut State, issuer: &str, request: &Request) -> Answer {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/.well-known/openid-configuration") => Answer::json(200, &document(state, issuer)),
        ("GET", "/keys") => Answer::json(200, &state.keys.document()),
        ("GET", "/authorize") => authorize(state, issuer, request),
        ("POST", "/token") => match exchange(state, issuer, request) {
            Ok(tokens) => Answer::json(200, &tokens),
            Err((status, error)) => Answer::json(status, &json!({"error": error, "error_description": "no"})),
        },
        _ => Answer::page(404, "there is no such page".to_owned()),
    }
}

/// The document of OpenID Connect Discovery 1.0.
fn document(state: &State, issuer: &str) -> Value {
    let mut document = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "authorization_response_iss_parameter_supported": true,
    });
    let fields = document.as_object_mut().unwrap();
    for (field, value) in &state.announced {
        fields.insert(field.clone(), value.clone());
    }
    fields.retain(|_, value| !value.is_null());
    document
}

/// The browser of a person arrives. It is sent back at once, or after a choice between several people.
fn authorize(state: &mut State, issuer: &str, request: &Request) -> Answer {
    let is_right = request.parameter("response_type") == "code"
        && request.parameter("client_id") == CLIENT_ID
        && request.parameter("scope").split(' ').any(|scope| scope == "openid")
        && request.parameter("code_challenge_method") == "S256"
        && !request.parameter("code_challenge").is_empty()
        && !request.parameter("state").is_empty();
    let Ok(mut back) = Url::parse(request.parameter("redirect_uri")) else {
        return Answer::page(400, "there is no way back".to_owned());
    };
    if !is_right {
        return Answer::page(400, "this is no request for a code".to_owned());
    }
    let person = match state.people.as_slice() {
        [only] => only.subject.clone(),
        several => match several.iter().find(|person| person.subject == request.parameter("person")) {
            Some(person) => person.subject.clone(),
            None => {
                return Answer::page(200, choice(several.iter().map(|one| one.subject.as_str()), request));
            }
        },
    };
    let error = state.said(|fault| match fault {
        Fault::Error(error) => Some(error),
        _ => None,
    });
    let named = state.said(|fault| match fault {
        Fault::IssuerInAnswer(other) => Some(other),
        _ => None,
    });
    if let Some(error) = error {
        back.query_pairs_mut().append_pair("error", &error);
    } else {
        state.issued += 1;
        let code = format!("code {} of {issuer}", state.issued);
        back.query_pairs_mut().append_pair("code", &code);
        let issued = Issued {
            subject: person,
            redirect_uri: request.parameter("redirect_uri").to_owned(),
            challenge: request.parameter("code_challenge").to_owned(),
            nonce: request.parameters.get("nonce").cloned(),
            at: state.now(),
        };
        state.codes.insert(code, issued);
    }
    back.query_pairs_mut().append_pair("state", request.parameter("state"));
    if !state.does(&Fault::NoIssuerInAnswer) {
        back.query_pairs_mut().append_pair("iss", named.as_deref().unwrap_or(issuer));
    }
    Answer::send_on(back.into())
}

/// A page with a button for each person.
fn choice<'a>(people: impl Iterator<Item = &'a str>, request: &Request) -> String {
    let mut form = String::new();
    for (name, value) in request.parameters.iter().filter(|(name, _)| *name != "person") {
        let (name, value) = (escaped(name), escaped(value));
        let _ = write!(form, r#"<input type="hidden" name="{name}" value="{value}">"#);
    }
    for person in people.map(escaped) {
        let _ = write!(form, r#"<button name="person" value="{person}">{person}</button>"#);
    }
    format!(
        r#"<!doctype html><html lang="en"><title>Who are you?</title><form action="/authorize">{form}</form></html>"#
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A code becomes a token.
fn exchange(state: &mut State, issuer: &str, request: &Request) -> Result<Value, (u16, &'static str)> {
    let (client, secret) = client_of(request);
    if (client.as_str(), secret.as_str()) != (CLIENT_ID, CLIENT_SECRET) {
        return Err((401, "invalid_client"));
    }
    if request.parameter("grant_type") != "authorization_code" {
        return Err((400, "unsupported_grant_type"));
    }
    let issued = state.codes.remove(request.parameter("code")).ok_or((400, "invalid_grant"))?;
    let proof = digest(&SHA256, request.parameter("code_verifier").as_bytes());
    let is_proved = URL_SAFE_NO_PAD.encode(proof) == issued.challenge;
    if !is_proved || request.parameter("redirect_uri") != issued.redirect_uri {
        return Err((400, "invalid_grant"));
    }
    let mut tokens = json!({"access_token": "opens nothing", "token_type": "Bearer", "expires_in": 300});
    let given = state.said(|fault| match fault {
        Fault::Token(text) => Some(text),
        _ => None,
    });
    if !state.does(&Fault::NoToken) {
        tokens["id_token"] = given.unwrap_or_else(|| token::id_token(state, issuer, &issued)).into();
    }
    Ok(tokens)
}

/// The client and its secret: of the header, as RFC 6749 has it in section 2.3.1, or of the form.
fn client_of(request: &Request) -> (String, String) {
    let decoded = |text: &str| {
        form_urlencoded::parse(format!("x={text}").as_bytes()).next().map(|(_, value)| value.into_owned())
    };
    let header = request.authorization.as_deref().and_then(|header| {
        let text = String::from_utf8(STANDARD.decode(header.strip_prefix("Basic ")?).ok()?).ok()?;
        let (client, secret) = text.split_once(':')?;
        Some((decoded(client)?, decoded(secret)?))
    });
    header.unwrap_or_else(|| {
        (request.parameter("client_id").to_owned(), request.parameter("client_secret").to_owned())
    })
}
