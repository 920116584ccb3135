//! Where options come from beside the command line and the variables: files with secrets, credentials of systemd, and the file of settings.
//! What stands in the environment or on the command line goes before credentials, and these before the file.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use tengen_settings::{Setting, is_given, refusal, secret};
use url::Url;

use super::empty_variables::may_be_empty;

/// The option that names the file of settings.
const CONFIG: &str = "config";
/// How the options that name files end. An option of the same name without that end takes the text of the file itself, if there is one.
const OF_FILES: &str = "-file";

/// An option of a task, by the name of the server's option that has the same variable: it takes what that one takes.
type Named<'c> = (&'c str, &'c Arg);

/// A task with its options, and what is said of them.
struct Told<'c> {
    whole: &'c Command,
    options: Vec<Named<'c>>,
    given: &'c ArgMatches,
}

impl<'c> Told<'c> {
    /// The task that the words of a command line name, or to serve.
    fn new(whole: &'c Command, given: &'c ArgMatches) -> Self {
        let (task, given) = match given.subcommand() {
            Some((task, given)) => (whole.find_subcommand(task).unwrap_or(whole), given),
            None => (whole, given),
        };
        let of_server = |option: &Arg| {
            let named = |one: &&'c Arg| one.get_env().is_some() && one.get_env() == option.get_env();
            whole.get_arguments().find(named).and_then(Arg::get_long)
        };
        let options = task.get_arguments().filter_map(|option| Some((of_server(option)?, option)));
        Self { whole, options: options.collect(), given }
    }

    fn named(&self, name: &str) -> Option<&'c Arg> {
        self.options.iter().find(|(known, _)| *known == name).map(|(_, option)| *option)
    }

    fn is_given(&self, option: &Arg) -> bool {
        is_given(self.given, option.get_id().as_str())
    }

    /// The options that take secrets, each with the one that takes a file with the secret.
    fn secrets(&self) -> impl Iterator<Item = (&'c str, &'c Arg, &'c Arg)> {
        self.options.iter().filter_map(move |(name, option)| {
            Some((*name, *option, self.named(&format!("{name}{OF_FILES}"))?))
        })
    }

    /// Variables that are set and empty, where neither the command line nor these words say what the option is to be, nor the one
    /// of the same name that takes a file, or takes what stands in the file. A sentence for each.
    fn empty_variables(&self, words: &[OsString], is_empty: &dyn Fn(&OsStr) -> bool) -> Vec<String> {
        let is_said = |option: &Arg| {
            let begin = format!("--{}=", long(option));
            let is_added = |word: &OsString| word.as_encoded_bytes().starts_with(begin.as_bytes());
            self.is_given(option) || words.iter().any(is_added)
        };
        let fault = |(name, option): &Named<'c>| {
            let variable = option.get_env().filter(|variable| is_empty(variable))?;
            let other = match name.strip_suffix(OF_FILES) {
                Some(plain) => self.named(plain),
                None => self.named(&format!("{name}{OF_FILES}")),
            };
            if may_be_empty(option) || is_said(option) || other.is_some_and(is_said) {
                return None;
            }
            let (variable, name) = (variable.display(), long(option));
            Some(format!(
                "the variable {variable} is empty, and nothing else says what --{name} is to be: leave it out, or give it a value"
            ))
        };
        self.options.iter().filter_map(fault).collect()
    }

    /// What the file of settings says, if the command line or the environment names one.
    fn settings(&self) -> Result<Vec<Setting>, Vec<String>> {
        let Ok(Some(file)) = self.given.try_get_one::<PathBuf>(CONFIG) else { return Ok(Vec::new()) };
        let in_file = |fault: String| format!("{}, {fault}", file.display());
        let text = fs::read_to_string(file).map_err(|error| vec![in_file(error.to_string())])?;
        tengen_settings::read(self.whole, &text)
            .map_err(|faults| faults.iter().map(|fault| in_file(fault.to_string())).collect())
    }

    /// The secret that an option takes out of a file.
    fn secret(&self, name: &str, file: &Path) -> Result<String, String> {
        let secret = secret(file).map_err(|error| format!("--{name}{OF_FILES}: {error}"))?;
        match refusal(self.whole, &[format!("--{name}={secret}")]) {
            Some(reason) => Err(format!("--{name}{OF_FILES}: {}: {reason}", file.display())),
            None => Ok(secret),
        }
    }
}

/// The words of a command line by which a task is told what its operator says elsewhere. `whole` is the command of the program,
/// whose own options are those of the server; `given` is what the command line and the variables say; in the folder `credentials`
/// lie those of systemd, each by the name of its option. Of a variable `is_empty` says whether it is set and empty: there it says
/// nothing in `given`.
///
/// # Errors
///
/// A sentence for each fault.
pub(super) fn added(
    whole: &Command,
    given: &ArgMatches,
    credentials: Option<&Path>,
    is_empty: &dyn Fn(&OsStr) -> bool,
) -> Result<Vec<OsString>, Vec<String>> {
    let told = Told::new(whole, given);
    let settings = told.settings()?;
    let setting = |name: &str| settings.iter().find(|setting| setting.name == name);
    let credential = |name: &str| credentials.map(|folder| folder.join(name)).filter(|file| file.is_file());
    let (mut words, mut faults): (Vec<OsString>, Vec<String>) = (Vec::new(), Vec::new());

    for (name, value, file) in told.secrets() {
        let by_hand = told.given.get_one::<PathBuf>(file.get_id().as_str()).filter(|_| told.is_given(file));
        let of_file = format!("{name}{OF_FILES}");
        let file = match (told.is_given(value), by_hand, credential(name)) {
            (true, Some(_), _) => {
                faults.push(format!("--{name} and --{of_file} are both given: leave one out"));
                continue;
            }
            (true, None, _) => continue,
            (false, Some(file), _) => file.clone(),
            (false, None, Some(file)) => file,
            (false, None, None) => match (setting(name), setting(&of_file).and_then(Setting::value)) {
                (Some(setting), Some(_)) => {
                    let line = setting.line;
                    faults
                        .push(format!("line {line}: `{name}` and `{of_file}` are both given: leave one out"));
                    continue;
                }
                (Some(setting), None) => {
                    words.extend(setting.words(long(value)).into_iter().map(OsString::from));
                    continue;
                }
                (None, Some(file)) => PathBuf::from(file),
                (None, None) => continue,
            },
        };
        match told.secret(name, &file) {
            Ok(secret) => words.push(format!("--{}={secret}", long(value)).into()),
            Err(fault) => faults.push(fault),
        }
    }

    let is_of_secret = |name: &str| {
        let plain = name.strip_suffix(OF_FILES).unwrap_or(name);
        told.named(plain).is_some() && told.named(&format!("{plain}{OF_FILES}")).is_some()
    };
    for (name, option) in told.options.iter().filter(|(name, _)| *name != CONFIG && !is_of_secret(name)) {
        if told.is_given(option) {
            continue;
        }
        if let Some(file) = name.strip_suffix(OF_FILES).and_then(credential) {
            let mut word = OsString::from(format!("--{}=", long(option)));
            word.push(file);
            words.push(word);
        } else if let Some(setting) = setting(name) {
            words.extend(setting.words(long(option)).into_iter().map(OsString::from));
        }
    }
    faults.extend(told.empty_variables(&words, is_empty));
    if faults.is_empty() { Ok(words) } else { Err(faults) }
}

/// The options that have a password and stand on the command line, where every user of the machine can read it.
pub(super) fn shown(whole: &Command, given: &ArgMatches) -> Vec<String> {
    let told = Told::new(whole, given);
    let is_shown = |option: &Arg| {
        let id = option.get_id().as_str();
        let mut values = told.given.get_raw(id).into_iter().flatten();
        told.given.value_source(id) == Some(ValueSource::CommandLine)
            && values.any(|value| value.to_str().is_some_and(has_password))
    };
    let shown = told.secrets().filter(|(_, value, _)| is_shown(value));
    shown.map(|(name, ..)| name.to_owned()).collect()
}

/// The credentials of systemd that say nothing, by their names: the command line or a variable says something else, which goes
/// before them.
pub(super) fn unheard(whole: &Command, given: &ArgMatches, credentials: Option<&Path>) -> Vec<String> {
    let Some(folder) = credentials else { return Vec::new() };
    let told = Told::new(whole, given);
    let unheard = |(name, option): &Named<'_>| {
        let name = name.strip_suffix(OF_FILES).unwrap_or(name);
        // Others take no credential.
        told.named(&format!("{name}{OF_FILES}"))?;
        let credential = folder.join(name);
        let mut values = told.given.get_raw(option.get_id().as_str()).into_iter().flatten();
        let is_unheard = told.is_given(option)
            && credential.is_file()
            && !values.any(|value| Path::new(value) == credential.as_path());
        is_unheard.then(|| name.to_owned())
    };
    let unheard: BTreeSet<String> = told.options.iter().filter_map(unheard).collect();
    unheard.into_iter().collect()
}

/// Whether one of the addresses in a text has a password, or a token in the place of a user.
fn has_password(text: &str) -> bool {
    text.split(',').filter_map(|address| Url::parse(address).ok()).any(|address| {
        let is_of_nats = ["nats", "tls"].contains(&address.scheme());
        address.password().is_some() || (is_of_nats && !address.username().is_empty())
    })
}

/// The name by which an option is said; each with a variable has one.
fn long(option: &Arg) -> &str {
    option.get_long().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::{Arguments, Task};
    use super::*;

    /// A folder with files.
    fn folder(files: &[(&str, &str)]) -> TempDir {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    fn read(words: &[&str], credentials: Option<&Path>) -> Result<Task, String> {
        read_with_empty(words, credentials, &[])
    }

    /// The same where these variables are set and empty.
    fn read_with_empty(words: &[&str], credentials: Option<&Path>, empty: &[&str]) -> Result<Task, String> {
        let words = ["tengen"].iter().chain(words).map(OsString::from).collect();
        let is_empty = |name: &OsStr| empty.iter().any(|empty| name == *empty);
        Arguments::of(words, credentials, &is_empty).map(Arguments::task).map_err(|error| error.to_string())
    }

    fn serve(words: &[&str], credentials: Option<&Path>) -> crate::options::ServeOptions {
        match read(words, credentials) {
            Ok(Task::Serve(options)) => *options,
            other => panic!("{other:?}"),
        }
    }

    fn path(folder: &TempDir, name: &str) -> String {
        folder.path().join(name).display().to_string()
    }

    const SETTINGS: &str = "listen = '127.0.0.1:7'\npublic-url = 'https://go.example.org'\nlimit-loopback = true\n\
                            trusted-proxy = ['10.0.0.0/8', '127.0.0.1']\ndata-dir = '/srv/go'\nmetrics-listen = '127.0.0.1:9'\n\
                            mail-from = 'go@example.org'\n";

    #[test]
    fn a_file_says_what_nobody_else_says() {
        let folder = folder(&[("tengen.toml", SETTINGS)]);
        let file = path(&folder, "tengen.toml");
        let file = file.as_str();
        for words in [&["--config", file][..], &["serve", "--config", file][..]] {
            let options = serve(words, None);
            assert_eq!((options.listen.port(), options.limit_loopback), (7, true));
            assert_eq!(options.public_url.as_deref(), Some("https://go.example.org"));
            assert_eq!((options.trusted_proxies.len(), options.post.mail_from.is_some()), (2, true));
        }
        let options = serve(&["serve", "--config", file, "--listen", "127.0.0.1:8", "--data-dir", "x"], None);
        assert_eq!((options.listen.port(), options.data_dir), (8, PathBuf::from("x")));
    }

    #[test]
    fn other_tasks_take_from_it_what_concerns_them() {
        let folder = folder(&[("tengen.toml", SETTINGS)]);
        let file = path(&folder, "tengen.toml");
        let file = file.as_str();
        let Ok(Task::Status(status)) = read(&["status", "--config", file], None) else { panic!("no status") };
        assert_eq!(status.metrics.port(), 9);
        let Ok(Task::Health(health)) = read(&["health", "--config", file], None) else { panic!("no health") };
        assert_eq!(health.listen.port(), 7);
        for words in [
            &["admin", "owner", "Ann", "--config", file][..],
            &["admin", "--config", file, "announce", "--days", "3", "--", "en=a"][..],
        ] {
            let Ok(Task::Admin(admin)) = read(words, None) else { panic!("no admin") };
            assert_eq!(admin.data_dir, PathBuf::from("/srv/go"));
            assert_eq!(admin.public_url.as_deref(), Some("https://go.example.org"));
        }
        let Ok(Task::Backup(backup)) = read(&["backup", "--config", file, "--", "copy"], None) else {
            panic!("no backup")
        };
        assert_eq!((backup.data_dir, backup.file), (PathBuf::from("/srv/go"), Some(PathBuf::from("copy"))));
    }

    #[test]
    fn all_faults_of_the_file_are_told_with_their_lines() {
        let folder =
            folder(&[("tengen.toml", "registraton = 'closed'\n\nlisten = 'x'\nhouse-threads = 300")]);
        let file = path(&folder, "tengen.toml");
        let file = file.as_str();
        for task in ["serve", "check-config", "health"] {
            let told = read(&[task, "--config", file], None).unwrap_err();
            for said in [
                "tengen.toml, line 1: there is no option `registraton`; the nearest one is `registration`",
                "line 3: `listen`",
                "line 4: `house-threads`: 300",
            ] {
                assert!(told.contains(said), "{said}: {told}");
            }
        }
        let told = read(&["--config", "/no/such/file"], None).unwrap_err();
        assert!(told.contains("/no/such/file, No such file"), "{told}");
    }

    #[test]
    fn secrets_come_from_files() {
        let url = "postgres://go:hidden@db/go";
        let folder = folder(&[("database", &format!("{url}\n")), ("mail", "smtp://host")]);
        let (database, file) = (path(&folder, "database"), path(&folder, "tengen.toml"));
        fs::write(&file, format!("mail-server-file = '{}'", path(&folder, "mail"))).unwrap();
        let (database, file) = (database.as_str(), file.as_str());
        let options = serve(&["--database-url-file", database, "--config", file], None);
        assert_eq!(options.database_url.as_deref(), Some(url));
        assert_eq!(options.post.mail_server.as_deref(), Some("smtp://host"));
        assert_eq!(options.shown_secrets, [""; 0]);
        let words = ["transfer", "--from", "data", "--to-file", database];
        let Ok(Task::Transfer(transfer)) = read(&words, None) else { panic!("no transfer") };
        assert_eq!(transfer.to, url);
        let words = ["check-database", "--database-url-file", database];
        let Ok(Task::CheckDatabase(check)) = read(&words, None) else { panic!("no check") };
        assert_eq!(check.database_url.as_deref(), Some(url));
        for (words, said) in [
            (&["--database-url-file", database, "--database-url", url][..], "both given"),
            (&["--database-url-file", "/no/such/file"][..], "--database-url-file: /no/such/file"),
            (&["--traces-url-file", database][..], "--traces-url-file: "),
            (&["transfer", "--from", "data"][..], "--to"),
        ] {
            let told = read(words, None).unwrap_err();
            assert!(told.contains(said) && !told.contains("hidden"), "{told}");
        }
    }

    #[test]
    fn credentials_go_by_the_names_of_options() {
        let folder = folder(&[
            ("database-url", "postgres://go:hidden@db/go"),
            ("tls-key", "key"),
            ("other", "postgres://go@other/go"),
            ("tengen.toml", "database-url = 'postgres://go@file/go'"),
        ]);
        let credentials = Some(folder.path());
        let (file, other) = (path(&folder, "tengen.toml"), path(&folder, "other"));
        let (file, other) = (file.as_str(), other.as_str());
        let options = serve(&["--config", file], credentials);
        assert_eq!(options.database_url.as_deref(), Some("postgres://go:hidden@db/go"));
        assert_eq!(options.tls.key_file, Some(folder.path().join("tls-key")));
        let options = serve(&["--database-url-file", other, "--tls-key-file", "mine"], credentials);
        assert_eq!(options.database_url.as_deref(), Some("postgres://go@other/go"));
        assert_eq!(options.tls.key_file, Some("mine".into()));
        // An operator who has left an old address in the environment hears of it.
        assert_eq!(options.unheard_credentials, ["database-url", "tls-key"]);
        let options = serve(&["--database-url", "postgres://go@other/go"], credentials);
        assert_eq!(options.unheard_credentials, ["database-url"]);
        let itself = path(&folder, "tls-key");
        for words in [["--config", file], ["--tls-key-file", itself.as_str()], ["--data-dir", "x"]] {
            assert_eq!(serve(&words, credentials).unheard_credentials, [""; 0], "{words:?}");
        }
        assert_eq!(serve(&["--config", file], None).database_url.as_deref(), Some("postgres://go@file/go"));
    }

    #[test]
    fn an_empty_variable_is_a_fault_where_nothing_else_speaks() {
        let folder = folder(&[
            ("address", "postgres://go@db/go"),
            ("database-url", "postgres://go@credential/go"),
            ("tengen.toml", "guests = 'off'\ndatabase-url = 'postgres://go@file/go'"),
        ]);
        let (address, file) = (path(&folder, "address"), path(&folder, "tengen.toml"));
        for variable in [
            "DATABASE_URL",
            "DATABASE_URL_FILE",
            "NATS_URL",
            "TENGEN_GUESTS",
            "TENGEN_TERMS_FILE",
            "TENGEN_TLS_KEY_FILE",
            "TENGEN_CONFIG",
            "TENGEN_DATA_DIR",
            "TENGEN_LISTEN",
        ] {
            let told = read_with_empty(&[], None, &[variable]).unwrap_err();
            assert!(told.contains(&format!("the variable {variable} is empty")), "{variable}: {told}");
        }
        let both = ["TENGEN_TLS_CERTIFICATE_FILE", "TENGEN_TLS_KEY_FILE"];
        let told = read_with_empty(&["check-config"], None, &both).unwrap_err();
        assert!(both.iter().all(|variable| told.contains(variable)), "{told}");
        // What a task has no option for is none of its matter.
        assert!(read_with_empty(&["health"], None, &["DATABASE_URL"]).is_ok());
        let told = read_with_empty(&["backup", "copy"], None, &["DATABASE_URL"]).unwrap_err();
        assert!(told.contains("DATABASE_URL"), "{told}");

        let lists = ["TENGEN_TRUSTED_PROXIES", "TENGEN_ALLOWED_ORIGINS", "TENGEN_PUBLIC_URL"];
        assert!(read_with_empty(&[], None, &lists).is_ok());
        for (words, credentials, host) in [
            (&["--database-url", "postgres://go@word/go"][..], None, "word"),
            (&["--database-url-file", &address], None, "db"),
            (&["--config", &file], None, "file"),
            (&[], Some(folder.path()), "credential"),
        ] {
            for variable in ["DATABASE_URL", "DATABASE_URL_FILE"] {
                match read_with_empty(words, credentials, &[variable]) {
                    Ok(Task::Serve(options)) => {
                        assert_eq!(
                            options.database_url,
                            Some(format!("postgres://go@{host}/go")),
                            "{variable}"
                        );
                    }
                    other => panic!("{words:?}, {variable}: {other:?}"),
                }
            }
        }
        assert!(read_with_empty(&["--config", &file], None, &["TENGEN_GUESTS"]).is_ok());
    }

    #[test]
    fn passwords_on_the_command_line_are_noticed() {
        let words =
            ["--nats-url", "nats://a:4222,nats://token@b:4222", "--database-url", "postgres://go@db/go"];
        assert_eq!(serve(&words, None).shown_secrets, ["nats-url"]);
        let words =
            ["serve", "--mail-server", "smtps://go:hidden@mail.example.org", "--traces-url", "http://a:1"];
        assert_eq!(serve(&words, None).shown_secrets, ["mail-server"]);
    }
}
