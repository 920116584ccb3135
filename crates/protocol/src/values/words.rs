//! The spelling of the protocol's texts, for its schema. Each kind of word has a name there, with the
//! spelling of its words or the list of them all.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use tengen_game::{
    AbortReason, AnnouncementId, Asked, CaseId, CommandId, GameId, GroupId, IdentityId, InvitationId,
    PasskeyId, Phase, PlayerId, RecordId, SanctionId, SessionId, ShareId, TaskId, TokenId, Waiting,
};
use tengen_rules::{
    BoardName, Button, Color, Dead, HandicapBonus, LineName, LongCycle, NeutralReason, Placement, Preset,
    Repetition, ResumeFirst, Scoring, Suicide, Tax, Ties, Vertex,
};

use crate::{LONGEST_LINE_TEXT, ONE_MOVE, Points, Text, WrittenMoves};

/// A value that travels as text.
pub trait Word {
    /// Its name in the schema.
    const NAME: &'static str;

    /// The spelling.
    fn schema() -> Schema;
}

impl<T: Word> JsonSchema for Text<T> {
    fn schema_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        T::schema()
    }
}

impl Word for Vertex {
    const NAME: &'static str = "Vertex";

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "description": "A point: a letter A..Z without I from the left, a number from the bottom. Written in upper case.",
            "pattern": "^[A-HJ-Za-hj-z]([1-9]|1[0-9]|2[0-5])$",
            "examples": ["Q16"],
        })
    }
}

impl Word for WrittenMoves {
    const NAME: &'static str = "Moves";

    fn schema() -> Schema {
        let most = Self::MOST - 1;
        json_schema!({
            "type": "string",
            "description": "Moves with commas between them. Each is that of the player to move, unless a colour in front of it says whose. Where passes have ended play, whoever moves resumes it.",
            "pattern": format!("^({ONE_MOVE}(,{ONE_MOVE}){{0,{most}}})?$"),
            "maxLength": LONGEST_LINE_TEXT,
            "examples": ["Q16,white:D4,pass"],
        })
    }
}

macro_rules! ids {
    ($($id:ty: $name:literal $description:literal $example:literal)*) => {
        $(impl Word for $id {
            const NAME: &'static str = $name;

            fn schema() -> Schema {
                json_schema!({
                    "type": "string",
                    "description": $description,
                    "pattern": "^[0-9a-hjkmnp-tv-z]{16}$",
                    "examples": [$example],
                })
            }
        })*
    };
}

ids! {
    PlayerId: "PlayerId" "A player, by an opaque id." "8k2q4w7m1x9c3v5b"
    GameId: "GameId" "A game, by an opaque id." "4t9x2m8q6w1k5c7v"
    RecordId: "RecordId" "A record that a player keeps, by an opaque id." "2m8q4t9x6w1k5c7v"
    TokenId: "TokenId" "A personal access token, by an opaque id." "6w1k5c7v4t9x2m8q"
    SessionId: "SessionId" "A device on which a player is at home, by an opaque id." "1c5w2k9q4m7x8v3b"
    IdentityId: "IdentityId" "A person of a provider as a way in, by an opaque id." "5c2v8b1n7m3x9k4q"
    PasskeyId: "PasskeyId" "A passkey of a member, by an opaque id." "8v3b6n1m4k7j2h5g"
    GroupId: "GroupId" "A class or a club, by an opaque id." "3b6n8v1m4k7j2h5g"
    CaseId: "CaseId" "Reports of the same thing, by an opaque id." "9c3v5b7m1x8k2q4w"
    ShareId: "ShareId" "A showing of a tree of variations, by an opaque id." "6m3w8p2x7q1k9c5b"
    TaskId: "TaskId" "A task that a teacher has set, by an opaque id." "5k2v8n3m7x1q9c4b"
    AnnouncementId: "AnnouncementId" "A line on every page, by an opaque id." "7m1x9c3v5b8k2q4w"
    SanctionId: "SanctionId" "A warning, a suspension or a ban of a player, by an opaque id." "3v5b9c7m1x8k2q4w"
    InvitationId: "InvitationId" "An invitation to register, by an opaque id." "7m1x8k2q4w9c3v5b"
}

impl Word for CommandId {
    const NAME: &'static str = "CommandId";

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "description": "The client's own name for a command, unique for that player in that game.",
            "pattern": "^[A-Za-z0-9_-]{1,64}$",
            "examples": ["c-1"],
        })
    }
}

impl Word for BoardName {
    const NAME: &'static str = "BoardName";

    fn schema() -> Schema {
        let examples = Self::EXAMPLES.map(|name| name.to_string());
        json_schema!({
            "type": "string",
            "description": "The name of a board.",
            "pattern": "^((grid|cylinder|roll|torus) (0|[1-9][0-9]{0,5})x(0|[1-9][0-9]{0,5})|(hexagon|triangle|honeycomb) (0|[1-9][0-9]{0,5})|petersen|dodecahedron)$",
            "examples": examples,
        })
    }
}

macro_rules! names {
    ($($word:ty: $name:literal $description:literal)*) => {
        $(impl Word for $word {
            const NAME: &'static str = $name;

            fn schema() -> Schema {
                let names: Vec<_> = Self::ALL.iter().map(|value| value.name()).collect();
                json_schema!({ "type": "string", "description": $description, "enum": names })
            }
        })*
    };
}

names! {
    AbortReason: "AbortReason" "Why a player calls a game off, or declines one."
    Asked: "Asked" "What a player has to do: a move, an answer to a request to take back, or agreement on dead stones."
    Color: "Color" "A player's colour."
    Preset: "Preset" "A federation's or server's rules, by name."
    Repetition: "Repetition" "Which repeats of a position are forbidden."
    LongCycle: "LongCycle" "What a long cycle leads to."
    Suicide: "Suicide" "Which suicide is allowed."
    Scoring: "ScoringAxis" "What is counted."
    Tax: "Tax" "What is not counted after all."
    NeutralReason: "NeutralReason" "Why a point is nobody's: a false eye, a point that its owner must fill once all dame are, an open border, or a point in seki."
    Dead: "Dead" "How dead stones are found."
    ResumeFirst: "ResumeFirst" "Who moves when play resumes."
    HandicapBonus: "HandicapBonus" "What White gets for handicap stones."
    Placement: "Placement" "Where handicap stones go."
    Button: "Button" "What the first pass is worth."
    Ties: "Ties" "Who wins an equal score."
}

impl JsonSchema for Points {
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "description": "Points, halves included.", "multipleOf": 0.5, "examples": [6.5] })
    }
}

/// The phases of a game.
pub(crate) fn phases() -> Vec<&'static str> {
    Phase::ALL.iter().map(|phase| phase.name()).collect()
}

/// The things that a game may wait for.
pub(crate) fn waits() -> Vec<&'static str> {
    Waiting::ALL.iter().map(|waiting| waiting.name()).collect()
}

/// The parts of a score.
pub(crate) fn score_lines() -> Vec<&'static str> {
    LineName::ALL.iter().map(|name| name.name()).collect()
}

/// A character for each point, row by row from the top left.
pub(crate) const STONES: &str = "^[.BW]*$";

/// A vertex, or a pass.
pub(crate) const MOVE: &str = "^(pass|[A-HJ-Z]([1-9]|1[0-9]|2[0-5]))$";
