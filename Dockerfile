# syntax=docker/dockerfile:1

# The compiler's version is rust-version of Cargo.toml; tests/container holds both together.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /build

# The dependencies first, with empty crates in place of ours: this layer is built again only when a manifest or the
# lock file changes, not with every line of source.
COPY Cargo.toml Cargo.lock ./
COPY crates/rules/Cargo.toml crates/rules/
COPY crates/house/Cargo.toml crates/house/
COPY crates/trying/Cargo.toml crates/trying/
COPY crates/sgf/Cargo.toml crates/sgf/
COPY crates/formats/Cargo.toml crates/formats/
COPY crates/game/Cargo.toml crates/game/
COPY crates/archive/Cargo.toml crates/archive/
COPY crates/protocol/Cargo.toml crates/protocol/
COPY crates/records/Cargo.toml crates/records/
COPY crates/check/Cargo.toml crates/check/
COPY crates/clock/Cargo.toml crates/clock/
COPY crates/duties/Cargo.toml crates/duties/
COPY crates/trouble/Cargo.toml crates/trouble/
COPY crates/tls/Cargo.toml crates/tls/
COPY crates/traces/Cargo.toml crates/traces/
COPY crates/bus/Cargo.toml crates/bus/
COPY crates/audit/Cargo.toml crates/audit/
COPY crates/store/Cargo.toml crates/store/
COPY crates/live/Cargo.toml crates/live/
COPY crates/lists/Cargo.toml crates/lists/
COPY crates/cluster/Cargo.toml crates/cluster/
COPY crates/limits/Cargo.toml crates/limits/
COPY crates/entropy/Cargo.toml crates/entropy/
COPY crates/settings/Cargo.toml crates/settings/
COPY crates/yielding/Cargo.toml crates/yielding/
COPY crates/credentials/Cargo.toml crates/credentials/
COPY crates/names/Cargo.toml crates/names/
COPY crates/roles/Cargo.toml crates/roles/
COPY crates/groups/Cargo.toml crates/groups/
COPY crates/fence/Cargo.toml crates/fence/
COPY crates/mail/Cargo.toml crates/mail/
COPY crates/openid/Cargo.toml crates/openid/
COPY crates/passkeys/Cargo.toml crates/passkeys/
COPY crates/actions/Cargo.toml crates/actions/
COPY crates/pages/Cargo.toml crates/pages/
COPY crates/site/Cargo.toml crates/site/
COPY crates/played/Cargo.toml crates/played/
COPY crates/testbed/Cargo.toml crates/testbed/
COPY crates/server/Cargo.toml crates/server/
COPY crates/bench/Cargo.toml crates/bench/
COPY crates/client/Cargo.toml crates/client/
COPY crates/bot/Cargo.toml crates/bot/
COPY crates/architecture/Cargo.toml crates/architecture/
RUN for crate in crates/*; do mkdir "$crate/src" && touch "$crate/src/lib.rs"; done \
    && echo 'fn main() {}' | tee crates/server/src/main.rs > crates/bot/src/main.rs \
    && mkdir crates/rules/benches && touch crates/rules/benches/playing.rs \
    && cargo build --profile dist --locked -p tengen-server --bin tengen \
    && rm -r crates/*/src crates/*/benches

COPY crates crates
COPY migrations migrations
COPY static static
# Cargo goes by the time of a file; without a new one it could take an empty crate for the built one.
RUN find crates -name '*.rs' -exec touch {} + \
    && cargo build --profile dist --locked -p tengen-server --bin tengen

FROM debian:bookworm-slim
RUN groupadd --system --gid 10001 tengen \
    && useradd --system --uid 10001 --gid tengen --home-dir /var/lib/tengen --shell /usr/sbin/nologin tengen \
    && install --directory --owner tengen --group tengen --mode 0700 /var/lib/tengen
COPY --from=build /build/target/dist/tengen /usr/local/bin/tengen
# The certificate authorities of the system, which the slim image leaves out.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
USER 10001:10001
ENV TENGEN_LISTEN=0.0.0.0:8080 \
    TENGEN_DATA_DIR=/var/lib/tengen
VOLUME /var/lib/tengen
EXPOSE 8080
# Asks /readyz, so that the container counts as healthy only while its database answers.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 CMD ["tengen", "health"]
ENTRYPOINT ["tengen"]
CMD ["serve"]
