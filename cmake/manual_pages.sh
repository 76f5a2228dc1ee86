#!/usr/bin/env bash
# manual_pages.sh PROGRAM CITATION FOLDER: writes the manual pages of PROGRAM and of its verbs into FOLDER, by help2man, with the
# date of the release. Without help2man it writes none and says so.
set -euo pipefail
if ! command -v help2man >/dev/null; then
  echo "no manual pages: help2man is not installed" >&2
  exit 0
fi
released=$(sed -n 's/^date-released: *//p' "$2")
version=$("$1" --version | sed -n '1s/^\(preimage [^ ]*\) .*/\1/p')
"$1" complete -- '' | sed -n 's/^\([a-z]\+\)\t/\1:/p; 1s/.*/:reproducible experiments in learning with structured outputs/p' |
  while IFS=: read -r verb brief; do
    name=preimage${verb:+-$verb}
    help2man --no-info --no-discard-stderr --version-string="$version" --name="$brief" --section=1 --manual="User Commands" \
      "$1${verb:+ $verb}" | sed -e "s/^\.TH .* \"1\" \"[^\"]*\"/.TH \"${name^^}\" 1 \"$released\"/" \
      -e "/^\.SH NAME/,/^\.SH SYNOPSIS/s/^preimage.* \\\\- /$name \\\\- /" >"$3/$name.1"
  done
