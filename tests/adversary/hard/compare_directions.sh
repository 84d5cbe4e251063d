# `compare` of two runs of one program names no direction; several runs of each side do, by the
# spread between the runs, but not where a class is undetermined or a run is given twice.
# 9be32b7: `COMPARED  10 faster, 4 without an interval; outputs: 14 identical`, exit status 0, for
# two runs that differ by 7 % where runs differ by 12 %; the records behind `--` are compared with
# the first one, each alone.
mkdir "$WORK/directions" && cd "$WORK/directions" || exit 2
if [ -x "$BUILD/tests/tools/seal_lines" ]; then
    python3 "$ROOT/tests/support/continue_record.py" first \
        --seal "$BUILD/tests/tools/seal_lines" >log 2>&1 || fail "$(tail -n 1 log)"
    for run in 90 96 102 150 156 162; do
        python3 "$ROOT/tests/support/vary_record.py" first lines.jsonl "$run" --times "$run" &&
            "$BUILD/tests/tools/seal_lines" "run-$run" lines.jsonl >log 2>&1 ||
            fail "$(tail -n 1 log)"
    done
    expect 3 "$WITNESSMARK" compare run-90 run-96
    expect_words "$WORK/out" '^INCONCLUSIVE  no direction from one run; outputs: '
    grep -qE ' (faster|slower)' "$WORK/out" && fail "a direction from one run" || pass
    expect 0 "$WITNESSMARK" compare run-90 run-102 -- run-96 run-162 run-150
    expect_words "$WORK/out" '^COMPARED  4 no difference shown, 10 without a direction; '
    expect 0 "$WITNESSMARK" compare run-90 run-96 run-102 -- run-150 run-156 run-162
    expect_words "$WORK/out" '^COMPARED  4 faster, 10 without a direction; '
    expect_words "$WORK/out" '\] A and B: undetermined: fewer than 8 repeats$'
    expect 3 "$WITNESSMARK" compare run-90 run-90 -- run-150 run-156
    expect_words "$WORK/out" '\] A: the same run is given twice: A1 and A2$'
    expect 3 "$WITNESSMARK" compare run-90 run-96 -- run-90 run-156
    expect_words "$WORK/out" '\] B: the same run is given twice: A1 and B1$'
else
    skip "tests/tools/seal_lines is not there (make programs)"
fi
cd "$WORK" || exit 2
