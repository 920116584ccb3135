//! Encodings and formats of files: named by whoever brings them, found by the server, and another one later. The bytes stay as they came.

use std::io::{Cursor, Read as _};

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, IF_NONE_MATCH};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tengen_sgf::TextEncoding;
use zip::ZipArchive;

use crate::overtaken::are_waiting;
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::tamper::{number, tamper};

on_both_databases! {
    names_of_many_countries_are_read
    whoever_brings_a_file_names_its_encoding
    the_bytes_stay_as_they_came
    a_file_of_several_games_stays_as_it_came
    files_that_were_joined_keep_their_encodings
    the_tag_of_a_file_tells_which_bytes_it_has
    what_stands_around_games_counts_and_goes_with_them
    records_of_earlier_releases_say_that_bytes_are_lost
    a_record_is_read_again_in_another_encoding
    what_was_changed_stays
    trees_stay_with_the_nodes_that_stay
    only_the_owner_reads_it_again
    files_of_other_programs_are_records_too
}

once! {
    of_two_who_take_the_last_records_the_second_takes_the_file
}

/// A Russian name in KOI8-R, which is two hanzi in GB18030.
const RUSSIAN: &[u8] = b"(;SZ[9]PB[\xe9\xd7\xc1\xce];B[ee]C[\xc8\xcf\xc4\xd9])";

async fn bring_as(visitor: &Visitor, query: &str, media_type: &str, file: &[u8]) -> Answer {
    let request =
        visitor.request(Method::POST, &format!("/api/v1/records{query}")).header(CONTENT_TYPE, media_type);
    Answer::read(request.body(file.to_vec()).send().await.unwrap()).await
}

/// The record of a file of one game.
async fn brought(visitor: &Visitor, query: &str, file: &[u8]) -> Value {
    let answer = bring_as(visitor, query, "application/x-go-sgf", file).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["records"][0].clone()
}

fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap()
}

/// The name of Black, and the encoding.
fn name_and_encoding(record: &Value) -> (&str, &str) {
    (record["players"]["black"]["name"].as_str().unwrap(), record["encoding"].as_str().unwrap())
}

async fn original(visitor: &Visitor, record: &Value) -> Vec<u8> {
    visitor.get(&format!("/records/{}/original", id(record))).await.body
}

/// The whole file in which a record came.
async fn upload(visitor: &Visitor, record: &Value) -> Vec<u8> {
    visitor.get(&format!("/records/{}/upload", id(record))).await.body
}

async fn sgf(visitor: &Visitor, record: &Value) -> String {
    visitor.get(&format!("/records/{}/sgf", id(record))).await.text().to_owned()
}

async fn reread(visitor: &Visitor, record: &Value, encoding: &str) -> Answer {
    visitor.patch(&format!("/records/{}", id(record)), json!({ "encoding": encoding })).await
}

async fn names_of_many_countries_are_read(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    for (file, name, encoding) in [
        (&b"(;PB[\xc8\xe2\xe0\xed\xee\xe2]PW[\xcf\xe5\xf2\xf0\xee\xe2])"[..], "Иванов", "windows-1251"),
        (b"(;PB[\xe9\xd7\xc1\xce\xcf\xd7]PW[\xf0\xc5\xd4\xd2\xcf\xd7])", "Иванов", "KOI8-R"),
        (b"(;PB[Ji\xf8\xed Nov\xe1k]PW[Ond\xf8ej \x8ailt])", "Jiří Novák", "windows-1250"),
        (b"(;PB[O\xf0uz \xdeahin]PW[Y\xfdlmaz])", "Oğuz Şahin", "windows-1254"),
        (b"(;PB[\xb0\xe6\xbb\xb3\xcd\xb5\xc2\xc0])", "井山裕太", "EUC-JP"),
        (b"(;PB[\x1b$B0f;3M5B@\x1b(B])", "井山裕太", "ISO-2022-JP"),
        // It says something else.
        (b"(;CA[Windows-1252]PB[\xbf\xc2\xbd\xe0]PW[\xb9\xc5\xc1\xa6])", "柯洁", "gb18030"),
    ] {
        let record = brought(&ann, "", file).await;
        assert_eq!(name_and_encoding(&record), (name, encoding));
        assert_eq!(original(&ann, &record).await, file, "{name}");
    }
    let told = ann.bring(b"(;CA[Windows-1252]PB[\xbf\xc2\xbd\xe0]PW[\xb9\xc5\xc1\xa6])").await.ok();
    assert_eq!(told["warnings"], json!([{"game": 1, "code": "wrong_encoding", "line": 1, "column": 6}]));
    let told = ann.bring(b"(;PB[\xe6\xa3\x8b\xe6\xa3\x8b M\xfcller])").await.ok();
    assert_eq!(name_and_encoding(&told["records"][0]), ("棋棋 Müller", "UTF-8"));
    assert_eq!(told["warnings"][0]["code"], "stray_bytes");
    // Lists and pages tell whether there is a choice, wherever the letters are.
    for (file, encoding, ascii) in [
        (&b"(;PB[Ann];B[ee]C[\xe6\xa3\x8b])"[..], "UTF-8", false),
        (b"(;PB[Ann]XY[\xe6\xa3\x8b])", "UTF-8", false),
        (b"(;PB[Ann];B[ee])", "UTF-8", true),
    ] {
        let record = brought(&ann, "", file).await;
        let shown = ann.get(&format!("/records/{}", id(&record))).await.ok();
        for told in [&record, &shown] {
            assert_eq!((&told["encoding"], &told["ascii"]), (&json!(encoding), &json!(ascii)));
        }
    }
}

async fn whoever_brings_a_file_names_its_encoding(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    for (query, media_type, name, encoding) in [
        ("?encoding=KOI8-R", "application/x-go-sgf", "Иван", "KOI8-R"),
        ("?encoding=cp1251", "application/x-go-sgf", "йЧБО", "windows-1251"),
        ("", "application/x-go-sgf; charset=KOI8-R", "Иван", "KOI8-R"),
        ("", "application/x-go-sgf;charset=\"gb2312\"", "樽廖", "gb18030"),
        // Who writes a query means it; the other may come from a program between.
        ("?encoding=KOI8-R", "application/x-go-sgf; charset=latin1", "Иван", "KOI8-R"),
        ("?encoding=", "application/x-go-sgf; charset=KOI8-R", "Иван", "KOI8-R"),
    ] {
        let answer = bring_as(&ann, query, media_type, RUSSIAN).await;
        assert_eq!(answer.status, 201, "{query} {media_type}: {}", answer.text());
        assert_eq!(name_and_encoding(&answer.json()["records"][0]), (name, encoding), "{query} {media_type}");
    }
    for (query, media_type) in
        [("?encoding=UTF-8", "application/x-go-sgf"), ("", "application/x-go-sgf; charset=utf-8")]
    {
        let params = bring_as(&ann, query, media_type, RUSSIAN).await.refused(422, "unreadable_record");
        assert_eq!((&params["reason"], &params["column"]), (&json!("bad_encoding"), &json!(11)));
    }
    bring_as(&ann, "?encoding=klingon", "application/x-go-sgf", RUSSIAN).await.refused(400, "malformed");
    bring_as(&ann, "", "application/x-go-sgf; charset=klingon", RUSSIAN).await.refused(400, "malformed");
}

async fn the_bytes_stay_as_they_came(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let alone = [b"From: me\r\n\r\n".as_slice(), RUSSIAN, b"\r\n-- \r\n"].concat();
    let record = brought(&ann, "?encoding=KOI8-R", &alone).await;
    let path = format!("/records/{}", id(&record));
    let answer = ann.get(&format!("{path}/original")).await;
    assert_eq!((answer.status, answer.body.as_slice()), (200, alone.as_slice()));
    assert_eq!(answer.header("content-type"), "application/x-go-sgf; charset=KOI8-R");
    assert!(answer.header("content-disposition").contains(&format!("tengen-original-{}.sgf", id(&record))));
    // Of several games each has its own.
    let two = ann.bring(&[RUSSIAN, b"\n", RUSSIAN].concat()).await.ok();
    assert_eq!(original(&ann, &two["records"][1]).await, RUSSIAN);
    assert_eq!(upload(&ann, &two["records"][1]).await, [RUSSIAN, b"\n", RUSSIAN].concat());
    // They stay when the record is changed, and over a restart.
    let change = json!({"changes": [{"node": 0, "comment": "mine"}]});
    ann.patch(&path, change).await.ok();
    server.kill().await;
    server.start_again().await;
    let ann = ann.at(&server);
    assert_eq!(original(&ann, &record).await, alone);
    // So do those of plain ASCII.
    for file in [
        &b"(;SZ[9];B[ee])"[..],
        b"  (;SZ[9];B[ee])\r\n\r\n",
        b"(;CA[Big5]SZ[9];B[ee])",
        b"(;FF[3]SZ[9];B[ee])\x1a",
        // It is the text that is kept, and its bytes are kept when that becomes another one.
        b"(;CA[UTF-8]SZ[9];B[ee])\n",
        "(;CA[UTF-8]SZ[9]PB[\u{68cb}];B[ee])\n".as_bytes(),
    ] {
        let record = brought(&ann, "", file).await;
        let path = format!("/records/{}", id(&record));
        assert_eq!(original(&ann, &record).await, file);
        assert_eq!(upload(&ann, &record).await, file);
        for comment in ["once", "twice"] {
            let change = json!({"changes": [{"node": 1, "comment": comment}]});
            ann.patch(&path, change).await.ok();
            let answer = ann.get(&format!("{path}/original")).await;
            assert_eq!((answer.body.as_slice(), answer.header("tengen-bytes")), (file, "as-they-came"));
        }
        assert_eq!(upload(&ann, &record).await, file);
    }
    // Where there is no room for the bytes and the text, there is none for the record.
    let small = Server::with_options(database, &["--max-records-bytes", "1000"]).await;
    let ben = Visitor::guest(&small, "Ben").await;
    let long = |length: usize| [b"(;C[".as_slice(), &b"\xb0\xa1".repeat(length), b"])"].concat();
    let media_type = "application/x-go-sgf; charset=gb18030";
    bring_as(&ben, "", media_type, &long(250)).await.refused(507, "records_full");
    bring_as(&ben, "", media_type, &long(150)).await.ok();
}

/// Words, a game in each of two encodings, and two that can't be read.
const SEVERAL: &[u8] = b"From: me\r\n\r\n(;GM[3])(;SZ[9];B[ee])\r\n\xc8\xe2\xe0\xed: (;GM[11]SZ[11];B[a2]) (;CA[UTF-8]SZ[9];B[cc])\n\x1a";

async fn a_file_of_several_games_stays_as_it_came(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let told = bring_as(&ann, "", "application/x-go-sgf; charset=windows-1251", SEVERAL).await.ok();
    let (records, refused) = (told["records"].as_array().unwrap(), told["refused"].as_array().unwrap());
    assert_eq!((records.len(), refused.len()), (2, 2), "{told}");
    let games = [&b"(;SZ[9];B[ee])"[..], b"(;CA[UTF-8]SZ[9];B[cc])"];
    for (record, game) in records.iter().zip(games) {
        assert_eq!(original(&ann, record).await, game);
        assert_eq!(upload(&ann, record).await, SEVERAL);
    }
    // They stay when a game is changed, and over a restart.
    let change = json!({"changes": [{"node": 0, "comment": "mine"}]});
    ann.patch(&format!("/records/{}", id(&records[1])), change).await.ok();
    server.kill().await;
    server.start_again().await;
    let ann = ann.at(&server);
    let address = format!("/records/{}/upload", id(&records[0]));
    let answer = ann.get(&address).await;
    assert_eq!((answer.body.as_slice(), answer.header("tengen-bytes")), (SEVERAL, "as-they-came"));
    // Its games may be in several encodings.
    assert_eq!(answer.header("content-type"), "application/x-go-sgf");
    assert_eq!(original(&ann, &records[1]).await, games[1]);
    // Whoever takes the data along has the file as well, once.
    let archive = ann.get("/me/export").await.body;
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut files = Vec::new();
    for number in 0..archive.len() {
        let mut file = archive.by_index(number).unwrap();
        if file.name().unwrap().starts_with("records/files/") {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            files.push(bytes);
        }
    }
    assert_eq!(files, [SEVERAL]);
    // A game that is taken away is in the file no more, and all else is.
    ann.delete(&format!("/records/{}", id(&records[1]))).await;
    let rest = String::from_utf8_lossy(SEVERAL).replace("(;CA[UTF-8]SZ[9];B[cc])", "");
    let answer = ann.get(&address).await;
    assert_eq!(String::from_utf8_lossy(&answer.body), rest);
    assert_eq!(answer.header("tengen-bytes"), "in-part");
    let ben = Visitor::guest(&server, "Ben").await;
    ben.get(&address).await.refused(403, "not_the_owner");
}

async fn files_that_were_joined_keep_their_encodings(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let games = [("GB2312", "gb18030", "柯洁", "聂卫平"), ("Big5", "Big5", "許家元", "謝豪")];
    let bytes = games.map(|(label, _, black, white)| {
        let encoding: TextEncoding = label.parse().unwrap();
        encoding.encode(&format!("(;CA[{label}]PB[{black}]PW[{white}];B[pd])")).unwrap()
    });
    let file = [&b"From: me\r\n"[..], &bytes[0], b"\r\n(;GM[3])\n", &bytes[1], b"\r\n-- \r\n"].concat();
    let told = ann.bring(&file).await.ok();
    let (records, refused) = (told["records"].as_array().unwrap(), told["refused"].as_array().unwrap());
    assert_eq!((records.len(), refused.len()), (2, 1), "{told}");
    let whole = |record: &Value| format!("/records/{}/upload", id(record));
    for ((record, game), (_, encoding, name, _)) in records.iter().zip(&bytes).zip(games) {
        assert_eq!(name_and_encoding(record), (name, encoding));
        let answer = ann.get(&format!("/records/{}/original", id(record))).await;
        assert_eq!(&answer.body, game);
        assert_eq!(answer.header("content-type"), format!("application/x-go-sgf; charset={encoding}"));
        // The whole file is in none of them.
        let answer = ann.get(&whole(record)).await;
        assert_eq!((&answer.body, answer.header("tengen-bytes")), (&file, "as-they-came"));
        assert_eq!(answer.header("content-type"), "application/x-go-sgf");
    }
    // What is left of it is in one, and nobody looks for that.
    ann.delete(&format!("/records/{}", id(&records[0]))).await;
    let answer = ann.get(&whole(&records[1])).await;
    assert_eq!(answer.header("tengen-bytes"), "in-part");
    assert_eq!(answer.header("content-type"), "application/x-go-sgf");
}

async fn the_tag_of_a_file_tells_which_bytes_it_has(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let games = [&b"(;SZ[9];B[ee])"[..], b"(;SZ[9];B[cc])"];
    let told = ann.bring(&[b"a", games[0], b"b", games[1]].concat()).await.ok();
    let [first, last] = [0, 1].map(|number| told["records"][number].clone());
    let address = format!("/records/{}/upload", id(&first));
    let before = ann.get(&address).await;
    let again = async |visitor: &Visitor, tag: &str| {
        let asked = visitor.request(Method::GET, &format!("/api/v1{address}")).header(IF_NONE_MATCH, tag);
        Answer::read(asked.send().await.unwrap()).await
    };
    assert_eq!(again(&ann, before.header("etag")).await.status, 304);
    // Its bytes are kept, so those of the file stay.
    ann.patch(&format!("/records/{}", id(&first)), json!({"changes": [{"node": 1, "comment": "mine"}]}))
        .await
        .ok();
    assert_eq!(again(&ann, before.header("etag")).await.status, 304);
    // A server of the release before changes a record, and keeps none.
    server.stop().await;
    let lose = format!(
        "UPDATE records SET sgf = original, original = NULL, revision = 3 WHERE id = '{}'",
        id(&first)
    );
    tamper(server.data(), &lose).await;
    server.start_again().await;
    let ann = ann.at(&server);
    let lost = again(&ann, before.header("etag")).await;
    assert_eq!((lost.status, lost.header("tengen-bytes")), (200, "not-kept"));
    assert_ne!(lost.header("etag"), before.header("etag"));
    ann.delete(&format!("/records/{}", id(&first))).await;
    let rest = ann.get(&format!("/records/{}/upload", id(&last))).await;
    assert_eq!(
        (rest.body.as_slice(), rest.header("tengen-bytes")),
        (&[b"ab", games[1]].concat()[..], "in-part")
    );
}

async fn what_stands_around_games_counts_and_goes_with_them(database: Database) {
    let server = Server::with_options(database, &["--max-records-bytes", "10000"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let words = [&b"(;SZ[9];B[ee])"[..], &b"x".repeat(9_000), b"(;SZ[9];B[cc])"].concat();
    let told = ann.bring(&words).await.ok();
    ann.bring(&b"(;SZ[9];B[ee])".repeat(50)).await.refused(507, "records_full");
    // A file that would be too large by its words alone.
    ann.bring(&words).await.refused(507, "records_full");
    for record in told["records"].as_array().unwrap() {
        ann.delete(&format!("/records/{}", id(record))).await;
    }
    // The last record takes along what stood around.
    let data = server.data();
    assert_eq!(files_in(data).await, 0);
    // So does whoever leaves.
    ann.bring(b"a(;SZ[9];B[ee])b(;SZ[9];B[cc])c").await.ok();
    assert_eq!(files_in(data).await, 1);
    assert_eq!(ann.delete("/me").await.status, 204);
    assert_eq!(files_in(data).await, 0);
}

/// On SQLite one change comes after the other.
async fn of_two_who_take_the_last_records_the_second_takes_the_file() {
    let server = Server::start(Database::Postgres).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let data = server.data();
    let told = ann.bring(b"a(;SZ[9];B[ee])b(;SZ[9];B[cc])c").await.ok();
    let mut first = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    let take = format!("BEGIN; DELETE FROM records WHERE id = '{}'", id(&told["records"][0]));
    sqlx::raw_sql(AssertSqlSafe(take)).execute(&mut first).await.unwrap();
    let mut second = tokio::spawn({
        let (ann, address) = (ann.clone(), format!("/records/{}", id(&told["records"][1])));
        async move { ann.delete(&address).await.status }
    });
    // It can't know yet whether it is the last one.
    tokio::select! {
        () = are_waiting(data, 1) => {}
        status = &mut second => panic!("it does not wait, and is answered {status:?}"),
    }
    sqlx::raw_sql("COMMIT").execute(&mut first).await.unwrap();
    assert_eq!(second.await.unwrap(), 204);
    assert_eq!(files_in(data).await, 0);
}

/// How many files of several games the database has.
async fn files_in(data: &Data) -> i64 {
    number(data, "SELECT COUNT(*) FROM record_files").await
}

async fn records_of_earlier_releases_say_that_bytes_are_lost(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, "", b" (;SZ[9];B[ee])").await;
    let path = format!("/records/{}", id(&record));
    server.stop().await;
    tamper(server.data(), "UPDATE records SET original = NULL, game_in_file = NULL, place_in_file = NULL")
        .await;
    server.start_again().await;
    let ann = ann.at(&server);
    // Its text is what there is, before and after a change.
    for text in ["(;CA[UTF-8]SZ[9];B[ee])\n", "(;CA[UTF-8]SZ[9];B[ee]C[mine])\n"] {
        for address in ["original", "upload"] {
            let answer = ann.get(&format!("{path}/{address}")).await;
            assert_eq!((answer.text(), answer.header("tengen-bytes")), (text, "not-kept"));
        }
        ann.patch(&path, json!({"changes": [{"node": 1, "comment": "mine"}]})).await.ok();
    }
}

async fn a_record_is_read_again_in_another_encoding(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, "?encoding=gb18030", RUSSIAN).await;
    assert_eq!(name_and_encoding(&record), ("樽廖", "gb18030"));
    let path = format!("/records/{}", id(&record));
    // What it would be, before anything is changed.
    for (encoding, name) in [("KOI8-R", "Иван"), ("windows-1251", "йЧБО"), ("gb18030", "樽廖")] {
        let reading = ann.get(&format!("{path}/reading?encoding={encoding}")).await.ok();
        assert_eq!(name_and_encoding(&reading), (name, encoding));
        assert_eq!(reading["id"], record["id"]);
    }
    // With words of its comments, where the headline may have none.
    for (encoding, words) in [("KOI8-R", "ходы"), ("windows-1251", "ИПДЩ")] {
        let reading = ann.get(&format!("{path}/reading?encoding={encoding}")).await.ok();
        assert_eq!(reading["words"], words);
    }
    let refused = ann.get(&format!("{path}/reading?encoding=UTF-8")).await.refused(422, "unreadable_record");
    assert_eq!(refused["reason"], "bad_encoding");
    ann.get(&format!("{path}/reading?encoding=klingon")).await.refused(400, "malformed");
    ann.get(&format!("{path}/reading")).await.refused(400, "malformed");
    assert_eq!(ann.get("/records").await.ok()["records"], json!([record]));

    let now = reread(&ann, &record, "koi8-r").await.ok();
    assert_eq!(
        (&now["info"]["players"]["black"]["name"], &now["nodes"][1]["comment"]),
        (&json!("Иван"), &json!("ходы"))
    );
    assert_eq!(
        (&now["revision"], &now["encoding"], &now["ascii"]),
        (&json!(1), &json!("KOI8-R"), &json!(false))
    );
    assert_eq!(now, ann.get(&path).await.ok());
    assert_eq!(name_and_encoding(&ann.get("/records").await.ok()["records"][0]), ("Иван", "KOI8-R"));
    assert_eq!(sgf(&ann, &record).await, "(;CA[UTF-8]SZ[9]PB[Иван];B[ee]C[ходы])\n");
    assert_eq!(original(&ann, &record).await, RUSSIAN);
    // Whoever sends it again changes nothing.
    assert_eq!(reread(&ann, &record, "KOI8-R").await.ok()["revision"], 1);
    let params = reread(&ann, &record, "UTF-8").await.refused(422, "unreadable_record");
    assert_eq!(params["reason"], "bad_encoding");
    reread(&ann, &record, "klingon").await.refused(400, "malformed");
    assert_eq!(reread(&ann, &record, "gb18030").await.ok()["info"]["players"]["black"]["name"], "樽廖");
}

async fn what_was_changed_stays(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, "?encoding=gb18030", RUSSIAN).await;
    let path = format!("/records/{}", id(&record));
    let changes = json!({
        "changes": [{"id": "a", "from": {"node": 1}, "move": "white:C3", "comment": "Ä"}],
        "info": {"players": {"white": {"name": "Пак"}}},
    });
    ann.patch(&path, changes).await.ok();
    // Both at once: it is read again first.
    let body = json!({"encoding": "KOI8-R", "changes": [{"node": 1, "name": "Ö"}]});
    ann.patch(&path, body).await.ok();
    let text = "(;CA[UTF-8]SZ[9]PB[Иван]PW[Пак];B[ee]C[ходы]N[Ö]\n;W[cg]C[Ä])\n";
    assert_eq!(sgf(&ann, &record).await, text);
}

async fn trees_stay_with_the_nodes_that_stay(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    // The last byte of the name and the bracket are one character in GB18030, and the move behind it is a part of the comment.
    let file = b"(;SZ[9];B[aa]C[\xca\xe8\xec];W[bb]C[x];W[cc])";
    let record = brought(&ann, "?encoding=gb18030", file).await;
    assert_eq!(record["node_count"], 3);
    let path = format!("/records/{}", id(&record));
    let changes = json!({"changes": [
        {"id": "early", "from": {"node": 1}, "move": "white:E5"},
        {"id": "late", "from": {"node": 2}, "move": "black:F5", "words": "mine"},
    ]});
    ann.patch(&format!("{path}/variations"), changes).await.ok();
    let now = reread(&ann, &record, "windows-1251").await.ok();
    let numbers: Vec<_> = now["nodes"].as_array().unwrap().iter().map(|node| node["node"].as_u64()).collect();
    assert_eq!(numbers, [None, None, Some(3), Some(4)]);
    let tree = ann.get(&format!("{path}/variations")).await.ok();
    let node =
        |id: &str| tree["nodes"].as_array().unwrap().iter().find(|node| node["id"] == id).cloned().unwrap();
    assert_eq!(node("early")["from"]["node"], 1);
    // The node on which the other one hung is gone, and the tree has the move that led there.
    assert_eq!((&node("late")["parent"], &node("late")["words"]), (&json!("record-2"), &json!("mine")));
    assert_eq!(
        (&node("record-2")["move"], &node("record-2")["from"]["node"]),
        (&json!("white:C7"), &json!(1))
    );
}

async fn only_the_owner_reads_it_again(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let stranger = Visitor::stranger(&server);
    let record = brought(&ann, "", RUSSIAN).await;
    for address in ["original", "reading?encoding=gb18030"] {
        let path = format!("/records/{}/{address}", id(&record));
        ben.get(&path).await.refused(403, "not_the_owner");
        stranger.get(&path).await.refused(401, "unauthenticated");
        ann.get(&path.replace(id(&record), "0000000000000000")).await.refused(404, "no_such_record");
    }
    reread(&ben, &record, "gb18030").await.refused(403, "not_the_owner");
}

async fn files_of_other_programs_are_records_too(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let gib = b"\\HS\r\n\\[GAMEBLACKNAME=\xc0\xcc\xc3\xa2\xc8\xa3 (9D)\\]\r\n\\[GAMETAG=W3,Z0,G65\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\n\\GE\r\n";
    let record = brought(&ann, "", gib).await;
    assert_eq!(name_and_encoding(&record), ("이창호", "EUC-KR"));
    assert_eq!((&record["result"]["text"], &record["moves"]), (&json!("B+R"), &json!(1)));
    let expected = "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[이창호]BR[9D]KM[6.5]RE[B+R]\n;B[pd])\n";
    assert_eq!(sgf(&ann, &record).await, expected);
    let answer = ann.get(&format!("/records/{}/original", id(&record))).await;
    assert_eq!(answer.body, gib);
    assert!(answer.header("content-disposition").contains(".gib"), "{:?}", answer.headers);
    let params = ann.bring(b"[Header]\nSize=9\n[Data]\nX,B1,1,0\n").await.refused(422, "unreadable_record");
    assert_eq!((&params["reason"], &params["line"]), (&json!("bad_point"), &json!(4)));
}
