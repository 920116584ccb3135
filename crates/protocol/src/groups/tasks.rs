//! Tasks that the teacher of a class sets.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{GameId, Millis, RecordId, TaskId};
use tengen_rules::BoardName;

use crate::records::RecordHeadline;
use crate::{PlayerCard, Text};

/// The most words about a task, in characters.
pub const LONGEST_TASK_WORDS: usize = 500;
/// The most games of a task.
pub const MOST_GAMES_OF_TASK: u32 = 20;
/// The fewest moves of a game that counts for a task: whoever resigns at once has not played.
pub const FEWEST_MOVES_OF_TASK: u32 = 10;

/// The work that a task asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TaskWork {
    /// Playing games: those that are made in the time of the task count, once they are over, with ten moves
    /// or more.
    Games {
        /// How many.
        #[schemars(range(min = 1, max = MOST_GAMES_OF_TASK))]
        times: u32,
        /// On which board; on any, if it is left out or `null`.
        #[serde(default)]
        board: Option<Text<BoardName>>,
    },
    /// Replaying a record from its first move to its last.
    Replay {
        /// The record, which a member of the class has brought.
        record: Text<RecordId>,
    },
}

/// The body of `POST /groups/{id}/tasks`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTask {
    /// The work.
    pub work: TaskWork,
    /// Words of the teacher about it, as plain text.
    #[serde(default)]
    #[schemars(length(max = LONGEST_TASK_WORDS))]
    pub words: Option<String>,
    /// Until when, half a year from now at most.
    pub until: Millis,
}

/// A task of a class, as whoever asks sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Task {
    /// The id.
    pub id: Text<TaskId>,
    /// The work.
    pub work: TaskWork,
    /// The headline of the record; `null` if it is gone, or no member has brought it any more, and where
    /// there is none to replay.
    pub record: Option<RecordHeadline>,
    /// Words of the teacher about it, as plain text.
    pub words: String,
    /// When it was set.
    pub set_at: Millis,
    /// Until when.
    pub until: Millis,
    /// The progress of the member who asks; `null` for the teachers, who have nothing to do.
    pub mine: Option<TaskProgress>,
    /// The progress of the class; `null` for whoever is no teacher.
    pub class: Option<TaskCount>,
}

/// The progress of a member with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskProgress {
    /// The number of games that count so far, never more than are asked for; 1 for a record that was
    /// replayed, and 0 before.
    pub times: u32,
    /// Whether the task is done.
    pub done: bool,
}

/// The progress of a class with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskCount {
    /// The number of members who have done it.
    pub done: u32,
    /// The number of members beside the teachers.
    pub members: u32,
}

/// The answer to `GET /groups/{id}/tasks`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskList {
    /// The latest first.
    pub tasks: Vec<Task>,
    /// The value of `cursor` for the next page; `null` if this is the last one.
    pub next: Option<String>,
}

/// The answer to `GET /groups/{id}/tasks/{task}`: the table of the teacher.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskTable {
    /// The task.
    pub task: Task,
    /// The members beside the teachers, those who have been in the class for the longest time first.
    pub members: Vec<TaskRow>,
}

/// A member in the table of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskRow {
    /// The member.
    pub player: PlayerCard,
    /// The progress of the member.
    pub progress: TaskProgress,
    /// The games that count, in the order in which they were made, without private ones that are no matter of
    /// the class.
    pub games: Vec<Text<GameId>>,
    /// When the record was replayed; `null` if it was not, and for games.
    pub replayed_at: Option<Millis>,
}
