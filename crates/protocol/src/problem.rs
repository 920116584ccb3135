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

/// Why something is refused: a code, and its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The code.
    pub code: ProblemCode,
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
    UnknownProtocol 400 "unknown_protocol" "There is no such version of the protocol. Ask for one that the server speaks."
    UnsupportedFrame 400 "unsupported_frame" "The server reads text frames only."
    TooSlow 400 "too_slow" "The body came too slowly."
    Unauthenticated 401 "unauthenticated" "This needs a valid token."
    WrongCredentials 401 "wrong_credentials" "The name or the password is wrong."
    CodeNeeded 401 "code_needed" "This account also needs a code from its authenticator."
    WrongCode 401 "wrong_code" "The code is wrong or has already been used."
    WrongPasskey 401 "wrong_passkey" "The passkey wasn't accepted, or the answer came too late."
    NotVouched 401 "not_vouched" "The provider didn't confirm who this is."
    MembersOnly 401 "members_only" "This server is for members only. Sign in first."
    NotAPlayer 403 "not_a_player" "Only the players of this game can do this."
    NotYourTurn 403 "not_your_turn" "It's the opponent's turn."
    NotYourColor 403 "not_your_color" "The other player has this colour."
    NotInvited 403 "not_invited" "The seat is reserved for another player."
    OnlyTheOpponent 403 "only_the_opponent" "Only the opponent can do this."
    InsufficientScope 403 "insufficient_scope" "The token doesn't have the scope for this."
    OwnTokenNeeded 403 "own_token_needed" "This needs the player's own token, not a personal access token."
    NotTheOwner 403 "not_the_owner" "Only the player who added this record can do this."
    ForeignOrigin 403 "foreign_origin" "Pages of this origin can't do this."
    AccountNeeded 403 "account_needed" "This needs an account. Register first."
    SignInAgain 403 "sign_in_again" "This needs a recent sign-in. Sign in again."
    NotAllowed 403 "not_allowed" "This needs a role that the caller doesn't have."
    Suspended 403 "suspended" "The player is suspended or banned."
    NotInClass 403 "not_in_class" "Pupils of a closed class can reach its members only."
    EqualOrHigher 403 "equal_or_higher" "Staff can act only on people with lower roles."
    RegistrationClosed 403 "registration_closed" "Registration is closed."
    InvitationNeeded 403 "invitation_needed" "Registering needs an invitation, and this one is missing, used up or expired."
    TollNeeded 403 "toll_needed" "Many people are registering right now. Solve the task first."
    Blocked 403 "blocked" "One of the two players has blocked the other."
    NoPasskeys 403 "no_passkeys" "This server doesn't use passkeys."
    WayClosed 403 "way_closed" "Members of this server sign in another way."
    NoBots 403 "no_bots" "Bots can't join this game."
    NotDuringTheGame 403 "not_during_the_game" "This isn't possible while the game is being played. Try again when it's over."
    NoMail 403 "no_mail" "This server doesn't send mail."
    NoGuests 403 "no_guests" "Only members can play here. Sign in or register first."
    NotFound 404 "not_found" "There is nothing at this address."
    NoSuchGame 404 "no_such_game" "There is no such game."
    NoSuchRecord 404 "no_such_record" "There is no such record."
    NoSuchBoard 404 "no_such_board" "There is no board with this name."
    NoSuchPlayer 404 "no_such_player" "There is no such player."
    NoSuchToken 404 "no_such_token" "The player has no such token."
    NoSuchLink 404 "no_such_link" "The link has been used or has expired."
    NoSuchProvider 404 "no_such_provider" "There is no such provider."
    NoSuchVoucher 404 "no_such_voucher" "The provider's confirmation has been used or has expired."
    NoSuchPasskey 404 "no_such_passkey" "The member has no such passkey."
    NoSuchIdentity 404 "no_such_identity" "No member here uses this identity of a provider."
    NoSuchInvitation 404 "no_such_invitation" "There is no such invitation, or it's used up or expired."
    NoAuthenticator 404 "no_authenticator" "The account has no authenticator."
    NoSuchCase 404 "no_such_case" "There is no such case."
    NoSuchAnnouncement 404 "no_such_announcement" "There is no such announcement."
    NoSuchSanction 404 "no_such_sanction" "There is no such sanction."
    NoSuchGroup 404 "no_such_group" "There is no such group, or only its members can see it."
    NoSuchGroupInvitation 404 "no_such_group_invitation" "There is no such invitation to a group, or it has been answered or withdrawn."
    NoSuchTask 404 "no_such_task" "The class has no such task."
    NoSuchCard 404 "no_such_card" "The card doesn't work any more: it was revoked, or its class has ended."
    NoSuchEntry 404 "no_such_entry" "The audit log has no such entry, or nothing is kept beside it."
    NoSuchSession 404 "no_such_session" "The player has no such session."
    NoSuchNode 404 "no_such_node" "The tree has no such node."
    NoSuchShare 404 "no_such_share" "This tree isn't shared, or is no longer shared."
    NoSuchPlace 404 "no_such_place" "The game or the record has no such position, or the caller can't see it yet."
    MethodNotAllowed 405 "method_not_allowed" "This address doesn't support this method."
    WrongPhase 409 "wrong_phase" "This isn't possible in this phase of the game."
    StaleTurn 409 "stale_turn" "The position has changed."
    StaleVersion 409 "stale_version" "The marks have changed."
    NoSuchRequest 409 "no_such_request" "The request for an undo is no longer open."
    Paused 409 "paused" "The game is paused."
    NotPaused 409 "not_paused" "The game isn't paused."
    HasClock 409 "has_clock" "The game already has a clock."
    SeatTaken 409 "seat_taken" "Another player has already joined this game."
    OwnGame 409 "own_game" "Players can't join their own games."
    AlreadyAccepted 409 "already_accepted" "The player has already accepted these marks."
    TooManyRecords 409 "too_many_records" "The player has reached the limit for records. Remove some first."
    TooManyOpenGames 409 "too_many_open_games" "The player or the address has reached the limit for open games. Call one off first."
    TooManyComputerGames 409 "too_many_computer_games" "The player or the address has reached the limit for games against the computer. Finish one first."
    TooManyUnfinishedGames 409 "too_many_unfinished_games" "The player has reached the limit for unfinished games. Finish some first."
    TooLateToAbort 409 "too_late_to_abort" "It's too late to call the game off. The player can still resign."
    TooManySessions 409 "too_many_sessions" "The player has reached the limit for sessions. End one first."
    NameTaken 409 "name_taken" "Another member has this name, or one that looks like it."
    AlreadyRegistered 409 "already_registered" "The player is already a member."
    IdentityTaken 409 "identity_taken" "Another member uses this identity of the provider."
    TooManyIdentities 409 "too_many_identities" "The member has reached the limit for identities of providers. Remove one first."
    PasskeyTaken 409 "passkey_taken" "This passkey is already registered."
    TooManyPasskeys 409 "too_many_passkeys" "The member has reached the limit for passkeys. Remove one first."
    LastWayIn 409 "last_way_in" "This is the member's last way to sign in. Add another first."
    LastOwner 409 "last_owner" "The server needs an owner. Appoint another first."
    LastLeader 409 "last_leader" "The group needs a leader. Appoint another first."
    NotAClass 409 "not_a_class" "Only classes have this."
    OwnWayIn 409 "own_way_in" "The account wasn't created in this class, or has its own way to sign in."
    TooManyGroups 409 "too_many_groups" "The member has reached the limit for groups to lead."
    GroupFull 409 "group_full" "The group has reached the limit for members."
    TooManyJoinRequests 409 "too_many_join_requests" "The limit for requests to join has been reached. Try again later."
    TooManyGroupInvitations 409 "too_many_group_invitations" "The limit for open invitations to groups, or for those of one day, has been reached. Try again later."
    NotPlaying 409 "not_playing" "Some of these players don't take part in the rounds of this group."
    TooManyRounds 409 "too_many_rounds" "The group has reached the limit for rounds in one day. Try again later."
    NotMade 409 "not_made" "No game was made for this pair."
    TooManyTasks 409 "too_many_tasks" "The class has reached the limit for tasks. Remove one first."
    TaskOver 409 "task_over" "The task has ended."
    Oneself 409 "oneself" "Players can't do this to themselves."
    NotBlockable 409 "not_blockable" "The server's computer players can't be blocked."
    ListFull 409 "list_full" "The list has reached the limit for players. Remove some first."
    HasAuthenticator 409 "has_authenticator" "The account already has an authenticator."
    RenamedLately 409 "renamed_lately" "The name was changed less than thirty days ago. Try again later."
    TooManyBots 409 "too_many_bots" "The member has reached the limit for bots. Remove one first."
    TooManyInvitations 409 "too_many_invitations" "The limit for open invitations has been reached. Withdraw one first."
    TooManyAnnouncements 409 "too_many_announcements" "The limit for announcements has been reached. Remove one first."
    TooManyTokens 409 "too_many_tokens" "The player has reached the limit for tokens. Revoke one first."
    AlreadyReported 409 "already_reported" "The staff already knows about this."
    AlreadyAnswered 409 "already_answered" "The case has already been answered."
    TooManyReports 409 "too_many_reports" "The player has reached the limit for reports in one day. Try again later."
    NodeDiffers 409 "node_differs" "The node already exists, with another move or at another place."
    TreeFull 409 "tree_full" "The tree, or what the player keeps in all, has reached its limit. Remove some nodes first."
    NothingToShare 409 "nothing_to_share" "The player has no tree here to share."
    TooManyShares 409 "too_many_shares" "The player has reached the limit for shared trees. Stop sharing one first."
    RequestUnderWay 409 "request_under_way" "The first request with this key is still being processed. Try again in a moment."
    OutcomeUnknown 409 "outcome_unknown" "The outcome of the first request with this key is unknown."
    AnswerNotKept 409 "answer_not_kept" "The request with this key was done. Its answer was not kept."
    TooManyKeys 409 "too_many_keys" "The limit for keys in one day has been reached."
    TooLarge 413 "too_large" "The request is too large."
    UnsupportedMediaType 415 "unsupported_media_type" "This address doesn't read this media type."
    PasskeyRefused 422 "passkey_refused" "This passkey can't be used to sign in."
    ColorNeeded 422 "color_needed" "A command in a local game has to name its colour."
    IllegalMove 422 "illegal_move" "The rules don't allow this move."
    TimeIsUp 422 "time_is_up" "The player's time ran out before this arrived."
    AlreadyAsked 422 "already_asked" "The player has already asked for this in this position."
    NothingToUndo 422 "nothing_to_undo" "The player has no move to take back."
    NoUndosLeft 422 "no_undos_left" "The player has no requests for an undo left in this game."
    NothingToPause 422 "nothing_to_pause" "No clock is running, so there is nothing to pause."
    NoPausesLeft 422 "no_pauses_left" "The player has no pauses left."
    OpponentNotAway 422 "opponent_not_away" "The opponent hasn't been away for long enough."
    NotClaimable 422 "not_claimable" "This game can't be claimed while the opponent is away."
    ClockTooSoon 422 "clock_too_soon" "It's too early to add a clock: the last move was too recent."
    InvalidSettings 422 "invalid_settings" "A game can't have these settings."
    UnreadableRecord 422 "unreadable_record" "The file isn't a readable record of a game of Go."
    InvalidName 422 "invalid_name" "The name is empty, too long or malformed."
    NameRefused 422 "name_refused" "This name can't be used. Choose another."
    PasswordRefused 422 "password_refused" "The password is too short, too long or too easy to guess. Choose another."
    TermsNotAgreed 422 "terms_not_agreed" "Registering needs agreement to the current terms of this server."
    InvalidMail 422 "invalid_mail" "This isn't a valid mail address."
    InvalidPreferences 422 "invalid_preferences" "There are too many preferences, or one is too long."
    InvalidInvitation 422 "invalid_invitation" "A field of the invitation isn't valid."
    InvalidPosition 422 "invalid_position" "This position isn't possible in a game."
    InvalidReport 422 "invalid_report" "A field of the report isn't valid."
    InvalidAct 422 "invalid_act" "A field of the act isn't valid."
    InvalidGroup 422 "invalid_group" "A field of the group isn't valid."
    InvalidAccounts 422 "invalid_accounts" "Accounts can't be created with these names."
    InvalidRound 422 "invalid_round" "A field of the round isn't valid."
    InvalidTask 422 "invalid_task" "A field of the task isn't valid."
    InvalidNode 422 "invalid_node" "A field of the node isn't valid."
    NotAMember 422 "not_a_member" "Only members can have roles."
    InvalidToken 422 "invalid_token" "A field of the new token isn't valid."
    InvalidMarks 422 "invalid_marks" "Dead stones are marked in whole chains, and neutral points have to be empty."
    NoProposalsLeft 422 "no_proposals_left" "The player has no proposals left in this scoring phase."
    PassNeedsConfirmation 422 "pass_needs_confirmation" "This pass would make all stones on the board alive. Confirm it first."
    CommandIdReused 422 "command_id_reused" "The id has already been used for another command."
    KeyReused 422 "key_reused" "The key has already been used for another request."
    KeyRefused 422 "key_refused" "This request takes no key, or none that can be guessed."
    TooManyRequests 429 "too_many_requests" "Too many requests. Wait before the next one."
    TooManySubscriptions 429 "too_many_subscriptions" "The socket or the address has reached the limit for games that it follows. Leave one first."
    Internal 500 "internal" "Something went wrong on the server."
    ProviderAway 502 "provider_away" "The provider isn't answering."
    Unavailable 503 "unavailable" "The server can't reach its database. Try again in a moment."
    LaterRelease 503 "later_release" "The game was stored by a later release than this server's. Try again in a few minutes."
    Draining 503 "draining" "The server is about to stop. Connect again in a moment."
    DutyDown 503 "duty_down" "A background task of the server has ended. Restart the server."
    WrongClock 503 "wrong_clock" "The server's clock differs from its database's. Try again in a moment."
    ComputerBusy 503 "computer_busy" "The computer has too many games right now. Try again in a minute."
    TooManyWatched 503 "too_many_watched" "The server has no memory for another watched game. Try again later."
    RecordsFull 507 "records_full" "The server has no room for more records."
    SharesFull 507 "shares_full" "The server has no room for more trees that are shared as they are."
}

impl ProblemCode {
    /// A refusal with these parameters, an object.
    pub fn with(self, params: Value) -> Refused {
        let params = if let Value::Object(params) = params { params } else { Map::new() };
        Refused { code: self, params }
    }

    /// A problem without parameters.
    pub fn problem(self) -> Problem {
        self.into()
    }
}

impl<R: Into<Refused>> From<R> for Problem {
    fn from(refused: R) -> Self {
        let Refused { code, params } = refused.into();
        Self {
            kind: "about:blank".to_owned(),
            status: code.status(),
            code: code.name().to_owned(),
            title: code.title().to_owned(),
            params,
        }
    }
}

impl From<ProblemCode> for Refused {
    fn from(code: ProblemCode) -> Self {
        Self { code, params: Map::new() }
    }
}

impl From<&Refusal> for Refused {
    fn from(refusal: &Refusal) -> Self {
        use ProblemCode as Code;
        match refusal {
            Refusal::CommandIdReused => Code::CommandIdReused.into(),
            Refusal::NotAPlayer => Code::NotAPlayer.into(),
            Refusal::ColorNeeded => Code::ColorNeeded.into(),
            Refusal::NotYourColor => Code::NotYourColor.into(),
            Refusal::SeatTaken => Code::SeatTaken.into(),
            Refusal::NotInvited => Code::NotInvited.into(),
            Refusal::OwnGame => Code::OwnGame.into(),
            Refusal::NoSuchRequest => Code::NoSuchRequest.into(),
            Refusal::Paused => Code::Paused.into(),
            Refusal::NotPaused => Code::NotPaused.into(),
            Refusal::HasClock => Code::HasClock.into(),
            Refusal::TimeIsUp => Code::TimeIsUp.into(),
            Refusal::AlreadyAsked => Code::AlreadyAsked.into(),
            Refusal::NothingToUndo => Code::NothingToUndo.into(),
            Refusal::NoUndosLeft => Code::NoUndosLeft.into(),
            Refusal::OnlyTheOpponent => Code::OnlyTheOpponent.into(),
            Refusal::NothingToPause => Code::NothingToPause.into(),
            Refusal::NoPausesLeft => Code::NoPausesLeft.into(),
            Refusal::OpponentNotAway { claimable_at } => {
                Code::OpponentNotAway.with(json!({"claimable_at": claimable_at}))
            }
            Refusal::ClockTooSoon { givable_at } => {
                Code::ClockTooSoon.with(json!({"clock_givable_at": givable_at}))
            }
            Refusal::NotClaimable => Code::NotClaimable.into(),
            Refusal::WrongPhase(phase) => Code::WrongPhase.with(json!({"phase": phase.name()})),
            Refusal::StaleTurn(turn) => Code::StaleTurn.with(json!({"turn": turn})),
            Refusal::StaleVersion(version) => Code::StaleVersion.with(json!({"version": version})),
            Refusal::AlreadyAccepted => Code::AlreadyAccepted.into(),
            Refusal::TooLateToAbort { moves } => Code::TooLateToAbort.with(json!({"moves": moves})),
            Refusal::NotYourTurn { to_move } => Code::NotYourTurn.with(json!({"to_move": Text(to_move)})),
            Refusal::Illegal { rule, at } => {
                let at = at.map_or_else(|| "pass".to_owned(), |at| at.to_string());
                Code::IllegalMove.with(json!({"rule": rule.rule(), "at": at}))
            }
            Refusal::InvalidMarks(at) => Code::InvalidMarks.with(json!({"at": Text(at)})),
            Refusal::NoProposalsLeft => Code::NoProposalsLeft.into(),
            Refusal::PassNeedsConfirmation { dead } => {
                let dead: Vec<_> = dead.iter().map(Text).collect();
                Code::PassNeedsConfirmation.with(json!({"dead": dead}))
            }
        }
    }
}

impl From<&SettingsError> for Refused {
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

impl From<&BeginningError> for Refused {
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

impl From<&BoardNameError> for Refused {
    fn from(error: &BoardNameError) -> Self {
        match error {
            BoardNameError::Unknown => ProblemCode::Malformed.with(json!({"detail": error.to_string()})),
            BoardNameError::Side { max } => {
                ProblemCode::InvalidSettings.with(json!({"field": "board", "min": 1, "max": max}))
            }
        }
    }
}
