# `compare --fail-slower` can end with 0 and 1 for a plan that has wrong outputs on purpose, as
# `quick` has; a planned fault that was missed leaves it undecided. 9be32b7 has no option of this
# name: exit status 2.
mkdir "$WORK/slower_faults" && cd "$WORK/slower_faults" || exit 2
if [ -x "$BUILD/tests/tools/seal_lines" ]; then
    for plan in meant missed; do
        python3 "$ROOT/tests/support/make_record.py" --plan $plan $plan >log 2>&1 ||
            fail "$(tail -n 1 log)"
        for run in 101 102 103 201 202 203 341 342 343; do
            python3 "$ROOT/tests/support/vary_record.py" $plan lines $run \
                --times $((run % 100 + (run < 300 ? 100 : 0))) &&
                "$BUILD/tests/tools/seal_lines" "$plan-$run" lines >log 2>&1 ||
                fail "$(tail -n 1 log)"
        done
    done
    for case in '0 NOT.SLOWER meant-2' '1 SLOWER meant-3' '3 INCONCLUSIVE missed-2'; do
        read -r status word b <<<"$case"
        expect "$status" "$WITNESSMARK" compare --fail-slower 50% "${b%-*}"-1?? -- "$b"??
        expect_words "$WORK/out" "^$word  2 "
    done
else
    skip "tests/tools/seal_lines is not there (make programs)"
fi
cd "$WORK" || exit 2
