#!/bin/bash
# Sealed documents: `publish --document` makes one, `audit` checks all of it. Every change is found.
# Source: docs/formats/document.md.
. "$(dirname "$0")/../support/shell.sh"
without_waits

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
support=$ROOT/tests/support
begin_with_record
"$WITNESSMARK" pack rec -o rec.tar.gz >log 2>&1 || { tail -n 1 log; echo "no libarchive"; exit 77; }
"$WITNESSMARK" publish rec -o pub >log 2>&1 || fail "publish: $(cat log)"
printf '%%PDF-1.5 not a real one\n' >paper.pdf
# shellcheck disable=SC2028
echo '\documentclass{article}' >paper.tex
mkdir -p figures/inner
echo one >figures/one.pdf
echo two >figures/inner/two_2+x,y=z.pdf
sources=(paper.tex ./figures/one.pdf figures/inner/two_2+x,y=z.pdf pub/record.bib pub/numbers.tex)
[ -e pub/numbers.tex ] || unset 'sources[4]'
root=$("$WITNESSMARK" audit rec 2>log | sed -n '1s/^valid //p')
# seal ARCHIVE: makes it of these files.
seal() {
    "$WITNESSMARK" publish rec --document paper.pdf --sources "${sources[@]}" -o "$1"
}
vary() {
    python3 "$support/vary_document.py" "$@"
}

# ---- round trip ----

expect 0 seal sealed
expect_words out "^published $root in sealed\$"
expect_words out '^document: paper.pdf, [0-9]+ members, [0-9]+ of them made again .*: equal$'
expect_words err '^next: witnessmark audit sealed$'
expect 0 seal sealed.tar.gz
for archive in sealed sealed.tar.gz; do
    expect 0 "$WITNESSMARK" audit "$archive"
    expect_equal "first line of $archive" "$(head -n 1 out)" "valid $root"
    expect_words out '^document: paper.pdf, '
    expect 0 "$WITNESSMARK" audit --root "$root" "$archive"
    expect 1 "$WITNESSMARK" audit --root "$(echo "$root" | tr 0-9a-f 1-9a-f0)" "$archive"
    expect_words out '^invalid anc/record/evidence.jsonl:[0-9]+: \[root\]'
    expect 0 "$WITNESSMARK" show "$archive"
    expect 0 "$WITNESSMARK" show "$archive" gemm.int8.n32.verified
done
mkdir unpacked
tar xzf sealed.tar.gz -C unpacked
diff -r sealed unpacked && pass || fail "the folder and the archive have other members"
expect_equal "the first entry" "$(tar tzf sealed.tar.gz | head -n 1)" anc/manifest.sha256
(cd sealed && sha256sum -c --quiet anc/manifest.sha256) && pass || fail "sha256sum -c"
expect_equal "the second checker" \
    "$(python3 sealed/anc/record/code/verify_graph.py sealed/anc/record | head -n 1)" "valid $root"
expect_equal "the head" "$(head -n 1 sealed/anc/manifest.sha256)" "# root $root"
expect_equal "the crate" \
    "$(python3 "$support/read_crate.py" rec/evidence.jsonl sealed 2>&1)" ""
expect_equal "the statement" "$(python3 "$support/read_statement.py" "$ROOT/docs/signing.md" rec \
    sealed/anc/statement.json 2>&1)" ""
# An archive that another program packed, in another order; and one with a folder around it.
vary pack sealed other.tar.gz
tar czf around.tar.gz --transform 's,^sealed,top,' sealed
# One that is written by xz.
expect 0 seal sealed.tar.xz
expect_equal "the mark of xz" "$(od -An -tx1 -N 6 sealed.tar.xz | tr -d ' \n')" fd377a585a00
python3 -c 'import gzip, lzma
assert lzma.open("sealed.tar.xz").read() == gzip.open("sealed.tar.gz").read()' && pass ||
    fail "the sealed document by xz is not that by gzip"
for archive in other.tar.gz around.tar.gz sealed.tar.xz; do
    expect 0 "$WITNESSMARK" audit "$archive"
    expect_equal "first line of $archive" "$(head -n 1 out)" "valid $root"
done
# With others, and for programs.
expect 0 "$WITNESSMARK" audit sealed rec sealed.tar.gz
expect_words out '^3 records: 3 valid'
expect 0 "$WITNESSMARK" audit --json sealed.tar.gz rec
expect_json out '[row["document"] and row["document"]["path"] for row in answer["records"]] == [
    "paper.pdf", None]'
expect_json out '[answer["records"][0]["document"][key] > 2 for key in ("members", "products")] == [
    True, True]'
sha256sum paper.pdf | cut -d' ' -f1 >digest
expect_json out 'answer["records"][0]["document"]["sha256"] == given[0]' "$(cat digest)"
expect 0 "$WITNESSMARK" publish rec --json --document paper.pdf -o bare.tar.gz --license CC-BY-4.0
expect_json out '[answer["archive"], answer["document"]["path"]] == ["bare.tar.gz", "paper.pdf"]'
expect_json out 'sorted(row["path"] for row in answer["files"])[-1] == "ro-crate-metadata.json"'
expect 0 "$WITNESSMARK" audit bare.tar.gz
expect_equal "the license" "$(tar xzOf bare.tar.gz anc/manifest.sha256 | sed -n 4p)" \
    "# license CC-BY-4.0"
tar xzOf bare.tar.gz ro-crate-metadata.json | grep -q '"license":"CC-BY-4.0"' && pass ||
    fail "the license is not in the metadata"
expect 0 "$WITNESSMARK" publish rec --document paper.pdf -o url --license https://example.org/l
expect_equal "the crate with a license" \
    "$(python3 "$support/read_crate.py" rec/evidence.jsonl url 2>&1)" ""

# ---- every change is found ----

# changed STATUS PATTERN WORDS...: audits copy/ and its archive; the first line has the pattern.
changed() {
    local status=$1 pattern=$2 archive
    shift 2
    tar cf copy.tar -C copy .
    for archive in copy copy.tar; do
        expect "$status" "$WITNESSMARK" audit "$archive"
        head -n 1 out >first
        grep -qE -- "$pattern" first && pass || fail "$archive, $*: $(cat first)"
    done
}
# fresh: copy/ is the honest document again.
fresh() {
    rm -rf copy
    cp -r sealed copy
}
# Each member flipped and gone, as a folder and as an archive; bytes of the manifest. One process
# audits all.
vary changes all >list
cut -f 2 list | xargs "$WITNESSMARK" audit >answers 2>err
expect_equal "exit for all" $? 123 # of xargs: the program said no
grep -v '^[0-9]* records: ' answers >lines
expect_equal "answers" "$(wc -l <lines)" "$(wc -l <list)"
paste list lines >pairs
while IFS=$'\t' read -r pattern path line; do
    [[ $line =~ $pattern ]] && pass || fail "$path: no '$pattern' in: $line"
    case $path in
    all/flip-*.tar) ;;
    all/flip-*)
        (cd "$path" && sha256sum -c --quiet anc/manifest.sha256) >log 2>&1 &&
            fail "sha256sum did not see $path" || pass
        ;;
    esac
done <pairs
rm -r all
fresh
echo more >copy/more.tex
changed 1 '^invalid more.tex: \[extra\] the manifest does not name this file$' extra
fresh
echo more >copy/anc/more.txt
changed 1 '^invalid anc/more.txt: \[extra\] ' "extra in anc/"
vary reseal copy
changed 1 '^invalid anc/more.txt: \[extra\] ' "extra in anc/, resealed"
fresh
echo more >copy/anc/record/more.txt
vary reseal copy
changed 1 '^invalid anc/record/more.txt: \[extra\] ' "extra in the record, resealed"
fresh
mv copy/paper.tex copy/renamed.tex
changed 1 '^invalid renamed.tex: \[extra\] ' renamed
fresh
ln -s paper.tex copy/link.tex
expect 1 "$WITNESSMARK" audit copy
expect_words out '^invalid link.tex: \[symlink\] this is a link, a device, a pipe or a socket$'
rm copy/paper.tex copy/link.tex
ln -s ../paper.tex copy/paper.tex
expect 1 "$WITNESSMARK" audit copy
expect_words out '^invalid paper.tex: \[symlink\] '
fresh
mkdir copy/empty
expect 1 "$WITNESSMARK" audit copy
expect_words out '^invalid empty: \[symlink\] this folder is empty$'

# ---- changes that were sealed again ----

# sealed_again: seals copy/ again, as someone would who may change all of it.
sealed_again() {
    vary reseal copy
    (cd copy && sha256sum -c --quiet anc/manifest.sha256) >log 2>&1 || fail "reseal: $(cat log)"
}
fresh
sealed_again
expect 0 "$WITNESSMARK" audit copy # the reseal itself changes nothing
cmp -s copy/ro-crate-metadata.json sealed/ro-crate-metadata.json && pass || fail "other metadata"
fresh
sed -i "1s/[0-9a-f]\{64\}/$(echo "$root" | tr 0-9a-f 1-9a-f0)/" copy/anc/manifest.sha256
changed 1 '^invalid anc/manifest.sha256:1: \[root\] root: found ' "another root"
fresh
sed -i 's/year = {2/year = {3/' copy/pub/record.bib
sealed_again
changed 1 '^invalid pub/record.bib:[0-9]+: \[product\] this line differs' "a product's digit"
mv copy/pub/record.bib copy/renamed.bib
vary reseal copy
sed -i 's,pub/record.bib,renamed.bib,g' copy/ro-crate-metadata.json
expect 1 "$WITNESSMARK" audit copy
expect_words out '^invalid '
fresh
sed -i '1s/witnessmark [^:]*:/witnessmark 9.9.9:/' copy/pub/record.bib
sealed_again
changed 3 '^incomplete pub/record.bib: \[product\] made by release 9.9.9 ' "another release"
fresh
sed -i "1s/$root/$(echo "$root" | tr 0-9a-f 1-9a-f0)/" copy/pub/record.bib
sealed_again
changed 3 '^incomplete pub/record.bib: \[product\] of the record [0-9a-f]{64}, ' "another record"
# Such a file is sealed and named: a paper may have numbers of two records.
expect 0 "$WITNESSMARK" publish rec --document paper.pdf --sources copy/pub/record.bib -o two.tar.gz
expect_words err '^witnessmark publish: not compared: copy/pub/record.bib: of the record '
expect 3 "$WITNESSMARK" audit two.tar.gz
# A file that looks like a product and names no record is open, and is not sealed.
fresh
sed -i 1d copy/pub/record.bib
sealed_again
changed 3 '^incomplete pub/record.bib: \[product\] has the name of a product, but' "no first line"
# unclaimed OPTION PATH WORDS: publish refuses the file, as a source or as the document.
unclaimed() {
    local given=(--document paper.pdf "$1" "$2")
    [ "$1" = --document ] && given=("$1" "$2")
    expect 2 "$WITNESSMARK" publish rec "${given[@]}" -o refused.tar.gz
    expect_words err "^witnessmark publish: [a-z/]*${2##*/}: $3"
    [ ! -e refused.tar.gz ] && pass || fail "$2 was sealed"
}
named='has the name of a product, but does not name this record; give your own file another name'
sets='sets claims, but does not name its record; include numbers.tex '
mkdir -p none/figures
for path in report.html figures/archive.csv; do
    sed "/^<!-- witnessmark/d; s/$root/$(echo "$root" | tr 0-9a-f 1-9a-f0)/g" "pub/$path" \
        >none/$path
done
sed 1d pub/numbers.tex >none/nums.tex
# Behind much else, on the border of what is read at once.
{ head -c 16379 /dev/zero | tr '\0' '%'; echo '\wmsetrecord{form}{1}'; } >none/far.tex
unclaimed --sources copy/pub/record.bib "$named"
unclaimed --sources none/report.html "$named"
unclaimed --document none/report.html "$named"
unclaimed --sources none/figures/archive.csv "$named"
unclaimed --sources none/nums.tex "$sets"
unclaimed --sources none/far.tex "$sets"
unclaimed --document none/far.tex "$sets"
# A page is compared also where it is the document, and a data file also with another first line.
expect 0 "$WITNESSMARK" publish rec --document pub/report.html -o page.tar.gz
expect_words out ', 3 of them made again from the record: equal$'
sed '0,/interval/s//intervall/' pub/report.html >none/report.html
sed '1s/at,/AT,/' pub/figures/archive.csv >none/figures/archive.csv
cmp -s pub/report.html none/report.html && fail "the page was not changed"
expect 1 "$WITNESSMARK" publish rec --document none/report.html -o refused.tar.gz
expect_words err '^invalid report.html:[0-9]+: \[product\] '
expect 1 "$WITNESSMARK" publish rec --document paper.pdf --sources none/figures/archive.csv \
    -o refused.tar.gz
expect_words err '^invalid none/figures/archive.csv:1: \[product\] '
# Also with another name: its second line says what it is.
cp pub/report.html page-of-paper.html
cp none/report.html edited-page.html
expect 0 "$WITNESSMARK" publish rec --document paper.pdf --sources page-of-paper.html \
    -o named.tar.gz
expect_words out ', 3 of them made again from the record: equal$'
expect 1 "$WITNESSMARK" publish rec --document paper.pdf --sources edited-page.html \
    -o refused.tar.gz
expect_words err '^invalid edited-page.html:[0-9]+: \[product\] '
fresh
sed -i 's/"assurance":"self-attested"/"assurance":"witnessed"/' copy/anc/statement.json
sealed_again
changed 1 '^invalid anc/statement.json:1: \[product\] ' "the statement"
# One among the sources is a product too, if it has the root.
mkdir own && cp sealed/anc/statement.json own/
expect 0 "$WITNESSMARK" publish rec --document paper.pdf --sources own/statement.json \
    -o own.tar.gz
sed -i 's/"assurance":"self-attested"/"assurance":"witnessed"/' own/statement.json
expect 1 "$WITNESSMARK" publish rec --document paper.pdf --sources own/statement.json \
    -o wrong.tar.gz
expect_words err 'own/statement.json:1: \[product\] '
fresh
sed -i 's/"datePublished":"2/"datePublished":"1/' copy/ro-crate-metadata.json
sealed_again
changed 1 '^invalid ro-crate-metadata.json:1: \[product\] ' "the metadata"
fresh
rm copy/ro-crate-metadata.json
sealed_again
changed 1 '^invalid ro-crate-metadata.json: \[files\] the file is missing$' "no metadata"
fresh
rm -r copy/anc/record
changed 1 '^invalid anc/record/evidence.jsonl: \[files\] a sealed document without its record' \
    "no record"
# A record whose folder has the name `anc` is no sealed document.
mkdir other
cp -r rec other/anc
tar cf other.tar -C other anc/manifest.sha256 anc/evidence.jsonl anc/code
expect 0 "$WITNESSMARK" audit other.tar
# Standard input is read twice, so it must be a file.
"$WITNESSMARK" audit - <sealed.tar.gz >out 2>&1
expect_equal "first line of standard input" "$(head -n 1 out)" "valid $root"
gzip -dc sealed.tar.gz | "$WITNESSMARK" audit - >out 2>&1
expect_equal "exit with a pipe" $? 2
expect_words out '^witnessmark audit: standard input: .* sealed document; give its file, not a pipe'
# Another valid record in its place.
"$WITNESSMARK" run --plan plan.json -o second >log 2>&1 || fail "run: $(tail -n 1 log)"
fresh
rm -r copy/anc/record
cp -r second copy/anc/record
changed 1 '^invalid anc/record/evidence.jsonl: \[manifest\] ' "another record"
sealed_again
changed 1 '^invalid anc/statement.json:1: \[product\] ' "another record, resealed"
# A record with a changed digit, sealed again around it.
fresh
sed -i '0,/"value":[1-9]/s/"value":[1-9]/"value":0/' copy/anc/record/evidence.jsonl
cmp -s copy/anc/record/evidence.jsonl rec/evidence.jsonl && fail "nothing was changed"
sealed_again
changed 1 '^invalid anc/record/' "a changed record, resealed"

# ---- hostile archives ----

vary hostile bad
for archive in bad/*.tar.gz; do
    expect 2 "$WITNESSMARK" audit "$archive"
    expect_equal "lines about $archive" "$(wc -l <err)" 1
    expect 2 "$WITNESSMARK" audit "$archive" sealed
done
expect_equal "what is left in the temporary folder" "$(ls -A tmp)" ""

# ---- what publish refuses ----

# refused WORDS FILE...: these sources are refused with one line.
refused() {
    local words=$1
    shift
    expect 2 "$WITNESSMARK" publish rec --document paper.pdf --sources "$@" -o new
    expect_words err "^witnessmark publish: .*$words"
    expect_equal "lines about $*" "$(wc -l <err)" 1
    [ ! -e new ] && pass || fail "$* made an archive"
}
ln -s paper.tex link.tex
ln -s figures linked
mkdir anc
echo x >anc/own.txt
echo x >'two words.tex'
mkfifo pipe
refused 'is an absolute path' "$WORK/paper.tex"
refused 'leads out of this folder' ../paper.tex
refused 'leads out of this folder' figures/../paper.tex
refused 'symbolic link' link.tex
refused 'symbolic link' linked/one.pdf
refused 'is a folder; name its files' figures
refused 'is a device, a pipe or a socket' pipe
refused 'is given twice' paper.tex ./paper.tex
refused 'is given twice' paper.pdf
refused 'is in anc/' anc/own.txt
refused 'is no name for an archive of a paper' 'two words.tex'
refused 'cannot open' nothing.tex
cp pub/ro-crate-metadata.json .
refused 'has the name of a file that the archive gets' ro-crate-metadata.json
expect 2 "$WITNESSMARK" publish rec --sources paper.tex -o new
expect_words err '^witnessmark publish: --sources: needs --document FILE$'
expect 2 "$WITNESSMARK" publish rec/evidence.jsonl --document paper.pdf -o new
expect_words err 'is not a folder or an archive'
expect 2 "$WITNESSMARK" publish rec --document paper.pdf -o sealed
expect 2 "$WITNESSMARK" publish rec --document paper.pdf -o sealed.tar.gz
expect_words err 'exists already; a file is never overwritten$'
expect 2 "$WITNESSMARK" publish rec --document paper.pdf -o new --license "$(printf 'a\nb')"
sed 's/year = {2/year = {3/' pub/record.bib >record.bib
expect 1 "$WITNESSMARK" publish rec --document paper.pdf --sources record.bib -o new.tar.gz
expect_words err '^invalid record.bib:[0-9]+: \[product\] '
expect 1 "$WITNESSMARK" publish rec --document paper.pdf --sources record.bib -o new
cp -r rec forged
sed -i '$s/[0-9]/7/' forged/evidence.jsonl
expect 1 "$WITNESSMARK" publish forged --document paper.pdf -o new
expect_equal "what refusals left" "$(ls -A | grep -E '^(\.|new)')" ""

# ---- equal bytes everywhere ----

same() {
    cmp sealed.tar.gz "$1" >log 2>&1 && pass || fail "$1 has other bytes: $(cat log)"
}
expect 0 seal again.tar.gz
same again.tar.gz
expect 0 "$WITNESSMARK" publish rec.tar.gz -o from-archive.tar.gz --sources "${sources[@]}" \
    --document paper.pdf
same from-archive.tar.gz
expect 0 "$WITNESSMARK" publish sealed.tar.gz --document paper.pdf -o resealed.tar.gz \
    --sources "${sources[@]}"
same resealed.tar.gz
locale=$(locale -a 2>/dev/null | grep -iE '^(de_DE|fr_FR|C)\.utf-?8$' | head -n 1)
mkdir elsewhere
cp -r paper.tex figures pub elsewhere
touch -d 2001-01-01 elsewhere/paper.tex
chmod 600 elsewhere/paper.tex
(umask 077 && cd elsewhere && env -i LC_ALL="${locale:-C}" LANG="${locale:-C}" HOME="$WORK" \
    TMPDIR="$WORK/tmp" USER=other TZ=Asia/Tokyo COLUMNS=40 PATH=/ "$BUILD/witnessmark" publish \
    ../rec --document ../paper.pdf --sources "${sources[@]}" -o there.tar.gz >/dev/null 2>&1)
same elsewhere/there.tar.gz
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$WORK" && mkdir -m 777 open
    TMPDIR=$WORK/open setpriv --reuid 65534 --regid 65534 --clear-groups "$BUILD/witnessmark" \
        publish rec --document paper.pdf --sources "${sources[@]}" -o open/other.tar.gz >log 2>&1
    same open/other.tar.gz
else
    skip "another user: only root can become one"
fi

# ---- failures ----

cc=${CC:-cc}
if $cc -shared -fPIC -D_GNU_SOURCE -o shim.so "$ROOT/tests/integration/crash_shim.c" -ldl 2>log
then
    mkdir place
    # shim ARCHIVE SETTING N: seals it in place/ with that failure at call N.
    shim() {
        env "WM_SHIM_$2=$3" WM_SHIM_FOLDER="$WORK/place" LD_PRELOAD="$WORK/shim.so" \
            ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0" \
            "$WITNESSMARK" publish rec --document paper.pdf --sources paper.tex -o "place/$1" \
            >out 2>err
    }
    for archive in new new.tar.gz; do
        rm -f count
        shim $archive COUNT "$WORK/count"
        expect 0 "$WITNESSMARK" audit place/$archive
        rm -r place/$archive
        for n in $(seq "$(cat count)"); do
            shim $archive FULL "$n"
            answer=$?
            if [ $answer -eq 0 ]; then # behind the last call that needs room
                rm -r place/$archive
                continue
            fi
            expect_equal "exit with a full disk at call $n for $archive" $answer 2
            if grep -q ' is there, but ' err; then
                expect 0 "$WITNESSMARK" audit place/$archive
                rm -r place/$archive
            fi
            expect_equal "what it left at call $n for $archive" "$(ls -A place)" ""
            (shim $archive KILL "$n") 2>log
            [ ! -e place/$archive ] || expect 0 "$WITNESSMARK" audit place/$archive
            rm -rf place/$archive place/.witnessmark-*
        done
    done
else
    skip "no compiler for crash_shim.c"
fi
finish
