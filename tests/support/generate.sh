#!/usr/bin/env bash
# Runs protoc with our plugin over proto/.
#   generate.sh PLUGIN write    replaces generated/ (files that do not change keep their time stamps)
#   generate.sh PLUGIN check    compares file set and bytes; prints the difference and the command that mends it
# ROOT (default: the current folder) holds proto/ and generated/.
set -euo pipefail

plugin=$(realpath "$1")
mode=$2
cd "${ROOT:-.}"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

mapfile -t protos < <(cd proto && find . -name '*.proto' -printf '%P\n' | LC_ALL=C sort)
protoc -I proto --plugin=protoc-gen-a2a="$plugin" --a2a_out="$out" "${protos[@]}"
# The one file in there that people write.
cp generated/cpp/CMakeLists.txt "$out/cpp/CMakeLists.txt"

case $mode in
  check)
    if ! diff -r -u generated "$out" | sed "s|$out|regenerated|g" | head -n 200; then
      echo "generated/ is not what proto/ says. Mend it with: make generate"
      exit 1
    fi
    echo "generated/ is what proto/ says: $(find "$out" -type f | wc -l) files"
    ;;
  write)
    while read -r file; do
      if ! cmp -s "$out/$file" "generated/$file"; then
        mkdir -p "generated/$(dirname "$file")"
        cp "$out/$file" "generated/$file"
        echo "wrote generated/$file"
      fi
    done < <(cd "$out" && find . -type f -printf '%P\n' | LC_ALL=C sort)
    while read -r file; do
      if [ ! -e "$out/$file" ]; then
        rm "generated/$file"
        echo "removed generated/$file"
      fi
    done < <(cd generated && find . -type f -printf '%P\n' | LC_ALL=C sort)
    find generated -type d -empty -delete
    ;;
  *)
    echo "usage: generate.sh PLUGIN write|check" >&2
    exit 2
    ;;
esac
