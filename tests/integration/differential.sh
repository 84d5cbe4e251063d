#!/bin/bash
# `differential`: seals a comparison of records without a device.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 16, "n": 24, "k": 8}, "repeats": 2},
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}, "repeats": 2}]}
PLAN
for record in a b; do
    expect 0 "$WITNESSMARK" run --plan plan.json -o $record
done
expect 0 "$WITNESSMARK" run --plan plan.json --nonce 77 -o c

expect 3 "$WITNESSMARK" differential a b c -o all
expect_words out '^a against b: 2 identical, 0 within rounding, 0 different, 0 not comparable$'
expect_words out '^a against c: 0 identical, 0 within rounding, 0 different, 2 not comparable$'
expect_words out '^gemm.int8.n32(\[[0-9]+\])? +not comparable\[[0-9]+\] '
expect_words out 'other nonce$'
for command in "$WITNESSMARK audit" "$BUILD/code/verify" "python3 all/code/verify_graph.py"; do
    expect 0 $command all
    expect_words out '^valid [0-9a-f]{64}$'
done
expect_words all/evidence.jsonl '"backend":"none"'
for index in 1 2 3; do
    [ -s all/prior/$index.jsonl ] && pass || fail "no prior/$index.jsonl"
done
expect 3 "$WITNESSMARK" audit all/evidence.jsonl
expect 3 "$WITNESSMARK" differential a c -o nothing --json
expect_json out 'answer["status"] == "not comparable" and answer["findings"] == 0'
expect 0 "$WITNESSMARK" audit nothing
expect 0 "$WITNESSMARK" differential a b -o pair --json
expect_json out 'answer["status"] == "same" and answer["compared"][0]["identical"] == "2"'
expect 0 "$WITNESSMARK" show -v all
expect_words out '^differential: of 3 records; nothing was measured for it$'
expect_words out '^here: prior 1: [0-9a-f]{12}, .* \(cpu\)$'
expect_words out '^prior 3: [0-9a-f]{12}, .* \(cpu\)$'
expect_equal "devices that are not there" "$(grep -c '(none)' out)" 0
expect 0 "$WITNESSMARK" show --csv all
expect_equal "rows of links in the CSV" "$(grep -c '^link\.[0-9]\.' out)" 4
agreements=$("$WITNESSMARK" show --csv --claims all 2>/dev/null |
    sed -n 's/^link\..*\.agreement,\([^,]*\),.*/\1/p')
expect_equal "agreement of links in the CSV" "$agreements" "$(python3 -c '
import csv
for row in csv.DictReader(open("out")):
    print(row["agreement"])')"
expect 0 "$WITNESSMARK" show --json all
expect_json out 'len([one for one in answer["links"]]) == 4 and answer["device"] == "none"'
# One claim of a link down to the repeats of both sides.
expect 0 "$WITNESSMARK" show all link.2.gemm.int8.n32.agreement
expect_words out '^  here: prior/1.jsonl$'
expect_words out '^  there: prior/2.jsonl$'
expect_equal "repeats of both sides" "$(grep -cE '^    line .* repeat [01]: output_digest' out)" 4
expect 0 "$WITNESSMARK" show --json all link.3.gemm.int8.n32.rate_ratio
expect_json out '([one["file"] for one in answer["priors"]] ==
    ["prior/1.jsonl"] * 2 + ["prior/3.jsonl"] * 2 and
    all(__import__("hashlib").sha256(open("all/" + one["file"], "rb").read().split(b"\n")
        [one["line"] - 1] + b"\n").hexdigest() == one["id"] for one in answer["priors"]) and
    all(one["node"]["kind"] == "workload" for one in answer["priors"]))'
expect 0 "$WITNESSMARK" show all link.2.gemm.fp16.m16n24k8.floor_ratio
expect_equal "calibrations of both sides" "$(grep -c '^    line .* calibration' out)" 2
expect 3 "$WITNESSMARK" reverify --product all
expect_words out '^INCONCLUSIVE  the record has no outputs$'
expect_equal "words about a device" "$(grep -c 'recorded' out)" 0

# An item of the first record that no other has is not compared.
"$WITNESSMARK" run --continue a --item gemm.fp16.m16n24k8 -o part >/dev/null 2>&1
expect 3 "$WITNESSMARK" differential a part -o less
alone='^only in prior 1, so not compared: [1-9][0-9]* items?, first '
expect_words out "$alone"
for form in '' -v; do
    # shellcheck disable=SC2086
    expect 0 "$WITNESSMARK" show $form less
    expect_words out "$alone"
done
expect 0 "$WITNESSMARK" show --markdown less
expect_words out "^- ${alone#^}"
expect 0 "$WITNESSMARK" show --json less
expect_json out 'answer["only_in_first"] > 0'
expect 0 "$WITNESSMARK" show all
expect_equal "items of all records" "$(grep -c '^only in prior 1' out)" 0
expect 0 "$WITNESSMARK" show --json all
expect_json out 'answer["only_in_first"] == 0'
expect 0 "$WITNESSMARK" show --json a
expect_json out '"only_in_first" not in answer'
expect 3 "$WITNESSMARK" differential a part -o less-json --json
expect_json out 'answer["status"] == "not comparable" and answer["only_in_first"] > 0'

# A planned fault in one record's outputs: the item is another one, which the other has not.
sed 's/"k": 8}/"k": 8}, "fault": {"kind": "bit", "when": "repeats"}/' plan.json >faulty.json
"$WITNESSMARK" run --plan faulty.json -o faulty >/dev/null 2>&1
if [ -d faulty ]; then
    expect 3 "$WITNESSMARK" differential a faulty -o against
    expect_words out '0 different, 1 not comparable$'
else
    fail "no record with a fault"
fi

# A changed digest of a synthetic record is a difference.
if command -v python3 >/dev/null && [ -x "$BUILD/tests/tools/seal_lines" ]; then
    make="python3 $ROOT/tests/support/continue_record.py --seal $BUILD/tests/tools/seal_lines"
    expect 0 $make first
    expect 0 $make near --plan near --prior first
    expect 1 "$WITNESSMARK" differential first near -o unequal
    expect_words out '^finding: link.2.gemm.int8.n6.agreement is different$'
    expect 1 "$WITNESSMARK" differential near first -o reversed --json
    expect_json out 'answer["status"] == "different" and answer["findings"] > 0'
else
    skip "python3 or tests/tools/seal_lines is not there"
fi

# What is refused leaves nothing.
expect 2 "$WITNESSMARK" differential a -o other
expect_words err 'needs 2 to 8 records'
expect 2 "$WITNESSMARK" differential a b
expect_words err '^witnessmark differential: -o: '
expect 2 "$WITNESSMARK" differential a b a b a b a b a -o other
expect_words err 'accepts at most 8 values'
expect 2 "$WITNESSMARK" differential a b a -o other
expect_words err 'is the same record as a'
expect 2 "$WITNESSMARK" differential a absent -o other
expect 2 "$WITNESSMARK" differential a b -o pair
expect_words err 'exists already; a record is never replaced'
cp -r b damaged
sed -i '4s/"repeat":0/"repeat":1/' damaged/evidence.jsonl
expect 1 "$WITNESSMARK" differential a damaged -o other
expect_words err '^witnessmark differential: damaged: invalid evidence.jsonl:4: '
mkdir unfinished
head -n 6 b/evidence.jsonl >unfinished/evidence.jsonl
expect 3 "$WITNESSMARK" differential a unfinished -o other
(ulimit -f 20; exec "$WITNESSMARK" differential a b -o other) >out 2>err
expect_equal "exit under a limit on the size of files" "$?" 2
expect_words err 'cannot copy a prior: File too large'
[ -e other ] || [ -e .other.partial ] && fail "a refused differential left something" || pass
finish
