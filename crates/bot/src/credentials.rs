//! Who a bot is: a token that is given, kept in a file, or got by becoming a guest.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use tengen_client::Client;
use tengen_protocol::Player;

/// Why a bot is nobody.
#[derive(Debug, thiserror::Error)]
pub enum CredentialsError {
    /// The server refused, or did not answer.
    #[error(transparent)]
    Server(#[from] tengen_client::Error),
    /// The file with the token can't be read or written.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
}

/// The client of the player whose token is in the file. If there is no file, a guest is made and the token kept.
pub async fn from_file(
    client: &Client,
    file: &Path,
    name: Option<&str>,
) -> Result<(Client, Player), CredentialsError> {
    let told = |error| CredentialsError::File { file: file.display().to_string(), error };
    match fs::read_to_string(file) {
        Ok(token) => {
            let client = client.clone().with_token(token.trim());
            let player = client.me().await?;
            Ok((client, player))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let (client, player) = client.guest(name).await?;
            write_secret(file, client.token().unwrap_or_default()).map_err(told)?;
            Ok((client, player))
        }
        Err(error) => Err(told(error)),
    }
}

/// Everybody who has the token is the bot, so nobody but its user may read the file.
fn write_secret(file: &Path, secret: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(file)?;
    writeln!(file, "{secret}")?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn secrets_are_for_their_user_alone() {
        use std::os::unix::fs::PermissionsExt;

        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("token");
        write_secret(&file, "secret").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_to_string(&file).unwrap(), "secret\n");
        assert_eq!(write_secret(&file, "other").unwrap_err().kind(), ErrorKind::AlreadyExists);
    }
}
