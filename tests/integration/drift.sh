#!/bin/bash
# How rates follow the clock: the plan `drift`, and the claims of items with 64 repeats.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2

# The plan has two items of 240 repeats, and says that it changes no setting.
expect 0 "$WITNESSMARK" list --plan drift
expect_equal "items" "$(grep -c '"workload"' out)" 2
expect_equal "repeats" "$(grep -o '"repeats": 240' out | wc -l)" "$(grep -c '"repeats"' out)"
expect 0 "$WITNESSMARK" run --plan drift --dry-run -o r
expect_words err 'clocks and power limits are left as they are: the clock varies as the device'
[ ! -e r ] || fail "a dry run wrote a record"
expect 0 "$WITNESSMARK" run --plan quick --dry-run
grep -q 'clocks and power limits' err && fail "another plan speaks of clocks" || pass

# Few repeats have no slope. Where there are 64, it is a number, or null with a reason of the page.
cat >plan.json <<'PLAN'
{"name": "drift", "repeat_seconds": 0.002, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}, "repeats": 64},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 5000}, "repeats": 63},
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 5000}, "repeats": 70}]}
PLAN
expect 0 "$WITNESSMARK" run --plan plan.json -o measured
expect_words err 'clocks and power limits are left as they are: the clock varies as the device'
expect_valid measured
expect 0 "$WITNESSMARK" show --claims --csv measured
cp out claims.csv
cat >judge.py <<'PY'
import csv
import sys
rows = {row['claim']: row for row in csv.DictReader(open(sys.argv[1], encoding='utf-8'))}
slopes = sorted(name for name in rows if '.clock_slope' in name or '.clock_variation' in name)
assert len(slopes) == 8 and not any('n5000.clock' in name and 'triad' in name for name in slopes)
for label in ('gemm.fp16.n64', 'hbm_copy.f32.n5000'):
    slope = rows[label + '.clock_slope']
    if slope['value']:
        low, high = (float(rows[label + '.clock_slope_' + end]['value']) for end in ('low', 'high'))
        assert low <= float(slope['value']) <= high
    else:
        assert slope['reason'] in ('clock absent', 'clock constant', 'rate constant',
                                   'clock varied too little'), slope
PY
expect 0 python3 judge.py claims.csv

# Planted evidence: what is shown, quoted and proven of a slope.
"$ROOT/tests/support/make_record.py" planted --plan slopes --verify-c "$BUILD/code/verify.c" \
    --verify-py "$ROOT/code/verify_graph.py" || fail "make_record failed"
expect 0 "$WITNESSMARK" show -v planted
expect_words out '^Rate against clock \(1: in proportion, 0: not at all\)$'
expect_words out '^hbm_triad.f32.n1024 +0\.9555 +0\.8983 \.\. 1\.0127 +0\.875 %'
expect_words out '^hbm_copy.f32.n2048 +-\[[0-9]\] +-\[[0-9]\] +0\.053 %'
expect_words out '^\[[0-9]\] clock varied too little$'
expect 0 "$WITNESSMARK" show planted hbm_triad.f32.n1024
expect_words out '^Rate against clock$'
expect_words out '^clock_slope_low +0\.8983 +[0-9]+$'
expect 0 "$WITNESSMARK" show --markdown planted hbm_triad.f32.n1024.clock_slope
expect_words out 'clock.*slope = 0\.9555, 95 % interval 0\.8983 \.\. 1\.0127, verified PASS'
expect 0 "$WITNESSMARK" show --markdown planted hbm_copy.f32.n2048.clock_slope
expect_words out 'clock varied too little'
expect 0 "$WITNESSMARK" show --figure clock --latex planted
expect_words out 'slope of the rate on the clock -0\.9924, 95.*interval -1\.0189 \.\. -0\.9660'
expect 0 "$WITNESSMARK" show --figure clock --latex planted hbm_copy.f32.n2048
expect_words out 'no slope of the rate on the clock: clock varied too little'
expect 0 "$WITNESSMARK" prove planted hbm_triad.f32.n1024.clock_slope
cp out proof
expect 0 "$WITNESSMARK" check proof
expect_words out '^hbm_triad.f32.n1024.clock_slope is 0\.9555, 0\.8983 \.\. 1\.0127$'
sed 's/"text":"0.9555"/"text":"0.9556"/' proof >changed
expect 1 "$WITNESSMARK" check changed
expect 0 "$WITNESSMARK" publish planted -o published
grep -q 'wmsetgroup{hbm_triad.f32.n1024.slope}' published/numbers.tex || fail "no group of slopes"
# Figure 2 of the paper is among what is published: both classes, each with its slope or why not.
for words in \
    'hbm_copy.f32.n1024: slope of the rate on the clock -0\.9924, 95 % interval -1\.0189 \.\. ' \
    'the clock varied by 2\.557 %' \
    'hbm_copy.f32.n3072: no slope of the rate on the clock: clock varied too little' \
    'n = 71, class S1\..* n = 64, class S2\..* Of each class the item whose clock varied most\.'; do
    expect_words published/figures/clock.svg "$words"
    expect_words published/report.html "$words"
done
expect 0 python3 "$ROOT/tests/support/check_figure.py" planted published/figures/clock.svg \
    published/figures/clock.csv
# So is a table: the rows of `show`, each number bound to its claim, with its interval or why not.
# slope FOLDER CLAIM TEXT REASON: the text of a claim in numbers.tex, and why it has none.
slope() {
    expect_words "$1/numbers.tex" "^.wmsetclaim\{$2\}\{$3\}\{\}\{$4\}"
}
of=hbm_triad\.f32\.n1024
slope published "$of\.clock_slope" '0\.9555' '0\.9555'
for words in '^Item & Slope & 95.* interval & Clock varied & .*& Class & Clock & Power & Temp\. ' \
    "^\{\}hbm._triad\.f32\.n1024 & .wmcell\{$of\.clock_slope\} & 0\.8983 \.\. 1\.0127 & " \
    "& .wmcell\{$of\.clock_variation\} & .*wmcell\{$of\.performance_class\}" \
    "& .wmcell\{$of\.clock\} & .wmcell\{$of\.power\} & .wmcell\{$of\.temperature\} " \
    '^\{\}hbm._copy\.f32\.n2048 & -\[[0-9]\] & -\[[0-9]\] & .wmcell\{.*\.clock_variation\} & ' \
    '^\[[0-9]\] clock varied too little'; do
    expect_words published/tables/drift.tex "$words"
done
expect 0 "$WITNESSMARK" show --claims --csv planted
expect_equal "rows of the table" "$(grep -c '^{}[a-z]' published/tables/drift.tex)" \
    "$(grep -c '\.clock_slope,' out)"
grep -oE 'wmcell\{[^}]*' published/tables/drift.tex | sed 's/.*{//' | LC_ALL=C sort -u >cells
[ -s cells ] && pass || fail "no cell has a claim"
cut -d, -f1 out | LC_ALL=C sort >names
expect_equal "cells without a claim" "$(LC_ALL=C comm -23 cells names)" ""
expect 0 "$WITNESSMARK" publish planted -o again
expect 0 cmp published/tables/drift.tex again/tables/drift.tex
# A record without 64 repeats of an item has no such table.
"$ROOT/tests/support/make_record.py" few --plan small --verify-c "$BUILD/code/verify.c" \
    --verify-py "$ROOT/code/verify_graph.py" || fail "make_record failed"
expect 0 "$WITNESSMARK" publish few -o published-few
[ ! -e published-few/tables/drift.tex ] && pass || fail "a table of slopes without a slope"
expect_equal "README of few repeats" "$(grep -c 'tables/drift' published-few/README.md)" 0
expect_equal "README of a drift" "$(grep -c '^- `tables/drift.tex`: ' published/README.md)" 1
# Where no item has a class, those with 64 repeats take the places, and the figure says so.
PYTHONPATH=$ROOT/tests/adversary python3 - <<'PY' || fail "no record without classes"
from toolkit import Record
record = Record('planted')
for item in range(len(record.plan()['items'])):
    node = next(node for node in record.repeats(item) if 'covariates' in node)
    node['covariates']['run_delay'] = dict(longest_gap_s=0.1, maximum=0.75, median=0.75,
                                           minimum=0.75, samples=2)
    node['flags'] = sorted(set(node['flags']) | {'starved'})
record.recompute()
record.write('unclassed')
PY
expect 0 "$WITNESSMARK" publish unclassed -o published-unclassed
expect_words published-unclassed/figures/clock.svg 'class undetermined: starved\.' \
    '.* slope of the rate on the clock .* No item of class S1 has clocks in this record\.' \
    ' No item of class S2 has clocks in this record\.'
expect 0 python3 "$ROOT/tests/support/check_figure.py" unclassed \
    published-unclassed/figures/clock.svg published-unclassed/figures/clock.csv
finish
