//! Errors as RFC 9457 problems with stable codes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tengen_game::{BeginningError, Refusal, Settings, SettingsError};
use tengen_rules::BoardNameError;

use crate::Text;

/// An error as `application/problem+json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Always `about:blank`: the code says what RFC 9457 would say with an address.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status.
    pub status: u16,
    /// The stable code.
    pub code: String,
    /// A sentence for developers.
    pub title: String,
    /// The parameters of the code.
    pub params: Map<String, Value>,
}

macro_rules! codes {
    ($($name:ident $status:literal $code:literal $title:literal)*) => {
        /// Every code with its status and its sentence: the one table of errors.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ProblemCode {
            $(#[doc = $title] $name,)*
        }

        impl ProblemCode {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The HTTP status.
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }

            /// The stable name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// A sentence for developers.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }
        }
    };
}

codes! {
    Malformed 400 "malformed" "The request can't be read."
    UnknownProtocol 400 "unknown_protocol" "There is no such version of the protocol."
    UnsupportedFrame 400 "unsupported_frame" "Only text frames are read."
    TooSlow 400 "too_slow" "The body came too slowly."
    Unauthenticated 401 "unauthenticated" "A token is needed, and this one is missing or unknown."
    WrongCredentials 401 "wrong_credentials" "There is no member of this name with this password."
    CodeNeeded 401 "code_needed" "The account asks for a code of its authenticator as well."
    WrongCode 401 "wrong_code" "The code is wrong, or was used before."
    WrongPasskey 401 "wrong_passkey" "The passkey proves nothing here, or the answer came too late."
    NotVouched 401 "not_vouched" "The provider does not vouch for anybody by this answer."
    MembersOnly 401 "members_only" "Only members see anything here."
    NotAPlayer 403 "not_a_player" "Only the players of this game may do this."
    NotYourTurn 403 "not_your_turn" "It is the opponent's turn."
    NotYourColor 403 "not_your_color" "The other player has this colour."
    NotInvited 403 "not_invited" "The seat is kept for another player."
    OnlyTheOpponent 403 "only_the_opponent" "Only the opponent may do this."
    InsufficientScope 403 "insufficient_scope" "The token is not good for this."
    OwnTokenNeeded 403 "own_token_needed" "Tokens and sessions are managed with the player's own token, not with a personal one."
    NotTheOwner 403 "not_the_owner" "Only who brought this record may do this."
    ForeignOrigin 403 "foreign_origin" "Pages of other origins may not do this."
    AccountNeeded 403 "account_needed" "Only members may do this."
    SignInAgain 403 "sign_in_again" "This needs a fresh sign-in."
    NotAllowed 403 "not_allowed" "Only those may do this who have a role for it."
    Suspended 403 "suspended" "The player may not play here now."
    NotInClass 403 "not_in_class" "Pupils of a closed class stay among its members here."
    EqualOrHigher 403 "equal_or_higher" "Nobody acts as staff on somebody of an equal or higher role."
    RegistrationClosed 403 "registration_closed" "Nobody can register here."
    InvitationNeeded 403 "invitation_needed" "Registering here needs an invitation, and this one is missing, used up or too old."
    TollNeeded 403 "toll_needed" "Very many register at the moment: a task has to be done first."
    Blocked 403 "blocked" "One of the two players does not want to play with the other."
    NoPasskeys 403 "no_passkeys" "Members of this server have no passkeys."
    WayClosed 403 "way_closed" "Members of this server come in by another way."
    NoBots 403 "no_bots" "The game takes no bots."
    NotDuringTheGame 403 "not_during_the_game" "A game that goes on does not allow it."
    NoMail 403 "no_mail" "This server sends no letters."
    NoGuests 403 "no_guests" "Only members play here."
    NotFound 404 "not_found" "There is nothing at this address."
    NoSuchGame 404 "no_such_game" "There is no such game."
    NoSuchRecord 404 "no_such_record" "There is no such record."
    NoSuchBoard 404 "no_such_board" "There is no board of this name."
    NoSuchPlayer 404 "no_such_player" "There is no such player."
    NoSuchToken 404 "no_such_token" "The player has no such token."
    NoSuchLink 404 "no_such_link" "The link was used or is too old."
    NoSuchProvider 404 "no_such_provider" "There is no such provider."
    NoSuchVoucher 404 "no_such_voucher" "The provider's word was used or is too old."
    NoSuchPasskey 404 "no_such_passkey" "The member has no such passkey."
    NoSuchIdentity 404 "no_such_identity" "This person of a provider is nobody's here."
    NoSuchInvitation 404 "no_such_invitation" "There is no such invitation, or it is used up or too old."
    NoAuthenticator 404 "no_authenticator" "The account has no authenticator."
    NoSuchCase 404 "no_such_case" "There is no such case."
    NoSuchAnnouncement 404 "no_such_announcement" "There is no such announcement."
    NoSuchSanction 404 "no_such_sanction" "There is no such sanction."
    NoSuchGroup 404 "no_such_group" "There is no such group, or only its members see it."
    NoSuchGroupInvitation 404 "no_such_group_invitation" "There is no such invitation to a group: it was answered, or taken back."
    NoSuchTask 404 "no_such_task" "The class has no such task."
    NoSuchCard 404 "no_such_card" "The card is good for nothing: it was revoked, or its class has ended."
    NoSuchEntry 404 "no_such_entry" "The audit log has no such entry, or nothing lies beside it."
    NoSuchSession 404 "no_such_session" "The player has no such session."
    NoSuchNode 404 "no_such_node" "The tree has no such node."
    NoSuchShare 404 "no_such_share" "Nobody shows such a tree, or not any more."
    NoSuchPlace 404 "no_such_place" "The game or the record has no such position, or the caller does not see it yet."
    MethodNotAllowed 405 "method_not_allowed" "This address does not know this method."
    WrongPhase 409 "wrong_phase" "This is not possible in this phase of the game."
    StaleTurn 409 "stale_turn" "The position has changed."
    StaleVersion 409 "stale_version" "The marks have changed."
    NoSuchRequest 409 "no_such_request" "The request to take back is not open any more."
    Paused 409 "paused" "The game is paused."
    NotPaused 409 "not_paused" "The game is not paused."
    HasClock 409 "has_clock" "The game has a clock."
    SeatTaken 409 "seat_taken" "The seat is taken."
    OwnGame 409 "own_game" "Nobody plays against oneself."
    AlreadyAccepted 409 "already_accepted" "These marks were accepted before."
    TooManyRecords 409 "too_many_records" "The player keeps as many records as there may be."
    TooManyOpenGames 409 "too_many_open_games" "As many games wait for anybody to join as one player or address may have."
    TooManyComputerGames 409 "too_many_computer_games" "As many games are played against the computer as one player or address may have."
    TooManyUnfinishedGames 409 "too_many_unfinished_games" "The player has as many unfinished games as one may have."
    TooLateToAbort 409 "too_late_to_abort" "Too many moves were made to call the game off."
    TooManySessions 409 "too_many_sessions" "The player is at home on as many devices as one may be."
    NameTaken 409 "name_taken" "Another member has this name, or one that looks like it."
    AlreadyRegistered 409 "already_registered" "The player is a member already."
    IdentityTaken 409 "identity_taken" "The person of the provider is another member's."
    TooManyIdentities 409 "too_many_identities" "The member has as many persons of providers as one may have."
    PasskeyTaken 409 "passkey_taken" "The passkey is there already."
    TooManyPasskeys 409 "too_many_passkeys" "The member has as many passkeys as one may have."
    LastWayIn 409 "last_way_in" "The member would have no way in any more."
    LastOwner 409 "last_owner" "Nobody else runs the server: somebody has to be named first."
    LastLeader 409 "last_leader" "Nobody else leads the group: somebody has to be named first."
    NotAClass 409 "not_a_class" "Only a class has this."
    OwnWayIn 409 "own_way_in" "The account was not made in this class, or has a way in of its own."
    TooManyGroups 409 "too_many_groups" "The member leads as many groups as one may."
    GroupFull 409 "group_full" "The group has as many members as it may have."
    TooManyJoinRequests 409 "too_many_join_requests" "As many requests to join wait as there may be."
    TooManyGroupInvitations 409 "too_many_group_invitations" "As many invitations to groups wait, or were sent within a day, as there may be."
    NotPlaying 409 "not_playing" "Some of the players take part in no rounds of this group."
    TooManyRounds 409 "too_many_rounds" "The group has made as many rounds within a day as it may."
    TooManyTasks 409 "too_many_tasks" "The class has as many tasks as it may have."
    TaskOver 409 "task_over" "The time of the task has passed."
    Oneself 409 "oneself" "Nobody does this to oneself."
    NotBlockable 409 "not_blockable" "The computers of the server can't be blocked."
    ListFull 409 "list_full" "The list has as many players as it may have."
    HasAuthenticator 409 "has_authenticator" "The account has an authenticator that works."
    RenamedLately 409 "renamed_lately" "The name was changed in the last thirty days."
    TooManyBots 409 "too_many_bots" "The member has as many bots as one may have."
    TooManyInvitations 409 "too_many_invitations" "As many invitations are open as there may be."
    TooManyAnnouncements 409 "too_many_announcements" "As many announcements are shown as there may be."
    TooManyTokens 409 "too_many_tokens" "The player has as many tokens as one may have."
    AlreadyReported 409 "already_reported" "The staff knows of it, by this player or by many others."
    AlreadyAnswered 409 "already_answered" "The case was answered before."
    TooManyReports 409 "too_many_reports" "The player has reported as much within a day as one may."
    NodeDiffers 409 "node_differs" "The node is there with another move, or at another place."
    TreeFull 409 "tree_full" "The tree has as much as it may have, or the player keeps as much as one may."
    NothingToShare 409 "nothing_to_share" "The player has no tree here."
    TooManyShares 409 "too_many_shares" "The player shows as many trees as one may."
    RequestUnderWay 409 "request_under_way" "The request with this key is being answered."
    OutcomeUnknown 409 "outcome_unknown" "Nobody knows how the request with this key ended."
    AnswerNotKept 409 "answer_not_kept" "What the request with this key wanted is done. Its answer is too long to be given again."
    TooManyKeys 409 "too_many_keys" "As many keys were given as are kept."
    TooLarge 413 "too_large" "The request is too large."
    UnsupportedMediaType 415 "unsupported_media_type" "The body is not of the media type that is read here."
    PasskeyRefused 422 "passkey_refused" "The passkey can't be a way in."
    ColorNeeded 422 "color_needed" "A command of a local game names the colour for which it is."
    IllegalMove 422 "illegal_move" "The rules forbid this move."
    TimeIsUp 422 "time_is_up" "The player's time was up."
    AlreadyAsked 422 "already_asked" "The player has asked in this position before."
    NothingToUndo 422 "nothing_to_undo" "The player has no move to take back."
    NoUndosLeft 422 "no_undos_left" "The player has asked to take back as often as one may in a game."
    NothingToPause 422 "nothing_to_pause" "No time runs."
    NoPausesLeft 422 "no_pauses_left" "The player's pauses are used up."
    OpponentNotAway 422 "opponent_not_away" "The opponent has not been away for long enough."
    NotClaimable 422 "not_claimable" "Absence does not end this game now."
    ClockTooSoon 422 "clock_too_soon" "A game without a clock gets one only when no move has been made for some time."
    InvalidSettings 422 "invalid_settings" "No game can have these settings."
    UnreadableRecord 422 "unreadable_record" "The file is not a record of Go that can be shown."
    InvalidName 422 "invalid_name" "This can't be a name."
    NameRefused 422 "name_refused" "Nobody may have this name."
    PasswordRefused 422 "password_refused" "The password is too short, too long or too easy to guess."
    TermsNotAgreed 422 "terms_not_agreed" "Whoever registers has to agree to the terms of this server, as they are now."
    InvalidMail 422 "invalid_mail" "This is no mail address to which letters can go."
    InvalidPreferences 422 "invalid_preferences" "No preferences can be like this."
    InvalidInvitation 422 "invalid_invitation" "No invitation can be like this."
    InvalidPosition 422 "invalid_position" "No game can be in this position."
    InvalidReport 422 "invalid_report" "Nothing can be reported like this."
    InvalidAct 422 "invalid_act" "Nothing can be done like this."
    InvalidGroup 422 "invalid_group" "No group can be like this."
    InvalidAccounts 422 "invalid_accounts" "Accounts of these names can't be made."
    InvalidRound 422 "invalid_round" "No round can be like this."
    InvalidTask 422 "invalid_task" "No task can be like this."
    InvalidNode 422 "invalid_node" "No node can be like this."
    NotAMember 422 "not_a_member" "Only members have roles."
    InvalidToken 422 "invalid_token" "No token can be like this."
    InvalidMarks 422 "invalid_marks" "Only whole chains can be marked as dead, and only empty points as nobody's."
    NoProposalsLeft 422 "no_proposals_left" "All proposals of this scoring phase are used."
    PassNeedsConfirmation 422 "pass_needs_confirmation" "This pass makes every stone on the board alive."
    CommandIdReused 422 "command_id_reused" "The id was used for another command."
    KeyReused 422 "key_reused" "The key was used for another request."
    KeyRefused 422 "key_refused" "This request takes no key, or none that can be guessed."
    TooManyRequests 429 "too_many_requests" "Too many requests."
    TooManySubscriptions 429 "too_many_subscriptions" "Too many games are followed on this socket, or from this address."
    Internal 500 "internal" "Something went wrong on the server."
    ProviderAway 502 "provider_away" "The provider can't be reached."
    Unavailable 503 "unavailable" "The database is away."
    LaterRelease 503 "later_release" "The game is one of a later release than this server's."
    Draining 503 "draining" "The server is about to stop, and takes no new connections."
    WrongClock 503 "wrong_clock" "The server's clock is not that of its database."
    ComputerBusy 503 "computer_busy" "Too many games wait for the computer's move."
    TooManyWatched 503 "too_many_watched" "The server has no memory for another game that is only watched."
    RecordsFull 507 "records_full" "The server has no room for more records."
    SharesFull 507 "shares_full" "The server has no room for more trees that are shown as they were."
}

impl ProblemCode {
    /// A problem with these parameters, an object.
    pub fn with(self, params: Value) -> Problem {
        let params = if let Value::Object(params) = params { params } else { Map::new() };
        Problem {
            kind: "about:blank".to_owned(),
            status: self.status(),
            code: self.name().to_owned(),
            title: self.title().to_owned(),
            params,
        }
    }

    /// A problem without parameters.
    pub fn problem(self) -> Problem {
        self.with(Value::Null)
    }
}

impl From<&Refusal> for Problem {
    fn from(refusal: &Refusal) -> Self {
        use ProblemCode as Code;
        match refusal {
            Refusal::CommandIdReused => Code::CommandIdReused.problem(),
            Refusal::NotAPlayer => Code::NotAPlayer.problem(),
            Refusal::ColorNeeded => Code::ColorNeeded.problem(),
            Refusal::NotYourColor => Code::NotYourColor.problem(),
            Refusal::SeatTaken => Code::SeatTaken.problem(),
            Refusal::NotInvited => Code::NotInvited.problem(),
            Refusal::OwnGame => Code::OwnGame.problem(),
            Refusal::NoSuchRequest => Code::NoSuchRequest.problem(),
            Refusal::Paused => Code::Paused.problem(),
            Refusal::NotPaused => Code::NotPaused.problem(),
            Refusal::HasClock => Code::HasClock.problem(),
            Refusal::TimeIsUp => Code::TimeIsUp.problem(),
            Refusal::AlreadyAsked => Code::AlreadyAsked.problem(),
            Refusal::NothingToUndo => Code::NothingToUndo.problem(),
            Refusal::NoUndosLeft => Code::NoUndosLeft.problem(),
            Refusal::OnlyTheOpponent => Code::OnlyTheOpponent.problem(),
            Refusal::NothingToPause => Code::NothingToPause.problem(),
            Refusal::NoPausesLeft => Code::NoPausesLeft.problem(),
            Refusal::OpponentNotAway { claimable_at } => {
                Code::OpponentNotAway.with(json!({"claimable_at": claimable_at}))
            }
            Refusal::ClockTooSoon { givable_at } => {
                Code::ClockTooSoon.with(json!({"clock_givable_at": givable_at}))
            }
            Refusal::NotClaimable => Code::NotClaimable.problem(),
            Refusal::WrongPhase(phase) => Code::WrongPhase.with(json!({"phase": phase.name()})),
            Refusal::StaleTurn(turn) => Code::StaleTurn.with(json!({"turn": turn})),
            Refusal::StaleVersion(version) => Code::StaleVersion.with(json!({"version": version})),
            Refusal::AlreadyAccepted => Code::AlreadyAccepted.problem(),
            Refusal::TooLateToAbort { moves } => Code::TooLateToAbort.with(json!({"moves": moves})),
            Refusal::NotYourTurn { to_move } => Code::NotYourTurn.with(json!({"to_move": Text(to_move)})),
            Refusal::Illegal { rule, at } => {
                let at = at.map_or_else(|| "pass".to_owned(), |at| at.to_string());
                Code::IllegalMove.with(json!({"rule": rule.rule(), "at": at}))
            }
            Refusal::InvalidMarks(at) => Code::InvalidMarks.with(json!({"at": Text(at)})),
            Refusal::NoProposalsLeft => Code::NoProposalsLeft.problem(),
            Refusal::PassNeedsConfirmation { dead } => {
                let dead: Vec<_> = dead.iter().map(Text).collect();
                Code::PassNeedsConfirmation.with(json!({"dead": dead}))
            }
        }
    }
}

impl From<&SettingsError> for Problem {
    fn from(error: &SettingsError) -> Self {
        let params = match error {
            SettingsError::Board(error) => return error.into(),
            SettingsError::Rules(error) => json!({"field": format!("rules.{}", error.axis())}),
            SettingsError::Resumptions => {
                json!({"field": "rules.resumptions", "min": 0, "max": Settings::MAX_RESUMPTIONS})
            }
            SettingsError::Handicap { max } => json!({"field": "handicap", "min": 0, "max": max}),
            SettingsError::Position(error) => return error.into(),
            SettingsError::Komi => {
                let max = Settings::MAX_KOMI.half_points() / 2;
                json!({"field": "komi", "min": -max, "max": max})
            }
            SettingsError::Clock(error) => {
                json!({"field": format!("clock.{}", error.field), "min": error.min, "max": error.max})
            }
            SettingsError::Delay => json!({"field": "delay", "min": 0, "max": Settings::MAX_DELAY}),
            SettingsError::Opponent => json!({"field": "opponent"}),
        };
        ProblemCode::InvalidSettings.with(params)
    }
}

impl From<&BeginningError> for Problem {
    fn from(error: &BeginningError) -> Self {
        let field = match error {
            BeginningError::NoLiberties(stone) => {
                return ProblemCode::InvalidPosition.with(json!({"at": Text(*stone)}));
            }
            BeginningError::NotPossible { number, at, why } => {
                let at = at.map_or_else(|| "pass".to_owned(), |vertex| vertex.to_string());
                let params = json!({"rule": why.rule(), "at": at, "number": number});
                return ProblemCode::IllegalMove.with(params);
            }
            BeginningError::Stones(_) => "position.stones",
            BeginningError::TooLong | BeginningError::Resumptions | BeginningError::PlayIsOver => {
                "position.moves"
            }
        };
        ProblemCode::InvalidSettings.with(json!({"field": field}))
    }
}

impl From<&BoardNameError> for Problem {
    fn from(error: &BoardNameError) -> Self {
        match error {
            BoardNameError::Unknown => ProblemCode::Malformed.with(json!({"detail": error.to_string()})),
            BoardNameError::Side { max } => {
                ProblemCode::InvalidSettings.with(json!({"field": "board", "min": 1, "max": max}))
            }
        }
    }
}
