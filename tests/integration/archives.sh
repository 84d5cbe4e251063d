#!/bin/bash
# Hostile and damaged archives are refused, and the temporary folder is removed, also by a signal.
. "$(dirname "$0")/../support/shell.sh"
without_waits

begin_with_record
if ! "$WITNESSMARK" pack rec >out 2>err; then
    expect_words err 'built without libarchive'
    skip "this program was built without libarchive: hostile archives"
    finish
fi

# nothing_left WHAT: the temporary folder is empty.
nothing_left() {
    expect_equal "what is left in TMPDIR after $*" "$(ls -A tmp)" ""
}

from_input() {
    local file=$1
    shift
    "$WITNESSMARK" "$@" <"$file"
}

# ---- hostile archives ----

if command -v python3 >/dev/null; then
    python3 "$ROOT/tests/support/hostile_archives.py" || fail "no hostile archives"
else
    skip "python3 is not installed: hostile archives"
fi
for archive in good/*; do
    [ -e "$archive" ] || continue
    expect 0 "$WITNESSMARK" audit "$archive"
    expect 0 from_input "$archive" audit -
done
for archive in bad/*; do
    [ -e "$archive" ] || continue
    expect 2 "$WITNESSMARK" audit "$archive"
    one_line err && pass || fail "$archive: not one line: $(cat -v err)"
    expect_words err "^witnessmark audit: $archive: "
    expect_equal "output about $archive" "$(wc -c <out)" 0
    expect 2 from_input "$archive" audit -
done
# name:WORDS: what the refusal says.
while IFS=: read -r name words; do
    [ -e "bad/$name" ] || continue
    "$WITNESSMARK" audit "bad/$name" >out 2>err
    expect_words err "$words"
done <<'WORDS'
symlink.tgz:refused. 'r/prior/1.jsonl' in the archive is a link
hardlink.tgz:is a link
fifo.tgz:is a device, a pipe or a socket
device.tgz:is a device, a pipe or a socket
up.tgz:'r/../../escaped' in the archive is absolute or has an empty, '\.' or '\.\.' part
absolute.tgz:is absolute
other_name.tgz:'r/notes.txt' in the archive is no file of a record
prior_9.tgz:is no file of a record
twice.tgz:is there twice
two_folders.tgz:second folder; an archive holds one record; unpack it with tar xf$
second_empty_folder.tgz:second folder
bomb_header.tgz:refused. 'r/evidence.jsonl' in the archive is too large. over 1 GiB$
zeros_behind_end.tgz:refused. the archive unpacks to over 2 GiB$
bomb_huge.tgz:too large
many.tgz:too many entries
no_evidence.tgz:no evidence.jsonl
cut.tgz:damaged
gzip_of_text.tgz:damaged or no tar archive
xz_cut.txz:damaged
xz_cut_end.txz:damaged
xz_of_text.txz:damaged or no tar archive
xz_of_xz.txz:damaged or no tar archive
xz_of_gzip.txz:damaged or no tar archive
xz_of_large.txz:damaged or no tar archive. Unrecognized
gzip_of_large.tgz:damaged or no tar archive. Unrecognized
xz_behind.txz:damaged or no tar archive. Lzma
xz_zeros_behind.txz:damaged
xz_twice.txz:is there twice
xz_sum.txz:damaged
xz_index.txz:damaged
xz_large.txz:refused. xz asks for a dictionary of 96 MiB, over 64 MiB; unpack the archive with tar
xz_large_first.txz:xz asks for a dictionary of 96 MiB, over 64 MiB
xz_large_stream.txz:xz asks for a dictionary of 96 MiB, over 64 MiB
xz_large_chain.txz:xz asks for a dictionary of 96 MiB, over 64 MiB
xz_largest.txz:xz asks for a dictionary of 4096 MiB, over 64 MiB
xz_unknown.txz:damaged or no tar archive. xz. a dictionary of an unknown size
xz_behind_end.txz:refused. the archive unpacks to over 2 GiB$
bzip2.tar.gz:compressed by bzip2; unpack it
zstd.tar.gz:compressed by zstd; unpack it
zip.tar.gz:a zip archive; unpack it
WORDS
for archive in symlink up twice cut other_name; do
    [ -e "bad/$archive.tgz" ] || continue
    for command in show reverify lineage "prove %s x" "run --continue %s -o never" \
        "differential rec %s -o never"; do
        [[ $command == *%s* ]] || command="$command %s"
        # shellcheck disable=SC2046,SC2059
        expect 2 "$WITNESSMARK" $(printf "$command" "bad/$archive.tgz")
        expect_words err "bad/$archive.tgz: "
    done
done
[ -z "$(find . -name 'escaped*' -o -name never)" ] && pass ||
    fail "an archive wrote outside of its folder"
if [ -e bad/up.tgz ]; then
    expect 2 "$WITNESSMARK" audit --json bad/up.tgz
    expect_json out 'answer["status"] == "trouble" and \
        answer["records"][0]["record"] == "bad/up.tgz" and answer["records"][0]["error"] != ""'
fi
nothing_left "hostile archives"

# ---- a libarchive without liblzma ----

# It would start the program xz. Nothing is started, and one line says why.
if command -v "${CC:-cc}" >/dev/null && [ -e good/one.txz ]; then
    "${CC:-cc}" -shared -fPIC -o no_liblzma.so "$ROOT/tests/fakes/no_liblzma.c" || exit 2
    mkdir started
    printf '#!/bin/sh\ntouch "%s"\nexec /usr/bin/xz "$@"\n' "$WORK/started/xz" >started/program
    chmod +x started/program && mkdir programs && mv started/program programs/xz
    without_liblzma() {
        PATH=$PWD/programs:$PATH LD_PRELOAD=$PWD/no_liblzma.so "$WITNESSMARK" "$@"
    }
    expect 2 without_liblzma audit good/one.txz
    expect_equal "an audit without liblzma" "$(cat err)" "witnessmark audit: good/one.txz: $(
        )libarchive was built without liblzma and cannot read xz; unpack the archive with tar xJf"
    expect 2 without_liblzma pack rec -o without.tar.xz
    expect_equal "pack without liblzma" "$(cat err)" "witnessmark pack: $(
        )libarchive was built without liblzma and cannot write xz; write a .tar.gz"
    [ ! -e without.tar.xz ] && pass || fail "a file is left without liblzma"
    expect_equal "what was started" "$(ls started)" ""
    expect 0 without_liblzma audit rec.tar.gz
else
    skip "no C compiler or no python3: a libarchive without liblzma"
fi
nothing_left "a libarchive without liblzma"

# ---- the temporary folder ----

TMPDIR=$WORK/none expect 2 "$WITNESSMARK" audit rec.tar.gz
expect_words err "$WORK/none: cannot make a temporary folder: No such file"
(ulimit -f 4 && exec "$WITNESSMARK" audit rec.tar.gz) >out 2>err </dev/null
expect_equal "exit where the record cannot be unpacked" "$?" 2
expect_words err 'cannot write .*File too large; set TMPDIR'
nothing_left "a full disk"

# A signal removes what was unpacked. The fifo stays open, so the command waits.
mkfifo input
unpacking() {
    [ -n "$(ls -A tmp)" ]
}
for signal in INT TERM HUP PIPE QUIT; do
    # A shell starts its jobs with SIGINT and SIGQUIT ignored, nohup its command with SIGHUP.
    python3 -c 'import os, signal, sys
for name in ("INT", "TERM", "HUP", "PIPE", "QUIT"):
    signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$WITNESSMARK" audit - <input >out 2>err &
    child=$!
    exec 9>input
    head -c 5000 rec.tar.gz >&9
    wait_until unpacking
    expect_equal "mode of the temporary folder" "$(stat -c %a tmp/*)" 700
    kill -s "$signal" "$child"
    wait "$child" 2>/dev/null
    expect_equal "exit after SIG$signal" "$?" $((128 + $(kill -l "$signal")))
    exec 9>&-
    nothing_left "SIG$signal"
done
finish
