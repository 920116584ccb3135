//! The tokens of a provider, as RFC 7515 and OpenID Connect Core 1.0 describe them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use serde_json::{Map, Value, json};

use super::desk::{CLIENT_ID, CLIENT_SECRET, Fault, Issued, State};

/// How long a token is good, in seconds.
const LASTS: i64 = 300;

/// A token for the person of a code, with all that the provider does wrong.
pub(super) fn id_token(state: &State, issuer: &str, issued: &Issued) -> String {
    let algorithm = if state.does(&Fault::Unsigned) {
        "none"
    } else if state.does(&Fault::SharedPublicKey) || state.does(&Fault::SharedSecret) {
        "HS256"
    } else {
        "ES256"
    };
    let header = json!({"alg": algorithm, "typ": "JWT", "kid": state.keys.id()});
    let signed = format!("{}.{}", part(&header), part(&Value::Object(claims(state, issuer, issued))));
    let by = |secret: &[u8]| {
        hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), signed.as_bytes()).as_ref().to_vec()
    };
    let signature = if state.does(&Fault::Unsigned) {
        Vec::new()
    } else if state.does(&Fault::SharedPublicKey) {
        by(state.keys.public())
    } else if state.does(&Fault::SharedSecret) {
        by(CLIENT_SECRET.as_bytes())
    } else {
        state.keys.sign(&signed, state.does(&Fault::ForeignKey))
    };
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn claims(state: &State, issuer: &str, issued: &Issued) -> Map<String, Value> {
    let now = state.now() / 1_000;
    let known = state.people.iter().find(|person| person.subject == issued.subject);
    let mut claims = known.map(|person| person.claims.clone()).unwrap_or_default();
    let mut say = |claim: &str, value: Value| claims.insert(claim.to_owned(), value);
    say("iss", issuer.into());
    say("sub", issued.subject.as_str().into());
    say("aud", CLIENT_ID.into());
    say("iat", now.into());
    say("exp", (now + LASTS).into());
    say("auth_time", (issued.at / 1_000).into());
    if let Some(nonce) = &issued.nonce {
        say("nonce", nonce.as_str().into());
    }
    for fault in &state.faults {
        match fault {
            Fault::Claim(claim, value) => _ = claims.insert((*claim).to_owned(), value.clone()),
            Fault::NoClaim(claim) => _ = claims.remove(*claim),
            _ => {}
        }
    }
    claims
}

fn part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}
