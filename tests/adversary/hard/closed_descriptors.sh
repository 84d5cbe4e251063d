# A program with closed standard descriptors writes no message into a record.
# 9be32b7: `run` with 0, 1 and 2 closed wrote its progress into evidence.jsonl, sealed the record
# under its final name, and `audit` answered "invalid".

closed=$(mktemp -d "$WORK/closed-XXXXXX")
cat >"$closed/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}, "repeats": 2}]}
PLAN
# without WHICH COMMAND...: runs the command with these descriptors closed.
without() {
    local which=$1
    shift
    (
        for descriptor in $which; do eval "exec $descriptor>&-"; done
        exec "$@"
    )
}
for which in 0 1 2 '0 1' '1 2' '0 2' '0 1 2'; do
    record=$closed/without-${which// /}
    without "$which" "$WITNESSMARK" run --plan "$closed/plan.json" -o "$record" >"$WORK/out" \
        2>"$WORK/err" </dev/null
    status=$?
    # What cannot be printed is trouble; the record is whole in each case.
    [ "$status" -eq 0 ] || [ "$status" -eq 2 ] && pass || fail "exit $status without $which"
    expect 0 "$WITNESSMARK" audit "$record"
done
expect_equal "exit without standard output" \
    "$(without 1 "$WITNESSMARK" list 2>/dev/null; echo $?)" 2

# A program that uses the library is refused before there is a folder.
program=$BUILD/tests/tools/seal_lines
if [ -x "$program" ]; then
    grep -h '"type":"observation"' "$closed/without-0/evidence.jsonl" >"$closed/lines"
    expect 0 "$program" "$closed/sealed" "$closed/lines"
    without '0 1 2' "$program" "$closed/refused" "$closed/lines"
    expect_equal "exit of the library with closed descriptors" "$?" 1
    without '0 1' "$program" "$closed/refused" "$closed/lines" 2>"$WORK/err"
    expect_words "$WORK/err" 'descriptor 0, 1 or 2 is closed, so messages could be written'
    expect_equal "what it left" "$(ls -A "$closed" | grep -c refused)" 0
else
    skip "build/tests/tools/seal_lines is not built"
fi
