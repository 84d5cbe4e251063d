# `compare` takes the digests of all repeats. 9be32b7: `outputs: 14 identical`, exit status 0, where
# 2 of 8 repeats of gemm.bf16.n16 have another digest than all others.
mkdir "$WORK/digests" && cd "$WORK/digests" || exit 2
if [ -x "$BUILD/tests/tools/seal_lines" ]; then
    python3 "$ROOT/tests/support/continue_record.py" first \
        --seal "$BUILD/tests/tools/seal_lines" >log 2>&1 || fail "$(tail -n 1 log)"
    python3 "$ROOT/tests/support/vary_record.py" first lines.jsonl 1 --digest 1:3 --digest 1:4 &&
        "$BUILD/tests/tools/seal_lines" other lines.jsonl >log 2>&1 || fail "$(tail -n 1 log)"
    expect 1 "$WITNESSMARK" compare first other
    expect_words "$WORK/out" '^DIFFERENT  .*outputs: 11 identical, 1 different'
    expect_words "$WORK/out" '^different  gemm.bf16.n16$'
    expect_words "$WORK/out" '^  B [0-9a-f]{12} \(6 repeats\), [0-9a-f]{12} \(2 repeats\)$'
else
    skip "tests/tools/seal_lines is not there (make programs)"
fi
cd "$WORK" || exit 2
