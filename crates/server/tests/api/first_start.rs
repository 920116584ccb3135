//! The first server on a database makes its tables.

use serde_json::json;

use crate::member::texts;
use crate::server::{Data, Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    a_server_makes_the_tables_with_which_other_tests_begin
}

/// The tables and all that belongs to them, with the migrations that made them.
const SQLITE: [&str; 4] = [
    "SELECT concat_ws(' ', type, name, tbl_name, sql) FROM sqlite_schema ORDER BY type, name",
    "SELECT concat_ws(' ', version, description, success, hex(checksum)) FROM _sqlx_migrations ORDER BY version",
    "SELECT concat_ws(' ', number, release, only_adds) FROM migrations ORDER BY number",
    "SELECT concat_ws(' ', journal_mode, page_size, encoding, user_version, auto_vacuum)
     FROM pragma_journal_mode, pragma_page_size, pragma_encoding, pragma_user_version, pragma_auto_vacuum",
];
const POSTGRES: [&str; 7] = [
    "SELECT concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default)
     FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1",
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    "SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1",
    "SELECT concat_ws(' ', tgrelid::regclass, tgenabled, pg_get_triggerdef(oid))
     FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1",
    "SELECT concat_ws(' ', version, description, success, checksum) FROM _sqlx_migrations ORDER BY version",
    "SELECT concat_ws(' ', number, release, only_adds) FROM migrations ORDER BY number",
];

async fn tables(data: &Data, database: Database) -> Vec<Vec<String>> {
    let queries: &[&str] = if database == Database::Sqlite { &SQLITE } else { &POSTGRES };
    let mut tables = Vec::new();
    for query in queries {
        tables.push(texts(data, query).await);
    }
    tables
}

async fn a_server_makes_the_tables_with_which_other_tests_begin(database: Database) {
    let (empty, prepared) = (Data::empty(database).await, Data::new(database).await);
    assert_eq!(std::fs::read_dir(empty.directory()).unwrap().count(), 0);
    if database == Database::Postgres {
        let tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
        assert_eq!(texts(&empty, tables).await, [""; 0]);
    }
    let mut server = Server::on(empty.clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4").await;
    server.stop().await;

    prepared.prepare().await;
    let (made, found) = (tables(&empty, database).await, tables(&prepared, database).await);
    for (made, found) in made.iter().zip(&found) {
        assert!(!made.is_empty());
        assert_eq!(made, found);
    }
    assert_eq!(texts(&prepared, "SELECT id FROM games").await, [""; 0]);
    // A server that comes later finds them as the first one left them.
    server.start_again().await;
    assert_eq!(table.snapshot().await["moves"].as_array().unwrap().len(), 2);
    assert_eq!(tables(&empty, database).await, made);
}
