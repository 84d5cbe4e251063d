#!/bin/bash
# The JavaScript module answers as code/verify.c does, to honest records, forgeries and hostile
# bytes.
. "$(dirname "$0")/../support/shell.sh"
without_waits

for tool in node python3; do
    if ! command -v "$tool" >/dev/null; then
        skip "$tool is not installed: the JavaScript module"
        finish
    fi
done
if ! make -C "$ROOT" --no-print-directory wasm BUILD="$BUILD" >"$WORK/log" 2>&1; then
    if grep -q 'no toolchain of WebAssembly' "$WORK/log"; then
        skip "no toolchain of WebAssembly: the JavaScript module"
    else
        fail "make wasm: $(tail -n 5 "$WORK/log")"
    fi
    finish
fi
BUILD=$(cd "$BUILD" && pwd)
package=$BUILD/wasm
wasm=$package/witnessmark.wasm

# ---- the package ----

size=$(gzip -9nc "$wasm" | wc -c)
[ "$size" -le 120000 ] && pass || fail "witnessmark.wasm has $size bytes by gzip, more than 120,000"
expect_equal "the version of package.json" \
    "$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$package/package.json")" \
    "$(sed -n 's/^.define WM_VERSION "\(.*\)"/\1/p' "$ROOT/include/witnessmark.h")"
expect_equal "what the module needs of node" "$(grep -nE -e 'node:|import .* from "[^.]' \
    -e '\b(require|process|Buffer|__dirname)\b' "$package"/*.js)" ""
make -C "$ROOT" --no-print-directory wasm BUILD="$WORK/again" >"$WORK/log" 2>&1 &
again=$!
cat >"$WORK/package.mjs" <<'JS'
import { readFileSync } from "node:fs";
const [folder] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(`${folder}/witnessmark.wasm`));
for (const { module: from, name } of WebAssembly.Module.imports(module))
    console.log(`${from}.${name}`);
const { auditor } = await import(`${folder}/witnessmark.js`);
for (const wasm of [module, readFileSync(`${folder}/witnessmark.wasm`),
    Promise.resolve(new Response(readFileSync(`${folder}/witnessmark.wasm`)))]) {
    const audit = await auditor(wasm);
    console.log((await audit(new TextEncoder().encode("{}\n").buffer)).verdict);
}
const audit = await auditor(module);
const bytes = new Uint8Array(1);
for (const input of [42, null, "text", { "evidence.jsonl": "text" }, {},
    { "../evidence.jsonl": bytes }, new Map([["a//b", bytes]]), { "/etc/passwd": bytes },
    { "a\0": bytes }, new Map([[1, bytes]])])
    console.log(await audit(input).then(JSON.stringify, (error) => `${error}`));
const gone = await auditor(Promise.resolve(new Response("", { status: 404 }))).catch(String);
console.log(gone);
JS
expect 0 node "$WORK/package.mjs" "$package"
expect_equal "what the module says of its arguments" "$(cat "$WORK/out")" "$(
    cat <<'OUT'
witnessmark.put
invalid
invalid
invalid
TypeError: a record is bytes, or a Map or an object of path -> bytes
TypeError: a record is bytes, or a Map or an object of path -> bytes
TypeError: a record is bytes, or a Map or an object of path -> bytes
TypeError: evidence.jsonl: not bytes
Error: not a record: neither evidence.jsonl nor manifest.sha256 is there
Error: refused: the path '../evidence.jsonl' is absolute or has an empty, '.' or '..' part
Error: refused: the path 'a//b' is absolute or has an empty, '.' or '..' part
Error: refused: the path '/etc/passwd' is absolute or has an empty, '.' or '..' part
Error: refused: the path 'a?' is absolute or has an empty, '.' or '..' part
Error: refused: the path '1' is absolute or has an empty, '.' or '..' part
Error: : HTTP status 404
OUT
)"
wait "$again" || fail "make wasm, again: $(cat "$WORK/log")"
cmp "$wasm" "$WORK/again/wasm/witnessmark.wasm" && pass || fail "a second build has other bytes"

# ---- honest records and forgeries ----

# compare WASM ARGUMENT...
compare() {
    python3 "$ROOT/tests/support/compare_js.py" --build "$BUILD" --wasm "$@"
}
expect 0 compare "$wasm" --shipped
cat "$WORK/out"
expect_words "$WORK/out" '^compared: 1[0-9]{3} forgeries, ' '.* [5-9][0-9] records, '

# A module that is wrong is seen. changed SUBSTITUTION WORDS: of bytes, which must be there.
changed() {
    perl -0777 -pe "$1 or die 'witnessmark.wasm lacks it'" "$wasm" >"$WORK/changed.wasm" ||
        fail "not changed: $1"
    expect 1 compare "$WORK/changed.wasm" manifest_capitals
    expect_words "$WORK/out" "^FAIL manifest_capitals: .*$2"
}
changed 's/\x98\x2f\x8a\x42/\x99\x2f\x8a\x42/' 'invalid .* not .*invalid ' # a constant of SHA-256
changed 's/\0invalid\0/\0older\0\0\0/' 'older .* not .*invalid '
changed 's/\0manifest\0/\0manifesT\0/' '\[manifesT\] .* not .*\[manifest\] '

# ---- hostile bytes ----

cd "$WORK" || exit 2
expect 0 python3 "$ROOT/tests/support/make_record.py" --plan small --verify-c \
    "$BUILD/code/verify.c" rec
tar czf rec.tar.gz rec
python3 "$ROOT/tests/support/hostile_archives.py" || fail "no hostile archives"

# answers PATH...: the answers of one process, in `answers`; the most KiB that it had, in `peak`.
answers() {
    printf '%s\n' "$@" | timeout "$hang" node "$ROOT/tests/support/js_answers.mjs" "$package" \
        "$wasm" >answers 2>peak
    expect_equal "exit of js_answers.mjs" "$?" 0
}
answers rec.tar.gz bad/* rec
expect_equal "answers" "$(grep -c '^[0-9] [0-9]*$' answers)" "$(($(ls bad | wc -l) + 2))"
expect_equal "records between hostile archives" "$(grep -c '^valid ' answers)" 2
for archive in bad/*; do
    expect_words answers "^verify: $archive: "
done
# name:WORDS: what the refusal says.
while IFS=: read -r name words; do
    expect_words answers "^verify: bad/$name: .*$words"
done <<'WORDS'
symlink.tgz:refused. 'r/prior/1.jsonl' in the archive is a link
hardlink.tgz:is a link
fifo.tgz:is a device, a pipe or a socket
sparse.tgz:is a sparse file
up.tgz:'r/../../escaped' in the archive is absolute or has an empty, '\.' or '\.\.' part
pax_path.tgz:'r/../../../escaped' in the archive is absolute
other_name.tgz:'r/notes.txt' in the archive is no file of a record
control_name.tgz:'r/\?\[31m\?prior' in the archive is no file of a record
twice.tgz:is there twice
behind_end.tar:is no file of a record
two_folders.tgz:second folder; an archive holds one record; unpack it with tar xf$
bomb_header.tgz:refused. 'r/evidence.jsonl' in the archive is too large. over 1 GiB$
zeros_behind_end.tgz:refused. the archive unpacks to over 64 MiB and 100 times its size$
pax_huge.tgz:an extended header is over 64 KiB
many.tgz:too many entries
no_evidence.tgz:no evidence.jsonl
cut.tgz:damaged or no tar archive. gzip
cut.tar:damaged or no tar archive. it ends in a file
checksum.tar:wrong checksum
gzip_of_text.tgz:damaged or no tar archive
xz_of_text.txz:compressed by xz; unpack it, or use `witnessmark audit`
WORDS

# By xz, which browsers do not decompress, and which a record is not by mistake.
answers good/one.txz good/blocks.txz
expect_equal "records by xz" "$(grep -c '^verify: .*: compressed by xz; unpack it' answers)" 2

# Of a sealed document the record is audited, in a folder or not; the document may be anything.
mkdir -p sealed/anc
cp -r rec sealed/anc/record
head -c 3000 /dev/zero >sealed/paper.pdf
for number in $(seq 80); do echo x >sealed/part$number.tex; done
echo 'x' >sealed/anc/manifest.sha256
tar czf sealed.tar.gz -C sealed anc $(cd sealed && ls | grep -v '^anc$')
tar cf around.tar sealed
sed -i '1s/./&X/' sealed/anc/record/code/verify.c
tar czf forged.tar.gz -C sealed anc paper.pdf
cp -r sealed/anc/record sealed/anc/other
mkdir second && cp -r sealed/anc second/
tar cf second.tar second/anc/record sealed/anc/record
echo x >sealed/anc/record/notes.txt
tar cf notes.tar -C sealed anc/record paper.pdf
answers sealed.tar.gz around.tar forged.tar.gz second.tar notes.tar
expect_equal "records in sealed documents" "$(grep -c '^valid ' answers)" 2
expect_words answers '^invalid [a-z0-9_./]+:?[0-9]*: \['
expect_words answers "'sealed/anc/record/.*' in the archive is in a second folder"
expect_words answers "'anc/record/notes.txt' in the archive is no file of a record"
cat >sealed.mjs <<JS
import { readFileSync } from "node:fs";
import { auditor } from "$package/witnessmark.js";
const audit = await auditor(readFileSync("$wasm"));
for (const path of ["sealed.tar.gz", "rec.tar.gz"])
    console.log((await audit(readFileSync(path))).isSealed);
JS
expect 0 node sealed.mjs
expect_equal "what is sealed" "$(tr '\n' ' ' <out)" "true false "

# Bytes that are no archive are judged as an evidence.jsonl, by verify.c too.
mkdir odd
: >odd/empty
head -c 100000 rec.tar.gz | tail -c +3 >odd/noise
{
    printf '{"a":"'
    head -c 100000000 /dev/zero | tr '\0' x
    printf '"}\n'
} >odd/huge_line
{
    head -n 1 rec/evidence.jsonl
    cat odd/huge_line
} >odd/huge_second_line
{
    printf '{"a":'
    head -c 500000 /dev/zero | tr '\0' '['
    echo
} >odd/deep
tail -n +2 rec/evidence.jsonl >odd/headless
head -n 5 rec/evidence.jsonl >odd/cut
tr '{' '[' <rec/evidence.jsonl >odd/no_object
for file in odd/*; do
    "$BUILD/code/verify" "$file" 2>&1
done >expected
answers odd/*
expect_equal "answers about odd files" "$(grep -v '^[0-9] [0-9]*$' answers)" "$(cat expected)"
# Two files of 100 MB, each also in the auditor's memory.
[ "$(cat peak)" -lt 800000 ] && pass || fail "node had $(cat peak) KiB"
finish
