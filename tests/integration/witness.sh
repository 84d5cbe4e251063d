#!/bin/bash
# run --witness: the record and the messages name the witness; a resumed run keeps it.
. "$(dirname "$0")/../support/shell.sh"
without_waits

# digests RECORD: of the outputs that are the same in every run.
digests() {
    grep '"kind":"workload"' "$1/evidence.jsonl" | grep -v '"variant":"atomic"' |
        grep -o '"output_digest":"[0-9a-f]*"'
}

expect 0 "$WITNESSMARK" run --plan quick -o "$WORK/own"
expect_equal "words about a witness" "$(grep -c witness: "$WORK/err")" 0
expect 0 "$WITNESSMARK" run --plan quick --witness device -o "$WORK/device"
expect 0 "$WITNESSMARK" run --plan quick --witness cpu -o "$WORK/cpu"
expect_words "$WORK/err" \
    '^witnessmark run: --witness cpu: .* the witness is the same silicon as the device'
for record in own device cpu; do
    expect 0 "$WITNESSMARK" audit "$WORK/$record"
done
head -n 1 "$WORK/cpu/evidence.jsonl" >"$WORK/first"
expect_words "$WORK/first" '"witness'
head -n 1 "$WORK/own/evidence.jsonl" >"$WORK/first"
expect_equal "a witness in a record without one" "$(grep -c '"witness[".]' "$WORK/first")" 0
[ "$(digests "$WORK/own" | wc -l)" -gt 20 ] && pass || fail "too few digests"
expect_equal "digests" "$(digests "$WORK/cpu" | sha256sum)" "$(digests "$WORK/own" | sha256sum)"

# The CPU witness sees an injected fault as the device does.
expect 1 "$WITNESSMARK" run --plan quick --witness cpu --inject element@gemm.fp16.n128 \
    -o "$WORK/fault" -v
expect_words "$WORK/out" 'gemm\.fp16\.n128\.injected_element'

expect 2 "$WITNESSMARK" run --plan quick --witness nobody -o "$WORK/none"
one_line "$WORK/err" && pass || fail "not one line: $(cat "$WORK/err")"
expect_words "$WORK/err" "^witnessmark run: --witness: needs device or cpu, not 'nobody'"

# Resumed with the witness of the partial record; another one is refused.
(
    "$WITNESSMARK" run --plan default --witness cpu -o "$WORK/cut" >/dev/null 2>&1 &
    run=$!
    wait_until has_lines "$WORK/.cut.partial/evidence.jsonl" 5
    kill -TERM $run
    wait $run
) 2>/dev/null
expect_equal "status of an interrupted run" "$?" 143
expect 2 "$WITNESSMARK" run --resume --witness device -o "$WORK/cut"
one_line "$WORK/err" && pass || fail "not one line: $(cat "$WORK/err")"
expect_words "$WORK/err" '--witness'
finish
