//! A folder of pages as it is sent: every address with its content.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::{Addresses, Error, Language, Page, Texts};

/// What stands at an address.
#[derive(Debug, Clone)]
pub struct File {
    /// Its media type, as the header tells it.
    pub media_type: String,
    /// Whether its address changes with its content, so that a browser never has to ask again.
    pub lasting: bool,
    /// What it holds.
    pub content: Vec<u8>,
}

/// Everything that is sent of a folder of pages.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// The parts of the pages by their addresses.
    pub files: BTreeMap<String, File>,
    /// The pages by the names of their files and their languages.
    pub pages: BTreeMap<(String, Language), String>,
    /// Every text in every language.
    pub texts: Texts,
}

impl Site {
    /// Makes what is sent of a folder.
    pub fn of(folder: &Path) -> Result<Self, Error> {
        let mut site = Self { texts: Texts::read(&folder.join("text"))?, ..Self::default() };
        let mut pages = Vec::new();
        for (name, content) in files_of(folder, "")? {
            if let Some(page) = name.strip_suffix(".html") {
                let document = String::from_utf8_lossy(&content).into_owned();
                pages.push((
                    page.to_owned(),
                    Page::read(&document).map_err(|why| Error::Page(name.clone(), why))?,
                ));
            } else if !name.ends_with(".json") {
                let file = File { media_type: media_type(&name), lasting: false, content };
                site.files.insert(format!("/static/{name}"), file);
            }
        }
        for (name, page) in pages {
            site.add_page(&name, &page).map_err(|why| Error::Page(name, why))?;
        }
        Ok(site)
    }

    fn add_page(&mut self, name: &str, page: &Page) -> Result<(), String> {
        for language in Language::ALL {
            let mut later = BTreeMap::new();
            for theme in page.later() {
                let json =
                    self.texts.theme_json(language, theme).ok_or_else(|| format!("no theme {theme}"))?;
                let address =
                    self.add(&format!("texts/{}/{theme}", language.tag()), "json", json.into_bytes());
                later.insert(theme.clone(), address);
            }
            let script = page.catalogue(language, &self.texts, |theme| later[theme].clone())?;
            let catalogue = self.add(&format!("texts/{}/{name}", language.tag()), "js", script.into_bytes());
            let addresses = Addresses { catalogue, ..Addresses::default() };
            let written = page.written(language, &self.texts, &addresses)?;
            self.pages.insert((format!("{name}.html"), language), written);
        }
        Ok(())
    }

    /// Adds a file whose address tells its content, and answers the address.
    fn add(&mut self, name: &str, end: &str, content: Vec<u8>) -> String {
        let address = format!("/static/{name}.{}.{end}", &hash(&content)[..10]);
        self.files.insert(address.clone(), File { media_type: media_type(&address), lasting: true, content });
        address
    }
}

/// The files of a folder and of those in it, by their paths from it.
fn files_of(folder: &Path, prefix: &str) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let unreadable = |error| Error::Unreadable(folder.display().to_string(), error);
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files.extend(files_of(&entry.path(), &format!("{name}/"))?);
        } else {
            files.insert(name, fs::read(entry.path()).map_err(unreadable)?);
        }
    }
    Ok(files)
}

/// The media type of a file, by the end of its name.
pub fn media_type(name: &str) -> String {
    let guessed = mime_guess::from_path(name).first_or_octet_stream();
    if guessed.type_() == mime_guess::mime::TEXT {
        format!("{guessed}; charset=utf-8")
    } else {
        guessed.to_string()
    }
}

/// What tells one content from every other, in characters that may stand in addresses and headers.
pub fn hash(content: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(content))
}
