#!/bin/bash
# `pack`, and records in archives and on standard input, by every command that reads one.
. "$(dirname "$0")/../support/shell.sh"
without_waits

begin_with_record

# nothing_left: the temporary folder is empty.
nothing_left() {
    expect_equal "what is left in TMPDIR after $*" "$(ls -A tmp)" ""
}

# An evidence.jsonl on standard input needs no libarchive.
from_input() {
    local file=$1
    shift
    "$WITNESSMARK" "$@" <"$file"
}
expect 0 from_input rec/evidence.jsonl audit -
expect_words out '^valid '
expect 0 from_input rec/evidence.jsonl show - gemm.int8.n32.rate
expect_words out 'sed -n [0-9]+p - '
# The next command reads standard input too, not a file with the name -.
expect 0 from_input rec/evidence.jsonl show -
expect_words out 'next: witnessmark show - [a-z0-9_.]+ with the same input$'
expect 3 from_input rec/evidence.jsonl reverify -
expect_words out '^next: witnessmark reverify --product -$'
nothing_left "an evidence.jsonl"
expect 2 from_input /dev/null audit -
expect_words err '^witnessmark audit: standard input: is empty$'
printf 'no record\n' >text
expect 2 from_input text audit -
expect_words err "not a record"
expect 2 from_input rec/evidence.jsonl lineage -
expect_words err 'is not a folder'
expect 2 from_input rec/evidence.jsonl differential - - -o never
nothing_left "a refusal"

"$WITNESSMARK" pack rec >out 2>err
answer=$?
if grep -q 'built without libarchive' err; then
    expect_equal "exit of pack without libarchive" "$answer" 2
    expect_equal "lines of pack without libarchive" "$(wc -l <err)" 1
    [ ! -e rec.tar.gz ] && pass || fail "a file is left without libarchive"
    skip "this program was built without libarchive: pack and archives"
    finish
fi
expect_equal "exit of pack" "$answer" 0

# ---- pack ----

root=$(tail -n 1 rec/evidence.jsonl | sha256sum | cut -c 1-64)
top=witnessmark-${root:0:12}
expect_words out "^packed $root\$"
expect_words out "^rec.tar.gz, $(stat -c %s rec.tar.gz) bytes, SHA-256 $(
    sha256sum rec.tar.gz | cut -c 1-64)\$"
expect_equal "files in the archive" "$(tar tzf rec.tar.gz | tr '\n' ' ')" \
    "$top/code/verify.c $top/code/verify_graph.py $top/evidence.jsonl $top/manifest.sha256 "
expect_equal "flags, time and system in gzip's header" \
    "$(od -An -tx1 -j 3 -N 5 rec.tar.gz | tr -d ' \n')" 0000000000
expect_equal "modes, owners and times" \
    "$(tar tvzf rec.tar.gz --numeric-owner --utc | awk '{print $1, $2, $4, $5}' | sort -u)" \
    "-rw-r--r-- 0/0 1970-01-01 00:00"
tar xzf rec.tar.gz && diff -r "$top" rec && pass || fail "the files in the archive differ"
mv "$top" other
touch -d 2001-01-01 other/*
chmod 600 other/evidence.jsonl
expect 0 "$WITNESSMARK" pack --json other/ -o again.tgz
expect_json out 'answer["schema"] == "witnessmark-pack/1" and answer["status"] == "packed" and \
    answer["file"] == "again.tgz" and answer["root"] == given[0] and \
    answer["bytes"] == int(given[1]) and answer["sha256"] == given[2]' "$root" \
    "$(stat -c %s rec.tar.gz)" "$(sha256sum rec.tar.gz | cut -c 1-64)"
cmp again.tgz rec.tar.gz && pass || fail "another folder with the same record has other bytes"
"$WITNESSMARK" pack -o - rec >piped 2>err && cmp piped rec.tar.gz && pass ||
    fail "standard output has other bytes: $(cat err)"
# By xz, where the name says so.
expect 0 "$WITNESSMARK" pack rec -o rec.tar.xz
expect_words out "^rec.tar.xz, $(stat -c %s rec.tar.xz) bytes, SHA-256 $(
    sha256sum rec.tar.xz | cut -c 1-64)\$"
expect_equal "mark and sum of xz" "$(od -An -tx1 -N 8 rec.tar.xz | tr -d ' \n')" fd377a585a000004
expect_equal "the dictionary of xz, 8 MiB" "$(od -An -tx1 -j 12 -N 5 rec.tar.xz | tr -d ' \n')" \
    0200210116
[ "$(stat -c %s rec.tar.xz)" -lt "$(stat -c %s rec.tar.gz)" ] && pass || fail "xz is not smaller"
expect 0 "$WITNESSMARK" pack other -o again.txz
cmp again.txz rec.tar.xz && pass || fail "another folder with the same record has other bytes by xz"
if command -v xz >/dev/null; then
    xz -dc rec.tar.xz >by-xz.tar && gzip -dc rec.tar.gz | cmp - by-xz.tar && pass ||
        fail "the tar archive in xz is not that in gzip"
else
    skip "xz is not installed: what is in rec.tar.xz"
fi
expect 2 "$WITNESSMARK" pack rec -o rec.tar.xz
expect_words err '^witnessmark pack: rec.tar.xz: exists already'
(ulimit -f 4 && exec "$WITNESSMARK" pack rec -o limited.tar.xz) >out 2>err </dev/null
expect_equal "exit where the file by xz cannot be written" "$?" 2
expect 0 "$WITNESSMARK" pack rec -o tar.xz
expect_equal "an archive by gzip" "$(od -An -tx1 -N 2 tar.xz | tr -d ' \n')" 1f8b
before=$(sha256sum rec.tar.gz)
expect 2 "$WITNESSMARK" pack rec
expect_words err '^witnessmark pack: rec.tar.gz: exists already'
expect_equal "the archive that was there" "$(sha256sum rec.tar.gz)" "$before"
ln -s nowhere dangling.tar.gz
expect 2 "$WITNESSMARK" pack rec -o dangling.tar.gz
expect 2 "$WITNESSMARK" pack rec -o rec/in.tar.gz
expect_words err 'inside the record'
expect 2 "$WITNESSMARK" pack rec -o rec/code/in.tar.gz
expect 2 "$WITNESSMARK" pack rec -o no-folder/x.tar.gz
expect 2 "$WITNESSMARK" pack rec.tar.gz
expect_words err 'is not a folder'
expect 2 "$WITNESSMARK" pack no-record
expect 2 "$WITNESSMARK" pack rec -o - --json
(cd rec && expect 2 "$WITNESSMARK" pack .)
(cd rec && expect 0 "$WITNESSMARK" pack . -o ../dot.tar.gz)
cmp dot.tar.gz rec.tar.gz && pass || fail "pack . has other bytes"
mkdir $'odd \n name'
cp -r rec $'odd \n name/-rec\x1b[31m'
expect 0 "$WITNESSMARK" pack $'odd \n name/-rec\x1b[31m'
one_line err && pass || fail "an odd name is not masked: $(cat -v err)"
expect 0 "$WITNESSMARK" audit $'odd \n name/-rec\x1b[31m.tar.gz'
cp -r rec forged
sed -i 's/"type":"claim"/"type":"clain"/' forged/evidence.jsonl
expect 1 "$WITNESSMARK" pack forged
[ ! -e forged.tar.gz ] && pass || fail "an invalid record was packed"
(ulimit -f 4 && exec "$WITNESSMARK" pack rec -o limited.tar.gz) >out 2>err </dev/null
expect_equal "exit where the file cannot be written" "$?" 2
[ -z "$(find . -maxdepth 1 -name 'limited*' -o -maxdepth 1 -name '.witnessmark*')" ] && pass ||
    fail "a part of an archive is left"
full() {
    "$WITNESSMARK" pack rec -o - >/dev/full
}
expect 2 full
expect_words err 'standard output: cannot write: No space'
nothing_left pack

# ---- every command reads it ----

expect 0 "$WITNESSMARK" audit rec
cp out wanted
expect 0 "$WITNESSMARK" audit rec.tar.gz
cmp out wanted && pass || fail "the audit of the archive: $(cat out)"
expect 0 from_input rec.tar.gz audit - --root "${root:0:8}"
cmp out wanted && pass || fail "the audit of standard input: $(cat out)"
expect 1 "$WITNESSMARK" audit rec.tar.gz --root 00000000
expect 0 "$WITNESSMARK" audit --json rec.tar.gz
expect_json out 'answer["records"][0]["record"] == "rec.tar.gz" and answer["status"] == "valid"'
expect 0 "$WITNESSMARK" show rec
grep -v '^record rec' out >wanted
expect 0 "$WITNESSMARK" show rec.tar.gz
expect_words out "^record rec.tar.gz, root ${root:0:12} .* witnessmark show rec.tar.gz "
grep -v '^record rec' out | cmp - wanted && pass || fail "show of the archive: $(diff out wanted)"
expect 0 "$WITNESSMARK" show rec.tar.gz gemm.int8.n32.rate
expect_words out '^  tar xf rec.tar.gz$'
expect_words out "^  sed -n [0-9]+p $top/evidence.jsonl \| sha256sum"
grep -q "$WORK" out && fail "show prints a temporary path" || pass
# The printed commands give the ids that they name.
mkdir hand && cp rec.tar.gz hand
sed -n '/^By hand/,$p' out | sed 1d >commands
(cd hand && bash ../commands) | cut -c 1-64 >found
sed -n 's/.*# //p' commands >wanted
cmp found wanted && pass || fail "by hand: $(cat found)"
expect 2 "$WITNESSMARK" show rec.tar.gz no.such.claim
expect_words err '^witnessmark show: rec.tar.gz: '
expect 0 "$WITNESSMARK" prove rec gemm.int8.n32.rate
cp out wanted
expect 0 "$WITNESSMARK" prove rec.tar.gz gemm.int8.n32.rate
cmp out wanted && pass || fail "another proof"
expect 2 "$WITNESSMARK" prove rec.tar.gz no.such.claim
expect_words err '^witnessmark prove: rec.tar.gz: '
expect 0 "$WITNESSMARK" reverify --product rec.tar.gz
expect 0 from_input rec.tar.gz run --continue - -o next
expect 0 "$WITNESSMARK" run --continue rec.tar.gz -o next2
expect 2 from_input rec.tar.gz run --continue - --device 0,1 -o never
expect 0 "$WITNESSMARK" pack next
expect 0 "$WITNESSMARK" audit next.tar.gz
expect_equal "the prior in the archive" "$(tar tzf next.tar.gz | grep -c '/prior/1.jsonl$')" 1
expect 0 "$WITNESSMARK" show next.tar.gz
expect 0 "$WITNESSMARK" lineage rec.tar.gz next.tar.gz
expect_words out '  rec.tar.gz$'
expect 0 "$WITNESSMARK" differential rec.tar.gz next.tar.gz -o both
expect_words out '^rec.tar.gz against next.tar.gz: '
expect 0 "$WITNESSMARK" audit both
expect 3 "$WITNESSMARK" compare rec next
sed 's/  next$/  next.tar.gz/; s/  rec$/  rec.tar.gz/; s/ next$/ next.tar.gz/' out >wanted
expect 3 "$WITNESSMARK" compare rec.tar.gz next.tar.gz
cmp out wanted && pass || fail "compare of archives: $(diff out wanted)"
expect 3 from_input rec.tar.gz compare --json - next
expect_json out 'answer["schema"].startswith("witnessmark-compare")'
expect 2 from_input rec.tar.gz differential - - -o never
expect_words err 'standard input has one record'
expect 2 "$WITNESSMARK" differential rec.tar.gz rec.tar.gz -o never
expect_words err 'rec.tar.gz: is the same record as rec.tar.gz'
# By xz, under another name than xz's: the bytes say what it is.
cp rec.tar.xz named.tar.gz
expect 0 "$WITNESSMARK" audit named.tar.gz
expect_words out "^valid $root\$"
expect 0 from_input rec.tar.xz audit - --root "${root:0:8}"
expect 0 "$WITNESSMARK" show rec.tar.xz gemm.int8.n32.rate
expect_words out '^  tar xf rec.tar.xz$'
expect 0 "$WITNESSMARK" prove rec.tar.xz gemm.int8.n32.rate
expect 0 "$WITNESSMARK" reverify --product rec.tar.xz
expect 0 "$WITNESSMARK" run --continue rec.tar.xz -o next3
expect 0 "$WITNESSMARK" lineage rec.tar.xz next.tar.gz
expect 2 "$WITNESSMARK" differential rec.tar.gz rec.tar.xz -o never
expect_words err 'rec.tar.xz: is the same record as rec.tar.gz'
tar cf forged.tar forged
expect 1 "$WITNESSMARK" audit forged.tar
expect_words err '^next: tar xf forged.tar; sed -n [0-9]+p forged/evidence.jsonl$'
expect 1 "$WITNESSMARK" run --continue forged.tar -o never
expect_words err '^witnessmark run: forged.tar: '
nothing_left "all commands"

# Archives that tar made.
tar czf plain.tgz rec && expect 0 "$WITNESSMARK" audit plain.tgz
tar cf plain.tar rec && expect 0 "$WITNESSMARK" audit plain.tar
tar czf flat.tgz -C rec . && expect 0 "$WITNESSMARK" audit flat.tgz
expect 0 "$WITNESSMARK" show flat.tgz gemm.int8.n32.rate
expect_words out 'sed -n [0-9]+p \./evidence.jsonl '
tar czf names.tgz -C rec code evidence.jsonl manifest.sha256 &&
    expect 0 "$WITNESSMARK" audit names.tgz
tar --format=pax -czf pax.tgz --transform 's/^rec/mésure/' rec &&
    expect 0 "$WITNESSMARK" audit pax.tgz
tar --format=gnu -czf gnu.tgz ./rec && expect 0 "$WITNESSMARK" audit gnu.tgz
mkdir code && cp -r rec code/code && tar czf code.tgz -C code code &&
    expect 0 "$WITNESSMARK" audit code.tgz
mkdir partial && head -n 3 rec/evidence.jsonl >partial/evidence.jsonl
tar czf partial.tgz partial
expect 3 "$WITNESSMARK" audit partial.tgz
expect_words out '^unfinished '
# Damage that gzip's decoder does not notice changes the record's bytes.
{ head -c 5000 rec.tar.gz; printf 'damage'; tail -c +5007 rec.tar.gz; } >flipped.tgz
"$WITNESSMARK" audit flipped.tgz >out 2>err </dev/null
case $? in
1 | 2) pass ;;
*) fail "a damaged archive: $(cat out err)" ;;
esac
nothing_left "archives of tar"
finish
