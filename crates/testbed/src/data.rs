//! Where a server keeps its games.

use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;

use crate::authority::Certified;
use crate::postgres::{Cluster, SharedDatabase};

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// A file.
    Sqlite,
    /// A private cluster.
    Postgres,
}

/// Where a server keeps its games. It goes with the last copy of this. Several servers may share a Postgres.
#[derive(Debug, Clone)]
pub struct Data {
    directory: Arc<TempDir>,
    database_url: Option<String>,
    /// The database at the address, if it is one of many in a Postgres.
    _shared: Option<Arc<SharedDatabase>>,
    /// The Postgres behind the address, if it is there for these servers alone.
    cluster: Option<Arc<Cluster>>,
}

impl Data {
    /// An empty database.
    pub async fn new(database: Database) -> Self {
        let shared = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(Arc::new(SharedDatabase::new().await)),
        };
        let database_url = shared.as_ref().map(|shared| shared.url().to_owned());
        Self { directory: directory(), database_url, _shared: shared, cluster: None }
    }

    /// An empty database in a Postgres that can be stopped without harm to anybody else.
    pub async fn on_private_postgres() -> Self {
        let cluster = Cluster::private().await;
        let database_url = Some(cluster.new_database().await);
        Self { directory: directory(), database_url, _shared: None, cluster: Some(cluster) }
    }

    /// An empty database in a Postgres that encrypts, with this certificate, for those who ask for it.
    pub async fn on_encrypting_postgres(certified: Certified) -> Self {
        let cluster = Cluster::encrypting(certified).await;
        let database_url = Some(cluster.new_database().await);
        Self { directory: directory(), database_url, _shared: None, cluster: Some(cluster) }
    }

    /// The same directory, with another database than the file in it.
    #[must_use]
    pub fn with_url(self, url: &str) -> Self {
        Self { database_url: Some(url.to_owned()), ..self }
    }

    /// The data directory of the server.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// The address of the database, unless that is a file in the directory.
    pub fn database_url(&self) -> Option<&str> {
        self.database_url.as_deref()
    }

    /// The Postgres that is there for these servers alone, if there is one.
    pub fn private_postgres(&self) -> Option<&Arc<Cluster>> {
        self.cluster.as_ref()
    }
}

fn directory() -> Arc<TempDir> {
    Arc::new(tempfile::Builder::new().prefix("tengen-test-").tempdir().unwrap())
}
