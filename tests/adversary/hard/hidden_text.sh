# shellcheck shell=bash
# Zero-width characters, soft hyphens and tags of untrusted text reached the terminal, and a plan's
# name was cut in the middle of a character. 9be32b7: `show` and `audit` print U+200B, U+00AD and
# U+E0041 as they are, JSON too; the name of 200 times U+65E5 ends with the byte e6.
mkdir "$WORK/hidden"
cd "$WORK/hidden" || exit 2
cat >check.py <<'PYTHON'
"""check.py PAGE RANGES: writes the ranges of the page's table; check.py SCAN FILE: looks for them.

SCAN fails if FILE has a hidden character, or bytes that are not UTF-8.
"""
import re, sys

page, argument = sys.argv[1:]
text = open(page, encoding='utf-8').read()
table = text[text.index('These characters are\nhidden:'):text.index('Default_Ignorable_Code_Point')]
ranges = [(int(a, 16), int(b or a, 16))
          for a, b in re.findall(r'U\+([0-9A-F]+)(?: to U\+([0-9A-F]+))?', table)]
hidden = {code for first, last in ranges for code in range(first, last + 1)}
if argument == 'list':
    edges = sorted({edge for first, last in ranges
                    for edge in (first, last, first - 1, last + 1)} - {-1, 0, 0x2f})
    for code in edges:
        print('%x %d' % (code, code in hidden))
else:
    data = open(argument, 'rb').read()
    bad = [code for code in map(ord, data.decode('utf-8')) if code in hidden - {10}]
    sys.exit('%s has %s' % (argument, ['U+%04X' % code for code in bad]) if bad else 0)
PYTHON
page=$ROOT/docs/formats/record.md
# Another program is judged by this page too.
clean() {
    python3 check.py "$page" "$1" 2>"$WORK/why" && pass || fail "$2: $(tail -n 1 "$WORK/why")"
}

# The list of the page is that of the program: each edge of a range, and its neighbours.
wrong=
while read -r code is_hidden; do
    name=$(python3 -c '
import sys
sys.stdout.buffer.write(chr(int(sys.argv[1], 16)).encode())' "$code" && echo .)
    "$WITNESSMARK" audit "a${name%.}b" >out 2>err </dev/null
    grep -qF "a${name%.}b" err && shown=0 || shown=1
    [ "$shown" = "$is_hidden" ] || wrong="$wrong U+$code"
done < <(python3 check.py "$page" list | grep -v '^a ')
[ -z "$wrong" ] && pass || fail "the program and the page disagree about$wrong"

# A record whose device, facts, series of reasons and name of the plan have hidden characters. The
# name is cut where it is shown.
cat >make.py <<'PYTHON'
import os, sys
root, folder, plan = sys.argv[1:]
sys.path[:0] = [root + '/tests/support', root + '/code']
import make_record
from make_record import Writer, read
odd = 'a\u200bb\u00adc\U000e0041d\u2060e\ufeffg\u034fh\u202ei\x85'
add_environment, add_plan = Writer.add_environment, Writer.add_plan
Writer.add_environment = lambda self, device, facts=(), witness=None: add_environment(
    self, odd + device, dict(facts, note=odd, os=odd), odd + 'witness')
Writer.add_plan = lambda self, name, *rest: add_plan(self, odd + 'xy' + '\u65e5' * 200, *rest)
make_record.make(folder, 1, plan, read(root + '/build/code/verify.c'),
                 read(root + '/code/verify_graph.py'))
PYTHON
for plan in small failed faults points; do
    python3 make.py "$ROOT" $plan $plan || exit 2
    for command in show "show -v" "show --claims" "show --json" "show -v --json" "show --markdown" \
        "show --csv" audit "audit -v" "audit --json" "audit --summary" lineage "lineage --json" \
        "compare small" "compare --json small"; do
        # shellcheck disable=SC2086
        "$WITNESSMARK" $command $plan >out 2>err </dev/null
        [ -s out ] || [ -s err ] || fail "$command $plan printed nothing"
        clean out "$command $plan"
        clean err "$command $plan, messages"
    done
done
# Checkers of a folder whose name, and an extra file's, are odd.
odd=$(printf 'a\xe2\x80\x8bb\xc2\xadc\xf3\xa0\x81\x81d')
expect 2 "$WITNESSMARK" audit --json "$odd"
expect_json "$WORK/out" 'answer["records"][0]["record"] == given[0]' "$odd"
clean "$WORK/out" "audit --json of an odd name"
mkdir "small/$odd"
touch "small/$odd/$odd"
cc -std=c99 -O2 -ffp-contract=off small/code/verify.c -o verify -lm || exit 2
for checker in "$WITNESSMARK audit" ./verify "python3 $ROOT/code/verify_graph.py" \
    "perl $ROOT/tests/conformance/third_checker.pl"; do
    for folder in small "$odd"; do
        # shellcheck disable=SC2086
        $checker "$folder" >out 2>err </dev/null
        [ -s out ] || [ -s err ] || fail "$checker $folder printed nothing"
        clean out "$checker $folder"
        clean err "$checker $folder, messages"
    done
done
cd "$WORK" || exit 2
