//! The games that count for the tasks of a class, as queries. In each of them $1 is the class, $2 the only member who is asked for, if
//! there is one, $3 the time, $4 how many moves a game needs, $5 and $6 the place in the list of the latest task that is asked for, and $7
//! and $8 that of the earliest one.

use tengen_protocol::MOST_GAMES_OF_TASK;

use super::tasks::REPLAY;
use crate::games::voided::NOT_VOID;

/// How many games of a member in each colour are looked at for a task, the earliest of its time: hardly anybody plays more while it lasts.
/// These are the same ones whatever is played later and whoever joins the class, so what counted once still counts.
const LOOKED_AT: u32 = 500;

/// The members who have tasks to do, as a table: those of the class $1, or $2 alone.
const MEMBERS: &str = "(SELECT player_id FROM group_members
    WHERE group_id = $1 AND role = 'member' AND ($2 IS NULL OR player_id = $2)) AS members";

/// The tasks of the class from one place in the list to an earlier one, both included.
const TASKS: &str = "group_tasks.group_id = $1 AND (group_tasks.set_at, group_tasks.id) <= ($5, $6)
    AND (group_tasks.set_at, group_tasks.id) >= ($7, $8)";

/// The games of a member in a seat that are looked at for a task, as a query within another one that has both.
fn looked_at(seat: &str, columns: &str) -> String {
    format!(
        "SELECT {columns} FROM games
         WHERE {seat} = members.player_id AND created_at >= group_tasks.set_at AND created_at < group_tasks.until
         ORDER BY created_at, id LIMIT {LOOKED_AT}"
    )
}

/// Those of them that count, as the end of a query: they are over as spectators see it at $3, have two players, $4 moves or more, and are
/// on the board of the task, or on any.
fn those_that_count(seat: &str) -> String {
    let looked_at =
        looked_at(seat, "id, created_at, shown_at, phase, ended_by, black, white, move_count, board");
    format!(
        "FROM ({looked_at}) AS games
         WHERE games.shown_at <= $3 AND games.phase = 'finished' AND games.ended_by <> 'abort' AND games.black <> games.white
             AND games.move_count >= $4 AND (group_tasks.board IS NULL OR games.board = group_tasks.board) AND {NOT_VOID}"
    )
}

/// How many games of a member count for a task, as a query within another one. It ends where no task asks for more.
fn times_of_one() -> String {
    let of_seat = |seat| format!("SELECT games.id {}", those_that_count(seat));
    let (black, white) = (of_seat("black"), of_seat("white"));
    format!(
        "(SELECT count(*) FROM (SELECT id FROM ({black} UNION ALL {white}) AS played LIMIT {MOST_GAMES_OF_TASK}) AS counted)"
    )
}

/// How many games of a member are looked at for a task at most, whether it ends before or not, as a query within another one. It reads
/// nothing but an index.
fn looked_at_of_one() -> String {
    let of_seat = |seat| format!("(SELECT count(*) FROM ({}) AS as_{seat})", looked_at(seat, "id"));
    format!("{} + {}", of_seat("black"), of_seat("white"))
}

/// How often a member has done what a task asks for, by the id of each of the tasks.
pub(crate) fn times_of_member() -> String {
    format!(
        "SELECT group_tasks.id, CASE WHEN group_tasks.kind = '{REPLAY}'
             THEN (SELECT count(*) FROM replayed_tasks WHERE task_id = group_tasks.id AND replayed_tasks.player_id = members.player_id)
             ELSE {} END
         FROM group_tasks CROSS JOIN {MEMBERS} WHERE {TASKS}",
        times_of_one()
    )
}

/// How many members have done a task of games, and how many games were looked at for that.
pub(crate) fn count_of_class() -> String {
    format!(
        "SELECT count(CASE WHEN done >= needed THEN 1 END), COALESCE(CAST(sum(looked_at) AS BIGINT), 0)
         FROM (SELECT group_tasks.times AS needed, {} AS done, {} AS looked_at
               FROM group_tasks CROSS JOIN {MEMBERS} WHERE {TASKS}) AS those",
        times_of_one(),
        looked_at_of_one()
    )
}

/// The games of all members that count, the first ones of each, and whether they are a matter of the class: that is asked for these
/// alone.
pub(crate) fn games_of_all(first_of_each: &str) -> String {
    format!(
        "SELECT members.player_id, games.id, COALESCE(NOT games.private OR games.enclosed_in = $1
             OR games.id IN (SELECT game_id FROM round_pairs WHERE game_id IS NOT NULL AND group_id = $1)
             OR games.black IN (SELECT player_id FROM group_members WHERE made_here AND group_id = $1)
                AND games.white IN (SELECT player_id FROM group_members WHERE made_here AND group_id = $1), FALSE) AS told
         FROM group_tasks CROSS JOIN {MEMBERS} {first_of_each} WHERE {TASKS}
         ORDER BY members.player_id, games.created_at, games.id"
    )
}

/// The first games of a member that count, as many as any task asks for, as a query within another one.
pub(crate) fn first_of_one() -> String {
    let of_seat = |seat| {
        format!(
            "SELECT * FROM (SELECT games.id, games.created_at {} ORDER BY games.created_at, games.id LIMIT {MOST_GAMES_OF_TASK}) AS first_as_{seat}",
            those_that_count(seat)
        )
    };
    let (black, white) = (of_seat("black"), of_seat("white"));
    format!(
        "SELECT id FROM ({black} UNION ALL {white}) AS played ORDER BY created_at, id LIMIT {MOST_GAMES_OF_TASK}"
    )
}
