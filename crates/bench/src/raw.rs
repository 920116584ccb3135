//! A loop of writes: what a fan-out costs at least. The server does the WebSocket's handshake; then each frame from a
//! player makes it write the next frame to every connection in turn, as bytes, and nothing else.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::failure::Failure;
use crate::report;

/// The first connections are the players', and their frames make the server write.
const PLAYERS: usize = 2;

#[derive(Debug)]
struct Raw {
    frames: Vec<Vec<u8>>,
    sent: usize,
    connections: Vec<TcpStream>,
}

/// Serves on a free port until the process ends.
pub(crate) fn serve(frames: &Path) -> Result<(), Failure> {
    let frames = std::fs::read_to_string(frames)?;
    let frames = frames.lines().map(unmasked_frame).collect();
    let raw = Arc::new(Mutex::new(Raw { frames, sent: 0, connections: Vec::new() }));
    let listener = TcpListener::bind("127.0.0.1:0")?;
    report::announce(listener.local_addr()?);
    for (number, stream) in listener.incoming().enumerate() {
        let stream = stream?;
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream.try_clone()?);
        shake_hands(&mut reader, &stream)?;
        // Clients wait for a snapshot before they count as subscribed.
        (&stream).write_all(&unmasked_frame(r#"{"type":"snapshot"}"#))?;
        lock(&raw).connections.push(stream);
        if number < PLAYERS {
            let raw = Arc::clone(&raw);
            // It ends with the player's connection.
            std::thread::spawn(move || {
                // The first frame subscribes.
                let mut subscribed = skip_frame(&mut reader);
                while subscribed.is_ok() && skip_frame(&mut reader).is_ok() {
                    subscribed = lock(&raw).write_next();
                }
            });
        }
    }
    Ok(())
}

fn lock(raw: &Mutex<Raw>) -> std::sync::MutexGuard<'_, Raw> {
    raw.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Raw {
    fn write_next(&mut self) -> io::Result<()> {
        let Some(frame) = self.frames.get(self.sent) else { return Ok(()) };
        self.sent += 1;
        self.connections.iter_mut().try_for_each(|connection| connection.write_all(frame))
    }
}

/// Reads the head of a request and answers it.
fn shake_hands(reader: &mut impl BufRead, mut stream: &TcpStream) -> Result<(), Failure> {
    let mut key = None;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else {
            if line.trim().is_empty() {
                break;
            }
            continue;
        };
        if name.eq_ignore_ascii_case("sec-websocket-key") {
            key = Some(derive_accept_key(value.trim().as_bytes()));
        }
    }
    let accept = key.ok_or("a request without a key")?;
    let answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    Ok(stream.write_all(answer.as_bytes())?)
}

/// A text as one frame of a server.
fn unmasked_frame(text: &str) -> Vec<u8> {
    let mut frame = vec![0x81];
    if let Ok(length @ 0..=125) = u8::try_from(text.len()) {
        frame.push(length);
    } else {
        // No event comes near 64 KiB.
        frame.push(126);
        frame.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_be_bytes());
    }
    frame.extend(text.as_bytes());
    frame
}

/// Reads one masked frame of a client and forgets it.
fn skip_frame(reader: &mut impl Read) -> io::Result<()> {
    let mut head = [0; 2];
    reader.read_exact(&mut head)?;
    let length = match head[1] & 0x7f {
        126 => {
            let mut length = [0; 2];
            reader.read_exact(&mut length)?;
            u64::from(u16::from_be_bytes(length))
        }
        length => u64::from(length),
    };
    let mask = 4;
    io::copy(&mut reader.take(length + mask), &mut io::sink())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_the_length_before_the_text() {
        assert_eq!(unmasked_frame("ab"), [0x81, 2, b'a', b'b']);
        assert_eq!(unmasked_frame(&"a".repeat(300))[..5], [0x81, 126, 1, 44, b'a']);
    }

    #[test]
    fn a_masked_frame_is_skipped_whole() {
        let mut frames: Vec<u8> = vec![0x81, 0x82, 1, 2, 3, 4, 9, 9];
        frames.extend([0x81, 0x80, 1, 2, 3, 4]);
        let mut reader = frames.as_slice();
        skip_frame(&mut reader).unwrap();
        assert_eq!(reader.len(), 6);
        skip_frame(&mut reader).unwrap();
        assert!(skip_frame(&mut reader).is_err());
    }
}
