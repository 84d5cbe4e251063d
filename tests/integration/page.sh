#!/bin/bash
# Pages: HTML files that need no other, with hostile texts, without a browser.
. "$(dirname "$0")/../support/shell.sh"
without_waits

support=$ROOT/tests/support
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
cd "$WORK" || exit 2
for plan in full x failed; do
    python3 "$support/make_record.py" --seed 7 --plan $plan --verify-c "$BUILD/code/verify.c" \
        $plan >log 2>&1 || { fail "make_record: $(tail -n 1 log)"; finish; }
done
python3 "$support/continue_record.py" first >log 2>&1 &&
    python3 "$support/continue_record.py" linked --prior first --plan mixed >log 2>&1 ||
    { fail "continue_record: $(tail -n 1 log)"; finish; }

# sound FILE [ID...]: the page is what page_check.py asks for.
sound() {
    python3 "$support/page_check.py" "$@" >found && pass || fail "$1: $(cat found)"
}

# ---- show --html ----

# Each row about a claim has its place.
expect 0 "$WITNESSMARK" show --html --claims full
cp out claims.html
"$WITNESSMARK" show --claims --csv full 2>/dev/null | sed '1d; s/,.*//' >names
# shellcheck disable=SC2046
sound claims.html $(cat names)
wrong=gemm.fp8.n8.rate
while read -r record name; do
    # shellcheck disable=SC2086
    expect 0 "$WITNESSMARK" show --html "$record" $name
    sound out
    expect_words out '<html lang="en">'
    expect_words out '<meta http-equiv="Content-Security-Policy" content="default'
    grep -q '<script' out && fail "show --html has a script" || pass
done <<END
full
full gemm.fp8.n8
full $wrong
full environment
x
failed
linked
linked link.1.gemm.bf16.n16.rate_ratio
END
expect 0 "$WITNESSMARK" show --html full $wrong
expect_words out '^<li><strong class="bad">WRONG</strong> \(its output failed the check\): '
expect_words out '^<li class="i2">line [0-9]+ .* repeat 0: '
for locale in C C.UTF-8; do
    LC_ALL=$locale TZ=Asia/Tokyo "$WITNESSMARK" show --html full >"page-$locale"
done
expect 0 cmp page-C page-C.UTF-8

# ---- colours ----

# Each colour of a text has 4.5 times the light of what is behind it, or the other way round.
# Source: WCAG 2.2, success criterion 1.4.3.
python3 - "$ROOT/bindings/page/page.css" >found <<'END'
import re, sys
def light(colour):
    parts = [int(colour[at:at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
schemes = re.findall(r':root \{([^}]*)\}', open(sys.argv[1]).read())
assert len(schemes) == 3
for scheme in schemes[:2]:
    colour = dict(re.findall(r'--(\w+): #(\w{6});', scheme))
    for text in ('ink', 'soft', 'link', 'good', 'bad', 'odd'):
        for behind in ('paper', 'shade', 'mark'):
            high, low = sorted((light(colour[text]), light(colour[behind])), reverse=True)
            if (high + 0.05) / (low + 0.05) < 4.5:
                print('%s on %s: %.2f' % (text, behind, (high + 0.05) / (low + 0.05)))
END
expect_equal "contrast" "$(cat found)" ""

# ---- hostile texts ----

PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
record = Record('full')
environment = record.environment()
evil = '</script><img src=x onerror=alert(1)>" onload="alert(2)\' <!-- &amp; \u202etxt'
environment['device'] = evil
environment['producer']['name'] = evil
for node in record.nodes:
    if node.get('status') == 'failed':
        node['reason'] = evil
record.recompute()
record.write('hostile')
END
for name in '' environment gemm.fp8.n8 gemm.fp16.n4.rate --claims; do
    # shellcheck disable=SC2086
    expect 0 "$WITNESSMARK" show --html hostile $name
    sound out
    grep -qE '<(img|!--)' out && fail "show --html hostile $name has markup of a record" || pass
done
expect 0 "$WITNESSMARK" show --html hostile environment
expect_words out '&lt;/script&gt;&lt;img src=x onerror=alert\(1\)&gt;&quot; onload=&quot;'

# ---- report.html ----

for record in full x failed linked hostile; do
    expect 0 "$WITNESSMARK" publish "$record" -o "page-of-$record"
    "$WITNESSMARK" show --claims --csv "$record" 2>/dev/null | sed '1d; s/,.*//' >names
    # shellcheck disable=SC2046
    sound "page-of-$record/report.html" $(cat names)
    sed 2d "page-of-$record/report.html" | grep -qE '<(img|!--)' &&
        fail "$record: its markup" || pass
done
page=page-of-full/report.html
first=$(grep -o '<summary><h3>[^<]*' $page | sed 's/.*>//' | grep -v -m 1 '^[A-Z][a-z]')
expect_words <(echo "$first") '^WRONG: '

# Equal bytes, whoever makes it.
for locale in C C.UTF-8; do
    (umask 077 && LC_ALL=$locale TZ=Asia/Tokyo "$WITNESSMARK" publish full -o "other-$locale") \
        >log 2>&1 || fail "publish: $(cat log)"
    expect 0 cmp $page "other-$locale/report.html"
done
grep -qF "$WORK" $page && fail "the page has a path of this machine" || pass

# The digest of what it shows, made from its bytes in another way; any word changes it.
python3 - $page >found <<'END'
import base64, hashlib, html, re, sys
text = open(sys.argv[1], encoding='utf-8').read()
shown = re.search('<main>(.*)</main>', text, re.S).group(1)
shown = re.sub(r'</[^>]*>', '', shown).replace('/>', '>')
carried = re.search('id="main.sha256">([^<]*)<', text).group(1)
for words in (html.unescape(shown), html.unescape(shown.replace('WRONG', '', 1))):
    digest = hashlib.sha256(words.encode()).hexdigest()
    print(digest == base64.b64decode(carried).decode())
END
expect_equal "the digest of what the page shows" "$(tr '\n' ' ' <found)" "True False "

# What it carries is the record, and it says what it lacks.
python3 - $page packed.tar.gz <<'END'
import base64, re, sys
found = re.search(rb'id="record\.tar\.gz">([^<]*)<', open(sys.argv[1], 'rb').read())
open(sys.argv[2], 'wb').write(base64.b64decode(found.group(1)) if found else b'')
END
if "$WITNESSMARK" pack full -o full.tar.gz >log 2>&1; then
    expect_equal "the audit of what the page carries" \
        "$("$WITNESSMARK" audit packed.tar.gz 2>log | head -n 1)" \
        "$("$WITNESSMARK" audit full 2>log | head -n 1)"
    cp full/evidence.jsonl alone.jsonl
    expect 0 "$WITNESSMARK" publish alone.jsonl -o page-of-alone
    expect_words err 'report\.html carries no record: its evidence\.jsonl has another name$'
    expect_words page-of-alone/report.html 'this page carries no record: '
    sound page-of-alone/report.html
else
    expect_words page-of-full/report.html 'this page carries no record: '
    skip "this program was built without libarchive: pages that carry their record"
    finish
fi
cp -r full forged
sed -i '1s/.*/&X/' forged/code/verify.c
expect 1 "$WITNESSMARK" publish forged/evidence.jsonl -o never

# ---- the script, in node ----

if ! grep -q 'id="witnessmark.wasm.gz"' $page; then
    expect_words page-of-full/report.html 'this page cannot audit what it carries: '
    skip "no toolchain of WebAssembly: the auditor of pages"
    finish
fi
size=$(python3 - $page <<'END'
import base64, re, sys
print(len(base64.b64decode(re.search(rb'id="witnessmark\.wasm\.gz">([^<]*)<',
                                     open(sys.argv[1], 'rb').read()).group(1))))
END
)
[ "$size" -le 120000 ] && pass || fail "the auditor has $size bytes by gzip, more than 120,000"
if ! command -v node >/dev/null; then
    skip "node is not installed: the script of pages"
    finish
fi
expect 0 node --check "$BUILD/gen/page.js"
answers() {
    node "$support/page_answers.mjs" "$@"
}
expect_equal "the audit of the page" "$(answers $page)" \
    "$("$WITNESSMARK" audit full 2>log | head -n 1)"
python3 "$support/alter_page.py" $page altered.html --record '"seconds":0.' '"seconds":1.'
expect_words <(answers altered.html) '^invalid (manifest|evidence)[a-z0-9.]+:?[0-9]*: \['

# The lines of evidence are those of show, but for the breaks of lines.
words() {
    tr -s ' \n' ' ' | sed 's/^ //; s/ $//'
}
for record in full linked x; do
    "$WITNESSMARK" show --claims --csv $record 2>/dev/null | sed '1d; s/,.*//' |
        awk 'NR % 9 == 1' >names
    [ $record = linked ] && echo link.1.gemm.bf16.n16.rate_ratio >>names
    # shellcheck disable=SC2046
    answers page-of-$record/report.html $(cat names) >found
    while read -r name; do
        "$WITNESSMARK" show $record "$name" 2>/dev/null | sed -n '/^ *line /,/^By hand/p' |
            sed '/^By hand/d' | words >wanted
        awk -v name="# $name" '/^# /{on = $0 == name; next} on' found | words >given
        cmp -s wanted given && pass ||
            fail "$record $name: the page has: $(cut -c1-300 given); show: $(cut -c1-300 wanted)"
    done <names
done
# Each number that leads to a claim is that of the evidence, also a share with its interval.
shipped cpu-attacks
expect 0 "$WITNESSMARK" publish cpu-attacks -o of-trials
for of in page-of-full page-of-linked of-trials; do
    expect 0 node "$support/page_numbers.mjs" $of/report.html
    expect_words out '^0 of [0-9]{3,}$'
done
share=$(grep -oE 'href="#[a-z0-9._]*\.seen_paper_8">31\.2 \(14\.2\.\.55\.6\)' \
    of-trials/report.html | head -n 1)
expect_words <(echo "$share") 'trial_probe_search_6\.seen_paper_8'
for digit in 's/>31\.2/>31.4/' 's/14\.2/14.3/' 's/55\.6/55.7/' 's/ (/  (/' 's/31\.2/x/'; do
    altered=$(echo "$share" | sed "$digit")
    python3 - of-trials/report.html "$share" "$altered" >altered.html <<'END'
import sys
print(open(sys.argv[1], encoding='utf-8').read().replace(sys.argv[2], sys.argv[3], 1))
END
    expect 0 node "$support/page_numbers.mjs" altered.html
    expect_words out '^1 of [0-9]+$'
done
cat >fragments.mjs <<'JS'
import { differences, parseFragment, Evidence } from "ROOT/bindings/page/evidence.js";
const line = { type: "claim", name: "a.rate", text: "673.9 TFLOP/s", value: 1 };
const evidence = new Evidence("e", new TextEncoder().encode(`${JSON.stringify(line)}\n`));
for (const hash of ["#a.rate", "#a.rate:~:root=0123456789abcdef&text=673.9%20TFLOP%2Fs",
    "#a.rate:~:root=0123456789abcdef&text=673.8%20TFLOP%2Fs", "#a.rate:~:root=1123456789abcdef",
    "#b.rate:~:text=1", "#%zz", "#a.rate:~:root=", "#"]) {
    const fragment = parseFragment(hash);
    console.log(JSON.stringify([fragment.name, differences(fragment, evidence,
        "0123456789abcdef0123")]));
}
JS
sed -i "s|ROOT|$ROOT|" fragments.mjs
expect 0 node fragments.mjs
expect_equal "links and the page" "$(cat out)" "$(
    cat <<'END'
["a.rate",[]]
["a.rate",[]]
["a.rate",["the link states 673.8 TFLOP/s, the record says 673.9 TFLOP/s"]]
["a.rate",["the link states the root 1123456789abcdef, this record's is 0123456789abcdef0123"]]
["b.rate",["the link states 1 of b.rate, which this record does not have"]]
["%zz",[]]
["a.rate",["the link states the root , this record's is 0123456789abcdef0123"]]
["",[]]
END
)"
finish
