//! Identities, by the word of a provider.

use std::collections::HashSet;

use serde_json::Value;
use tengen_game::Millis;

use crate::error::OpenIdError;
use crate::shapes::Claims;

/// The longest suggestion of a name, in characters.
const LONGEST_NAME: usize = 64;
/// The most groups that are handed out.
const MOST_GROUPS: usize = 256;
/// The longest name of a group that is handed out, in characters.
const LONGEST_GROUP: usize = 256;

/// Identities, by the word of a provider. Issuer and subject together are the identity; nothing else is,
/// neither a name nor an address of mail, which can pass from one person to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The issuer, exactly as it stands in the settings.
    pub issuer: String,
    /// The word of the issuer for the person: 1 to 255 printable characters of ASCII. Capitals and small
    /// letters differ.
    pub subject: String,
    /// A name that the person may like: at most 64 characters, and no address of mail. Anybody may have
    /// chosen it.
    pub suggested_name: Option<String>,
    /// The groups in the claim that the settings name: at most 256, each of 1 to 256 characters.
    pub groups: Vec<String>,
    /// When the person signed in at the provider, in milliseconds since 1970-01-01T00:00Z, if the provider
    /// says it.
    pub auth_time: Option<Millis>,
}

impl Identity {
    /// The content of a token that was found to be good.
    pub(crate) fn of(claims: &Claims, groups_claim: Option<&str>) -> Result<Self, OpenIdError> {
        let subject = claims.subject().as_str();
        // OpenID Connect Core 1.0, section 2.
        if !(1..=255).contains(&subject.len()) || !subject.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return Err(OpenIdError::unreadable("the subject is not 1 to 255 printable characters of ASCII"));
        }
        let name = || claims.name().and_then(|name| name.get(None)).and_then(|name| suggestion(name));
        let groups = groups_claim.and_then(|claim| claims.additional_claims().by_name.get(claim));
        Ok(Self {
            issuer: claims.issuer().to_string(),
            subject: subject.to_owned(),
            suggested_name: claims.preferred_username().and_then(|name| suggestion(name)).or_else(name),
            groups: groups.map(groups_of).unwrap_or_default(),
            auth_time: claims.auth_time().map(|time| time.timestamp_millis()),
        })
    }
}

/// A name without what nobody sees. Nothing, if it is an address of mail, which its owner would then show to
/// everybody.
fn suggestion(name: &str) -> Option<String> {
    let visible: String = name.chars().filter(|character| !character.is_control()).collect();
    let short: String = visible.trim().chars().take(LONGEST_NAME).collect();
    let name = short.trim_end();
    (!name.is_empty() && !visible.contains('@')).then(|| name.to_owned())
}

/// The texts of a list, or one text. An entry that is no text, or too long to be compared with, is left out.
fn groups_of(claim: &Value) -> Vec<String> {
    let list = match claim {
        Value::Array(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut seen = HashSet::new();
    list.iter()
        .filter_map(Value::as_str)
        .filter(|group| (1..=LONGEST_GROUP).contains(&group.chars().count()) && seen.insert(*group))
        .take(MOST_GROUPS)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_suggestion_is_short_visible_and_no_address() {
        for (name, expected) in [
            ("ada", Some("ada")),
            ("  Ada\u{0} Lovelace\n", Some("Ada Lovelace")),
            ("ada@example.org", None),
            (" \t", None),
            ("", None),
        ] {
            assert_eq!(suggestion(name).as_deref(), expected, "{name:?}");
        }
        assert_eq!(suggestion(&"é".repeat(100)), Some("é".repeat(LONGEST_NAME)));
        assert_eq!(suggestion(&format!("{}@example.org", "x".repeat(100))), None);
    }

    #[test]
    fn groups_are_texts_each_once_and_not_too_many() {
        assert_eq!(groups_of(&json!("one")), ["one"]);
        assert_eq!(groups_of(&json!(["one", 2, null, "", ["three"], "one", "four"])), ["one", "four"]);
        for none in [json!(null), json!(7), json!({"one": "two"}), json!([])] {
            assert!(groups_of(&none).is_empty(), "{none}");
        }
        let many: Vec<String> = (0..1_000).map(|number| number.to_string()).collect();
        assert_eq!(groups_of(&json!(many)), many[..MOST_GROUPS]);
        let long = "x".repeat(LONGEST_GROUP);
        assert_eq!(groups_of(&json!([format!("{long}x"), long])), [long]);
    }

    proptest! {
        #[test]
        fn a_suggestion_keeps_its_bounds(name in ".*") {
            if let Some(name) = suggestion(&name) {
                prop_assert!((1..=LONGEST_NAME).contains(&name.chars().count()));
                prop_assert!(!name.contains('@') && !name.chars().any(char::is_control));
                prop_assert_eq!(name.trim(), &name);
            }
        }
    }
}
