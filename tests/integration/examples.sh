#!/bin/bash
# The examples: numbers of one's own sealed through the public header, and audited by every checker
# and by the callback.
set -u
failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

complain() {
    echo "$*"
    failed=1
}

# same WORDS EXPECTED GOT
same() {
    [ "$2" = "$3" ] || complain "$1: expected: $2; got: $3"
}

printf 'latency:s,bytes:B,score\n1.5e-6,1000,3\n1.6e-6,2000,\n1.4e-6,1500,5\n' \
    >"$scratch/numbers.csv"
root=$("$BUILD/examples/seal_own_numbers" "$scratch/numbers.csv" "$scratch/record") ||
    complain "seal_own_numbers failed"
meaning="integrity and arithmetic hold; times, residuals and digests are the producer's word "
meaning+="until re-verified"
answer=$(printf 'valid %s\n%s' "$root" "$meaning")
same "witnessmark audit" "$answer" "$("$WITNESSMARK" audit "$scratch/record" 2>/dev/null)"
same "code/verify.c" "$answer" "$("$BUILD/code/verify" "$scratch/record")"
same "code/verify_graph.py" "$answer" \
    "$(python3 "$scratch/record/code/verify_graph.py" "$scratch/record")"
same "audit_callback" "valid $root: 18 nodes, 3 claims, 0 findings" \
    "$("$BUILD/examples/audit_callback" "$scratch/record" "$root")"
(cd "$scratch/record" && sha256sum --quiet -c manifest.sha256) || complain "sha256sum -c says no"
same "claims" "1.500 us 1.500 kB n/a" \
    "$(sed -n 's/.*"text":"\([^"]*\)","type":"claim".*/\1/p' "$scratch/record/evidence.jsonl" |
    xargs)"

# What is there is never replaced, and a refusal leaves nothing behind.
"$BUILD/examples/seal_own_numbers" "$scratch/numbers.csv" "$scratch/record" >/dev/null \
    2>"$scratch/err"
same "a second seal" 2 $?
printf 'speed\n01\n' >"$scratch/wrong.csv"
"$BUILD/examples/seal_own_numbers" "$scratch/wrong.csv" "$scratch/wrong" >/dev/null 2>"$scratch/err"
same "a number that is none" 1 $?
same "what is left" "err numbers.csv record wrong.csv" "$(ls -A "$scratch" | xargs)"

# A record with findings, another root, and a changed byte.
python3 tests/support/make_record.py --plan full "$scratch/full" >/dev/null ||
    complain "make_record.py failed"
"$BUILD/examples/audit_callback" "$scratch/full" >"$scratch/out"
same "audit_callback with findings" 1 $?
same "as many findings as the answer has" \
    "$("$BUILD/code/verify" "$scratch/full" | grep -c '^finding: ')" \
    "$(grep -c '^finding ' "$scratch/out")"
same "another root" 1 \
    "$("$BUILD/examples/audit_callback" "$scratch/record" 00000000 >/dev/null; echo $?)"
sed -i 's/1\.500 us/1.501 us/' "$scratch/record/evidence.jsonl"
refused="invalid: evidence.jsonl, line 15: [text] the text of x.latency is \`1.500 us\` "
refused+="and not \`1.501 us\`"
same "a changed text" "$refused" \
    "$("$BUILD/examples/audit_callback" "$scratch/record")"
exit $failed
