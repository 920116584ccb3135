//! Records of games that were played elsewhere.

use tengen_client::Client;
use tengen_client::protocol::ProblemCode;

use crate::server::{Database, Server};

const TWO: &[u8] = b"(;GM[1]SZ[9]PB[Ann]PW[Ben];B[cc];W[gg](;B[ee])(;B[cg]))(;GM[1]SZ[9]GN[second];B[ee])";

#[tokio::test]
async fn records_are_brought_shown_and_taken_away() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let (ann, ann_is) = nobody.guest(None).await.unwrap();
    let (ben, _) = nobody.guest(None).await.unwrap();
    let stranger = nobody.import_records(TWO.to_vec()).await.unwrap_err();
    assert_eq!(stranger.code(), Some(ProblemCode::Unauthenticated));
    let answer = ann.import_records(TWO.to_vec()).await.unwrap();
    assert!(answer.refused.is_empty() && answer.warnings.is_empty());
    let kept = answer.records;
    assert_eq!(kept.len(), 2);
    assert_eq!((kept[0].headline.moves, kept[0].headline.node_count), (3, 5));
    assert_eq!(kept[1].headline.name.as_deref(), Some("second"));

    let first = ann.records(Some(1), None).await.unwrap();
    assert_eq!(first.records, kept[..1]);
    let second = ann.records(Some(1), first.next.as_deref()).await.unwrap();
    assert_eq!((&second.records[..], second.next), (&kept[1..], None));
    assert_eq!(ben.records(None, None).await.unwrap().records, []);
    let bad = ann.records(None, Some("elsewhere")).await.unwrap_err();
    assert_eq!(bad.code(), Some(ProblemCode::Malformed));

    let id = kept[0].id.0;
    let tree = nobody.record(id).await.unwrap();
    assert_eq!((tree.owner.id, tree.shown.nodes.len()), (ann_is.id, 5));
    let file: String = nobody.record_sgf(id).await.unwrap().split_whitespace().collect();
    assert!(file.contains("(;B[ee])(;B[cg])"), "{file}");
    assert_eq!(ben.remove_record(id).await.unwrap_err().code(), Some(ProblemCode::NotTheOwner));
    ann.remove_record(id).await.unwrap();
    for gone in [ann.record(id).await.unwrap_err(), ann.remove_record(id).await.unwrap_err()] {
        assert_eq!(gone.code(), Some(ProblemCode::NoSuchRecord));
    }
    // A game that can't be read is named, and so is what was forgiven in another.
    let some = ann.import_records(b"(;GM[2])(;SZ[9]AB[];B[ee])".to_vec()).await.unwrap();
    assert_eq!((some.records.len(), some.refused[0].game, some.refused[0].reason.as_str()), (1, 1, "not_go"));
    assert_eq!((some.warnings[0].game, some.warnings[0].warning.code.as_str()), (2, "no_point"));
    let broken = ann.import_records(b"(;SZ[9]\n;B[e])".to_vec()).await.unwrap_err();
    assert_eq!(broken.code(), Some(ProblemCode::UnreadableRecord));
    assert_eq!(broken.problem().unwrap().params["line"], 2, "{broken}");
}
