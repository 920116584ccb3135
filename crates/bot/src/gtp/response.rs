//! Responses, out of bytes that come in any pieces.

use std::collections::VecDeque;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 64 * 1024;
/// The longest response that is read, in bytes.
pub const LONGEST_RESPONSE: usize = 1024 * 1024;

/// The answer of an engine to one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The command's number, if it had one.
    pub id: Option<u32>,
    /// The answer, or why there is none. Lines are separated by `\n`; no spaces around it.
    pub outcome: Result<String, String>,
}

/// Why bytes are no response. The engine can't be trusted to be in step any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResponseError {
    /// A line that is too long.
    #[error("a line longer than {LONGEST_LINE} bytes")]
    LineTooLong,
    /// A response that is too long.
    #[error("a response longer than {LONGEST_RESPONSE} bytes")]
    TooLong,
    /// A line between responses that begins none.
    #[error("no response: {0:?}")]
    NoResponse(String),
    /// A number that no command has.
    #[error("a response with the number {0:?}")]
    Number(String),
}

/// Reads responses: `=` or `?`, a number if the command had one, text, and an empty line.
///
/// ```
/// use tengen_bot::gtp::{Response, ResponseReader};
///
/// let mut reader = ResponseReader::default();
/// reader.read(b"=1 D4\r\n\n?2 unkn");
/// assert_eq!(reader.next(), Some(Ok(Response { id: Some(1), outcome: Ok("D4".to_owned()) })));
/// assert_eq!(reader.next(), None);
/// reader.read(b"own command\n\n");
/// assert_eq!(reader.next(), Some(Ok(Response { id: Some(2), outcome: Err("unknown command".to_owned()) })));
/// ```
#[derive(Debug, Default)]
pub struct ResponseReader {
    line: Vec<u8>,
    text: Option<String>,
    found: VecDeque<Result<Response, ResponseError>>,
    broken: bool,
}

impl ResponseReader {
    /// Takes some more bytes. After an error nothing is read any more.
    pub fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.broken {
                return;
            }
            match byte {
                b'\n' => self.end_line(),
                b'\t' => self.line.push(b' '),
                // Control characters mean nothing, as the protocol has it; a carriage return is one.
                0..=31 | 127 => {}
                _ => self.line.push(*byte),
            }
            if self.line.len() > LONGEST_LINE {
                self.fail(ResponseError::LineTooLong);
            }
        }
    }

    /// The next response that is whole.
    #[allow(clippy::should_implement_trait, reason = "there may be more after none")]
    pub fn next(&mut self) -> Option<Result<Response, ResponseError>> {
        self.found.pop_front()
    }

    fn end_line(&mut self) {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).trim_end().to_owned();
        match &mut self.text {
            None if line.is_empty() => {}
            None if line.starts_with(['=', '?']) => self.text = Some(line),
            None => self.fail(ResponseError::NoResponse(line.chars().take(100).collect())),
            Some(_) if line.is_empty() => {
                let text = self.text.take().unwrap_or_default();
                match parse(&text) {
                    Ok(response) => self.found.push_back(Ok(response)),
                    Err(error) => self.fail(error),
                }
            }
            Some(text) => {
                text.push('\n');
                text.push_str(&line);
                if text.len() > LONGEST_RESPONSE {
                    self.fail(ResponseError::TooLong);
                }
            }
        }
    }

    fn fail(&mut self, error: ResponseError) {
        (self.line, self.text, self.broken) = (Vec::new(), None, true);
        self.found.push_back(Err(error));
    }
}

fn parse(text: &str) -> Result<Response, ResponseError> {
    let (sign, rest) = text.split_at(1);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, answer) = rest.split_at(digits);
    // Digits that go on as a word are no number: some engines leave the space out.
    let separate = answer.is_empty() || answer.starts_with([' ', '\n']);
    let (id, answer) = if digits == 0 || !separate {
        (None, rest)
    } else {
        (Some(number.parse().map_err(|_| ResponseError::Number(number.to_owned()))?), answer)
    };
    let answer = answer.trim().to_owned();
    Ok(Response { id, outcome: if sign == "=" { Ok(answer) } else { Err(answer) } })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(bytes: &[u8]) -> Vec<Result<Response, ResponseError>> {
        let mut reader = ResponseReader::default();
        reader.read(bytes);
        std::iter::from_fn(|| reader.next()).collect()
    }

    #[allow(clippy::unnecessary_wraps, reason = "it is compared with what is read")]
    fn good(id: Option<u32>, text: &str) -> Result<Response, ResponseError> {
        Ok(Response { id, outcome: Ok(text.to_owned()) })
    }

    #[test]
    fn answers_of_one_and_of_many_lines() {
        assert_eq!(all(b"= \n\n"), [good(None, "")]);
        assert_eq!(all(b"=17\n\n"), [good(Some(17), "")]);
        assert_eq!(all(b"\n\n=3  D4  \r\n\r\n"), [good(Some(3), "D4")]);
        assert_eq!(all(b"=4\nA1 B2\nC3\t\n\n=5 x\n\n"), [good(Some(4), "A1 B2\nC3"), good(Some(5), "x")]);
        assert_eq!(all(b"=5 half"), []);
        assert_eq!(all(b"=19x19\n\n"), [good(None, "19x19")]);
        assert_eq!(all(b"?1 no\n\n"), [Ok(Response { id: Some(1), outcome: Err("no".to_owned()) })]);
    }

    #[test]
    fn what_is_no_response_ends_it() {
        assert_eq!(all(b"GNU Go\n\n= x\n\n"), [Err(ResponseError::NoResponse("GNU Go".to_owned()))]);
        assert_eq!(all(b"=99999999999 x\n\n"), [Err(ResponseError::Number("99999999999".to_owned()))]);
        assert_eq!(all(&vec![b'x'; LONGEST_LINE + 1]), [Err(ResponseError::LineTooLong)]);
        let mut long = b"=\n".to_vec();
        for _ in 0..=LONGEST_RESPONSE / 1024 {
            long.extend([b'x'; 1024]);
            long.push(b'\n');
        }
        assert_eq!(all(&long), [Err(ResponseError::TooLong)]);
    }

    proptest! {
        /// Any bytes are responses or one error, the same however they are cut.
        #[test]
        fn pieces_make_no_difference(
            bytes in prop::collection::vec(prop_oneof![4 => prop::sample::select(b"=? \n\r\t19a".to_vec()), 1 => any::<u8>()], 0..300),
            cuts in prop::collection::vec(1_usize..20, 1..50),
        ) {
            let whole = all(&bytes);
            prop_assert!(whole.iter().rev().skip(1).all(Result::is_ok));
            let mut reader = ResponseReader::default();
            let mut rest = bytes.as_slice();
            for cut in cuts.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (piece, others) = rest.split_at((*cut).min(rest.len()));
                reader.read(piece);
                rest = others;
            }
            let pieces: Vec<_> = std::iter::from_fn(|| reader.next()).collect();
            prop_assert_eq!(pieces, whole);
        }

        /// A written response is read as it was meant.
        #[test]
        fn what_is_written_is_read(id in any::<Option<u32>>(), good in any::<bool>(), lines in prop::collection::vec("[a-zA-Z.+-][a-zA-Z0-9 .+-]{0,20}[a-z]", 1..5)) {
            let text = lines.join("\n");
            let number = id.map_or_else(String::new, |id| id.to_string());
            let written = format!("{}{number} {text}\n\n", if good { '=' } else { '?' });
            let outcome = if good { Ok(text) } else { Err(text) };
            prop_assert_eq!(all(written.as_bytes()), vec![Ok(Response { id, outcome })]);
        }
    }
}
