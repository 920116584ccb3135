//! A site as source of a program that has it inside, compressed ahead.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use tengen_pages::{Error, media_type};

use crate::Site;
use crate::address::hash;

impl Site {
    /// Writes the parts of the site into a folder, compressed. `site.rs` beside them takes them into a program as `FILES`
    /// and `PAGES`, both in the order of their keys, each part by the program's own `Embedded::new` of a media type,
    /// whether its address has a hash, a tag, and the content by Brotli and by gzip; `texts.json.gz` has every text, for
    /// [`Texts::from_json`](tengen_pages::Texts).
    pub fn embed(&self, folder: &Path, packing: Packing) -> Result<(), Error> {
        let unwritable = |error| Error::Unreadable(folder.display().to_string(), error);
        fs::create_dir_all(folder).map_err(unwritable)?;
        let mut source = format!("pub(super) static FILES: [(&str, Embedded); {}] = [\n", self.files.len());
        let mut number = 0;
        let mut put = |source: &mut String, media_type: &str, lasting: bool, content: &[u8]| {
            number += 1;
            let name = number.to_string();
            fs::write(folder.join(format!("{name}.br")), packing.brotli(content)?)?;
            fs::write(folder.join(format!("{name}.gz")), packing.gzip(content)?)?;
            let tag = format!("W/\"{}\"", hash(content));
            // Writing into a String can't fail.
            let _ = writeln!(
                source,
                "Embedded::new({media_type:?}, {lasting}, {tag:?}, include_bytes!(\"{name}.br\"), \
                 include_bytes!(\"{name}.gz\"))),"
            );
            Ok(())
        };
        for (address, file) in &self.files {
            let _ = write!(source, "({address:?}, ");
            put(&mut source, &file.media_type, file.lasting, &file.content).map_err(unwritable)?;
        }
        let _ = writeln!(
            source,
            "];\npub(super) static PAGES: [((&str, &str), Embedded); {}] = [",
            self.pages.len()
        );
        // Those who look a page up compare tags, whose order need not be that of the languages.
        let mut pages: Vec<_> =
            self.pages.iter().map(|((name, language), page)| ((name, language.tag()), page)).collect();
        pages.sort_unstable_by_key(|(key, _)| *key);
        for ((name, tag), page) in pages {
            let _ = write!(source, "(({name:?}, {tag:?}), ");
            put(&mut source, &media_type(name), false, page.as_bytes()).map_err(unwritable)?;
        }
        source.push_str("];\n");
        let texts = packing.gzip(self.texts.to_json().as_bytes()).map_err(unwritable)?;
        fs::write(folder.join("texts.json.gz"), texts).map_err(unwritable)?;
        fs::write(folder.join("site.rs"), source).map_err(unwritable)
    }
}

/// How much time the compression of a site may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Seconds. The parts are a tenth larger than the smallest ones.
    Quick,
    /// Half a minute, for the smallest parts.
    Smallest,
}

impl Packing {
    fn brotli(self, content: &[u8]) -> std::io::Result<Vec<u8>> {
        let level = match self {
            Self::Quick => 5,
            Self::Smallest => 11,
        };
        let mut packed = Vec::new();
        let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, level, 22);
        writer.write_all(content)?;
        writer.flush()?;
        drop(writer);
        Ok(packed)
    }

    fn gzip(self, content: &[u8]) -> std::io::Result<Vec<u8>> {
        let level = match self {
            Self::Quick => Compression::default(),
            Self::Smallest => Compression::best(),
        };
        let mut writer = GzEncoder::new(Vec::new(), level);
        writer.write_all(content)?;
        writer.finish()
    }
}
