# Puts arena on PATH, unless it is: the release, or a build of the source. Kept in .arena, which the next job has from its cache.
if ! command -v arena >/dev/null; then
  home=$PWD/.arena
  if [ ! -x "$home/bin/arena" ]; then
    mkdir -p "$home/bin"
    case $(uname -sm) in
      "Linux x86_64") target=x86_64-unknown-linux-musl ;;
      "Darwin x86_64") target=x86_64-apple-darwin ;;
      "Darwin arm64") target=aarch64-apple-darwin ;;
      *) target=none ;;
    esac
    name=arena-${ARENA_VERSION:-none}-$target
    if [ -n "${ARENA_SOURCE:-}" ]; then
      cargo install --locked --path "$ARENA_SOURCE" --root "$home"
    elif [ -z "${ARENA_URL:-}" ]; then
      echo "error: ARENA_URL is empty: write the address of arena's repository into the workflow" >&2
      exit 2
    elif curl --fail --silent --location "${ARENA_URL%.git}/releases/download/$ARENA_VERSION/$name.tar.gz" >"$home/archive"; then
      tar -xzf "$home/archive" -C "$home/bin" --strip-components 1 "$name/arena"
    else
      echo "no release of $ARENA_VERSION for $(uname -sm): building it"
      cargo install --locked --git "$ARENA_URL" --tag "$ARENA_VERSION" --root "$home" arena
    fi
    rm -f "$home/archive"
  fi
  PATH=$home/bin:$PATH
  export PATH
  [ -z "${GITHUB_PATH:-}" ] || echo "$home/bin" >>"$GITHUB_PATH"
fi
arena --version
