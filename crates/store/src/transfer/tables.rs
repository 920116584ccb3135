//! The tables that both databases have, with their columns.

use Kind::{Big, Bytes, Flag, Int, Small, Text};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// 0 or 1 in SQLite.
    Flag,
    /// `SMALLINT` in Postgres.
    Small,
    /// `INTEGER` in Postgres.
    Int,
    /// `BIGINT` in Postgres.
    Big,
    Bytes,
}

impl Kind {
    /// The name of the type in Postgres.
    pub(super) fn name(self) -> &'static str {
        match self {
            Text => "text",
            Flag => "boolean",
            Small => "smallint",
            Int => "integer",
            Big => "bigint",
            Bytes => "bytea",
        }
    }
}

/// A table that both databases have.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: &'static [(&'static str, Kind)],
    /// In which order its rows are read.
    pub(super) order: &'static str,
    /// A column that refers to other rows of the table: it is filled when all of them are there.
    pub(super) within: Option<&'static str>,
}

const fn table(name: &'static str, order: &'static str, columns: &'static [(&'static str, Kind)]) -> Table {
    Table { name, columns, order, within: None }
}

/// The tables, each behind those to which it refers.
pub(super) const TABLES: [Table; 57] = [
    table(
        "players",
        "id",
        &[
            ("id", Text),
            ("name", Text),
            ("guest", Flag),
            ("created_at", Big),
            ("kind", Text),
            ("renamed_at", Big),
            ("named", Flag),
            ("suspended_until", Big),
        ],
    ),
    table(
        "names",
        "small",
        &[
            ("small", Text),
            ("written", Text),
            ("plain", Text),
            ("player_id", Text),
            ("name", Text),
            ("guest", Flag),
            ("begun_at", Big),
            ("ended_at", Big),
        ],
    ),
    table(
        "accounts",
        "player_id",
        &[
            ("player_id", Text),
            ("created_at", Big),
            ("password", Text),
            ("password_at", Big),
            ("renamed_at", Big),
            ("terms", Text),
            ("terms_at", Big),
            ("preferences", Text),
            ("owner", Text),
        ],
    ),
    table("known_devices", "player_id, hash", &[("player_id", Text), ("hash", Text), ("used_at", Big)]),
    table(
        "invitations",
        "id",
        &[
            ("id", Text),
            ("hash", Text),
            ("inviter", Text),
            ("note", Text),
            ("created_at", Big),
            ("expires_at", Big),
            ("places", Int),
            ("left_places", Int),
        ],
    ),
    table(
        "authenticators",
        "player_id",
        &[("player_id", Text), ("secret", Text), ("made_at", Big), ("confirmed_at", Big), ("last_step", Big)],
    ),
    table("recovery_codes", "player_id, hash", &[("player_id", Text), ("hash", Text)]),
    table("mails", "player_id", &[("player_id", Text), ("mail", Text), ("key", Text), ("verified_at", Big)]),
    table(
        "mail_links",
        "hash",
        &[("hash", Text), ("player_id", Text), ("purpose", Text), ("mail", Text), ("expires_at", Big)],
    ),
    table(
        "identities",
        "issuer, subject",
        &[("issuer", Text), ("subject", Text), ("player_id", Text), ("linked_at", Big), ("used_at", Big)],
    ),
    table(
        "passkeys",
        "credential_id",
        &[
            ("credential_id", Text),
            ("player_id", Text),
            ("passkey", Text),
            ("device", Text),
            ("created_at", Big),
            ("used_at", Big),
        ],
    ),
    table("pending_sign_ins", "hash", &[("hash", Text), ("state", Text), ("expires_at", Big)]),
    table(
        "vouchers",
        "hash",
        &[
            ("hash", Text),
            ("issuer", Text),
            ("subject", Text),
            ("roles", Text),
            ("signed_in_at", Big),
            ("expires_at", Big),
        ],
    ),
    table("follows", "player_id, other", &[("player_id", Text), ("other", Text), ("since", Big)]),
    table("blocks", "player_id, other", &[("player_id", Text), ("other", Text), ("since", Big)]),
    table(
        "grants",
        "player_id, role",
        &[("player_id", Text), ("role", Text), ("granted_at", Big), ("issuer", Text)],
    ),
    table(
        "tokens",
        "hash",
        &[
            ("hash", Text),
            ("player_id", Text),
            ("created_at", Big),
            ("device", Text),
            ("last_used_at", Big),
            ("signed_in_at", Big),
            ("group_id", Text),
        ],
    ),
    table(
        "carries",
        "player_id",
        &[("player_id", Text), ("hash", Text), ("expires_at", Big), ("group_id", Text)],
    ),
    table(
        "groups",
        "id",
        &[
            ("id", Text),
            ("kind", Text),
            ("name", Text),
            ("words", Text),
            ("joining", Text),
            ("made_at", Big),
            ("ended_at", Big),
            ("accounts", Int),
        ],
    ),
    table(
        "group_members",
        "group_id, player_id",
        &[
            ("group_id", Text),
            ("player_id", Text),
            ("role", Text),
            ("joined_at", Big),
            ("made_here", Flag),
            ("plays", Flag),
        ],
    ),
    table(
        "group_requests",
        "group_id, player_id",
        &[("group_id", Text), ("player_id", Text), ("asked_at", Big)],
    ),
    table(
        "group_invitations",
        "group_id, player_id",
        &[
            ("group_id", Text),
            ("player_id", Text),
            ("inviter", Text),
            ("invited_at", Big),
            ("declined_at", Big),
            ("listed", Flag),
        ],
    ),
    table(
        "cards",
        "group_id, player_id",
        &[
            ("group_id", Text),
            ("player_id", Text),
            ("hash", Text),
            ("made_at", Big),
            ("used_at", Big),
            ("code", Text),
        ],
    ),
    table("card_salt", "id", &[("id", Int), ("salt", Bytes)]),
    table(
        "group_tasks",
        "id",
        &[
            ("id", Text),
            ("group_id", Text),
            ("kind", Text),
            ("times", Int),
            ("board", Text),
            ("record_id", Text),
            ("words", Text),
            ("set_at", Big),
            ("until", Big),
        ],
    ),
    table(
        "replayed_tasks",
        "task_id, player_id",
        &[("task_id", Text), ("player_id", Text), ("replayed_at", Big)],
    ),
    table(
        "access_tokens",
        "id",
        &[
            ("id", Text),
            ("hash", Text),
            ("player_id", Text),
            ("name", Text),
            ("can_read", Flag),
            ("can_play", Flag),
            ("can_staff", Flag),
            ("created_at", Big),
            ("expires_at", Big),
            ("last_used_at", Big),
        ],
    ),
    Table {
        within: Some("rematch_of"),
        ..table(
            "games",
            "id",
            &[
                ("id", Text),
                ("creator", Text),
                ("created_at", Big),
                ("private", Flag),
                ("settings", Text),
                ("phase", Text),
                ("black", Text),
                ("white", Text),
                ("seq", Int),
                ("move_count", Int),
                ("result", Text),
                ("updated_at", Big),
                ("deadline", Big),
                ("opponent", Text),
                ("rematch_of", Text),
                ("board", Text),
                ("rules", Text),
                ("handicap", Int),
                ("shown_at", Big),
                ("winner", Text),
                ("ended_by", Text),
                ("opening", Text),
                ("number", Int),
                ("enclosed_in", Text),
            ],
        )
    },
    table(
        "events",
        "game_id, seq",
        &[
            ("game_id", Text),
            ("seq", Int),
            ("v", Int),
            ("at", Big),
            ("actor", Text),
            ("command_id", Text),
            ("fingerprint", Big),
            ("body", Text),
        ],
    ),
    table(
        "rounds",
        "group_id, number",
        &[("group_id", Text), ("number", Int), ("made_at", Big), ("bye", Text), ("settings", Text)],
    ),
    table(
        "round_pairs",
        "group_id, number, place",
        &[
            ("group_id", Text),
            ("number", Int),
            ("place", Int),
            ("black", Text),
            ("white", Text),
            ("game_id", Text),
            ("problem", Text),
        ],
    ),
    table(
        "record_files",
        "id",
        &[
            ("id", Text),
            ("owner", Text),
            ("created_at", Big),
            ("around", Bytes),
            ("size", Big),
            ("file_length", Big),
        ],
    ),
    table(
        "records",
        "id",
        &[
            ("id", Text),
            ("owner", Text),
            ("created_at", Big),
            ("headline", Text),
            ("sgf", Bytes),
            ("size", Big),
            ("revision", Big),
            ("numbers", Text),
            ("original", Bytes),
            ("file_id", Text),
            ("game_in_file", Int),
            ("place_in_file", Big),
        ],
    ),
    table(
        "variation_trees",
        "id",
        &[
            ("id", Text),
            ("player_id", Text),
            ("game_id", Text),
            ("record_id", Text),
            ("revision", Big),
            ("told_from", Big),
            ("last_number", Big),
            ("nodes", Int),
            ("bytes", Big),
            ("gone", Int),
        ],
    ),
    table(
        "variation_nodes",
        "tree_id, id",
        &[
            ("tree_id", Text),
            ("id", Text),
            ("number", Big),
            ("changed", Big),
            ("parent", Text),
            ("from_move", Int),
            ("from_event", Int),
            ("from_node", Int),
            ("made", Text),
            ("captured", Text),
            ("marks", Text),
            ("words", Text),
            ("place", Int),
            ("size", Int),
        ],
    ),
    table(
        "shared_variations",
        "id",
        &[
            ("id", Text),
            ("tree_id", Text),
            ("hash", Text),
            ("made_at", Big),
            ("revision", Big),
            ("nodes", Text),
            ("size", Big),
            ("snapshot", Text),
        ],
    ),
    table(
        "tree_snapshots",
        "tree_id, hash",
        &[("tree_id", Text), ("hash", Text), ("size", Big), ("nodes", Text), ("way", Text)],
    ),
    table("gone_variations", "tree_id, id", &[("tree_id", Text), ("id", Text), ("revision", Big)]),
    table("service", "id", &[("id", Int), ("alive_at", Big)]),
    table("outages", "began_at", &[("began_at", Big), ("ended_at", Big)]),
    table("position_index", "id", &[("id", Int), ("games", Int)]),
    table(
        "positions",
        "key, game, step",
        &[("key", Big), ("game", Int), ("step", Small), ("move_number", Small)],
    ),
    table("proof", "id", &[("id", Int), ("number", Big)]),
    table(
        "audit",
        "seq",
        &[
            ("seq", Big),
            ("at", Big),
            ("actor", Text),
            ("kind", Text),
            ("subject_kind", Text),
            ("subject", Text),
            ("facts", Text),
            ("aside", Text),
            ("previous", Text),
            ("hash", Text),
        ],
    ),
    table(
        "networks",
        "player_id, prefix, hash",
        &[("player_id", Text), ("prefix", Int), ("hash", Text), ("first_at", Big), ("last_at", Big)],
    ),
    table("network_key", "id", &[("id", Int), ("secret", Bytes)]),
    table("announcements", "id", &[("id", Text), ("texts", Text), ("until", Big), ("created_at", Big)]),
    table("voided_games", "game_id", &[("game_id", Text), ("voided_at", Big)]),
    table(
        "cases",
        "id",
        &[
            ("id", Text),
            ("about", Text),
            ("subject", Text),
            ("one", Text),
            ("other", Text),
            ("opened_at", Big),
            ("last_at", Big),
            ("reports", Int),
            ("answered_at", Big),
            ("outcome", Text),
            ("answer", Text),
        ],
    ),
    table(
        "sanctions",
        "id",
        &[
            ("id", Text),
            ("player_id", Text),
            ("kind", Text),
            ("ground", Text),
            ("words", Text),
            ("at", Big),
            ("until", Big),
            ("lifted_at", Big),
            ("read_at", Big),
            ("settled", Flag),
        ],
    ),
    table("waiting_cases", "about, subject", &[("about", Text), ("subject", Text), ("case_id", Text)]),
    table(
        "reports",
        "case_id, reporter",
        &[
            ("case_id", Text),
            ("reporter", Text),
            ("ground", Text),
            ("words", Text),
            ("event", Int),
            ("created_at", Big),
        ],
    ),
    table(
        "kept_answers",
        "player_id, key",
        &[
            ("player_id", Text),
            ("key", Text),
            ("request", Text),
            ("begun_at", Big),
            ("status", Int),
            ("location", Text),
            ("body", Text),
            ("sealed", Bytes),
        ],
    ),
    table(
        "strangers_answers",
        "network, key",
        &[
            ("network", Text),
            ("key", Text),
            ("request", Text),
            ("begun_at", Big),
            ("ends_at", Big),
            ("player_id", Text),
            ("status", Int),
            ("sealed", Bytes),
        ],
    ),
    table("audit_head", "id", &[("id", Int), ("seq", Big), ("hash", Text)]),
    table("audit_asides", "seq", &[("seq", Big), ("salt", Text), ("reason", Text)]),
    table(
        "jobs",
        "kind, key",
        &[
            ("kind", Text),
            ("key", Text),
            ("seq", Int),
            ("due", Big),
            ("holder", Big),
            ("lease", Big),
            ("tries", Int),
        ],
    ),
];

/// The tables that an empty database has rows in: the first ones, from which a server goes on counting.
pub(super) const NEVER_EMPTY: [&str; 3] = ["position_index", "proof", "audit_head"];
/// The tables of Postgres alone. They stay empty: what is in them tells servers of one another.
pub(super) const ELSEWHERE: [&str; 5] = ["commits", "servers", "presence", "losses", "ended_sessions"];
/// The tables of Postgres whose rows its migrations have made: each database has its own.
pub(super) const ITS_OWN: [&str; 3] = ["bus", "migrations", "_sqlx_migrations"];
