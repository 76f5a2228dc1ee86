#!/usr/bin/env bash
# Tests fetch.sh against a server on 127.0.0.1 with made-up data: no network.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for tool in python3 curl gzip tar; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "fetch_test.sh: needs $tool, which is not installed" >&2
    exit 1
  fi
done

work=$(mktemp -d "${TMPDIR:-/tmp}/preimage-fetch-test.XXXXXX")
server=""
cleanup() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap cleanup EXIT
failures=0
mkdir "$work/tmp"
export TMPDIR=$work/tmp # where fetch.sh unpacks; empty in the end

# --- a server: python3-minimal has no http.server, so the few lines of HTTP are written out -------------
cat >"$work/server.py" <<'PYTHON'
import os, socket, sys
folder, port_file = sys.argv[1:]
server = socket.create_server(("127.0.0.1", 0))
with open(port_file + ".tmp", "w") as out:
    out.write(str(server.getsockname()[1]))
os.rename(port_file + ".tmp", port_file)
while True:
    connection, _ = server.accept()
    with connection:
        request = connection.makefile("rb")
        path = os.path.join(folder, request.readline().split()[1].decode().lstrip("/"))
        while request.readline().strip():
            pass
        found = os.path.isfile(path)
        body = open(path, "rb").read() if found else b"<html>no such page</html>"
        status = "200 OK" if found else "404 Not Found"
        head = "HTTP/1.0 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % (status, len(body))
        connection.sendall(head.encode() + body)
PYTHON
mkdir "$work/www"
python3 "$work/server.py" "$work/www" "$work/port" &
server=$!
for _ in $(seq 100); do
  if [ -s "$work/port" ]; then break; fi
  sleep 0.1
done
if [ ! -s "$work/port" ]; then
  echo "fetch_test.sh: the local server did not start" >&2
  exit 1
fi
url=http://127.0.0.1:$(cat "$work/port")
export no_proxy=127.0.0.1 NO_PROXY=127.0.0.1

# --- made-up data and its manifest ------------------------------------------------------------------------
hash_of() { python3 -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'; }

seq 5000 >"$work/lines"
echo "a second file of the set" >"$work/more"
mkdir -p "$work/tree/Pictures/sub"
echo "P5 one" >"$work/tree/Pictures/b 1.pgm"
echo "png two" >"$work/tree/Pictures/sub/a.png"
echo "0: (1,2)" >"$work/tree/Pictures/where.txt"
echo "differs from copy to copy" >"$work/tree/Pictures/README.txt"
tree_hash=$(
  cd "$work/tree"
  for member in "Pictures/b 1.pgm" Pictures/sub/a.png Pictures/where.txt; do
    printf '%s\t%s\n' "$member" "$(hash_of <"$member")"
  done | hash_of
)
{
  printf 'set\tfile\tkind\tcontent_sha256\tshape\tsource\tterms\n'
  printf 'text\ttext/lines.gz\tgz\t%s\t5000 lines\t%s/far/lines.gz\tnone\n' "$(hash_of <"$work/lines")" "$url"
  printf 'text\ttext/more.gz\tgz\t%s\t1 line\t%s/far/more.gz\tnone\n' "$(hash_of <"$work/more")" "$url"
  printf 'tree\ttree/pictures.tar.gz\ttar.gz\t%s\t3 files\t%s/far/pictures.zip\tnone\n' "$tree_hash" "$url"
  printf 'plain\tplain/lines.gz\tgz\t%s\t5000 lines\t%s/far/lines.txt\tnone\n' "$(hash_of <"$work/lines")" "$url"
} >"$work/manifest.tsv"
export PREIMAGE_MANIFEST=$work/manifest.tsv
export PREIMAGE_ARCHIVE=$url/archive
unset PREIMAGE_MIRROR

mkdir "$work/www/far" "$work/www/mirror"
gzip -9 -c "$work/lines" >"$work/www/far/lines.gz"
cp "$work/lines" "$work/www/far/lines.txt" # is compressed when it has come
gzip -c "$work/more" | tee "$work/www/far/more.gz" >"$work/www/mirror/more.gz"
(cd "$work/tree" && python3 -m zipfile -c "$work/www/far/pictures.zip" Pictures)
gzip -1 -c "$work/lines" >"$work/www/mirror/lines.gz"
tar -czf "$work/www/mirror/pictures.tar.gz" -C "$work/tree" ./Pictures

# --- checks -----------------------------------------------------------------------------------------------
# run CODE ARGUMENT...: runs fetch.sh into $work/cache, keeps what it says in $output, checks the exit code.
output=""
run() {
  local expected=$1 code=0
  shift
  output=$("$here/fetch.sh" --to "$work/cache" "$@" 2>&1) || code=$?
  check "fetch.sh $* exits with $expected (was $code: $output)" test "$code" = "$expected"
}
check() {
  local name=$1
  shift
  if ! "$@"; then
    echo "FAILED line ${BASH_LINENO[0]}/${BASH_LINENO[1]}: $name" >&2
    failures=$((failures + 1))
  fi
}
says() { check "says '$1', said: $output" grep -Fq -e "$1" <<<"$output"; }
absent() { check "$1 is absent" test ! -e "$work/cache/$1"; }
nothing_partial() { check "no partial files" test -z "$(find "$work/cache" -name '*.part*')"; }
content_is_right() {
  check "lines.gz holds the lines" cmp -s <(gzip -dc "$work/cache/text/lines.gz") "$work/lines"
}

run 0 # all sets, from the source column; the second is a zip there and is packed again, the third plain text
says "text/lines.gz: fetched from $url/far/lines.gz and verified"
says "tree/pictures.tar.gz: fetched from $url/far/pictures.zip and verified"
content_is_right
check "plain text was compressed" cmp -s <(gzip -dc "$work/cache/plain/lines.gz") "$work/lines"
check "the zip became a tar.gz" tar -xzOf "$work/cache/tree/pictures.tar.gz" ./Pictures/where.txt >/dev/null
nothing_partial

rm "$work/www/far/lines.gz" "$work/www/far/pictures.zip" # what is there and valid is not fetched again
run 0
says "text/lines.gz: there and valid"
says "tree/pictures.tar.gz: there and valid"

rm -r "$work/cache"
run 1 text # the source is gone
says "$url/far/lines.gz: download failed"
says "$url/archive/$url/far/lines.gz: download failed"
says "text/lines.gz: no source has it; put a copy to $work/cache/text/lines.gz (its content, unpacked, has SHA-256 $(hash_of <"$work/lines"))"
absent text/lines.gz
nothing_partial

mkdir -p "$work/www/archive/$url/far" # its archived copy is there
cp "$work/www/mirror/lines.gz" "$work/www/archive/$url/far/lines.gz"
run 0 text
says "text/lines.gz: fetched from $url/archive/$url/far/lines.gz and verified"
content_is_right
rm -r "$work/cache"

export PREIMAGE_MIRROR=$url/mirror # another compression and packing of the same content
run 0 text tree
says "fetched from $url/mirror/lines.gz and verified"
says "fetched from $url/mirror/pictures.tar.gz and verified"
content_is_right

echo "not gzip" >"$work/cache/text/lines.gz" # a damaged copy is replaced ...
run 0 text
says "damaged or not a gz file"
says "fetching it again"
content_is_right

rm -r "$work/cache"
sed '77s/7/8/' "$work/lines" | gzip -c >"$work/www/mirror/lines.gz" # tampered: one byte of the content
run 1                                                                 # ... and the rest is still fetched
says "$url/mirror/lines.gz: expected content SHA-256"
says "text/more.gz: fetched"
says "tree/pictures.tar.gz: fetched"
absent text/lines.gz
nothing_partial

mkdir -p "$work/cache/text"
echo "mine" >"$work/cache/text/lines.gz" # a bad download does not replace what was there
run 1 text
check "the old file stays" grep -q mine "$work/cache/text/lines.gz"
rm -r "$work/cache"

gzip -c "$work/lines" | head -c 3000 >"$work/www/mirror/lines.gz" # truncated
run 1 text
says "damaged or not a gz file"
absent text/lines.gz

whole=$work/www/mirror/pictures.tar.gz
cp "$whole" "$work/pictures.tar.gz"
head -c 150 "$work/pictures.tar.gz" >"$whole" # truncated
run 1 tree
says "damaged or not a tar.gz file"
absent tree/pictures.tar.gz
nothing_partial

mkdir "$work/changed"
cp -R "$work/tree/Pictures" "$work/changed/Pictures"
echo "0: (9,9)" >"$work/changed/Pictures/where.txt" # tampered: an annotation
tar -czf "$whole" -C "$work/changed" Pictures
run 1 tree
says "expected content SHA-256 $tree_hash"
absent tree/pictures.tar.gz

cp "$work/tree/Pictures/where.txt" "$work/changed/Pictures/where.txt"
echo "another readme" >"$work/changed/Pictures/README.txt" # what is no data may differ
tar -czf "$whole" -C "$work/changed" Pictures
run 0 tree
rm -r "$work/cache"

ln -s /etc "$work/changed/Pictures/link"
tar -czf "$whole" -C "$work/changed" Pictures
run 1 tree
says "the archive holds links"
absent tree/pictures.tar.gz

gzip -c "$work/lines" >"$work/www/mirror/lines.gz"
mkdir "$work/bin" # without sha256sum, shasum -a 256 is called
for tool in bash env dirname mktemp rm mkdir cat cut gzip curl head find tail uniq grep mv tr sort awk xargs paste; do
  ln -s "$(command -v "$tool")" "$work/bin/$tool"
done
cat >"$work/bin/shasum" <<'PYTHON'
#!/usr/bin/env python3
import hashlib, sys
assert sys.argv[1:3] == ["-a", "256"], sys.argv
for name in sys.argv[3:] or ["-"]:
    data = sys.stdin.buffer.read() if name == "-" else open(name, "rb").read()
    print(hashlib.sha256(data).hexdigest() + "  " + name)
PYTHON
chmod +x "$work/bin/shasum"
ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$work/bin/python3"
PATH=$work/bin run 0 text
content_is_right

run 2 txet
says "unknown set 'txet'; known: text tree plain"
run 2 --too
says "unknown option --too"
PREIMAGE_MANIFEST=$work/none.tsv run 1
says "none.tsv: cannot be read"
check "no temporary files are left" test -z "$(ls -A "$work/tmp")"

if [ "$failures" -gt 0 ]; then
  echo "fetch_test.sh: $failures checks failed" >&2
  exit 1
fi
echo "fetch_test.sh: all checks passed"
