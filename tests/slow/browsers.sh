#!/bin/bash
# report.html in browsers, from a file: what its script says, forgeries, widths, no scripts.
# browsers.sh PICTURES writes screenshots into this folder instead, of the shipped
# record of an H200.
. "$(dirname "$0")/../support/shell.sh"
without_waits

support=$ROOT/tests/support
pictures=${1:+$(mkdir -p "$1" && cd "$1" && pwd)}
for tool in node python3; do
    if ! command -v "$tool" >/dev/null; then
        skip "$tool is not installed: pages in browsers"
        finish
    fi
done
cd "$WORK" || exit 2

# prepare RECORD PAGE: its page.
prepare() {
    expect 0 "$WITNESSMARK" publish "$1" -o "published-$2"
    mv "published-$2/report.html" "$2.html"
}
# facts NAME: of the record `full` and its claim NAME.
facts() {
    "$WITNESSMARK" audit full 2>log | head -n 1 >audit
    "$WITNESSMARK" show --claims --csv full 2>log | sed '1d; s/,.*//' >names
    echo "$1" >claim
    number=$("$WITNESSMARK" show --claims --csv full 2>log |
        awk -F, -v name="$1" '$1 == name {print $(NF - 1)}')
    sed -n "${number}p" full/evidence.jsonl >bytes
    "$WITNESSMARK" show full "$1" 2>log | sed -n '/^line /,/^  line /p' | sed '/^  line/d' |
        tr -s ' \n' ' ' | sed 's/ $//' >line
}

if [ -n "$pictures" ]; then
    shipped h200-paper
    mv h200-paper full
    facts gemm.fp16.n8192.rate
    prepare full report
else
    python3 "$support/make_record.py" --seed 7 --plan full --verify-c "$BUILD/code/verify.c" \
        full >log 2>&1 && python3 "$support/make_record.py" --seed 7 --plan x \
        --verify-c "$BUILD/code/verify.c" x >log 2>&1 || fail "make_record: $(tail -n 1 log)"
    python3 "$support/continue_record.py" first >log 2>&1 &&
        python3 "$support/continue_record.py" linked --prior first --plan mixed >log 2>&1 ||
        fail "continue_record: $(tail -n 1 log)"
    PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
record = Record('full')
evil = ('</script><img src=x onerror=document.title=1>" onload="x\' <!-- '
        '<iframe src=http://127.0.0.1:9/>')
record.environment()['device'] = evil
record.environment()['producer']['name'] = evil
record.recompute()
record.write('hostile')
END
    facts gemm.fp16.n4.rate
    prepare full report
    prepare linked linked
    prepare x own
    prepare hostile hostile
    "$BUILD/code/verify" claim 2>&1 | sed 's/^verify: claim: /could not check: /' >audit-claim
    "$WITNESSMARK" audit linked 2>log | head -n 1 >audit-linked
    expect 0 "$WITNESSMARK" pack full -o record.tar.gz
    expect 0 python3 "$support/alter_page.py" report.html altered-record.html --record \
        '"seconds":0.' '"seconds":1.'
    expect 0 python3 "$support/alter_page.py" report.html altered-page.html --page \
        "href=\"#$(cat claim)\">" "href=\"#$(cat claim)\">9"
    expect 0 python3 "$support/alter_page.py" report.html altered-words.html --page \
        '<strong class="bad">WRONG</strong>' '<strong class="bad">SOUND</strong>'
    # The words of a figure, and a row's link to another claim.
    expect 0 python3 "$support/alter_page.py" report.html altered-caption.html --page \
        '</desc>' ' 9</desc>'
    other=$(grep -v -x "$(cat claim)" names | head -n 1)
    expect 0 python3 "$support/alter_page.py" report.html altered-target.html --page \
        "href=\"#$(cat claim)\">" "href=\"#$other\">"
    expect 0 python3 "$support/alter_page.py" report.html no-scripts.html --page \
        "script-src 'wasm-unsafe-eval' 'sha256-" "script-src 'sha256-0"
    mkdir forgeries
    expect 0 python3 "$support/pack_forgeries.py" "$BUILD" forgeries 20
fi
for browser in chromium firefox-esr; do
    if ! command -v $browser >/dev/null; then
        skip "$browser is not installed: pages in it"
        continue
    fi
    # shellcheck disable=SC2086
    TMPDIR=$WORK timeout 600 node "$support/page_browser.mjs" $browser . $pictures >found 2>err ||
        fail "$browser: $(tail -n 3 err)"
    while read -r line; do
        case $line in
        ok) pass ;;
        skipped:*) skip "${line#skipped: }" ;;
        *) fail "${line#FAILED: }" ;;
        esac
    done <found
    if [ -e page.pdf ] && command -v pdftotext >/dev/null; then
        pdftotext page.pdf page.txt
        expect_words page.txt "$(cat audit)"
        expect_words page.txt 'Median rate'
        expect_equal 'a button on paper' "$(grep 'Save record.tar.gz' page.txt)" ''
        rm page.pdf
    fi
    [ -n "$pictures" ] || grep -q . found && pass || fail "$browser: nothing was tested"
done
finish
