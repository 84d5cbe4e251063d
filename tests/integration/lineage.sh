#!/bin/bash
# `lineage`: the tree of records that continue each other, with every link checked.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
export COLUMNS=1000 # a record is one line
cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}, "repeats": 2}]}
PLAN
root() {
    tail -n 1 "$1/evidence.jsonl" | sha256sum | cut -c 1-12
}
expect 0 "$WITNESSMARK" run --plan plan.json -o a
expect 0 "$WITNESSMARK" run --continue a -o b
expect 0 "$WITNESSMARK" run --continue b -o c
expect 0 "$WITNESSMARK" run --continue a -o fork
expect 0 "$WITNESSMARK" differential a c -o diff

# A chain with a branch and a differential, in any order, one record twice.
date=$(date -u +%Y-%m-)
cp -r c again
expect 0 "$WITNESSMARK" lineage again fork c a b c diff
expect_words out "^$(root a)  cpu .*  $date[0-9 :]+  a\$"
expect_words out "^\|-- $(root b)  cpu .*  b  of 1 output: 1 identical; floors 1 of 1, classes 1"
expect_words out "^\|   \`-- $(root c)  .*  (c|again)  of 1 output: 1 identical;"
expect_words out "^\|-- $(root fork)  .*  fork  "
expect_words out "^\`-- $(root diff)  no device  no session  diff  holds its evidence"
expect_equal "records that are shown" "$(grep -c " $(root c) " out)" 1
expect_equal "lines" "$(wc -l <out)" 6
utf8=$(locale -a 2>/dev/null | grep -m 1 -iE '^C\.utf-?8$')
if [ -n "$utf8" ]; then
    LC_ALL=$utf8 expect 0 "$WITNESSMARK" lineage a b
    expect_words out "^└── $(root b)  "
else
    skip "no locale C.UTF-8"
fi
expect 0 "$WITNESSMARK" lineage --json a b
expect_json out 'answer["status"] == "holds" and len(answer["records"]) == 2'
expect_json out 'answer["records"][1]["continues"][0]["kept"]["identical"] == 1'
expect_json out 'answer["records"][1]["continues"][0]["kept"]["recoverable_fraction"] == 1'
expect_json out '(answer["records"][1]["continues"][0]["kept"]["evidence_preserving"] ==
    "partial: class undetermined")'

# Rates over time, each with its interval, class and verdict; a device's UUID.
expect 0 "$WITNESSMARK" lineage -v c a b
expect_words out '^gemm\.int8\.n32$'
for record in a b c; do
    expect_words out "^$date[0-9 :]+  $(root $record) .* [0-9.]+ [GMk]FLOP/s.*  PASS$"
done
expect 0 "$WITNESSMARK" lineage --json a b
expect_json out 'len(answer["records"][0]["rates"]) == 1'
expect_json out 'answer["records"][0]["rates"][0]["verified"] == "PASS"'
expect_json out 'answer["records"][0]["rates"][0]["rate"] > 0'
expect_json out 'answer["records"][0]["uuid"] is None'
expect 0 python3 "$ROOT/tests/support/make_record.py" full --plan full
expect 0 python3 "$ROOT/tests/support/vary_record.py" full lines.jsonl 1 \
    --fact uuid=GPU-0123456789abcdef --fact named.node=n17
expect 0 "$BUILD/tests/tools/seal_lines" card lines.jsonl
expect 0 "$WITNESSMARK" lineage -v card
expect_words out ' GPU-01234567, node n17  2'
expect_words out ' FAIL'
expect_words out 'disturbed repeats: [0-9]+ of [0-9]+: '
expect 0 "$WITNESSMARK" lineage --json card
expect_json out 'answer["records"][0]["uuid"] == "GPU-0123456789abcdef"'
expect_json out 'answer["records"][0]["named"] == [{"name": "node", "value": "n17"}]'

# Lines are as wide as COLUMNS says where the output is no terminal.
for width in 60 80 120; do
    COLUMNS=$width expect 0 "$WITNESSMARK" lineage a b c fork
    expect_equal "lines beyond $width columns" \
        "$(awk -v most="$width" 'length($0) > most' out | wc -l)" 0
done

# A prior that is not given.
expect 3 "$WITNESSMARK" lineage a c
expect_words out "^absent: $(root c) continues $(root b), which is not given; "
expect_equal "heads" "$(grep -cE '^[0-9a-f]{12}  ' out)" 2
expect 3 "$WITNESSMARK" lineage --json c
expect_json out 'answer["status"] == "absent"'
expect_json out 'answer["records"][0]["continues"][0]["state"] == "absent"'

# A history that was built again from its beginning has another head.
expect 0 "$WITNESSMARK" run --plan plan.json -o a2
expect 0 "$WITNESSMARK" run --continue a2 -o b2
expect 3 "$WITNESSMARK" lineage a b b2
expect_words out "^absent: $(root b2) continues $(root a2), which is not given; its history may "
expect 0 "$WITNESSMARK" lineage a b a2 b2
expect_equal "heads of two histories" "$(grep -cE '^[0-9a-f]{12}  ' out)" 2

# Invalid, unfinished, absent.
cp -r b damaged
sed -i '4s/"repeat":0/"repeat":1/' damaged/evidence.jsonl
expect 1 "$WITNESSMARK" lineage a damaged
cp -r b swapped
cp a2/evidence.jsonl swapped/prior/1.jsonl
expect 1 "$WITNESSMARK" lineage a swapped
expect_words err 'prior/1.jsonl'
mkdir unfinished
head -n 6 a/evidence.jsonl >unfinished/evidence.jsonl
expect 3 "$WITNESSMARK" lineage a unfinished
expect 2 "$WITNESSMARK" lineage a absent
expect 2 "$WITNESSMARK" lineage
expect 2 "$WITNESSMARK" lineage b/evidence.jsonl
finish
