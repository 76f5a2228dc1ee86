#!/usr/bin/env bash
# Makes the Debian packages, checks them, and tries them on a bare Debian 12:
#   core/testing/packages.sh [--build DIR] [build|lint|try]...     all steps without a name
#     build  in the build folder DIR (build-packages), which is made where it is missing; packages go to DIR/packages. Their
#            bytes are determined by the commit, the compiler and the packages it builds with, not by time and place
#     lint   lintian: no error, no warning
#     try    apt install ./preimage_*.deb in a new system made by mmdebstrap (root, network), then what a reader would do
# Installs nothing on this machine: needs what run_all.sh installs, dpkg-dev, file, pandoc (HTML) and help2man (manual pages)
# for build, lintian for lint, mmdebstrap for try.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build="build-packages"

# Only what is packaged; CMake would build all tests before it installs.
build() {
  local source=$PWD folder
  mkdir -p "$build"
  folder=$(cd "$build" && pwd)
  # The time of the files in the packages: of the commit, or of the release where there is no git.
  : "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date --utc --date "$(sed -n 's/^date-released: //p' CITATION.cff)" +%s)}"
  export SOURCE_DATE_EPOCH
  # A path of the machine stands in no file: the source is `.`, the build folder `build`.
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON \
    -DCMAKE_CXX_FLAGS="-ffile-prefix-map=$source=. -ffile-prefix-map=$folder=build" \
    -DCMAKE_EXE_LINKER_FLAGS="-Wl,-z,relro -Wl,-z,now"
  cmake --build "$build" --target preimage preimage_library pages manual
  rm -rf "$build/packages"
  (cd "$build" && cpack)
  rm -r "$build/packages/_CPack_Packages"
  ls -l "$build/packages"
}

lint() { lintian --allow-root --fail-on error,warning "$build"/packages/*.deb; }

# What the new system does once the packages lie in its /root; from inside.
visit() {
  cat <<'VISIT'
set -eux
cd /root
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ./preimage_*.deb
preimage --version
preimage run kde_nips_table1 --reading A-exclusive-noise --repetitions 2 --quiet >table.txt
cat table.txt
grep -q '24 cells, 0 failed' table.txt
test -s results/latest/quick/string_toy/kde_nips_table1.reading-A-exclusive-noise.repetitions-2.csv
cp /usr/share/preimage/experiments/own_data/example/points.csv .
preimage init points.csv --target kind --out points.yaml
preimage run points.yaml --out own --quiet
preimage fit points.yaml --results own --out points.pim
preimage predict points.pim points.csv | head -3
test -s "$(preimage report --out own)"
man preimage-run | grep -e '--reading READING'
man -k preimage | grep -q '^preimage-fit (1)'
preimage help run | head -3
bash -c '. /usr/share/bash-completion/completions/preimage
  COMP_WORDS=(preimage run kde_nips_table1 --reading A) COMP_CWORD=4 && _preimage && [ "${COMPREPLY[*]}" = A-exclusive-noise ]'
test -s /usr/share/doc/preimage/html/index.html
test -s /usr/share/doc/preimage/changelog.Debian.gz
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ./libpreimage-dev_*.deb g++ pkg-config
# shellcheck disable=SC2046
g++ -std=c++20 -O1 /usr/share/doc/preimage/core/examples/fit_and_predict.cpp -o fit_and_predict $(pkg-config --cflags --libs preimage)
./fit_and_predict
apt-get purge -y -qq preimage libpreimage-dev
test ! -e /usr/share/preimage
test ! -e /usr/bin/preimage
VISIT
}

try() {
  local system
  system=$(mktemp -d)
  # shellcheck disable=SC2064 # the folder of now
  trap "rm -rf '$system'" EXIT
  mmdebstrap --quiet --variant=apt bookworm "$system"
  cp "$build"/packages/*.deb "$system/root"
  visit >"$system/root/visit.sh"
  cp /etc/resolv.conf "$system/etc/resolv.conf"
  # shellcheck disable=SC2016 # expanded inside, where the mount ends with the shell
  unshare --mount --pid --fork sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin sh /root/visit.sh' "$system"
}

if [ "${1:-}" = --build ] && [ $# -ge 2 ]; then
  build=$2
  shift 2
fi
if [ $# = 0 ]; then set -- build lint try; fi
for step in "$@"; do
  case $step in
    build | lint | try) "$step" ;;
    *)
      sed -n '2,8p' "$0" >&2
      exit 2
      ;;
  esac
done
