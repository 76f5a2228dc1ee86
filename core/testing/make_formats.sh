#!/usr/bin/env bash
# Makes what a program leaves of the configs in FOLDER/study/, as formats_test.py reads it ever after:
#   make_formats.sh PROGRAM FOLDER      the program of version 0.2, and formats_0_2
# FOLDER/out (a results folder with notes and a job of which half is done), reference, models, expected (what verbs print).
# The files of a version were made once and stay: later versions read them, and add a folder of their own where a format changes.
# All is made at a place and on a host whose names are in every file: /tmp/formats_0_2 on `host` (by unshare of util-linux).
set -euo pipefail
testing=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
here=$(realpath "$2")
place=/tmp/$(basename "$here")
if [ "${3:-}" != inside ]; then
  exec unshare --uts --map-root-user "${BASH_SOURCE[0]}" "$(realpath "$1")" "$here" inside
fi
hostname host
unset PREIMAGE_DATA PREIMAGE_ROOT OPENBLAS_CORETYPE
export OPENBLAS_NUM_THREADS=1 LC_ALL=C
rm -rf "$place"
mkdir -p "$place/bin" "$place/share/preimage/datasets"
cp "$1" "$place/bin/preimage"
cp "$testing/../../datasets/manifest.tsv" "$place/share/preimage/datasets"
cp -r "$here/study" "$place/study"
cd "$place"
preimage() { "$place/bin/preimage" "$@"; }

for config in study/*.yaml; do
  preimage run "$config" --out out --quiet >/dev/null 2>&1 || [ $? = 6 ] # one learner of `curve` fails
done
preimage check study/classes.yaml study/pairs.yaml --reference reference --latest out --update >/dev/null
preimage submit study/classes.yaml --set seed=2 --engine commands --chunks 2 --out out 2>/dev/null >commands.txt
sed -n 1p commands.txt | sh >/dev/null 2>&1
preimage table --out out >/dev/null 2>&1 || [ $? = 6 ]
grep -l '^  kde:' study/*.yaml | while read -r config; do
  preimage fit "$config" --learner kde --results out --out "$(basename "$config" .yaml).pim" >/dev/null 2>&1
done
rm -r out/cells/.claims out/.configs/.lock
rm -rf "$here/out" "$here/reference" "$here/expected" "$here"/*.pim
cp -r out reference ./*.pim "$here"
"$testing/formats_test.py" "$1" "$here" --write
rm -rf "$place"
