#!/usr/bin/env bash
# Makes what a program leaves of the configs in study/, as formats_test.py reads it ever after:
#   make.sh PROGRAM      the program of version 0.1; SOURCE/datasets/manifest.tsv is beside it, as in a build folder
# out/ (a results folder with notes and a job of which half is done), reference/, models, expected/ (what verbs print).
# The files of 0.1 were made once and stay: a later version reads them, and adds a folder of its own where a format changes.
# All is made at a place and on a host whose names are in every file: /tmp/formats_0_1 on `host` (by unshare of util-linux).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
place=/tmp/formats_0_1
if [ "${2:-}" != inside ]; then
  exec unshare --uts --map-root-user "${BASH_SOURCE[0]}" "$(realpath "$1")" inside
fi
hostname host
unset PREIMAGE_DATA PREIMAGE_ROOT OPENBLAS_CORETYPE
export OPENBLAS_NUM_THREADS=1 LC_ALL=C
rm -rf "$place"
mkdir -p "$place/bin" "$place/share/preimage/datasets"
cp "$1" "$place/bin/preimage"
cp "$here/../../../datasets/manifest.tsv" "$place/share/preimage/datasets"
cp -r "$here/study" "$place/study"
cd "$place"
preimage() { "$place/bin/preimage" "$@"; }

for config in classes single pairs; do preimage run "study/$config.yaml" --out out --quiet >/dev/null 2>&1; done
preimage run study/curve.yaml --out out --quiet >/dev/null 2>&1 || [ $? = 6 ] # one learner fails
preimage check study/classes.yaml study/pairs.yaml --reference reference --latest out --update >/dev/null
preimage submit study/classes.yaml --set seed=2 --engine commands --chunks 2 --out out 2>/dev/null >commands.txt
sed -n 1p commands.txt | sh >/dev/null 2>&1
preimage table --out out >/dev/null 2>&1 || [ $? = 6 ]
for config in classes curve pairs; do
  preimage fit "study/$config.yaml" --learner kde --results out --out "$config.pim" >/dev/null 2>&1
done
rm -r out/cells/.claims out/.configs/.lock
rm -rf "$here/out" "$here/reference" "$here/expected" "$here"/*.pim
cp -r out reference ./*.pim "$here"
"$here/formats_test.py" "$1" --write
rm -rf "$place"
