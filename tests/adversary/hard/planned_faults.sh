# shellcheck shell=bash
# A planned fault that was caught does not read as a failure, in any checker. 9be32b7: the checkers
# in the record and `audit -v` print `finding: LABEL.verified is FAIL` for it, as for a wrong
# output. The second line of an audit says that times stay the producer's word; 9be32b7: `times,
# residuals and digests are the producer's word until re-verified`.
faults() {
    local record=$WORK/faults answer
    local meaning="integrity and arithmetic hold; times are the producer's word for good, "
    python3 "$ROOT/tests/support/make_record.py" --plan full "$record" >/dev/null || return 1
    "$WITNESSMARK" audit -v "$record" >"$WORK/answer" 2>/dev/null || fail "audit -v of $record"
    python3 "$ROOT/code/verify_graph.py" "$record" >"$WORK/answer.python" || fail "verify_graph.py"
    "$BUILD/code/verify" "$record" >"$WORK/answer.c" || fail "verify.c"
    for answer in answer answer.python answer.c; do
        expect_equal "caught faults of $answer" \
            "$(grep -c '^planned fault caught: .*_.* is ' "$WORK/$answer")" 4
        expect_equal "caught faults that $answer calls findings" \
            "$(grep -cE '^finding: .*_(element|tile|bit)\.' "$WORK/$answer")" 0
        # A fault that was missed, and a wrong output without a fault, are findings.
        expect_words "$WORK/$answer" \
            '^finding: .*n100b1000\.injected_stale\.transcript is injected accept$'
        expect_words "$WORK/$answer" '^finding: gemm\.fp8\.n8\.verified is FAIL$'
        expect_equal "the second line of $answer" "$(sed -n 2p "$WORK/$answer")" \
            "${meaning}residuals and digests until re-verified"
    done
}
faults
