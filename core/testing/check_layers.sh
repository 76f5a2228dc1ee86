#!/usr/bin/env bash
# Holds the #include lines to the layers: a folder of core/ includes only itself and folders above it in
# core/CMakeLists.txt. Linking alone does not hold them, because all headers lie on one include path.
set -euo pipefail

if [ $# -gt 1 ] || [ "${1:-}" = --help ]; then
  echo "usage: check_layers.sh [ROOT]   exit codes: 0 the layers hold, 1 they do not" >&2
  exit 1
fi
root=${1:-$(dirname "${BASH_SOURCE[0]}")/../..}
cd "$root"

order=$(sed -n 's/^add_subdirectory(\([a-z_0-9]*\))$/\1/p' core/CMakeLists.txt)
if [ -z "$order" ]; then
  echo "core/CMakeLists.txt: no add_subdirectory(<folder>) found" >&2
  exit 1
fi
for folder in core/*/; do
  if ! grep -Fqx "$(basename "$folder")" <<<"$order"; then
    echo "$folder: not a layer of core/CMakeLists.txt" >&2
    exit 1
  fi
done

# file:line:#include "folder/... for every line that includes
grep -rnE '^[[:space:]]*#[[:space:]]*include' --include='*.hpp' --include='*.cpp' core experiments |
  order=$order awk '
    BEGIN { count = split(ENVIRON["order"], names, "\n"); for (i = 1; i <= count; ++i) rank[names[i]] = i }
    function refuse(why) { print file ":" line ": " why; bad = 1 }
    {
      split($0, part, ":"); file = part[1]; line = part[2]
      split(file, path, "/"); from = path[1] == "core" ? path[2] : path[1]
      name = $0; sub(/^[^"<]*/, "", name)
      ours = substr(name, 1, 1) == "\""; name = substr(name, 2); sub(/[">].*/, "", name)
      to = index(name, "/") ? substr(name, 1, index(name, "/") - 1) : ""
      known = to in rank || to == "experiments"
      ++seen
      if (!ours && !known) next
      for_tests = file ~ /_(test|fuzz)\.cpp$|\/testing_[a-z_0-9]*\.hpp$|^experiments\/benchmarks\//
      if (!ours) refuse("<" name "> is ours: write it in quotation marks")
      else if (!known) refuse("\"" name "\" is not named by its path from core/ or from the root")
      else if (to == from) next
      else if (to == "testing") { if (!for_tests) refuse("testing/ is for tests, benchmarks and testing_*.hpp") }
      else if (from == "experiments") next
      else if (to == "experiments") refuse("core includes nothing of experiments/")
      # The tools of tests link nothing of ours, but each of their users links base.
      else if (from == "testing") { if (to != "base") refuse("testing includes base alone, not " to) }
      else if (rank[to] > rank[from]) refuse(from " stands above " to " in core/CMakeLists.txt")
    }
    END {
      if (!seen) { print "no #include line found"; bad = 1 }
      exit bad
    }' >&2
