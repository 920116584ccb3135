//! A server for members, with games and players from the time when it was open.

use serde_json::{Value, json};

use crate::member::{make_owner, member};
use crate::rest::Visitor;
use crate::server::{Database, Server};
use crate::table::Table;

/// A server for members that was open before, and whoever has come in meanwhile.
pub(crate) struct Club {
    pub(crate) server: Server,
    pub(crate) member: Visitor,
    /// A guest of before, with a token that is still good.
    pub(crate) guest: Visitor,
    pub(crate) table: Table,
    pub(crate) record: String,
    session: String,
    invitation: String,
    token: String,
}

impl Club {
    pub(crate) async fn new(database: Database) -> Self {
        let mut open = Server::start(database).await;
        let member = member(&open, "Annabelinda").await;
        make_owner(open.data(), &member).await;
        let guest = Visitor::guest(&open, "Benediktus").await;
        let mut table = Table::between(member.clone(), guest.clone(), json!({})).await;
        table.moves("Q16 D4 Q3").await;
        let brought = member.bring(b"(;SZ[9]PB[Annabelinda]PW[Carolus];B[ee])").await.ok();
        let id = |value: &Value| value.as_str().unwrap().to_owned();
        let record = id(&brought["records"][0]["id"]);
        let session = id(&member.get("/sessions").await.ok()["sessions"][0]["id"]);
        let invitation = id(&member.post("/invitations", json!({})).await.ok()["invitation"]["id"]);
        let made = member.post("/tokens", json!({"name": "Bot", "scopes": ["read", "play"]})).await.ok();
        let token = id(&made["token"]["id"]);
        open.stop().await;
        let anywhere = "127.0.0.1:0".parse().unwrap();
        let server = Server::on(open.data().clone(), anywhere, &["--viewing", "members"]).await;
        let (member, guest) = (member.at(&server), guest.at(&server));
        Self { server, member, guest, table, record, session, invitation, token }
    }

    /// An address of the description with ids of what is there.
    fn named(&self, path: &str) -> String {
        let id = match path.trim_start_matches("/api/v1").split('/').nth(1).unwrap() {
            "players" => &self.member.id,
            "records" => &self.record,
            "sessions" => &self.session,
            "invitations" => &self.invitation,
            "tokens" => &self.token,
            _ => &self.table.game,
        };
        let path = path.replace("{id}", id).replace("{player}", &self.member.id);
        let path = path.replace("{task}", &self.token).replace("{name}", "hexagon 3");
        assert!(!path.contains('{'), "{path}");
        path
    }

    /// Every address behind the door, those of the description with plausible fields, and the pages.
    pub(crate) fn addresses(&self, document: &Value) -> Vec<String> {
        let (game, player, record) = (&self.table.game, &self.member.id, &self.record);
        let paths = document["paths"].as_object().unwrap().keys();
        let mut addresses: Vec<String> = paths.map(|path| self.named(path)).collect();
        for path in [
            "",
            "/games",
            "/positions",
            "/study",
            "/learn",
            "/learn/1",
            "/account",
            "/tokens",
            "/watch",
            "/api",
            "/help",
        ] {
            addresses.push(if path.is_empty() { "/".to_owned() } else { path.to_owned() });
        }
        addresses.extend([
            format!("/games/{game}"),
            format!("/games/{game}/board.png"),
            format!("/games/{game}/qr.svg"),
            format!("/embed/games/{game}"),
            format!("/players/{player}"),
            format!("/records/{record}"),
            format!("/records/{record}/board.png"),
            "/board.png".to_owned(),
            "/api/openapi.json".to_owned(),
            "/records".to_owned(),
            "/metrics".to_owned(),
            "/sitemap.xml".to_owned(),
            "/api/v1/players?name=Anna".to_owned(),
            format!("/api/v1/players/{player}/results?against={}", self.guest.id),
            format!("/api/v1/positions?game={game}"),
            format!("/api/v1/games/{game}?protocol=2"),
            format!("/api/v1/players/{player}/games?format=zip"),
            format!("/api/v1//games/{game}"),
            format!("/API/v1/games/{game}"),
            format!("//games/{game}"),
            format!("/api/v1/games/{game}/"),
            "/api/v1/me/".to_owned(),
            "/api/v1/door/".to_owned(),
            "/sign-in/".to_owned(),
            format!("/static%2f..%2fgames%2f{game}"),
        ]);
        addresses
    }

    /// What nobody but members may read.
    fn secrets(&self) -> [&str; 9] {
        let [member, guest] = [&self.member, &self.guest].map(|player| player.id.as_str());
        let ids = [&self.table.game, &self.record, &self.session, &self.invitation].map(String::as_str);
        let [game, record, session, invitation] = ids;
        ["Annabelinda", "Benediktus", "Carolus", member, guest, game, record, session, invitation]
    }

    #[track_caller]
    pub(crate) fn tells_nothing(&self, asked: &str, body: &[u8]) {
        let text = String::from_utf8_lossy(body);
        for secret in self.secrets() {
            assert!(!text.contains(secret), "{asked} tells {secret}: {text}");
        }
    }
}
