//! As much of HTTP/1.1 as a provider needs: one request and one answer for each connection.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use url::form_urlencoded;

/// How long a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many bytes of a request are read.
const LONGEST: u64 = 64 * 1024;

/// A request.
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    /// Its parameters: those of the address, or of the form in the body.
    pub(super) parameters: HashMap<String, String>,
    /// The header `authorization`.
    pub(super) authorization: Option<String>,
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    /// Where a browser is sent.
    pub(super) location: Option<String>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads one. Nothing, if there is none, or what arrives is no request.
    pub(super) fn read(stream: &TcpStream) -> io::Result<Option<Self>> {
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut reader = BufReader::new(stream.take(LONGEST));
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let mut words = line.split_whitespace();
        let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let (mut length, mut authorization) = (0, None);
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.split_once(':') else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().unwrap_or(0),
                "authorization" => authorization = Some(value.trim().to_owned()),
                _ => {}
            }
        }
        let mut body = Vec::new();
        reader.take(length).read_to_end(&mut body)?;
        let form = if method == "POST" { body.as_slice() } else { query.as_bytes() };
        let parameters = form_urlencoded::parse(form).into_owned().collect();
        let (method, path) = (method.to_owned(), path.to_owned());
        Ok(Some(Self { method, path, parameters, authorization }))
    }

    /// A parameter, which is empty if it is not there.
    pub(super) fn parameter(&self, name: &str) -> &str {
        self.parameters.get(name).map_or("", String::as_str)
    }
}

impl Answer {
    pub(super) fn json(status: u16, value: &serde_json::Value) -> Self {
        Self {
            status,
            content_type: "application/json",
            location: None,
            body: value.to_string().into_bytes(),
        }
    }

    pub(super) fn page(status: u16, text: String) -> Self {
        Self { status, content_type: "text/html; charset=utf-8", location: None, body: text.into_bytes() }
    }

    pub(super) fn send_on(location: String) -> Self {
        Self { status: 302, content_type: "text/plain", location: Some(location), body: Vec::new() }
    }

    pub(super) fn write(&self, mut stream: &TcpStream) -> io::Result<()> {
        let location = match &self.location {
            Some(location) => format!("location: {location}\r\n"),
            None => String::new(),
        };
        let head = format!(
            "HTTP/1.1 {} -\r\ncontent-type: {}\r\ncontent-length: {}\r\ncache-control: no-store\r\nconnection: close\r\n{location}\r\n",
            self.status,
            self.content_type,
            self.body.len(),
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(&self.body)
    }
}
