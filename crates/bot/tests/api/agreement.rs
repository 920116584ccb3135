//! Agreeing on dead stones, and not agreeing.

use tengen_client::protocol::{Command, Snapshot, Text};

use crate::engines::Workshop;
use crate::games::{Person, SMALL, bot};
use crate::server::{Database, Server};

/// An engine that plays one stone, passes, and thinks that the stone of the opponent is dead.
const THINKS_C3_DEAD: &str = r#"genmove) if [ "$N" = 1 ]; then answer=A1; else answer=pass; fi ;;
    kgs-genmove_cleanup) answer=pass ;;
    final_status_list) answer=C3 ;;"#;

fn marked(snapshot: &Snapshot, at: &str) -> bool {
    let dead = snapshot.scoring.iter().flat_map(|marks| &marks.dead);
    snapshot.phase == "scoring" && dead.map(|at| at.0.to_string()).collect::<Vec<_>>() == [at]
}

async fn to_the_marks(person: &Person) -> Snapshot {
    person.plays("C3").await;
    person.plays("pass").await;
    person.sees("the bot's marks", |snapshot| marked(snapshot, "C3")).await
}

#[tokio::test]
async fn marks_that_are_the_engines_are_accepted() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine(THINKS_C3_DEAD, "final_status_list");
    let (_, me) = bot(workshop.options(&server.url(), &engine, &["--sizes", "5"])).await;
    let person = Person::offers(&server, me, SMALL).await;
    to_the_marks(&person).await;
    let accepts =
        |id, snapshot: &Snapshot| Command::Accept { id, version: snapshot.scoring.as_ref().unwrap().version };
    person.says(accepts).await;
    let end = person.sees("the end", |snapshot| snapshot.result.is_some()).await;
    assert_eq!(end.scoring.unwrap().dead, [Text("C3".parse().unwrap())]);
}

#[tokio::test]
async fn other_marks_are_answered_a_few_times_and_then_by_playing_on() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine(THINKS_C3_DEAD, "final_status_list kgs-genmove_cleanup");
    let (playing, me) =
        bot(workshop.options(&server.url(), &engine, &["--sizes", "5", "--max-games", "1"])).await;
    let person = Person::offers(&server, me, SMALL).await;
    let mut snapshot = to_the_marks(&person).await;
    let resumptions = snapshot.resumptions_left;
    // Nothing is dead, says the person, whatever the bot says, as often as there is somebody to say it to.
    while snapshot.result.is_none() {
        if snapshot.phase == "scoring" && marked(&snapshot, "C3") {
            let none = |id, snapshot: &Snapshot| {
                let version = snapshot.scoring.as_ref().unwrap().version;
                Command::Propose { id, version, dead: Vec::new(), neutral: None }
            };
            person.says(none).await;
        } else if snapshot.to_move == Some(Text(tengen_client::rules::Color::Black)) {
            person.plays("pass").await;
        }
        let seq = snapshot.seq;
        snapshot = person.sees("something", |snapshot| snapshot.seq > seq).await;
    }
    assert_eq!((snapshot.resumptions_left, resumptions), (0, 2));
    assert!(snapshot.result.unwrap().margin.is_some());
    assert_eq!(playing.await.unwrap().scored, 1);
    let asked = workshop.asked();
    assert!(asked.contains(&"kgs-genmove_cleanup white".to_owned()), "{asked:?}");
}
