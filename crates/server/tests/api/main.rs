//! Tests of the whole server through its public door: the compiled program on a loopback port, with an SQLite file and
//! with a real Postgres.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "helpers of tests fail the test like the tests themselves, and say how far they came"
)]

mod by_hand;
mod club;
mod described;
mod held;
mod lock;
mod member;
mod obstacle;
mod off_clock;
mod queries;
mod rest;
mod server;
mod socket;
mod staff;
mod stream;
mod streams;
mod table;
mod tamper;

mod accounts;
mod acquaintances;
mod admin;
mod after_end;
mod agreement;
mod aids;
mod bad_input;
mod beginnings;
mod boards;
mod clocks;
mod collections;
mod conventions;
mod cross_origin;
mod curl_page;
mod damaged;
mod data_directory;
mod database_away;
mod delay;
mod deleted_meanwhile;
mod deployed;
mod door;
mod draining;
mod edited_records;
mod encodings;
mod endings;
mod estimates;
mod events;
mod faults;
mod feed;
mod fence;
mod few_connections;
mod first_start;
mod given;
mod given_clock;
mod groups;
mod guesses;
mod histories;
mod house;
mod identities;
mod idle_guests;
mod imports;
mod invitations;
mod keeping;
mod kept_seats;
mod keys;
mod later_release;
mod leaving;
mod leaving_for_good;
mod letters;
mod lists;
mod lobby;
mod local;
mod lookalikes;
mod lost_server;
mod many_games;
mod members_only;
mod metrics;
mod missing;
mod names;
mod neighbours;
mod new_accounts;
mod new_games;
mod news;
mod no_bots;
mod openapi;
mod outages;
mod overtaken;
mod pages;
mod passkeys;
mod pauses;
mod person;
mod positions;
mod preferences;
mod presence;
mod presence_elsewhere;
mod protocol_page;
mod providers;
mod proxies;
mod records;
mod rematch;
mod renaming;
mod restarts;
mod results;
mod resumption;
mod second_step;
mod secrets;
mod sending_again;
mod sessions;
mod several_batches;
mod several_servers;
mod shared_limits;
mod sharing;
mod signing_in;
mod slow_readers;
mod subscriptions;
mod tls;
mod tokens;
mod toll;
mod traces;
mod trying;
mod undo;
mod upgrade_to_accounts;
mod variations;
mod versions;
mod while_commits_wait;
mod whole_game;
mod wrong_clock;
