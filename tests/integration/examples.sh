#!/bin/bash
# The examples: one seals a user's numbers, one audits with a callback, one reads claims.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
seal=$BUILD/examples/seal_own_numbers
audit=$BUILD/examples/audit_callback
read=$BUILD/examples/read_claims

printf 'latency:s,bytes:B,score\n1.5e-6,1000,3\n1.6e-6,2000,\n1.4e-6,1500,5\n' >numbers.csv
expect 0 "$seal" numbers.csv record
root=$(cat out)
expect_valid record
meaning="integrity and arithmetic hold; times are the producer's word for good, residuals "
meaning+="and digests until re-verified"
expect_equal "the answer of every checker" "$(cat answer)" \
    "$(printf 'valid %s\n%s' "$root" "$meaning")"
expect 0 "$BUILD/code/verify" record
expect_equal "the answer of verify.c" "$(cat out)" "$(cat answer)"
expect 0 "$audit" record "$root"
expect_equal "audit_callback" "$(cat out)" "valid $root: 18 nodes, 3 claims, 0 findings"
expect 0 sh -c 'cd record && sha256sum --quiet -c manifest.sha256'
texts=$(sed -n 's/.*"text":"\([^"]*\)","type":"claim".*/\1/p' record/evidence.jsonl | xargs)
expect_equal "claims" "$texts" "1.500 us 1.500 kB n/a"

# A caller writes no JSON, and the machine is in the environment.
expect 1 grep -lE 'snprintf.*(json|\{)|\\"type|wm_graph_add' "$ROOT"/examples/*.c
expect_words record/evidence.jsonl '"name":"kernel","value":"Linux '
expect_words record/evidence.jsonl '"name":"compiler","value":"'
expect_words record/evidence.jsonl '"name":"threads","reason":"the numbers come from a file"'

# From a claim to its observations.
expect 0 "$read" record
expect_equal "all claims" "$(xargs <out)" "x.latency = 1.500 us x.bytes = 1.500 kB x.score = n/a"
expect 0 "$read" record x.latency
expect_equal "a claim" "$(head -n 5 out)" "x.latency = 1.500 us
number 1.5e-06, unit s
line 15: claim
  line 6: reduction median_of
    line 3: external own[0].latency = 1.5e-06"
expect_equal "its observations and those beside it" "$(grep -c external out)" 9
expect 0 "$read" record x.score
expect_words out '^no value: value absent$'
expect_words out 'external own\[1\].score = nan$'
expect 1 "$read" record x.none
expect_words err 'no claim is called'
expect 2 "$read" nowhere

# A record is never replaced, and a refusal leaves nothing behind.
expect 2 "$seal" numbers.csv record
expect_words err '^seal_own_numbers: record: exists already; a record is never replaced$'
printf 'speed\n1x\n' >wrong.csv
expect 1 "$seal" wrong.csv wrong
[ -e wrong ] || [ -e .wrong.partial ] && fail "a refused series left a folder" || pass

# A record with findings, another root, and a changed byte.
expect 0 python3 "$ROOT/tests/support/make_record.py" --plan full full
expect 1 "$audit" full
cp out findings
expect 0 "$BUILD/code/verify" full
expect_equal "findings" "$(grep -c '^finding ' findings)" \
    "$(grep -cE '^(finding|planned fault caught): ' out)"
expect 1 "$audit" record 00000000
expect 0 "$read" full
sed -i 's/1\.500 us/1.501 us/' record/evidence.jsonl
expect 1 "$read" record
expect_words err '\[text\] text of x.latency'
expect 1 "$audit" record
refused="invalid: evidence.jsonl, line 15: [text] text of x.latency: found 1.501 us, "
expect_equal "a changed text" "$(cat out)" "${refused}recomputed 1.500 us"

expect 0 "$BUILD/examples/check_product"
expect_equal "check_product" "$(head -n 1 out)" right
expect_words out '^wrong: row 12, column 34: found -0.87'
finish
