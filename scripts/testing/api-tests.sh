# The tests of the interface, for scripts that run some of them: to be sourced.

# Runs the program that scripts/test has built, or else one that is made now, with the words for its harness.
api_tests() {
  if [ -n "${TENGEN_API_TESTS:-}" ]; then
    (cd crates/server && CARGO_MANIFEST_DIR=$PWD exec "$TENGEN_API_TESTS" "$@")
  else
    # With the features of the whole workspace, as scripts/test compiles the tests.
    cargo test --locked --workspace --test api -- "$@"
  fi
}
