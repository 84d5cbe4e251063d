# Many records are one table against their median, the odd ones are named, and the limit is shown:
# of five, one that is half as fast is not odd. 9be32b7: a verdict and a table for each record but
# the first, all against the first, and 0 although one differs.
mkdir "$WORK/fleet" && cd "$WORK/fleet" || exit 2
if [ -x "$BUILD/tests/tools/seal_lines" ]; then
    python3 "$ROOT/tests/support/continue_record.py" first \
        --seal "$BUILD/tests/tools/seal_lines" >log 2>&1 || fail "$(tail -n 1 log)"
    node() { # NAME NUMBER OPTION...
        python3 "$ROOT/tests/support/vary_record.py" first lines.jsonl "${@:2}" &&
            "$BUILD/tests/tools/seal_lines" "$1" lines.jsonl >log 2>&1 || fail "$(tail -n 1 log)"
    }
    for run in 1 2 3 4 5 6 7 8; do
        node "n$run" "$run" --times $((100 + run % 3))
    done
    node n33 33 --times 145
    node n17 17 --times 101 --digest 1:3
    expect 1 "$WITNESSMARK" compare n? n33 n17
    expect_equal "the number of verdicts" "$(grep -cE '^[A-Z]{3,}' "$WORK/out")" 1
    expect_words "$WORK/out" '^DIFFERENT  10 records, 14 items: 4 odd of 40 numbers; '
    expect_words "$WORK/out" '^gemm.bf16.n16 .* n33 \+43'
    expect_words "$WORK/out" '^outputs: 9 identical; n17 DIFFERENT$'
    node half 50 --times 50
    expect 0 "$WITNESSMARK" compare n1 n2 n3 n4 half
    expect_words "$WORK/out" '^COMPARED  5 records, 14 items: 0 odd of 20 numbers; '
    expect_words "$WORK/out" '^Item .* Odd  +Odd beyond'
    expect_words "$WORK/out" '^gemm.bf16.n16 .* none +-8[0-9.]+ % \.\. \+[0-9]+ % '
else
    skip "tests/tools/seal_lines is not there (make programs)"
fi
cd "$WORK" || exit 2
