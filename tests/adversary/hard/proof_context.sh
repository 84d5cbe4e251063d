# shellcheck shell=bash
# A proof of a number whose output was wrong, or was never judged. 9be32b7: `prove` says nothing,
# exit 0; `check` says "holds ROOT", then "gemm.fp8.n8.rate is 1.022 MFLOP/s", exit 0, and its proof
# has no line about the output.
proof_context() {
    local record=$WORK/context says
    python3 "$ROOT/tests/support/make_record.py" --plan full "$record" >/dev/null || exit 2
    says='^WRONG  the output of gemm\.fp8\.n8 failed its check: verified is FAIL$'
    expect 0 "$WITNESSMARK" prove "$record" gemm.fp8.n8.rate
    cp "$WORK/out" "$WORK/proof"
    expect_equal "the first line of prove" "$(head -n 1 "$WORK/err" | grep -c "$says")" 1
    expect 1 "$WITNESSMARK" check "$WORK/proof"
    expect_equal "the first line of check" "$(head -n 1 "$WORK/out" | grep -c "$says")" 1
    expect 1 "$WITNESSMARK" check --json "$WORK/proof"
    expect_words "$WORK/out" '"status":"wrong".*"output":"wrong".*"verified":"FAIL"'
    # The context cannot be taken away: not the claims, not the repeats.
    grep -v '"name":"gemm.fp8.n8.verified"' "$WORK/proof" >"$WORK/forged"
    expect 1 "$WITNESSMARK" check "$WORK/forged"
    expect_words "$WORK/out" '^does not hold: '
    sed '$d' "$WORK/proof" >"$WORK/forged"
    expect 1 "$WITNESSMARK" check "$WORK/forged"
    expect_words "$WORK/out" '^does not hold: the proof ends before its line '
    # Unknown is not good.
    expect 0 "$WITNESSMARK" prove "$record" gemm.int8.n6.rate
    cp "$WORK/out" "$WORK/proof"
    expect 3 "$WITNESSMARK" check "$WORK/proof"
    expect_words "$WORK/out" '^NOT JUDGED  the output of gemm\.int8\.n6 '
}
proof_context
