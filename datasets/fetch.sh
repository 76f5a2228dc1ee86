#!/usr/bin/env bash
# Gets data sets from their public sources, verifies their content, and puts them into datasets/cache/.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: datasets/fetch.sh [--to DIR] [SET...]

Downloads the data sets named (default: all) to DIR/<set>/ (default: datasets/cache). A file is put there
only after the SHA-256 of its content agrees with datasets/manifest.tsv; what is there and agrees is kept.

environment:
  PREIMAGE_MIRROR    a base URL that replaces everything before the file name; the mirror holds the files
                     under their names in the manifest's `file` column
  PREIMAGE_ARCHIVE   what stands before a source's address where its archived copy is fetched, when the source is
                     gone (default: https://web.archive.org/web/2020id_)
  PREIMAGE_MANIFEST  another manifest

exit codes: 0 all there, 1 a file could not be had, 2 wrong usage
USAGE
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
manifest=${PREIMAGE_MANIFEST:-$here/manifest.tsv}
archive=${PREIMAGE_ARCHIVE:-https://web.archive.org/web/2020id_}
work=$(mktemp -d "${TMPDIR:-/tmp}/preimage-fetch.XXXXXX")
partial=""
hasher=(sha256sum)
trap 'rm -rf "$work"; if [ -n "$partial" ]; then rm -f "$partial"; fi' EXIT

fail() {
  echo "fetch.sh: $*" >&2
  return 1
}

stop() {
  echo "fetch.sh: $2" >&2
  exit "$1"
}

need() {
  command -v "$1" >/dev/null 2>&1 || stop 1 "needs $1, which is not installed"
}

# Prints the hash of standard input.
sha256() {
  "${hasher[@]}" | cut -c1-64
}

# The hash of a folder's data members: of the sorted lines "<path><TAB><hash>". Which members count is said
# in core/suite/data/manifest.cpp (is_data_member).
folder_hash() {
  (
    cd "$1"
    find . -type f \( -name '*.pgm' -o -name '*.png' -o -name '*.txt' \) ! -name '.*' ! -name 'README*' -print0 |
      xargs -0 "${hasher[@]}" |
      awk '{ printf "%s\t%s\n", substr($0, 69), substr($0, 1, 64) }' | LC_ALL=C sort # "<hash>  ./<path>"
  ) | sha256
}

# Unpacks a tar.gz or a zip into a new folder.
unpack() {
  local archive=$1 folder=$2
  mkdir "$folder"
  if [ "$(head -c 2 "$archive")" != "PK" ]; then
    tar -xzf "$archive" -C "$folder"
  elif command -v unzip >/dev/null 2>&1; then
    unzip -q "$archive" -d "$folder"
  else
    need python3
    python3 -m zipfile -e "$archive" "$folder"
  fi
}

# Prints the content hash of file $1 of kind $2; fails where it is damaged. The folder $work/content holds what
# an archive contains.
content_hash() {
  rm -rf "$work/content"
  if [ "$2" = gz ]; then
    gzip -dc "$1" | sha256
  else
    unpack "$1" "$work/content" || return 1
    if [ -n "$(find "$work/content" -type l -print)" ]; then
      fail "the archive holds links"
      return 1
    fi
    folder_hash "$work/content"
  fi
}

# Whether file $1 of kind $2 has the content $3; says why not.
has_content() {
  local found
  if ! found=$(content_hash "$1" "$2" 2>"$work/reason"); then
    fail "$4: damaged or not a $2 file: $(head -n 1 "$work/reason")"
  elif [ "$found" != "$3" ]; then
    fail "$4: expected content SHA-256 $3, found $found"
  fi
}

# Downloads $1 to $2 as file $3 of kind $4 with the content $5.
fetch_from() {
  local source=$1 target=$2 file=$3 kind=$4 expected=$5
  partial=$target.part.$$
  if ! curl --fail --location --silent --show-error --proto '=http,https,file' --connect-timeout 30 --retry 2 \
    --speed-limit 100 --speed-time 60 --max-filesize 268435456 --output "$partial" "$source"; then
    rm -f "$partial"
    fail "$source: download failed"
    return 1
  fi
  if [ "$kind" = gz ] && [ "${source%.gz}" = "$source" ]; then # plain there; the program's file is compressed
    gzip -n "$partial" && mv -f "$partial.gz" "$partial" || return 1
  fi
  if ! has_content "$partial" "$kind" "$expected" "$source"; then
    rm -f "$partial"
    return 1
  fi
  if [ "$kind" = tar.gz ] && [ "$(head -c 2 "$partial")" = "PK" ]; then # the program reads tar.gz
    COPYFILE_DISABLE=1 tar -czf "$partial" -C "$work/content" . || return 1
  fi
  mv -f "$partial" "$target" || return 1
  partial=""
  echo "$file: fetched from $source and verified"
}

# Gets one file of the manifest to $1/<file>, from its source, else from the archive's copy of it.
fetch_file() {
  local to=$1 file=$2 kind=$3 expected=$4 url=$5 source
  local target=$to/$file
  local -a sources=("$url" "$archive/$url")
  if [ -n "${PREIMAGE_MIRROR:-}" ]; then sources=("${PREIMAGE_MIRROR%/}/${file##*/}"); fi
  if [ -e "$target" ]; then
    if has_content "$target" "$kind" "$expected" "$target"; then
      echo "$file: there and valid"
      return 0
    fi
    echo "$file: fetching it again"
  fi
  mkdir -p "$(dirname "$target")" || return 1
  for source in "${sources[@]}"; do
    if fetch_from "$source" "$target" "$file" "$kind" "$expected"; then return 0; fi
  done
  fail "$file: no source has it; put a copy to $target (its content, unpacked, has SHA-256 $expected)"
}

# Fetches every file of set $2; goes on after a failure and reports it.
fetch_set() {
  local to=$1 wanted=$2 failed=0 set file kind hash shape url terms
  while IFS=$'\t' read -r set file kind hash shape url terms; do
    if [ "$set" = "$wanted" ]; then
      fetch_file "$to" "$file" "$kind" "$hash" "$url" </dev/null || failed=1
    fi
  done <"$manifest"
  : "$shape" "$terms" # columns for people
  return "$failed"
}

main() {
  local to=$here/cache known set failed=0
  local -a sets=()
  while [ $# -gt 0 ]; do
    case $1 in
      --to) [ $# -ge 2 ] || stop 2 "--to: expected a folder"; to=$2; shift ;;
      -h | --help) usage; return 0 ;;
      -*) usage >&2; stop 2 "unknown option $1" ;;
      *) sets+=("$1") ;;
    esac
    shift
  done
  [ -r "$manifest" ] || stop 1 "$manifest: cannot be read"
  need curl
  if ! command -v sha256sum >/dev/null 2>&1; then # macOS
    need shasum
    hasher=(shasum -a 256)
  fi
  known=$(tail -n +2 "$manifest" | cut -f1 | uniq)
  for set in ${sets[@]+"${sets[@]}"}; do
    grep -Fqx -e "$set" <<<"$known" || stop 2 "unknown set '$set'; known: $(echo "$known" | paste -sd ' ' -)"
  done
  [ ${#sets[@]} -gt 0 ] || while IFS= read -r set; do sets+=("$set"); done <<<"$known"
  for set in "${sets[@]}"; do fetch_set "$to" "$set" || failed=1; done
  return "$failed"
}

main "$@"
