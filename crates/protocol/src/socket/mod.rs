//! The frames of the socket.

mod from_client;
mod to_client;

pub use from_client::FromClient;
pub use to_client::{ToClient, ToClientV2};
