//! Whether a token is good: OpenID Connect Core 1.0, section 3.1.3.7.

use std::time::{Duration, UNIX_EPOCH};

use openidconnect::core::CoreJwsSigningAlgorithm;
use openidconnect::{ClaimsVerificationError, IdTokenVerifier, Nonce, SignatureVerificationError};
use tengen_game::Millis;

use crate::error::{OpenIdError, Told};
use crate::pending::{LEEWAY, Pending};
use crate::provider::Provider;
use crate::shapes::{Claims, IdToken, Metadata};

/// The kinds of signatures that are taken, as far as the provider announces them. All have a public key: of a
/// shared secret nobody knows who has signed.
const TAKEN: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
];
/// The last millisecond of the year 9999: the library knows no much later times.
const LATEST: Millis = 253_402_300_799_999;

/// Why a token is not good.
#[derive(Debug)]
pub(crate) enum Refused {
    /// Newer keys than those may have signed it.
    ByKeys(OpenIdError),
    /// No keys would help.
    ByRule(OpenIdError),
}

impl Refused {
    pub(crate) fn into_error(self) -> OpenIdError {
        match self {
            Self::ByKeys(error) | Self::ByRule(error) => error,
        }
    }
}

/// The content of a good token.
pub(crate) fn claims<'t>(
    token: &'t IdToken,
    provider: &Provider,
    metadata: &Metadata,
    pending: &Pending,
    now: Millis,
) -> Result<&'t Claims, Refused> {
    let (earliest, latest) = (pending.begun_at.saturating_sub(LEEWAY), now.saturating_add(LEEWAY));
    let in_time = move |millis: Millis| {
        if (earliest..=latest).contains(&millis) {
            Ok(())
        } else {
            Err(format!("it says {millis}, now is {now}"))
        }
    };
    let fresh = pending.fresh;
    let reached = (now.saturating_sub(LEEWAY)).clamp(0, LATEST);
    let reached = UNIX_EPOCH + Duration::from_millis(u64::try_from(reached).unwrap_or_default());
    let announced = metadata.id_token_signing_alg_values_supported();
    let verifier = IdTokenVerifier::new_public_client(
        provider.client_id().clone(),
        provider.issuer_url().clone(),
        metadata.jwks().clone(),
    )
    .set_allowed_algs(TAKEN.into_iter().filter(|kind| announced.contains(kind)))
    // Whether it may have several is the question of the authorized party below.
    .set_other_audience_verifier_fn(|_| true)
    .set_time_fn(move || reached.into())
    // A token of this attempt was made since this attempt began.
    .set_issue_time_verifier_fn(move |time| in_time(time.timestamp_millis()))
    .set_auth_time_verifier_fn(move |time| match time {
        _ if !fresh => Ok(()),
        Some(time) => in_time(time.timestamp_millis()),
        None => Err("the provider does not say when".to_owned()),
    });
    let claims =
        token.claims(&verifier, &Nonce::new(pending.nonce.clone())).map_err(|error| refused(&error))?;
    let is_for_us = match claims.authorized_party() {
        Some(party) => party == provider.client_id(),
        None => claims.audiences().len() == 1,
    };
    if is_for_us {
        Ok(claims)
    } else {
        Err(Refused::ByRule(OpenIdError::WrongAudience(Told::new("the authorized party is another one"))))
    }
}

fn refused(error: &ClaimsVerificationError) -> Refused {
    let told = Told::of(error);
    Refused::ByRule(match error {
        ClaimsVerificationError::SignatureVerification(
            SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_),
        ) => return Refused::ByKeys(OpenIdError::BadSignature(told)),
        ClaimsVerificationError::SignatureVerification(_) => OpenIdError::BadSignature(told),
        ClaimsVerificationError::Expired(_) => OpenIdError::Expired(told),
        ClaimsVerificationError::InvalidAudience(_) => OpenIdError::WrongAudience(told),
        ClaimsVerificationError::InvalidAuthTime(_) => OpenIdError::NotFresh(told),
        ClaimsVerificationError::InvalidIssuer(_) => OpenIdError::WrongIssuer(told),
        ClaimsVerificationError::InvalidNonce(_) => OpenIdError::WrongNonce,
        _ => OpenIdError::Unreadable(told),
    })
}

#[cfg(test)]
mod tests {
    use openidconnect::core::CoreJsonWebKeySet;
    use serde_json::{Value, json};

    use super::*;

    const NOW: Millis = 1_790_000_000_000;
    // A key of RSA that was made for this test and thrown away, and what it has signed.
    const MODULUS: &str = concat!(
        "t4zg899p_ov7c5e9-AGjqvKmCjPU8fNo3zurZSAD-0Lu7nrp8vvY9X2gKtshT4ho0kBPq1BYSFvv2GjltUM5toDVdYD03o0k84yP",
        "ycrpfVF7VqGPbYiRtWSygS8IQAVkK2qgFdiD60OjgMptsmBLj_hMHBixfdydOmrXRuYfL6duCu0GVRFOg5w3ZDJRKm-cEYl3jZ6z",
        "pRVF0j6TxJnOnVV7HlvPi6bFn3u484nWKqECAP3_csnp-kPoYNbTuX77MfopMpWVnZcOYHLyI5Awaei-JbbWFWPrlHy3XXxdrkF2",
        "zKRd3-uU0PCktUm2pvn_TZaV4bEPiytCXHGSxTAlMQ",
    );
    const RS256: [&str; 2] = [
        concat!(
            "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwczovL2EuZXhhbXBsZSIsInN1YiI6ImFkYSIsImF1ZCI6InRlb",
            "mdlbiIsIm5vbmNlIjoidGhlIG5vbmNlIiwiaWF0IjoxNzkwMDAwMDAwLCJleHAiOjE3OTAwMDAzMDB9",
        ),
        concat!(
            "EMVFjWa6y6Ei7PmKglt9aB13liTnNXFx3ryZ5vBDkVEMuEmlitSt3WSExCKH55h4XJJ_FKQKp4pW4qIb2waJv9UdcsyNswdGSMAW",
            "2xXfxwIQnDyg9SkojeBF9MRvknVY19M3GxOHl80puCUt4uoKeklmiXH5quhl_vgfO8UW-3htXZWsGAwzL_WiGOC2So-vDFn6UCW-",
            "KmmhLjI5SSkszn_S5eacO7DhZ7aEob5OVJ-aI9I7UYwKB2No3hiCehCvyqtRMmhLKaqC_kQDBw6ORfhBpbHenMeAa1PzumZVyzxA",
            "whTXsVoyfXkBwTPS8DeOHLzrzo5CL_PQof5d5n7rWQ",
        ),
    ];
    const PS256: [&str; 2] = [
        concat!(
            "eyJhbGciOiJQUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwczovL2EuZXhhbXBsZSIsInN1YiI6ImFkYSIsImF1ZCI6InRlb",
            "mdlbiIsIm5vbmNlIjoidGhlIG5vbmNlIiwiaWF0IjoxNzkwMDAwMDAwLCJleHAiOjE3OTAwMDAzMDB9",
        ),
        concat!(
            "kJiiIb5kBELIu9c6L1uZUDc8XAMUIIOCp1NVccIcu8CGDR3buxcDIeXBJ9yoEnk08kgSYh97KkxyQHfkTe-rbCJqd36fWiPwWZjj",
            "ws8s64G29zpdZwzlToRNBOk_Xg6VWVSOMRz_5VWg5auIvlCMiaD_6UFHm9P7q06lKCDrBnURBNyX8VicjszUp4M77bAl_vMfgKrz",
            "baJmf792RSoaGPcRk35hVPAKu7bCip6H4kwc_DVJSdQ-Lx3ROXwTK8X4uyAPve2fUnR8qk8wlfsVcv6Hxzg3RU7Fm8rhvOs1NYfi",
            "vO7m4sx1eD_zLJt1swXHGjdgULAPk5Xq3OBPqESdpA",
        ),
    ];

    /// The word by which a token is refused, or nothing, if it is good.
    fn refusal(token: &str, announced: &[&str], key_kind: &str, now: Millis) -> Option<&'static str> {
        let provider = json!({"id": "a", "name": "A", "issuer": "https://a.example", "client_id": "tengen"});
        let Value::Object(provider) = provider else { unreachable!() };
        let provider = Provider::parse(1, provider).unwrap();
        let metadata = json!({
            "issuer": "https://a.example", "authorization_endpoint": "https://a.example/", "jwks_uri": "https://a.example/",
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": announced
        });
        let keys = json!({"keys": [{"kty": "RSA", "use": "sig", "kid": "1", "alg": key_kind, "n": MODULUS, "e": "AQAB"}]});
        let keys: CoreJsonWebKeySet = serde_json::from_value(keys).unwrap();
        let metadata = serde_json::from_value::<Metadata>(metadata).unwrap().set_jwks(keys);
        let mut pending = Pending::new("a", false, NOW).unwrap();
        pending.nonce = "the nonce".to_owned();
        let token: IdToken = token.parse().unwrap();
        claims(&token, &provider, &metadata, &pending, now).err().map(|refused| refused.into_error().word())
    }

    #[test]
    fn signatures_by_rsa_are_judged() {
        for ([signed, signature], kind) in [(RS256, "RS256"), (PS256, "PS256")] {
            let token = format!("{signed}.{signature}");
            assert_eq!(refusal(&token, &["ES256", kind], kind, NOW), None, "{kind}");
            assert_eq!(refusal(&token, &["ES256"], kind, NOW), Some("bad_signature"), "{kind}");
            assert_eq!(refusal(&token, &[kind], "RS512", NOW), Some("bad_signature"), "{kind}");
            for wrong in [signature.replacen('a', "b", 1), signature[4..].to_owned(), String::new()] {
                let token = format!("{signed}.{wrong}");
                assert_eq!(refusal(&token, &[kind], kind, NOW), Some("bad_signature"), "{kind}");
            }
        }
        let [signed, _] = RS256;
        let [_, signature] = PS256;
        let token = format!("{signed}.{signature}");
        assert_eq!(refusal(&token, &["RS256", "PS256"], "RS256", NOW), Some("bad_signature"));
    }

    #[test]
    fn any_time_is_judged() {
        let token = RS256.join(".");
        for (now, expected) in [
            (NOW + 300_000 + LEEWAY - 1, None),
            (NOW + 300_000 + LEEWAY, Some("expired")),
            (NOW - LEEWAY, None),
            (NOW - LEEWAY - 1, Some("expired")),
            (Millis::MAX, Some("expired")),
            (Millis::MIN, Some("expired")),
        ] {
            assert_eq!(refusal(&token, &["RS256"], "RS256", now), expected, "{now}");
        }
    }
}
