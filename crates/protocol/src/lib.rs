//! The shapes that travel between Tengen and its clients: the JSON of commands, events, snapshots, lists, records and
//! problems.
//!
//! The shapes are described for their users in `docs/protocol.md`. Messages are named by direction: [`FromClient`] and
//! [`ToClient`] on the socket; REST carries the same parts. [`view`] is the one door through which a game leaves the
//! server: whatever an [`Audience`](view::Audience) must not see is left out there and nowhere else.

mod account;
mod aids;
mod announcements;
mod beginning;
mod board;
mod changed;
mod clock;
mod command;
mod estimate;
mod event;
mod from_client;
mod group_invitations;
mod groups;
mod is_text;
mod line;
mod lists;
mod members;
mod moved;
mod neutral;
mod new_game;
mod object;
mod passkeys;
mod patterns;
mod player;
mod points;
mod positions;
mod problem;
mod providers;
mod reason;
pub mod record;
mod reports;
mod rules_choice;
mod rules_wish;
mod sanctions;
mod secret;
mod sent_command;
mod session;
mod settings;
mod shares;
mod snapshot;
mod staff;
mod streams;
mod tasks;
mod text;
mod to_client;
mod token;
mod tried;
mod variations;
mod version;
pub mod view;
mod words;
mod written_moves;

pub use account::{
    Account, AuthenticatorOffer, ByLetter, ByPassword, Change, Confirmation, Credentials, Door, FirstCode,
    FormerName, Invitation, InvitationAnswer, InvitationList, Invited, MailWish, Me, NewAccount, NewBot,
    NewBotAnswer, NewInvitation, PaidToll, PlayerList, Profile, RecoveryCodes, Registration, Role, Shown,
    ShownLetter, Terms, Viewing, WayIn,
};
pub use aids::{AidsShape, AidsWish};
pub use announcements::{Announcement, AnnouncementAct, AnnouncementList, LONGEST_ANNOUNCEMENT};
pub use beginning::{BeginningShape, PositionShape};
pub use board::{BoardAnswer, BoardShape, BoardWish, CopyShape, PointShape};
pub use changed::{Changed, EventV2};
pub use clock::{
    ClockShape, PauseBudgetShape, PauseShape, PlayerTimeShape, Presence, Rematch, TimeSystemShape, UndoShape,
    WaitsShape, Whereabouts,
};
pub use command::{ClaimWish, Command};
pub use estimate::{EstimateWish, Estimated};
pub use event::{EVENT_VERSION, Event, EventBody, Seated, StateAfter};
pub use from_client::FromClient;
pub use group_invitations::{
    GroupInvitation, GroupInvitationAnswer, GroupInvitationList, InvitedPlayer, InvitedPlayerList,
};
pub use groups::{
    ByCard, Card, CardList, ClassAccount, Group, GroupAct, GroupChange, GroupKind, GroupList, GroupMember,
    GroupMemberChange, GroupMemberList, GroupRole, JoinAnswer, JoinRequest, JoinRequestList, Joining,
    LARGEST_CLASS, LARGEST_ROUND, LONGEST_GROUP_NAME, LONGEST_GROUP_WORDS, NewAccounts, NewCards, NewGroup,
    NewGroupMember, NewRound, Round, RoundList, RoundPair, StaffGroup, StaffGroupList, WishedPair,
};
pub use is_text::{Lines, is_text};
pub use lists::{
    EventAnswer, EventList, EventListV2, GameLine, GameList, GameWithEvents, GameWithEventsV2, GuestAnswer,
    NewGuest, PlayerAnswer, PresetShape, RulesAnswer, Summary, VersionedEvent, VersionedEventList,
};
pub use members::{ListedMember, MemberExport, MemberFacts, MemberList, MemberState};
pub use moved::{ChangedPoint, Moved};
pub use neutral::NeutralPoint;
pub use new_game::{ColorWish, NewGame};
pub use object::object;
pub use passkeys::{ByPasskey, Passkey, PasskeyChallenge, PasskeyList, PasskeyPurpose, PasskeyWish};
pub use player::{
    HouseAnswer, HousePlayer, Player, PlayerCard, PlayerKind, PlayerName, PlayerNameError, PlayerResults,
    ResultCount,
};
pub use points::Points;
pub use positions::{Continuation, PositionAnswer, PositionGame};
pub use problem::{Problem, ProblemCode};
pub use providers::{
    ByVoucher, Identity, IdentityList, NewIdentity, Provider, ProviderAnswer, ProviderWish, Vouched,
    WayToProvider,
};
pub use reason::LONGEST_REASON;
pub use reports::{
    Case, CaseAct, CaseAnswer, CaseList, CaseOutcome, CaseReports, Ground, LONGEST_REPORT, NewReport,
    OwnReport, Report, ReportAbout, ReportList,
};
pub use rules_choice::{RulesChoice, RulesChoiceError};
pub use rules_wish::RulesWish;
pub use sanctions::{Sanction, SanctionKind, SanctionList};
pub use secret::{LONGEST_SECRET, Secret};
pub use sent_command::SentCommand;
pub use session::{Carried, CarryAnswer, NewSession, Session, SessionList};
pub use settings::{RulesShape, SettingsShape};
pub use shares::{
    LookAtShared, NewShare, OwnShare, Share, ShareAnswer, ShareList, ShareWith, SharedVariations,
};
pub use snapshot::{
    IllegalPoint, MoveShape, ResultShape, ResultWord, ScoreLine, ScoreShape, Scoring, Snapshot,
};
pub use staff::{
    AuditBeside, AuditCheck, AuditEntry, AuditLine, AuditPage, AuditSubject, BrokenAudit, EntryAct, GameAct,
    Network, NetworkList, PlayerAct, PlayerHistory, RecordAct, RuledWinner, Staff, StaffList,
};
pub use streams::{LobbyLine, OwnLine, OwnNews, TopGame, TopLine};
pub use tasks::{
    FEWEST_MOVES_OF_TASK, LONGEST_TASK_WORDS, MOST_GAMES_OF_TASK, NewTask, Task, TaskCount, TaskList,
    TaskProgress, TaskRow, TaskTable, TaskWork,
};
pub use text::{PerColor, Text};
pub use to_client::{ToClient, ToClientV2};
pub use token::{AccessToken, NewToken, NewTokenAnswer, Scope, ScopeError, TokenList};
pub use tried::{LONGEST_LINE, LONGEST_LINE_TEXT, SetUp, Tried, TryMove};
pub use variations::{
    GamePlace, LONGEST_NODE_WORDS, MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, MOST_CHANGES, MOST_NODES,
    MOST_TREE_BYTES, NewVariations, NodeId, NodeIdError, Place, RecordPlace, VariationChange,
    VariationChanges, VariationNode, Variations, VariationsChanged,
};
pub use version::{UnknownVersion, Version};
pub use words::Word;
pub use written_moves::{MovesError, WrittenMove, WrittenMoves, read_moves, written_moves};

/// The longest frame and the longest body of a request, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;
