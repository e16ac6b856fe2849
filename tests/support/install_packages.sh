#!/usr/bin/env bash
# Installs what the build needs on Debian 12 and is not there yet; silent when nothing is missing.
set -euo pipefail

packages=(
  build-essential cmake ninja-build pkg-config
  protobuf-compiler libprotobuf-dev libprotoc-dev libabsl-dev
  sqlite3 libsqlite3-dev libsodium-dev zlib1g-dev
  libgtest-dev libgmock-dev libbenchmark-dev nlohmann-json3-dev libsimdjson-dev
)

missing=()
if command -v dpkg-query >/dev/null; then
  for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
  done
else
  echo "This is not a Debian system: install the equivalents of ${packages[*]} yourself." >&2
fi
# Node may come from elsewhere (another packager's nodejs brings its own npm and conflicts with Debian's).
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Missing packages: ${missing[*]}. Become root, or install sudo, and try again." >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing packages with apt-get: ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
