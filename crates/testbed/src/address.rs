//! Addresses that wait for those who come back to them.

use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU16, Ordering};

/// An address outside the range from which systems hand out ports by themselves, so that no other socket takes it
/// while nobody listens there.
pub fn lasting_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        let offset = std::process::id().wrapping_mul(97) + u32::from(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 12_000 + u16::try_from(offset % 18_000).unwrap();
        if let Ok(probe) = TcpListener::bind(("127.0.0.1", port)) {
            return probe.local_addr().unwrap();
        }
    }
}
