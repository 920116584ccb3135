//! The scopes of tokens.

use tengen_protocol::{Scope, ScopeError};

#[test]
fn scopes_print_what_they_parse() {
    for scope in Scope::ALL {
        assert_eq!(scope.to_string().parse(), Ok(scope));
        assert_eq!(serde_json::to_string(&scope).unwrap(), format!("{:?}", scope.name()));
    }
    assert_eq!("Read".parse::<Scope>(), Err(ScopeError));
}
