//! Options out of a file, and `tengen check-config`.

use std::fs::write;
use std::process::Output;

use tempfile::TempDir;

use crate::keeping::{run, tengen, word};
use crate::rest::Visitor;
use crate::server::{Database, Server, once};

once! {
    a_server_takes_options_from_a_file
    options_are_checked_without_a_server
}

async fn a_server_takes_options_from_a_file() {
    let folder = TempDir::new().unwrap();
    let (file, notice) = (folder.path().join("tengen.toml"), folder.path().join("notice.txt"));
    write(&notice, "Our club.").unwrap();
    // Where it listens, the test says.
    let settings = format!(
        "listen = '127.0.0.1:1'\nregistration = 'closed'\nviewing = 'members'\nnotice-file = '{}'\n",
        word(&notice)
    );
    write(&file, settings).unwrap();
    let options = ["--config", word(&file), "--registration", "invited"];
    let server = Server::with_options(Database::Sqlite, &options).await;
    let door = Visitor::stranger(&server).get("/door").await.ok();
    assert_eq!((door["registration"].as_str(), door["viewing"].as_str()), (Some("invited"), Some("members")));
    assert_eq!(door["notice"], "Our club.");

    write(&file, "\nregistraton = 'closed'\n").unwrap();
    let (status, log) = Server::refused_options(server.data(), &["--config", word(&file)]).await;
    assert!(!status.success() && log.contains("line 2: there is no option `registraton`"), "{log}");
}

async fn options_are_checked_without_a_server() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("tengen.toml");
    let check = async |settings: &str, variable: &str| -> (Option<i32>, String) {
        write(&file, settings).unwrap();
        let mut command = tengen(&["check-config", "--config", word(&file)]);
        let (name, value) = variable.split_once('=').unwrap_or((variable, "x"));
        command.env(name, value);
        let Output { status, stdout, stderr } = run(command).await;
        let said = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (status.code(), said.concat())
    };
    let (status, said) =
        check("database-url = 'postgres://go@127.0.0.1:1/go'\nlisten = '127.0.0.1:1'", "OTHER").await;
    let (first, hint) = said.split_once('\n').unwrap();
    assert_eq!((status, first), (Some(0), "a server would start with these options"));
    assert!(hint.contains("--any-origin off"), "{hint}");
    let (status, said) = check("any-origin = 'on'\nlisten = '127.0.0.1:1'", "OTHER").await;
    assert_eq!((status, said.as_str()), (Some(0), "a server would start with these options\n"));
    let (status, said) = check("registraton = 'closed'\n\nlisten = 'here'\n", "OTHER").await;
    assert_eq!(status, Some(2), "{said}");
    assert!(
        said.contains("line 1: ") && said.contains("`registration`") && said.contains("line 3: "),
        "{said}"
    );
    let (status, said) =
        check("viewing = 'members'\nguests = 'on'\nmail-from = 'go@example.org'", "OTHER").await;
    assert_eq!((status, said.lines().count()), (Some(1), 2), "{said}");
    assert!(said.contains("--guests on") && said.contains("--mail-server"), "{said}");
    for variable in ["DATABASE_URL", "TENGEN_GUESTS", "TENGEN_TLS_KEY_FILE"] {
        let (status, said) = check("", &format!("{variable}=")).await;
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(&format!("the variable {variable} is empty")), "{said}");
    }
    let (status, said) = check("database-url = 'postgres://go@127.0.0.1:1/go'", "DATABASE_URL=").await;
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = check("", "TENGEN_REGISTRATON").await;
    assert!(status == Some(2) && said.contains("TENGEN_REGISTRATION"), "{said}");
}
