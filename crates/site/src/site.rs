//! A folder of pages as it is sent: every address with its content.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use tengen_pages::{Addresses, Error, Language, Page, Texts, media_type};

use crate::address::{extension, hash};
use crate::join::join;
use crate::module::{PLACE, place_of};
use crate::script;
use crate::style::shortened;

/// The folder of fragments that several pages share.
const FRAGMENTS: &str = "fragments/";

/// The file at an address.
#[derive(Debug, Clone)]
pub struct File {
    /// Its media type, as the header tells it.
    pub media_type: String,
    /// Whether its address changes with its content, so that a browser never has to ask again.
    pub lasting: bool,
    /// Its bytes.
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
    /// Makes what is sent of a folder: of each page its modules and its style sheets joined, at addresses that tell
    /// their content, and everything else but modules, styles and texts as it is.
    pub fn of(folder: &Path) -> Result<Self, Error> {
        let mut site = Self { texts: Texts::read(&folder.join("text"))?, ..Self::default() };
        let files = files_of(folder, "")?;
        let text = |path: &str| files.get(path).map(|content| String::from_utf8_lossy(content).into_owned());
        for (name, content) in files.iter().filter(|(name, _)| !name.starts_with(FRAGMENTS)) {
            let Some(page) = name.strip_suffix(".html") else {
                if !matches!(extension(name), "json" | "js" | "css") {
                    let file =
                        File { media_type: media_type(name), lasting: false, content: content.clone() };
                    site.files.insert(format!("/static/{name}"), file);
                }
                continue;
            };
            let refused = |why| Error::Page(name.clone(), why);
            let document = String::from_utf8_lossy(content);
            let document = Page::read(&document, text).map_err(refused)?;
            let replaced = site.joined(page, &document, &files).map_err(refused)?;
            site.speak(page, &document, replaced).map_err(refused)?;
        }
        Ok(site)
    }

    /// Adds the parts of a page that are the same in all languages, and answers the addresses that stand for the files it names.
    fn joined(
        &mut self,
        name: &str,
        page: &Page,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<BTreeMap<String, Option<String>>, String> {
        let read = |path: &str| files.get(path).map(|content| String::from_utf8_lossy(content).into_owned());
        let mut replaced = BTreeMap::new();
        let mut style = String::new();
        for address in page.styles() {
            let sheet = address
                .strip_prefix("/static/")
                .and_then(read)
                .ok_or_else(|| format!("{address} is missing"))?;
            style.push_str(&shortened(&sheet));
            replaced.insert(address.to_owned(), None);
        }
        if let Some(first) = page.styles().first() {
            let address = self.add(name, "css", style.into_bytes());
            replaced.insert((*first).to_owned(), Some(address));
        }
        if let Some(module) = page.module() {
            let entry = module.strip_prefix("/static/").ok_or_else(|| format!("{module} is elsewhere"))?;
            replaced.insert(module.to_owned(), Some(self.add_modules(name, entry, files)?));
        }
        for address in
            page.parts().filter(|address| !replaced.contains_key(*address)).collect::<BTreeSet<_>>()
        {
            replaced.insert(address.to_owned(), Some(self.add_named(address, files)?));
        }
        Ok(replaced)
    }

    /// Adds the modules of a page and answers the address of the first. They know each other's addresses, so all of
    /// them have the hash of what they are together.
    fn add_modules(
        &mut self,
        name: &str,
        entry: &str,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<String, String> {
        let read = |path: &str| files.get(path).map(|content| String::from_utf8_lossy(content).into_owned());
        let mut chunks = join(entry, &read)?;
        for chunk in chunks.values_mut() {
            // Every other piece is a name in the place of an address.
            let named = chunk.split(PLACE).skip(1).step_by(2).filter(|name| name.starts_with("/static/"));
            for own in named.map(str::to_owned).collect::<BTreeSet<_>>() {
                *chunk = chunk.replace(&place_of(&own), &self.add_named(&own, files)?);
            }
        }
        let together = chunks.values().flat_map(|chunk| chunk.bytes()).collect::<Vec<_>>();
        let hash = hash(&together);
        let address = |chunk: &str| {
            let stem = if chunk == entry { name } else { chunk.trim_end_matches(".js") };
            if chunk == entry {
                format!("/static/{stem}.{}.js", &hash[..10])
            } else {
                format!("/static/{name}/{stem}.{}.js", &hash[..10])
            }
        };
        for (chunk, content) in &chunks {
            let placed = chunks
                .keys()
                .fold(content.clone(), |content, other| content.replace(&place_of(other), &address(other)));
            let file = File { media_type: media_type(chunk), lasting: true, content: placed.into_bytes() };
            self.files.insert(address(chunk), file);
        }
        Ok(address(entry))
    }

    /// Adds a file that a page or a module names by its address in the folder, and answers its lasting address.
    fn add_named(&mut self, address: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<String, String> {
        let path = address.strip_prefix("/static/").unwrap_or_default();
        let content = files.get(path).ok_or_else(|| format!("{address} is missing"))?;
        let (stem, end) = path.rsplit_once('.').ok_or_else(|| format!("{address} has no end"))?;
        let content = match end {
            "js" => classic(content)?,
            "css" => shortened(&String::from_utf8_lossy(content)).into_bytes(),
            _ => content.clone(),
        };
        Ok(self.add(stem, end, content))
    }

    /// Adds the page and its texts in every language.
    fn speak(
        &mut self,
        name: &str,
        page: &Page,
        replaced: BTreeMap<String, Option<String>>,
    ) -> Result<(), String> {
        let mut addresses = Addresses { replaced, ..Addresses::default() };
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
            addresses.catalogue =
                self.add(&format!("texts/{}/{name}", language.tag()), "js", script.into_bytes());
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

/// A script that is no module, without comments and blanks.
fn classic(content: &[u8]) -> Result<Vec<u8>, String> {
    let source = String::from_utf8_lossy(content);
    let mut written = String::new();
    script::write(&script::tokens(&source)?, &mut written);
    Ok(written.into_bytes())
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
