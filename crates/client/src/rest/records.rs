//! Records of games that were played elsewhere.

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use tengen_game::RecordId;
use tengen_protocol::records::{RecordAnswer, RecordList, RecordsAnswer};

use super::{Client, json, write_page};
use crate::Error;

impl Client {
    /// Brings a file in SGF, as its bytes are: the server finds out in which encoding. Each game in it that can be read
    /// becomes a record of its own, in the order of the file. The answer tells the games that can't be read, and what was forgiven in the
    /// others.
    pub async fn import_records(&self, file: Vec<u8>) -> Result<RecordsAnswer, Error> {
        self.import_in(file, None).await
    }

    /// Brings a file in SGF that has this encoding, named by a label of the WHATWG Encoding Standard.
    pub async fn import_records_in(&self, file: Vec<u8>, encoding: &str) -> Result<RecordsAnswer, Error> {
        self.import_in(file, Some(encoding)).await
    }

    async fn import_in(&self, file: Vec<u8>, encoding: Option<&str>) -> Result<RecordsAnswer, Error> {
        let mut url = self.address.of("records");
        if let Some(encoding) = encoding {
            url.query_pairs_mut().append_pair("encoding", encoding);
        }
        let request = self.request(Method::POST, url);
        json(request.header(CONTENT_TYPE, "application/x-go-sgf").body(file)).await
    }

    /// A page of the player's own records, newest first. `limit` is how many, 1 to 100, if the server shall not decide;
    /// `cursor` is [`RecordList::next`] of the page before.
    pub async fn records(&self, limit: Option<u8>, cursor: Option<&str>) -> Result<RecordList, Error> {
        let mut url = self.address.of("records");
        write_page(&mut url, limit, cursor);
        self.get_url(url).await
    }

    /// A record as a tree. Everybody who knows its id may see it.
    pub async fn record(&self, record: RecordId) -> Result<RecordAnswer, Error> {
        self.get(&format!("records/{record}")).await
    }

    /// A record as SGF.
    pub async fn record_sgf(&self, record: RecordId) -> Result<String, Error> {
        self.get_text(&format!("records/{record}/sgf")).await
    }

    /// Takes one's own record away.
    pub async fn remove_record(&self, record: RecordId) -> Result<(), Error> {
        self.delete(&format!("records/{record}")).await
    }
}
