#!/bin/bash
# The examples: one seals a user's numbers, the other audits with a callback.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
seal=$BUILD/examples/seal_own_numbers
audit=$BUILD/examples/audit_callback

printf 'latency:s,bytes:B,score\n1.5e-6,1000,3\n1.6e-6,2000,\n1.4e-6,1500,5\n' >numbers.csv
expect 0 "$seal" numbers.csv record
root=$(cat out)
expect_valid record
meaning="integrity and arithmetic hold; times, residuals and digests are the producer's word "
meaning+="until re-verified"
expect_equal "the answer of every checker" "$(cat answer)" \
    "$(printf 'valid %s\n%s' "$root" "$meaning")"
expect 0 "$BUILD/code/verify" record
expect_equal "the answer of verify.c" "$(cat out)" "$(cat answer)"
expect 0 "$audit" record "$root"
expect_equal "audit_callback" "$(cat out)" "valid $root: 18 nodes, 3 claims, 0 findings"
expect 0 sh -c 'cd record && sha256sum --quiet -c manifest.sha256'
texts=$(sed -n 's/.*"text":"\([^"]*\)","type":"claim".*/\1/p' record/evidence.jsonl | xargs)
expect_equal "claims" "$texts" "1.500 us 1.500 kB n/a"

# A record is never replaced, and a refusal leaves nothing behind.
expect 2 "$seal" numbers.csv record
printf 'speed\n01\n' >wrong.csv
expect 1 "$seal" wrong.csv wrong
[ -e wrong ] || [ -e .wrong.partial ] && fail "a refused series left a folder" || pass

# A record with findings, another root, and a changed byte.
expect 0 python3 "$ROOT/tests/support/make_record.py" --plan full full
expect 1 "$audit" full
cp out findings
expect 0 "$BUILD/code/verify" full
expect_equal "findings" "$(grep -c '^finding ' findings)" "$(grep -c '^finding: ' out)"
expect 1 "$audit" record 00000000
sed -i 's/1\.500 us/1.501 us/' record/evidence.jsonl
expect 1 "$audit" record
refused="invalid: evidence.jsonl, line 15: [text] text of x.latency: found 1.501 us, "
expect_equal "a changed text" "$(cat out)" "${refused}recomputed 1.500 us"
finish
