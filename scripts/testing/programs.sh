# Sourced by scripts/test: finds the programs that its steps need, installs what is missing where that is possible,
# and otherwise says what is missing and how to get it.

declare -A DEBIAN_PACKAGE=(
  [cc]="build-essential" [curl]="curl" [node]="nodejs" [npm]="npm" [postgres]="postgresql" [chromium]="chromium" [shell]="chromium-headless-shell" [gnugo]="gnugo"
  [python]="python3-venv" [zbarimg]="zbar-tools" [fontconfig]="fontconfig" [fonts]="fonts-noto-cjk"
  [nginx]="nginx" [haproxy]="haproxy" [caddy]="caddy" [faketime]="faketime" [systemd]="systemd"
  [nats]="nats-server" [openssl]="openssl"
)
declare -A HOW_TO_GET=(
  [cargo]="Rust with rustfmt and clippy, no older than rust-version in Cargo.toml: https://rustup.rs, then 'rustup component add rustfmt clippy'"
  [cc]="a C compiler: apt-get install build-essential"
  [curl]="curl: apt-get install curl"
  [node]="Node.js 20 or newer: apt-get install nodejs (Debian 13, Ubuntu 24.10) or https://nodejs.org"
  [npm]="npm: comes with https://nodejs.org, or apt-get install npm"
  [postgres]="the PostgreSQL server's programs (initdb, postgres): apt-get install postgresql"
  [chromium]="Chromium: apt-get install chromium, or name the program of another installation in CHROMIUM"
  [shell]="the headless shell of Chromium: apt-get install chromium-headless-shell (Debian), or name it, or a whole Chromium, in HEADLESS_SHELL"
  [python]="Python 3.10 or newer with venv and pip: apt-get install python3-venv"
  [zbarimg]="a reader of QR codes: apt-get install zbar-tools"
  [fontconfig]="fc-list, which names the fonts that are there: apt-get install fontconfig"
  [fonts]="fonts for Japanese, Korean and Chinese in both kinds of characters: apt-get install fonts-noto-cjk"
  [nginx]="nginx 1.22 or newer: apt-get install nginx"
  [haproxy]="HAProxy 2.6 or newer: apt-get install haproxy"
  [caddy]="Caddy 2.6 or newer: apt-get install caddy"
  [faketime]="the library of faketime in /usr/lib/*/faketime: apt-get install faketime"
  [systemd]="systemd-analyze, which reads units: apt-get install systemd"
  [nats]="nats-server 2.9 or newer: apt-get install nats-server"
  [openssl]="OpenSSL 1.1.1 or newer, which makes a certificate: apt-get install openssl"
  [gnugo]="GNU Go: apt-get install gnugo, or name the program in GNUGO"
)

# Each has_* also puts what it found where the steps look for it.

has_cargo() {
  if ! command -v cargo >/dev/null && [ -x "${CARGO_HOME:-${HOME:-}/.cargo}/bin/cargo" ]; then
    PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
  fi
  command -v cargo >/dev/null || return 1
  if ! { cargo fmt --version && cargo clippy --version; } >/dev/null 2>&1; then
    command -v rustup >/dev/null && rustup component add rustfmt clippy >&2 || return 1
  fi
  local needed found
  needed=$(sed -nE 's/^rust-version = "([0-9.]+)"/\1/p' Cargo.toml)
  found=$(cargo --version | cut -d' ' -f2)
  [ "$(printf '%s\n' "$needed" "$found" | sort -V | head -n 1)" = "$needed" ]
}

has_cc() { command -v cc >/dev/null; }

has_curl() { command -v curl >/dev/null; }

has_node() { command -v node >/dev/null && [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ]; }

has_npm() { command -v npm >/dev/null; }

# Debian keeps the server's programs of each version in a directory of its own, outside the PATH.
has_postgres() {
  local place
  place=$(find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null | sort -V | tail -n 1)
  if [ -n "$place" ]; then PATH="$(dirname "$place"):$PATH"; fi
  command -v initdb >/dev/null && command -v postgres >/dev/null
}

has_chromium() {
  local name
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null; then
      CHROMIUM=$(command -v "$name")
      export CHROMIUM
      return
    fi
  done
  return 1
}

has_shell() {
  local name
  for name in "${HEADLESS_SHELL:-}" chromium-headless-shell; do
    if [ -n "$name" ] && command -v "$name" >/dev/null; then
      HEADLESS_SHELL=$(command -v "$name")
      export HEADLESS_SHELL
      return
    fi
  done
  return 1
}

has_fontconfig() { command -v fc-list >/dev/null; }

# The pages are looked at in five languages: letters without a font are boxes, which are cut nowhere.
has_fonts() {
  local language
  has_fontconfig || return 1
  for language in ja ko zh-cn zh-tw; do
    [ -n "$(fc-list ":lang=$language" family)" ] || return 1
  done
}

# Debian has these where only root looks for programs.
has_nginx() { on_path_or_in_sbin nginx; }

has_haproxy() { on_path_or_in_sbin haproxy; }

has_faketime() { compgen -G '/usr/lib/*/faketime/libfaketime.so.1' >/dev/null; }

has_nats() { on_path_or_in_sbin nats-server; }

has_caddy() { command -v caddy >/dev/null; }

# It need not be what runs the machine.
has_systemd() { command -v systemd-analyze >/dev/null; }

on_path_or_in_sbin() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }

has_openssl() { command -v openssl >/dev/null; }

has_zbarimg() { command -v zbarimg >/dev/null; }

has_gnugo() {
  local name
  for name in "${GNUGO:-}" gnugo /usr/games/gnugo; do
    if [ -n "$name" ] && command -v "$name" >/dev/null; then
      GNUGO=$(command -v "$name")
      export GNUGO
      return
    fi
  done
  return 1
}

# Debian packs the module that makes environments by itself, and without it venv is there but fails.
has_python() {
  command -v python3 >/dev/null && python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

# Prints the command that gives root's rights: nothing for root, sudo where it asks for no password.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

can_install() {
  command -v apt-get >/dev/null && { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }
}

# provide PROGRAM...: afterwards all of them are there, or the script has ended.
provide() {
  local program missing=()
  for program in $(printf '%s\n' "$@" | sort -u); do
    "has_$program" || missing+=("$program")
  done
  if [ ${#missing[@]} -gt 0 ] && can_install; then
    echo "installing what is missing: ${missing[*]}"
    as_root apt-get update -qq || true
    for program in "${missing[@]}"; do
      [ -n "${DEBIAN_PACKAGE[$program]:-}" ] || continue
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${DEBIAN_PACKAGE[$program]}" || true
    done
  fi
  local absent=()
  for program in "${missing[@]}"; do
    hash -r
    "has_$program" || absent+=("$program")
  done
  if [ ${#absent[@]} -gt 0 ]; then
    echo "scripts/test cannot run, this is missing:" >&2
    for program in "${absent[@]}"; do echo "  $program: ${HOW_TO_GET[$program]}" >&2; done
    exit 1
  fi
  export PATH
}
