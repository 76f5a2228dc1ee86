#!/usr/bin/env bash
# Makes the manual's pictures of the report page from real results, so that they show what
# there is.
#   make.sh PROGRAM RESULTS    RESULTS: of all configs, with a sweep over two axes and one over a single one
set -euo pipefail
program=$1 results=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" report --out "$results" --page "$folder/report.html"
"$here/../browser_test.py" --screenshots "$here" --page "$folder/report.html"
