//! Whoever looks at something.

use tengen_limits::Client;
use tengen_protocol::view::Audience;
use tengen_store::Eyes;

/// Whoever looks at something, perhaps nobody in particular, and the client to which that is counted.
#[derive(Debug, Clone, Copy)]
pub struct Looker {
    /// Who, as far as closed classes ask for it.
    pub eyes: Eyes,
    /// The audience of games.
    pub audience: Audience,
    /// The client.
    pub client: Client,
}
