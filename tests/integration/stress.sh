#!/bin/bash
# Items at a point of operation: they run, are audited and shown, can be interrupted and resumed.
. "$(dirname "$0")/../support/shell.sh"

product='"workload": "gemm", "variant": "fp16", "shape": {"n": 64}'
cat >"$WORK/plan.json" <<PLAN
{"name": "points", "repeat_seconds": 0.01, "repeats": 2, "items": [
  {$product},
  {$product, "point": "soak"},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 5000}, "point": "bursts"},
  {"workload": "gemm", "variant": "int8", "shape": {"n": 64}, "point": "cold"}]}
PLAN

expect 0 "$WITNESSMARK" run --plan "$WORK/plan.json" -o "$WORK/record"
expect_words "$WORK/out" '^PASS  4 of 4 outputs correct; all [0-9]+ outputs under load ' \
    'are identical'
expect_words "$WORK/out" '^Point of operation: gemm.fp16.n64.soak$'
expect_words "$WORK/out" '^outputs checked +[1-9][0-9]*$'
expect_words "$WORK/out" '^errors +0$'
expect_words "$WORK/out" '^output against no point +identical$'
expect_words "$WORK/out" '^rate against no point +[0-9.]+( \([0-9.]+ \.\. [0-9.]+\))?$'
expect_equal "tables of claims" "$(grep -c '^Claims about' "$WORK/out")" 0
expect_valid "$WORK/record"
expect_equal "segments" "$(grep -c '"kind":"stress"' "$WORK/record/evidence.jsonl")" 3
expect 0 "$WITNESSMARK" show "$WORK/record" gemm.fp16.n64.soak.errors
expect_words "$WORK/out" 'segment 0: [1-9][0-9]* outputs, 0 of them wrong'
expect 0 "$WITNESSMARK" reverify --product "$WORK/record"
expect_words "$WORK/out" '^segments under load: not re-verified; they are the producer.s word$'
expect 3 "$WITNESSMARK" reverify "$WORK/record"

# An interrupt in a segment seals what there is. A segment of this plan lasts 25 s.
sed 's/"repeat_seconds": 0.01/"repeat_seconds": 0.5/' "$WORK/plan.json" >"$WORK/long.json"
# stop_in SIGNAL NAME [PLAN]: a run of long.json, or PLAN, that gets the signal in its first
# segment; its exit status is $got.
stop_in() {
    local pid
    "$WITNESSMARK" run --plan "${3:-$WORK/long.json}" -o "$WORK/$2" >"$WORK/out" 2>"$WORK/err" \
        </dev/null &
    pid=$!
    wait_until grep '"item":1,"iterations"' "$WORK/.$2.partial/evidence.jsonl"
    sleep 0.3
    kill -s "$1" "$pid"
    wait "$pid" 2>"$WORK/null"
    got=$?
}
stop_in INT stopped
expect_equal "exit after an interrupt in a segment" "$got" 3
expect_words "$WORK/out" '^INCONCLUSIVE  1 of 4 outputs correct, 3 not judged'
expect_valid "$WORK/stopped"
reason='"reason":"interrupted( after [0-9]+ outputs, 0 of them wrong)?".*"status":"failed"'
expect_equal "what was not run" "$(grep -cE "$reason" "$WORK/stopped/evidence.jsonl")" 8

# The segment that was cut has its time, so that the times of the record are those of the run.
# times_are_true RECORD: W ends with the cut segment, and T and G have it.
times_are_true() {
    if python3 -c '
import json, sys
nodes = [json.loads(line) for line in open(sys.argv[1] + "/evidence.jsonl", encoding="utf-8")]
claims = {node["name"]: node["value"] for node in nodes if node["type"] == "claim"}
cut = [node for node in nodes if node.get("kind") == "stress" and "seconds" in node]
assert len(cut) == 1 and cut[0]["status"] == "failed" and cut[0]["seconds"] > 0.2, cut
timed = [node for node in nodes if "started_at" in node and "seconds" in node]
length = lambda node: int(node["seconds"] * 1e9)
begin = next(int(node["started_at"]) for node in nodes if node.get("kind") == "session")
wall = int(cut[0]["started_at"]) + length(cut[0]) - begin
gap, last = 0, begin
for node in timed:
    gap, last = max(gap, int(node["started_at"]) - last), int(node["started_at"]) + length(node)
assert claims["record.wall_time"] == wall / 1e9, wall
assert claims["record.longest_gap"] == gap / 1e9, gap
assert claims["record.timed_share"] == sum(map(length, timed)) / wall
' "$1"; then
        pass
    else
        fail "the times of $1 lack the segment that was cut"
    fi
}
times_are_true "$WORK/stopped"
expect 0 "$WITNESSMARK" show "$WORK/stopped" gemm.fp16.n64.soak.errors
expect_words "$WORK/out" 'segment 0: failed: interrupted after [0-9]+ outputs, 0 of them wrong, ' \
    'in [0-9.]+ s'

# A device at rest computes nothing, and its segment has its time all the same.
sed 's/"point": "soak"/"point": "cold"/' "$WORK/long.json" >"$WORK/rest.json"
stop_in INT rested "$WORK/rest.json"
expect_equal "exit after an interrupt at rest" "$got" 3
expect_valid "$WORK/rested"
times_are_true "$WORK/rested"

# A run that is killed in a segment has no record, and goes on with that segment.
stop_in KILL killed
expect_equal "exit after a kill" "$got" 137
expect_equal "no record" "$(ls -d "$WORK/killed" 2>&1 | grep -c 'No such')" 1
"$WITNESSMARK" run --plan "$WORK/plan.json" -o "$WORK/cut" >"$WORK/out" 2>"$WORK/err" </dev/null &
pid=$!
for ((i = 0; i < 6000; i++)); do # a run that has ended has no such folder
    grep -qs '"item":1,"iterations"' "$WORK/.cut.partial/evidence.jsonl" && break
    sleep 0.01
done
kill -s KILL "$pid"
wait "$pid" 2>"$WORK/null"
if [ -e "$WORK/.cut.partial" ]; then
    expect 0 "$WITNESSMARK" run --plan "$WORK/plan.json" --resume -o "$WORK/cut"
    expect_valid "$WORK/cut"
    expect_words "$WORK/answer" '^finding: record.sessions is 2$'
else
    skip "resume in a segment: the run ended before it was killed"
fi

# What a plan may say.
# refused ITEM WORDS: a plan with this item is refused.
refused() {
    echo "{\"name\": \"p\", \"items\": [$1]}" >"$WORK/bad.json"
    expect 2 "$WITNESSMARK" run --plan "$WORK/bad.json" -o "$WORK/bad"
    expect_words "$WORK/err" "$2"
}
refused "{$product, \"point\": \"warm\"}" 'items\[0\].point: must be "cold", "soak"'
refused "{$product, \"minutes\": 3}" 'items\[0\].minutes: needs a point'
refused "{$product, \"point\": \"soak\", \"minutes\": 0}" 'items\[0\].minutes: must be a whole'
refused "{$product, \"point\": \"soak\", \"minutes\": 1441}" 'items\[0\].minutes: must be a whole'
refused '{"workload": "scatter_add", "variant": "atomic", "shape": {"n": 9, "buckets": 3},
  "point": "soak"}' 'items\[0\].point: outputs of this variant differ by chance'

expect 0 "$WITNESSMARK" list
expect_words "$WORK/out" '^ *--plan stress '
finish
