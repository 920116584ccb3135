//! The handshake by which a connection is encrypted from then on. It is what a stranger gets of the server for the fewest bytes, so it has
//! an end, and its cost is the stranger's.

use std::time::Duration;

use tengen_tls::{TlsAcceptor, TlsStream};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;

/// How long a client may take until it and the server have agreed how to encrypt: two turns to and fro, and what is lost of them
/// is sent again. The rest before that is within this time, too: nobody sees meanwhile whether the client is still there.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much of an answer waits encrypted until the system takes it, in bytes: one record. It comes on top of what waits before that, for
/// each connection whose client reads nothing, and the library would take four times as much.
const BUFFER_BYTES: usize = 16 * 1_024;

/// The connection, encrypted; nothing if the client did not keep to the protocol, or took too long. Nothing is read before the client has
/// `rested` from what was done for it.
pub(super) async fn handshake<S>(
    tls: &TlsAcceptor,
    stream: S,
    rested: impl Future<Output = ()>,
) -> Option<TlsStream<S>>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let accepting = async {
        rested.await;
        tls.accept_with(stream, |connection| connection.set_buffer_limit(Some(BUFFER_BYTES))).await
    };
    match timeout(PATIENCE, accepting).await {
        Ok(Ok(stream)) => Some(stream),
        // Strangers who try what is spoken here, and clients that do not trust the certificate.
        Ok(Err(error)) => {
            tracing::debug!(%error, "a connection was not encrypted");
            None
        }
        Err(_) => {
            tracing::debug!(
                "a client takes too long to encrypt its connection, or would have to rest for longer"
            );
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::future::{pending, ready};
    use std::path::Path;
    use std::pin::pin;
    use std::sync::Arc;

    use tengen_testbed::{Authority, Certified, pause};
    use tengen_tls::{CaFile, ServerCertificate, ServerName, TlsConnector};
    use tokio::io::{AsyncWriteExt, duplex};
    use tokio::sync::oneshot;
    use tokio::time::Instant;

    use super::*;

    /// How much lies between the two ends of a connection.
    const BETWEEN: usize = 4 * 1_024;
    const MOMENT: Duration = Duration::from_millis(50);

    /// The two sides, of which one trusts the other.
    fn sides() -> (TlsAcceptor, TlsConnector) {
        let (folder, authority) = (tempfile::tempdir().unwrap(), Authority::new());
        let Certified { certificate, key } = authority.issue(&["localhost"]);
        let file = folder.path().join("server.pem");
        fs::write(&file, certificate + &key).unwrap();
        let server = ServerCertificate::read(&file, &file).unwrap().config().unwrap();
        let trusted = CaFile::read(Path::new(&authority.file())).unwrap();
        let client = tengen_tls::client_config(Some(&trusted)).unwrap();
        (TlsAcceptor::from(Arc::new(server)), TlsConnector::from(Arc::new(client)))
    }

    fn name() -> ServerName<'static> {
        ServerName::try_from("localhost").unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_nothing_has_to_go() {
        let (acceptor, _) = sides();
        let (_client, server) = duplex(BETWEEN);
        let began = Instant::now();
        assert!(handshake(&acceptor, server, ready(())).await.is_none());
        assert!((PATIENCE..PATIENCE + MOMENT).contains(&began.elapsed()));
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_a_byte_at_a_time_has_to_go_as_soon() {
        let (acceptor, _) = sides();
        let (mut client, server) = duplex(BETWEEN);
        let began = Instant::now();
        let saying = async {
            // The head of a record as long as one may be.
            client.write_all(&[22, 3, 1, 64, 0]).await.unwrap();
            for _ in 0..BETWEEN {
                pause(MOMENT, "the client is slow").await;
                client.write_all(&[0]).await.unwrap();
            }
        };
        tokio::select! {
            shaken = handshake(&acceptor, server, ready(())) => assert!(shaken.is_none()),
            () = saying => panic!("the server has heard it out"),
        }
        assert!((PATIENCE..PATIENCE + MOMENT).contains(&began.elapsed()));
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_something_else_or_goes_away_is_not_waited_for() {
        let (acceptor, _) = sides();
        let began = Instant::now();
        // The last one is the end of a greeting by the server.
        for said in
            [&b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"[..], b"SSH-2.0-a\r\n", &[22, 3, 1, 0, 4, 14, 0, 0, 0]]
        {
            let (mut client, server) = duplex(BETWEEN);
            client.write_all(said).await.unwrap();
            assert!(handshake(&acceptor, server, ready(())).await.is_none(), "{said:?}");
        }
        let (client, server) = duplex(BETWEEN);
        drop(client);
        assert!(handshake(&acceptor, server, ready(())).await.is_none());
        assert_eq!(began.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_handshake_begins_when_its_client_has_rested() {
        let (acceptor, connector) = sides();
        let (client, server) = duplex(BETWEEN);
        let (end, rested) = oneshot::channel();
        let serving = tokio::spawn(async move {
            let resting = async { rested.await.unwrap() };
            handshake(&acceptor, server, resting).await.is_some()
        });
        let mut connecting = pin!(connector.connect(name(), client));
        assert!(timeout(PATIENCE / 2, connecting.as_mut()).await.is_err());
        end.send(()).unwrap();
        let _client = connecting.await.unwrap();
        assert!(serving.await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn who_would_rest_for_long_has_to_go() {
        let (acceptor, _) = sides();
        let (_client, server) = duplex(BETWEEN);
        let began = Instant::now();
        assert!(handshake(&acceptor, server, pending()).await.is_none());
        assert!((PATIENCE..PATIENCE + MOMENT).contains(&began.elapsed()));
    }

    #[tokio::test(start_paused = true)]
    async fn of_what_nobody_reads_little_waits_here() {
        let (acceptor, connector) = sides();
        let (client, server) = duplex(BETWEEN);
        let (serving, connecting) =
            (handshake(&acceptor, server, ready(())), connector.connect(name(), client));
        let (shaken, connected) = tokio::join!(serving, connecting);
        let (mut stream, _client) = (shaken.unwrap(), connected.unwrap());
        let (answer, mut taken) = (vec![0; 8 * BUFFER_BYTES], 0);
        while let Ok(more) = timeout(MOMENT, stream.write(&answer)).await {
            taken += more.unwrap();
        }
        assert!((BUFFER_BYTES..=BETWEEN + BUFFER_BYTES).contains(&taken), "{taken}");
    }
}
