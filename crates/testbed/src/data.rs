//! Where a server keeps its games.

use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::authority::Certified;
use crate::postgres::{Cluster, SharedDatabase};
use crate::{migrated, scratch};

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
    /// Whether the directory has got what the first server finds there.
    prepared: Arc<OnceCell<()>>,
}

impl Data {
    /// A database that has the tables of this release, and nothing in them. A Postgres has them at once. The
    /// directory stays empty until a server is started on it, which finds the file then, or until
    /// [`prepare`](Self::prepare).
    pub async fn new(database: Database) -> Self {
        Self::in_shared(match database {
            Database::Sqlite => None,
            Database::Postgres => Some(SharedDatabase::migrated().await),
        })
    }

    /// A database without any tables: an empty Postgres, or none in the directory. The first server makes
    /// them.
    pub async fn empty(database: Database) -> Self {
        let data = Self::in_shared(match database {
            Database::Sqlite => None,
            Database::Postgres => Some(SharedDatabase::empty().await),
        });
        data.prepared.set(()).unwrap();
        data
    }

    fn in_shared(shared: Option<SharedDatabase>) -> Self {
        let database_url = shared.as_ref().map(|shared| shared.url().to_owned());
        Self { _shared: shared.map(Arc::new), ..Self::at(database_url) }
    }

    /// An empty database in a Postgres that can be stopped without harm to anybody else.
    pub async fn on_private_postgres() -> Self {
        Self::in_cluster(Cluster::private().await).await
    }

    /// An empty database in a Postgres that encrypts, with this certificate, for those who ask for it.
    pub async fn on_encrypting_postgres(certified: Certified) -> Self {
        Self::in_cluster(Cluster::encrypting(certified).await).await
    }

    async fn in_cluster(cluster: Arc<Cluster>) -> Self {
        let database_url = cluster.new_database().await;
        Self { cluster: Some(cluster), ..Self::at(Some(database_url)) }
    }

    fn at(database_url: Option<String>) -> Self {
        let directory = Arc::new(scratch::directory("tengen-test-").unwrap());
        Self { directory, database_url, _shared: None, cluster: None, prepared: Arc::default() }
    }

    /// Makes the SQLite file of a [`new`](Self::new) database, for whoever opens it without a
    /// [`Server`](crate::Server). It does so once, and not in a directory that has any file.
    pub async fn prepare(&self) {
        let put = async || {
            let directory = self.directory();
            if self.database_url.is_none() && std::fs::read_dir(directory).unwrap().next().is_none() {
                migrated::put_sqlite_into(directory).await;
            }
        };
        self.prepared.get_or_init(put).await;
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
