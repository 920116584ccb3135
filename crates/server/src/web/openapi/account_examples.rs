//! Answers about accounts as they may come.

use serde_json::Value;
use tengen_game::{IdentityId, InvitationId, Millis, PasskeyId};
use tengen_protocol::{
    Account, AuthenticatorOffer, Door, FormerName, Identity, IdentityList, Invitation, InvitationAnswer,
    InvitationList, Invited, Me, NewBotAnswer, NewSession, Passkey, PasskeyChallenge, PasskeyList, Player,
    PlayerKind, PlayerList, Profile, Provider, RecoveryCodes, Registration, Role, Terms, Text, Viewing,
    Vouched, WayToProvider,
};

use super::examples::{BEGUN, ann, shown, token};

/// A day, in milliseconds.
const DAY: Millis = 86_400_000;

/// An example of a shape, by its name.
pub(super) fn of(name: &str) -> Option<Value> {
    match name {
        "Door" => shown(Door {
            registration: Registration::Open,
            guests: true,
            viewing: Viewing::Everybody,
            notice: Some("The server of our club. We meet on Tuesdays.".to_owned()),
            mail: true,
            passwords: true,
            passkeys: true,
            providers: vec![Provider { id: "school".to_owned(), name: "Our school".to_owned() }],
            terms: Some(Terms {
                version: "q1w2e3r4t5z6u7i8".to_owned(),
                text: "Be kind to each other.".to_owned(),
            }),
        }),
        "NewSession" => shown(NewSession { player: member(), token: "tok_x8Jf0aQ2mVb7".to_owned() }),
        "Me" => shown(Me {
            sanction: None,
            player: member(),
            account: Some(Account {
                registered_at: BEGUN,
                rename_from: BEGUN,
                fresh_until: Some(BEGUN + 300_000),
                preferences: [("theme".to_owned(), "dark".to_owned())].into(),
                roles: vec![Role::Owner],
                password: true,
                identities: vec![identity()],
                passkeys: vec![passkey()],
                mail: Some("ann@example.org".to_owned()),
                authenticator: true,
                recovery_codes_left: 9,
                terms: Some("q0fZ3kVn1xT8mWcA".to_owned()),
            }),
        }),
        "WayToProvider" => {
            let address =
                "https://accounts.example.org/authorize?response_type=code&client_id=tengen&state=x8Jf"
                    .to_owned();
            shown(WayToProvider { address, expires_at: BEGUN + 600_000 })
        }
        "Vouched" => shown(Vouched {
            voucher: "q0fZJtYV6mXkz2dO".to_owned(),
            expires_at: BEGUN + 1_200_000,
            player: None,
            suggested_name: Some("Ann of Kyoto".to_owned()),
        }),
        "PasskeyChallenge" => {
            let options = [
                ("challenge".to_owned(), "x8Jf0aQ2mVb7".into()),
                ("rpId".to_owned(), "go.example.org".into()),
            ];
            shown(PasskeyChallenge { options: options.into(), expires_at: BEGUN + 600_000 })
        }
        "PasskeyList" => shown(PasskeyList { passkeys: vec![passkey()] }),
        "IdentityList" => shown(IdentityList { identities: vec![identity()] }),
        "Profile" => {
            let former_names = vec![FormerName { name: "Ann of Kyoto".to_owned(), until: BEGUN + DAY }];
            shown(Profile { player: member(), former_names, owner: None })
        }
        "PlayerList" => shown(PlayerList { players: vec![member()] }),
        "InvitationAnswer" => {
            let secret = "q0fZJtYV6mXkz2dO".to_owned();
            let address = format!("https://go.example.org/register#{secret}");
            shown(InvitationAnswer { invitation: invitation(), secret, address })
        }
        "InvitationList" => shown(InvitationList { invitations: vec![invitation()] }),
        "AuthenticatorOffer" => {
            let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP".to_owned();
            let address = format!("otpauth://totp/go.example.org:Ann?secret={secret}&issuer=go.example.org");
            shown(AuthenticatorOffer { secret, address, code: "<svg ...>".to_owned() })
        }
        "RecoveryCodes" => shown(RecoveryCodes { recovery_codes: vec!["4f7k-9x2m-1c5w-8v3b".to_owned()] }),
        "NewBotAnswer" => {
            let player = Player { guest: false, kind: PlayerKind::Bot, name: "Robot".to_owned(), ..ann() };
            shown(NewBotAnswer { player, token: token(), secret: "tengen_x8Jf0aQ2mVb7".to_owned() })
        }
        "Invited" => shown(Invited { expires_at: BEGUN + 7 * DAY, left: 12 }),
        _ => None,
    }
}

fn member() -> Player {
    Player { guest: false, kind: PlayerKind::Member, ..ann() }
}

fn identity() -> Identity {
    Identity {
        id: Text(IdentityId::from_entropy([5; 10])),
        provider: Some("school".to_owned()),
        name: "Our school".to_owned(),
        linked_at: BEGUN,
        used_at: BEGUN + DAY,
    }
}

fn passkey() -> Passkey {
    Passkey {
        id: Text(PasskeyId::from_entropy([6; 10])),
        device: Some("Firefox · Android".to_owned()),
        created_at: BEGUN,
        used_at: Some(BEGUN + DAY),
    }
}

fn invitation() -> Invitation {
    Invitation {
        id: Text(InvitationId::from_entropy([7; 10])),
        note: "The children's group".to_owned(),
        created_at: BEGUN,
        expires_at: BEGUN + 7 * DAY,
        places: 20,
        left: 12,
    }
}
