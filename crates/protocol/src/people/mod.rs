//! People: accounts, signing in, sessions and tokens, and sanctions.

mod account;
mod door;
mod invitations;
mod passkeys;
mod player;
mod providers;
mod sanctions;
mod sign_in;
mod token;

pub use account::{
    Account, AuthenticatorOffer, Change, FirstCode, MailWish, Me, NewAccount, PaidToll, RecoveryCodes,
    ShownLetter,
};
pub use door::{Door, Registration, Terms, Viewing};
pub use invitations::{Invitation, InvitationAnswer, InvitationList, Invited, NewInvitation, Shown};
pub use passkeys::{ByPasskey, Passkey, PasskeyChallenge, PasskeyList, PasskeyPurpose, PasskeyWish};
pub use player::{
    FormerName, GuestAnswer, HouseAnswer, HousePlayer, NewGuest, Player, PlayerAnswer, PlayerCard,
    PlayerKind, PlayerList, PlayerName, PlayerNameError, PlayerResults, Profile, ResultCount, Role,
};
pub use providers::{
    ByVoucher, Identity, IdentityList, NewIdentity, Provider, ProviderAnswer, ProviderWish, Vouched,
    WayToProvider,
};
pub use sanctions::{Ground, LONGEST_REASON, Sanction, SanctionKind, SanctionList};
pub use sign_in::{
    ByCard, ByLetter, ByPassword, Carried, CarryAnswer, Confirmation, Credentials, NewSession, Session,
    SessionList, WayIn,
};
pub use token::{AccessToken, NewBot, NewBotAnswer, NewToken, NewTokenAnswer, Scope, ScopeError, TokenList};
