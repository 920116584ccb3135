//! The parts of a server by which people come in.

use std::ops::Deref;
use std::sync::Arc;

use tengen_credentials::Passwords;

use super::door::Door;
use super::letters::Letters;
use super::registrations::Registrations;
use super::ways::Ways;
use crate::kit::Parts;

/// The parts with which use cases about people work: those of all use cases, and those by which people come in.
#[derive(Debug)]
pub struct People {
    /// Those of all use cases.
    pub actions: Parts,
    /// Who may come in.
    pub door: Door,
    /// How members prove who they are.
    pub ways: Ways,
    /// The thread on which passwords are hashed.
    pub passwords: Passwords,
    /// Who has registered of late.
    pub registrations: Registrations,
    /// The way to members' mail boxes, if the operator has one.
    pub letters: Option<Arc<dyn Letters>>,
}

impl Deref for People {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.actions
    }
}
