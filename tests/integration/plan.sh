#!/bin/bash
# Plans from files: the example is run and sealed; a wrong plan gets one line that names the place.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

expect 0 "$WITNESSMARK" run --plan "$ROOT/examples/plan.json" -o example
expect_equal "repeats of its second item" \
    "$(grep -c '"item":1,"iterations".*"kind":"workload"' example/evidence.jsonl)" 10
expect_words example/evidence.jsonl '"kind":"plan","name":"night","nonce":""'
expect 0 "$WITNESSMARK" audit example

# The inputs depend on the nonce, and on nothing that changes between runs.
for name in one two other; do
    nonce=7
    [ "$name" = other ] && nonce=8
    expect 0 "$WITNESSMARK" run --plan "$ROOT/examples/plan.json" -o "$name" --nonce $nonce
    grep -o '"kind":"workload".*"output_digest":"[0-9a-f]*"' "$name/evidence.jsonl" |
        grep -o '"output_digest.*' |
        head -n 18 >"$name.digests"
done
expect_equal "digests under one nonce" "$(cat one.digests)" "$(cat two.digests)"
[ "$(sort -u one.digests other.digests | wc -l)" -eq 4 ] && pass ||
    fail "another nonce gives the same outputs"

# refuse TEXT PLACE WORDS: exit 2, one line.
refuse() {
    printf '%s' "$1" >bad.json
    expect 2 "$WITNESSMARK" run --plan bad.json -o never
    expect_words err "^witnessmark run: bad.json: $2: .*$3"
    one_line err && pass || fail "not one line: $(cat err)"
}
# refuse_item FIELDS PLACE WORDS: a plan whose only item is a product in fp16 with these fields.
refuse_item() {
    refuse '{"name": "a", "items": [{"workload": "gemm", "variant": "fp16"'"$1}]}" \
        "items\[0\].$2" "$3"
}
refuse '{"items": []}' name 'is missing'
refuse '{"name": "a", "items": []}' items '1 to 1024'
refuse '{"name": "a", "item": []}' item 'unknown field'
refuse '{"name": "a"}' items 'is missing'
refuse $'\xef\xbb\xbf{\"name\": \"a\", \"items\": []}' 'line 1, column 1' \
    'a byte order mark is not JSON'
refuse_item '' shape 'is missing'
refuse_item ', "shape": {"m": 1, "n": 2}' shape.k 'is missing'
refuse_item ', "shape": {"n": 1e99}' shape.n 'whole number'
refuse_item ', "shape": {"n": 0}' shape.n 'whole number'
refuse_item ', "shape": {"m": 4}' shape.n 'is missing'
refuse '{"name": "a", "items": [{"workload": "gemm", "variant": "fp4", "shape": {"n": 2}}]}' \
    'items\[0\].variant' "no workload 'gemm' with variant 'fp4'; see .witnessmark list."
refuse '{"name": "a", "items": [{"workload": "gem", "variant": "fp16", "shape": {"n": 2}}]}' \
    'items\[0\].workload' 'no workload'
refuse '{"name": "a", "items": [{"workload": "gemm", "variant": "int8",
    "shape": {"m": 1, "n": 1, "k": 200000}}]}' 'items\[0\].shape.k' 'at most'

# refuse_fault N FIELDS PLACE WORDS: a fault with these fields in a product of N rows.
refuse_fault() {
    refuse_item ", \"shape\": {\"n\": $1}, \"fault\": {$2}" "fault.$3" "$4"
}
refuse_fault 2 '"kind": "bit", "when": "repeats", "row": 2' row \
    'must be below 2, the number of rows'
refuse_fault 2 '"kind": "bit", "when": "repeats", "row": 1, "column": 2' column \
    'must be below 2, the number of elements in the row'
refuse_fault 9 '"kind": "stale", "when": "transcript", "row": 3' row \
    "'stale' has no row or column: it changes the whole output"
refuse_fault 9 '"kind": "operand", "when": "repeats", "column": 1' column \
    "'operand' has no row or column: it changes the whole output"
refuse_fault 2 '"kind": "stale", "when": "repeats"' when 'every repeat'
refuse $'{\n  "name": "a"\n  "items": []}' 'line 3, column 3' 'comma'
printf '[]' >bad.json
expect 2 "$WITNESSMARK" run --plan bad.json -o never
expect_equal "words about an array" "$(cat err)" 'witnessmark run: bad.json: must be an object'

# An item that cannot run is recorded, and the rest runs.
cat >large.json <<'PLAN'
{"name": "large", "repeats": 2, "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "f64", "shape": {"n": 400000}},
  {"workload": "attention", "variant": "bf16", "shape": {"b": 1, "h": 1, "s": 16, "d": 300}},
  {"workload": "gemm", "variant": "fp8_fast", "shape": {"n": 64}},
  {"workload": "reduction", "variant": "default", "shape": {"n": 1000}}]}
PLAN
expect 3 "$WITNESSMARK" run --plan large.json -o large
expect_words out '^INCONCLUSIVE  1 of 4 outputs correct, 3 not judged '
expect_words err '^gemm.f64.n400000: needs 64[0-9]{2} GB of memory, available: .* GB$'
expect_words err '^attention.bf16.b1h1s16d300: .*attention supports depths up to 256$'
expect_words err '^attention.bf16.b1h1s16d300: not measured; 2 of 4 items'
expect_words err '^4 items, about 0:00$'
expect_words out '^\[[0-9]+\] repeat failed: needs 64[0-9]{2} GB of memory'
expect_words out '^\[[0-9]+\] repeat failed: .*attention supports depths up to 256$'
expect_words large/evidence.jsonl '"reason":"needs 64[0-9]{2} GB of memory'
expect_words large/evidence.jsonl '"reason":"[^"]*a CPU has no reduced fp8 accumulator'
expect 0 "$WITNESSMARK" audit large
expect_equal "findings" "$(grep -c '^finding: .* is n/a$' out)" 6
[ -e never ] || [ -e .never.partial ] && fail "a refused plan left something" || pass
# An item whose named item is not picked is not judged at its tolerance, and the run says so.
cat >judged.json <<'PLAN'
{"name": "judged", "repeat_seconds": 0.002, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}, "repeats": 6},
  {"workload": "gemm", "variant": "int8", "shape": {"n": 64}, "repeats": 6},
  {"workload": "gemm", "variant": "fp8", "shape": {"n": 64}, "repeats": 6, "tolerance_of": "fp16"},
  {"workload": "gemm", "variant": "bf16", "shape": {"n": 64}, "repeats": 6,
   "tolerance_of": "fp16"}]}
PLAN
words='is not judged at the tolerance of fp16, whose item is not in this run'
expect 0 "$WITNESSMARK" run --plan judged.json --item gemm.fp8.n64 -o judged-one
expect_equal "lines about it" "$(grep -c 'is not judged at' err)" 1
expect_words err "^witnessmark run: gemm.fp8.n64 $words\$"
expect 0 "$WITNESSMARK" run --plan judged.json --item gemm.fp8.n64 --item gemm.bf16.n64 -o j-two
expect_words err "^witnessmark run: gemm.fp8.n64 $words, nor is 1 more\$"
expect 0 "$WITNESSMARK" run --plan judged.json --item gemm.fp8.n64 --item gemm.fp16.n64 -o j-all
expect_equal "lines about it" "$(grep -c 'is not judged at' err)" 0
grep -q '"name":"at_fp16.gemm.fp8.n64.decision"' j-all/evidence.jsonl && pass ||
    fail "no decision at the other tolerance"
# A light record has no item of this kind: its own line says which are left.
expect 0 "$WITNESSMARK" run --light --plan judged.json -o judged-light
expect_words err "^witnessmark run: --light: 1 of the plan's 4 items, the exact ones$"

finish
