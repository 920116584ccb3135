//! An archive of records that is written while it is sent.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tengen_game::Millis;
use tengen_live::LiveGame;
use time::OffsetDateTime;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::web::error::WebError;

/// How hard files are compressed: they are small, and many.
const LEVEL: i64 = 4;

/// A zip file on its way. It holds what was written since somebody took it, and of each file what stands in the directory
/// at the end.
pub(super) struct Archive {
    zip: Option<ZipWriter<StreamWriter<Written>>>,
    written: Written,
}

/// The bytes that were written and not taken yet.
#[derive(Debug, Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Archive {
    pub(in crate::web) fn new() -> Self {
        let written = Written::default();
        Self { zip: Some(ZipWriter::new_stream(written.clone())), written }
    }

    /// Adds the record of a game, with the day on which the game was made.
    pub(in crate::web) fn add(&mut self, game: &LiveGame, record: &str) -> Result<(), WebError> {
        self.add_file(&format!("tengen-{}.sgf", game.id()), game.created_at(), record.as_bytes())
    }

    /// Adds a file, with the moment at which its content was made.
    pub(in crate::web) fn add_file(
        &mut self,
        name: &str,
        made_at: Millis,
        content: &[u8],
    ) -> Result<(), WebError> {
        let made = OffsetDateTime::from_unix_timestamp(made_at.div_euclid(1_000)).ok();
        let made = made.and_then(|made| {
            let year = u16::try_from(made.year()).ok()?;
            let (month, day) = (u8::from(made.month()), made.day());
            DateTime::from_date_and_time(year, month, day, made.hour(), made.minute(), made.second()).ok()
        });
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(LEVEL))
            .last_modified_time(made.unwrap_or_default());
        if let Some(zip) = &mut self.zip {
            zip.start_file(name, options).map_err(failed)?;
            zip.write_all(content).map_err(failed)?;
        }
        Ok(())
    }

    /// Writes the directory at the end.
    pub(in crate::web) fn finish(&mut self) -> Result<(), WebError> {
        self.zip.take().map_or(Ok(()), |zip| zip.finish().map(|_| ()).map_err(failed))
    }

    /// The bytes that were written since the last time.
    pub(in crate::web) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.written.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn failed(error: impl std::fmt::Display) -> WebError {
    WebError::internal(format!("an archive: {error}"))
}
