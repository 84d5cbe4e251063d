#!/bin/bash
# Exact items: products of small integers, on any core and with any number of threads the same bits;
# wrong elements are counted and named; reverify --product --exact.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

FORMATS='fp16 bf16 tf32 fp8 f32'
TABLE=$ROOT/docs/formats/tables/exact.tsv

# digests RECORD: variant and digest of each ok repeat, without repetition.
digests() {
    grep '"kind":"workload"' "$1/evidence.jsonl" |
        sed -E 's/.*"output_digest":"([0-9a-f]+)".*"variant":"([a-z0-9_]+)".*/\2 \1/' | sort -u
}

# value RECORD CLAIM: the text of a claim.
value() {
    sed -nE 's/.*"name":"'"$2"'".*"text":"([^"]*)".*/\1/p' "$1/evidence.jsonl"
}

items=''
for format in $FORMATS; do
    items="$items --item gemm.${format}_exact.n128"
done

# ---- the same bits on all ------------------------------------------------------------------------

# shellcheck disable=SC2086
expect 0 "$WITNESSMARK" run -q $items --repeats 2 --seconds 0.001 -o two
expect_words out '^PASS  5 of 5 outputs correct'
for core in Haswell Nehalem; do
    for threads in 1 2; do
        # shellcheck disable=SC2086
        OPENBLAS_CORETYPE=$core expect 0 "$WITNESSMARK" run -q $items --repeats 2 \
            --seconds 0.001 --threads "$threads" -o "$core-$threads"
        expect_equal "digests of $core with $threads threads" "$(digests "$core-$threads")" \
            "$(digests two)"
    done
done
expect_equal "digests of the table" "$(digests two)" \
    "$(awk -F'\t' '$2 == 128 && $3 == 128 && $4 == 128 { print $1, $5 }' "$TABLE" | sort)"
expect 0 "$WITNESSMARK" audit two
expect_words out "^exact items: $(wc -w <<<"$FORMATS") with the digest of tables/exact.tsv, which"
for format in $FORMATS; do
    name=gemm.${format}_exact.n128
    expect_equal "wrong elements of $format" "$(value two "$name.wrong_elements")" 0
    expect_equal "first wrong of $format" "$(value two "$name.first_wrong")" none
done

# ---- a nonce, and a digest that no right output has ----------------------------------------------

expect 0 "$WITNESSMARK" run -q --item gemm.fp16_exact.n128 --repeats 2 --seconds 0.001 --nonce 12 \
    -o nonce
[ "$(digests nonce)" != "$(digests two | grep fp16)" ] && pass || fail "the nonce changes nothing"
expect 0 "$WITNESSMARK" audit nonce
grep -q 'not the digest of the right output' out && fail "a finding under a nonce" || pass
expect_words out '^exact items: 0 with the digest of tables/exact.tsv; 1 not in that table, by the'

# ---- wrong elements ------------------------------------------------------------------------------

cat >faults.json <<'JSON'
{"name": "faults", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16_exact", "shape": {"m": 33, "n": 70, "k": 96},
  "fault": {"kind": "bit", "row": 5, "column": 7, "when": "repeats"}},
 {"workload": "gemm", "variant": "tf32_exact", "shape": {"m": 33, "n": 70, "k": 96},
  "fault": {"kind": "row", "row": 4, "column": 65, "when": "repeats"}},
 {"workload": "gemm", "variant": "f32_exact", "shape": {"m": 33, "n": 70, "k": 96},
  "fault": {"kind": "nan", "row": 32, "column": 69, "when": "transcript"}},
 {"workload": "gemm", "variant": "bf16_exact", "shape": {"m": 33, "n": 70, "k": 96},
  "fault": {"kind": "stale", "when": "transcript"}}]}
JSON
expect 0 "$WITNESSMARK" run -q --plan faults.json -o faults
expect_words out '^PASS  4 of 4 planned faults caught'
label=m33n70k96
expect_equal "one flipped bit" "$(value faults gemm.fp16_exact.$label.faulty_bit.wrong_elements)" 1
value faults gemm.fp16_exact.$label.faulty_bit.first_wrong >out
expect_words out '^row 5, column 7: found [0-9a-f]{4}, expected [0-9a-f]{4}$'
value faults gemm.f32_exact.$label.injected_nan.first_wrong >out
expect_words out '^row 32, column 69: found [0-9a-f]{8}, expected [0-9a-f]{8}$'
wrong=$(value faults gemm.tf32_exact.$label.faulty_row.wrong_elements)
if [ "$wrong" -ge 4 ] && [ "$wrong" -le 5 ]; then
    pass # 5 elements are negated, of which one can be 0
else
    fail "elements of a negated row: $wrong"
fi

# ---- refusals ------------------------------------------------------------------------------------

expect 2 "$WITNESSMARK" run --item gemm.fp8_fast_exact.m8n8k16385 -o none
expect_words err 'no integer but 0 has sums that are exact'
expect 2 "$WITNESSMARK" run --item gemm.fp16_exact.m8n8k200000 -o none
expect_words err 'k of an exact product is at most 131071'
expect 2 "$WITNESSMARK" run --item gemm.fp16_exact.n64 --inject precision -o none
expect_words err 'no item of the plan can have this fault'
expect 2 "$WITNESSMARK" reverify --exact two
expect_words err '^witnessmark reverify: --exact: needs --product'

# ---- reproduced in any way -----------------------------------------------------------------------

expect 0 "$WITNESSMARK" reverify --product --exact --threads 1 two
expect_words out '^PASS  5 claimed digests are the right ones; who computed them, when and how '
expect 0 env COLUMNS=80 "$WITNESSMARK" reverify --product --exact two
expect_words out '^PASS .*; who computed them, when and how fast is not shown$'
expect 0 "$WITNESSMARK" reverify --product --exact --json two
expect_json out 'answer["summary"]["reproduced"] == 5'
expect 0 "$WITNESSMARK" run -q --item gemm.fp16.n64 --item gemm.fp16_exact.n64 --repeats 2 \
    --seconds 0.001 -o mixed
expect 0 "$WITNESSMARK" reverify --product --exact mixed
expect_words out '^PASS  1 claimed digest is the right one; .*; 1 not exact left out$'
expect 0 "$WITNESSMARK" reverify --product --exact -v mixed
expect_words out '1 output left out by --exact: correct devices may differ$'
expect 0 "$WITNESSMARK" reverify --product --exact faults
expect_words out '^PASS  6 claimed digests are the right ones; .*; 4 with a planned fault came out '
expect 0 "$WITNESSMARK" run -q --item gemm.fp16.n64 --repeats 2 --seconds 0.001 -o inexact
expect 3 "$WITNESSMARK" reverify --product --exact inexact

finish
