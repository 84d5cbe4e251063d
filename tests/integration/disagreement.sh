#!/bin/bash
# A fault of one device is found by disagreement: a link says `different`, and the residual of each
# side says whose fault it is. A fault below the residual's tolerance is seen by the link alone.
# Source: paper, section 6.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
cat >plan.json <<'PLAN'
{"name": "product", "nonce": "6d", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "f32", "shape": {"n": 640}, "repeats": 2},
  {"workload": "gemm", "variant": "f32", "shape": {"n": 64}, "repeats": 2}]}
PLAN
label=gemm.f32.n640

# claim FILE NAME: the text of a claim.
claim() {
    grep -F "\"name\":\"$2\"" "$1" | sed -n 's/.*"text":"\([^"]*\)".*/\1/p'
}

# on FAULT COMMAND...: runs the program with a faulty BLAS.
on() {
    env WM_BENT_BLAS="$1" LD_PRELOAD="$PWD/bent_blas.so" "$WITNESSMARK" "${@:2}"
}

# sides RECORD HERE THERE: what a continuation and its prior say of their own product.
sides() {
    expect_equal "$1: verified here" "$(claim "$1/evidence.jsonl" $label.verified)" "$2"
    expect_equal "$1: verified there" "$(claim "$1/prior/1.jsonl" $label.verified)" "$3"
    expect_equal "$1: agreement" "$(claim "$1/evidence.jsonl" "link.1.$label.agreement")" different
    expect_equal "$1: methods" "$(claim "$1/evidence.jsonl" "link.1.$label.methods")" same
    expect_equal "$1: the product without the fault" \
        "$(claim "$1/evidence.jsonl" link.1.gemm.f32.n64.agreement)" identical
    expect_equal "$1: evidence" "$(claim "$1/evidence.jsonl" prior.1.evidence_preserving)" no
    expect 0 "$WITNESSMARK" audit "$1"
    expect_words out "^finding: link\\.1\\.$label\\.agreement is different\$"
    expect_equal "$1: findings of links" "$(grep -c '^finding: link' out)" 1
}

# A planned fault is part of the item, so a record without it has no such item.
sed 's/"n": 640}/"n": 640}, "fault": {"kind": "bit", "when": "repeats"}/' plan.json >planned.json
expect 0 "$WITNESSMARK" run --plan plan.json -o plain
"$WITNESSMARK" run --plan planned.json -o planned >/dev/null 2>&1
"$WITNESSMARK" differential plain planned -o compared >/dev/null 2>&1
expect_equal "a planned fault" \
    "$(claim compared/evidence.jsonl link.2.$label.faulty_bit.agreement)" 'not comparable: not here'

if ! head -n 1 plain/evidence.jsonl | grep -q '"blas\.file","value":"[^"]*openblas'; then
    skip "a device that computes wrong: OpenBLAS is not installed"
    finish
fi
cc -shared -fPIC -O1 -D_GNU_SOURCE -o bent_blas.so "$ROOT/tests/fakes/bent_blas.c" -ldl -lm ||
    fail "bent_blas.c does not compile"

expect 0 on none run --plan plan.json -o good
expect 0 on none run --continue good -o again
expect_equal "without a fault" "$(claim again/evidence.jsonl link.1.$label.agreement)" identical

# One negated element: its own residual rejects the faulty side, in both orders.
expect 1 on sign run --plan plan.json -o wrong
expect 1 on sign run --continue good -o sign-here
sides sign-here FAIL PASS
expect_equal "the wrong output" "$(claim sign-here/evidence.jsonl $label.transcript)" repaired
expect 1 on none run --continue wrong -o sign-there
sides sign-there PASS FAIL
expect_equal "the right output" "$(claim sign-there/evidence.jsonl $label.transcript)" accept

# The lowest bit of one element: both residuals accept, and the link alone sees it.
expect 0 on low run --plan plan.json -o low
expect_words out '^PASS'
expect 1 on low run --continue good -o low-here
sides low-here PASS PASS
expect 1 on none run --continue low -o low-there
sides low-there PASS PASS

# The same with records that were made apart: a differential compares their digests.
for wrong in wrong low; do
    expect 1 "$WITNESSMARK" differential good $wrong -o good-$wrong
    expect 1 "$WITNESSMARK" differential $wrong good -o $wrong-good
    for record in good-$wrong $wrong-good; do
        expect_equal "$record" "$(claim $record/evidence.jsonl link.2.$label.agreement)" different
        expect_equal "$record" \
            "$(claim $record/evidence.jsonl link.2.gemm.f32.n64.agreement)" identical
    done
done
finish
