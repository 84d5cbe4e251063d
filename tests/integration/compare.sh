#!/bin/bash
# `compare`: ratios with intervals, digests, changed facts, own numbers.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 16, "n": 24, "k": 8}, "repeats": 6},
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}, "repeats": 6},
  {"workload": "scatter_add", "variant": "atomic", "shape": {"n": 65536, "buckets": 256},
   "repeats": 6}]}
PLAN

# ---- real runs: other threads, seconds, repeats, nonce ----
expect 0 "$WITNESSMARK" run --threads 1 --plan plan.json -o a
sed -e 's/0\.001/0.002/' -e 's/"repeats": 6/"repeats": 8/' plan.json >longer.json
expect 0 "$WITNESSMARK" run --threads 2 --plan longer.json -o b
expect 0 "$WITNESSMARK" run --threads 1 --plan plan.json --nonce 77 -o c
expect 0 "$WITNESSMARK" compare a b
expect_equal "the verdict" "$(sed -n '1s/  .*; outputs: /: /p' out | grep -c '^COMPARED: [0-9]')" 1
expect_words out '^  threads: 1 -> 2$'
expect_words out '^  repeat_seconds: 0.001 -> 0.002$'
expect_words out '^[0-9]+ of [0-9]+ facts changed, A -> B:$'
expect_words out '^both on '
expect_equal "lines about facts that did not change" "$(grep -c '^  cpu.model:' out)" 0
expect_words out '^gemm.int8.n32 .* identical '
expect_words out '^Item +B / A +its interval +B is'
cp out plain
expect 0 "$WITNESSMARK" compare -q a b
expect_equal "a quiet comparison" "$(cat out)" "$(head -n 1 plain)"
expect_equal "words on stderr" "$(wc -c <err)" 0

# Every number of the JSON follows from the claims of the two records.
cat >oracle.py <<'PYTHON'
import json, math, sys
def claims(path):
    found = {}
    for line in open(path + '/evidence.jsonl', encoding='utf-8'):
        node = json.loads(line)
        if node['type'] == 'claim':
            found[node['name']] = node['value']
    return found
answer = json.load(open(sys.argv[1], encoding='utf-8'))
base = claims(answer['base']['record'])
def repeats(path):
    """The repeats flagged and starved, and the mean pressure, of a record of `run`."""
    nodes = [json.loads(line) for line in open(path + '/evidence.jsonl', encoding='utf-8')]
    ok = [node for node in nodes if 'flags' in node and 'repeat' in node]
    waits = [node['covariates']['pressure']['median'] for node in ok
             if 'median' in node['covariates']['pressure']]
    return (sum(node['flags'] != [] for node in ok), sum('starved' in node['flags'] for node in ok),
            sum(waits) / len(waits) if waits else None)
def check_repeats(side):
    flagged, starved, pressure = repeats(side['record'])
    assert (side['repeats_flagged'], side['repeats_starved']) == (flagged, starved), side
    assert (side['pressure'] is None) == (pressure is None), side
    assert pressure is None or abs(side['pressure'] - pressure) < 1e-9, side
check_repeats(answer['base'])
counts = dict.fromkeys(('faster', 'slower', 'no_difference_shown', 'without_interval'), 0)
for other in answer['compared']:
    check_repeats(other)
    own = claims(other['record'])
    for item in other['items']:
        a = [base.get('%s.%s' % (item['item'], end)) for end in ('rate', 'rate_low', 'rate_high')]
        b = [own.get('%s.%s' % (item['item'], end)) for end in ('rate', 'rate_low', 'rate_high')]
        assert [item['base'][k] for k in ('median', 'low', 'high')] == a, item
        assert [item['other'][k] for k in ('median', 'low', 'high')] == b, item
        wanted = None if None in (a[0], b[0]) else b[0] / a[0]
        low = None if None in (a[2], b[1]) else b[1] / a[2]
        high = None if None in (a[1], b[2]) else b[2] / a[1]
        assert [item['ratio'], item['ratio_low'], item['ratio_high']] == [wanted, low, high], item
        word = (None if None in (low, high) else 'faster' if low > 1 else 'slower' if high < 1
                else 'no difference shown')
        assert item['change'] == word, item
        assert ('reason' in item) == (word is None), item
        counts[(word or 'without_interval').replace(' ', '_')] += 1
    ratios = [item['ratio'] for item in other['items'] if item['ratio'] is not None]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    assert abs(other['geometric_mean'] / mean - 1) < 1e-12, mean
    for word, count in counts.items():
        assert other['counts'][word] == count, (word, count)
    counts = dict.fromkeys(counts, 0)
print('holds')
PYTHON
oracle() { # RECORDS...
    "$WITNESSMARK" compare --json "$@" >answer.json 2>err
    expect_equal "the oracle on $*" "$(python3 oracle.py answer.json 2>&1 | tail -n 1)" holds
}
oracle a b
expect_json answer.json '(answer["schema"] == "witnessmark-compare/1" and
    answer["status"] == "compared" and len(answer["compared"][0]["items"]) == 3 and
    {"name": "threads", "base": 1, "other": 2} in answer["compared"][0]["facts"])'

# A line warns of a record with flagged repeats or of a busy machine.
"$WITNESSMARK" compare a b >out 2>err
expect_equal "warnings" "$(sed -n 's/^WARNING  \([AB]\): .*/\1/p' out | xargs)" "$(
    python3 -c '
import json
answer = json.load(open("answer.json"))
print(*[name for name, side in (("A", answer["base"]), ("B", answer["compared"][0]))
        if side["repeats_flagged"] or (side["pressure"] or 0) > 0.1])')"

# A record and itself; another nonce; several records.
expect 0 "$WITNESSMARK" compare a a
expect_words out '^COMPARED  3 no difference shown; outputs: 3 identical$'
expect_words out '^A and B are the same record$'
expect_words out '^0 of [0-9]+ facts changed$'
grep -q 'an interval covers' out && fail "a caution without a difference" || pass
expect_equal "ratios of one record" "$(grep -cE '^(gemm|scatter)[^ ]* +1\.0000 ' out)" 3
expect 0 "$WITNESSMARK" compare a c
expect_words out '^COMPARED  .*; outputs: 3 not compared$'
expect_words out '\] other nonce$'
expect 0 "$WITNESSMARK" compare a a b c -q
expect_equal "verdicts of three" "$(sed -n '/^COMPARED/s/: .*//p' out | xargs)" \
    "COMPARED a COMPARED b COMPARED c"
oracle a a b c
expect_json answer.json '[one["record"] for one in answer["compared"]] == ["a", "b", "c"]'

# CSV and Markdown.
expect 0 "$WITNESSMARK" compare --csv a b c
python3 - out <<'PYTHON' && pass || fail "the CSV: $(head -n 3 out)"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding='utf-8')))
assert [row['record'] for row in rows] == ['b'] * 3 + ['c'] * 3
assert rows[1]['item'] == 'gemm.int8.n32' and rows[1]['output'] == 'identical'
assert rows[4]['output'] == 'not compared' and rows[4]['output_reason'] == 'other nonce'
assert float(rows[0]['other']) / float(rows[0]['base']) == float(rows[0]['ratio'])
PYTHON
expect 0 "$WITNESSMARK" compare --markdown a b
expect_words out '^\| Item \| B / A \| its interval \| B is \| Output \| A \| B \|'
expect_words out '^- COMPARED  '

# ---- items that one record alone has; a null interval ----
sed -e 's/"repeats": 6/"repeats": 5/' -e 's/"n": 24/"n": 40/' plan.json >fewer.json
expect 0 "$WITNESSMARK" run --threads 1 --plan fewer.json -o fewer
expect 0 "$WITNESSMARK" compare a fewer
expect_words out '^COMPARED  2 without an interval; '
expect_words out '\] B: fewer than 6 repeats$'
expect_words out '^only in A: gemm.fp16.m16n24k8$'
expect_words out '^only in B: gemm.fp16.m16n40k8$'
oracle a fewer
expect_json answer.json 'answer["compared"][0]["only_base"] == ["gemm.fp16.m16n24k8"]'
cat >other.json <<'PLAN'
{"name": "other", "repeat_seconds": 0.001, "items": [
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 4096}, "repeats": 2}]}
PLAN
expect 0 "$WITNESSMARK" run --plan other.json -o other
expect 3 "$WITNESSMARK" compare a other
expect_words out '^NOT COMPARABLE  the records have no item and no own number in common$'
expect 3 "$WITNESSMARK" compare --json a b other
expect_json out '(answer["status"] == "not comparable" and
    [one["status"] for one in answer["compared"]] == ["compared", "not comparable"])'

# ---- synthetic records: a flipped digest, a rate of twice as many iterations ----
if [ -x "$BUILD/tests/tools/seal_lines" ]; then
    make="python3 $ROOT/tests/support/continue_record.py --seal $BUILD/tests/tools/seal_lines"
    expect 0 $make first
    expect 0 $make near --plan near
    expect 1 "$WITNESSMARK" compare first near
    expect_words out '^DIFFERENT  .*[0-9]+ different'
    expect_words out '^different  gemm.int8.n6$'
    expect_words out '^  must be identical: exact: every correct device gives the same output$'
    expect_words out '^  A [0-9a-f]{12}, B [0-9a-f]{12}$'
    expect_words out '^next: witnessmark reverify --product near$'
    expect_words out 'digests differ, and so do the device models$'
    expect 1 "$WITNESSMARK" compare near first
    expect 1 "$WITNESSMARK" compare first first near -q
    oracle first near first
    # No line is wider than COLUMNS.
    deep=./././././../${WORK##*/}/./././././././././a
    for columns in 60 80 120 200; do
        expect 1 env COLUMNS=$columns "$WITNESSMARK" compare first near "$deep"
        expect_equal "a width of $columns" "$(awk -v most="$columns" 'length > most' out)" ''
    done
    cat >scale.py <<'PYTHON'
import hashlib, json, sys
source, target = sys.argv[1:]
names, lines = {}, []
for line in open(source + '/evidence.jsonl', encoding='utf-8'):
    node = json.loads(line)
    if node['type'] != 'observation':
        break
    text = line
    for old, new in names.items():
        text = text.replace(old, new)
    if 'iterations' in node:
        text = text.replace('"iterations":%d' % node['iterations'],
                            '"iterations":%d' % (8 * node['iterations']))
    if text != line:
        names[hashlib.sha256(line.encode()).hexdigest()] = hashlib.sha256(text.encode()).hexdigest()
    lines.append(text)
open(target, 'w', encoding='utf-8').write(''.join(lines))
PYTHON
    expect 0 python3 scale.py first fast.jsonl
    expect 0 "$BUILD/tests/tools/seal_lines" fast fast.jsonl
    expect 0 "$WITNESSMARK" compare first fast
    expect_words out '^COMPARED  [0-9]+ faster, .*; outputs: [0-9]+ identical'
    expect_words out '^geometric mean of B / A, [0-9]+ items: 8\.0000$'
    expect_words out '^gemm.f64.m64n5k64 .* 8\.0000 .* faster +identical'
    oracle first fast
    expect_json answer.json '(answer["compared"][0]["counts"]["slower"] == 0 and
        answer["compared"][0]["counts"]["faster"] > 5)'
    expect 0 "$WITNESSMARK" compare fast first
    expect_words out '^gemm.f64.m64n5k64 .* 0\.1250 .* slower +identical'
else
    skip "tests/tools/seal_lines is not there"
fi

# ---- own numbers ----
seal=$BUILD/examples/seal_own_numbers
own() { # RECORD FACTOR COUNT HEADER
    { echo "${4:-time:s,speed:B/s,score,still}"
      for ((i = 0; i < $3; i++)); do
          awk -v f="$2" -v i="$i" 'BEGIN { printf "%.9g,%.9g,%.9g,0\n", f * (1 + i / 1000),
              f * (100 + i / 1000), f * (5 + i / 1000) }'
      done; } >numbers.csv
    expect 0 "$seal" numbers.csv "$1"
}
own slow 2 9
own quick 1 9
own short 1 5
own units 1 9 time:ms,speed:B/s,score,still
own long 1 2000
expect 0 "$WITNESSMARK" compare slow quick
expect_words out '^COMPARED  1 faster, 1 slower, 1 lower, 1 without an interval$'
expect_words out '^x.time +0.5000 +0.49[0-9]+ .. 0.50[0-9]+ +faster +2.008 s +1.004 s$'
expect_words out '^x.speed .* slower '
expect_words out '^x.score .* lower '
expect_words out "^an interval covers one run's repeats; two runs of a machine can differ by more$"
expect_words out '\] a value is not above zero$'
expect 0 "$WITNESSMARK" compare quick slow
expect_words out '^COMPARED  1 faster, 1 slower, 1 higher, 1 without an interval$'
# 9 values: the 2nd and the 8th are the ends of the interval.
expect 0 "$WITNESSMARK" compare --json quick slow
expect_json out '([answer["compared"][0]["own"][0]["base"][k] for k in ("low", "median", "high")]
    == [1.001, 1.004, 1.007] and answer["compared"][0]["own"][0]["change"] == "slower")'
expect 0 "$WITNESSMARK" compare quick short
expect_words out '^COMPARED  4 without an interval$'
expect_words out '\] B: fewer than 6 values$'
expect 0 "$WITNESSMARK" compare quick units
expect_words out '^x.time +-\[1\] +-\[1\] '
expect_words out '^\[1\] the units differ$'
# 2000 values: the ends are the 956th and the 1045th.
expect 0 "$WITNESSMARK" compare --json quick long
expect_json out '([answer["compared"][0]["own"][0]["other"][k] for k in ("low", "high")]
    == [1.955, 2.044])'
expect 3 "$WITNESSMARK" compare a quick
expect_words out '^only in B: x.time, x.speed, x.score, x.still$'

# Only `wrap` records pressure as this program measures it; a number of that name is another thing.
{ echo time:s,pressure:1; yes 1,0.9 | head -n 9; } >numbers.csv
expect 0 "$seal" numbers.csv pressed
expect 0 "$WITNESSMARK" compare pressed pressed
grep -q WARNING out && fail "a warning of another series: $(cat out)" || pass
expect 0 "$WITNESSMARK" wrap --repeats 6 -o wrapped -- true
expect 0 "$WITNESSMARK" compare --json wrapped wrapped
python3 - out <<'PYTHON' && pass || fail "the pressure of a wrap"
import json, sys
nodes = [json.loads(line) for line in open('wrapped/evidence.jsonl', encoding='utf-8')]
waits = [node['values']['pressure'] for node in nodes if node.get('series') == 'wrap']
waits = [wait for wait in waits if wait is not None]
found = json.load(open(sys.argv[1]))['base']['pressure']
assert (found is None) == (not waits), (found, waits)
assert found is None or abs(found - sum(waits) / len(waits)) < 1e-9, (found, waits)
PYTHON

# Imported numbers are marked.
expect 0 "$WITNESSMARK" import hyperfine "$ROOT/tests/data/import/hyperfine.json" -o imported
expect 0 "$WITNESSMARK" compare imported imported
expect_words out '^A  [0-9a-f]{12}  imported  \(imported, not witnessed\)$'

# ---- bad input ----
expect 2 "$WITNESSMARK" compare a
expect_words err '^witnessmark compare: RECORD: needs 2 to 64 records$'
expect 2 "$WITNESSMARK" compare
expect_words err 'missing argument RECORD'
many=$(for i in $(seq 65); do echo a; done)
# shellcheck disable=SC2086
expect 2 "$WITNESSMARK" compare $many
expect_words err 'accepts at most 64 values'
expect 2 "$WITNESSMARK" compare a b --json --csv
expect_words err 'choose one of '
mkfifo pipe
expect 2 timeout "$hang" "$WITNESSMARK" compare a pipe
expect_words err '^witnessmark compare: pipe: '
expect 0 "$WITNESSMARK" compare a b/evidence.jsonl
expect 2 "$WITNESSMARK" compare a absent
expect_words err '^witnessmark compare: absent'
one_line err && pass || fail "not one line: $(cat err)"
mkdir empty
expect 2 "$WITNESSMARK" compare a empty
cp -r b damaged
sed -i '4s/"repeat":0/"repeat":1/' damaged/evidence.jsonl
expect 1 "$WITNESSMARK" compare a b damaged
expect_words err '^witnessmark compare: damaged: invalid evidence.jsonl:4: '
expect_equal "what is printed of a bad record" "$(wc -c <out)" 0
mkdir unfinished
head -n 6 b/evidence.jsonl >unfinished/evidence.jsonl
expect 3 "$WITNESSMARK" compare a unfinished
for archive in "$ROOT"/records/older/*.tar.gz; do
    tar xzf "$archive" -C "$WORK"
    expect 3 "$WITNESSMARK" compare a "$(basename "$archive" .tar.gz)"
    expect_words err 'older evidence\.jsonl'
    break
done
# Planned faults that were caught are no findings, in the text and in JSON.
sed 's/"k": 8}/"k": 8}, "fault": {"kind": "row", "when": "transcript"}/' plan.json >faulty.json
expect 0 "$WITNESSMARK" run --threads 1 --plan faulty.json -o faulty
expect 0 "$WITNESSMARK" audit -v faulty
expect_words out '^finding: .*transcript is '
expect 0 "$WITNESSMARK" compare faulty a
grep -qE '^A .*finding' out && fail "a caught fault is a finding: $(grep '^A ' out)" || pass
expect 0 "$WITNESSMARK" compare --json faulty a
expect_json out 'answer["base"]["findings"] == 0'

full() {
    "$WITNESSMARK" compare "$@" >/dev/full
}
if [ -c /dev/full ]; then
    for form in -q --json --csv --markdown --color=always; do
        expect 2 full "$form" a b
        expect_words err 'cannot write the output'
    done
else
    skip "/dev/full is not there"
fi
odd=$'a b\t\e[1m\xff'
cp -r b "$odd"
expect 0 "$WITNESSMARK" compare a "$odd"
LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f-\xff]' out && fail "an odd name is printed as it is" ||
    pass
expect 0 "$WITNESSMARK" compare --json a "$odd"
expect_json out '"record_bytes" in answer["compared"][0]'
finish
