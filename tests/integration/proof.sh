#!/bin/bash
# prove and check: a proof for every claim of a record, and proofs that must not hold.
set -u
failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
record=$scratch/record

# expect STATUS PART ARGUMENTS... < input: the command's exit status, and a part of all that it says
expect() {
    local status=$1 part=$2 got
    shift 2
    timeout 20 "$WITNESSMARK" "$@" >"$scratch/out" 2>&1
    got=$?
    if [ "$got" -ne "$status" ] || ! grep -qF -- "$part" "$scratch/out"; then
        echo "$*: exit $got (expected $status), and not: $part"
        head -c 300 "$scratch/out"
        failed=1
    fi
}

python3 tests/support/make_record.py --plan full "$record" >/dev/null || exit 1
root=$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -c 1-64)
sed -n 's/.*"name":"\([^"]*\)".*"type":"claim".*/\1/p' "$record/evidence.jsonl" >"$scratch/names"
[ "$(wc -l <"$scratch/names")" -gt 300 ] || { echo "too few claims"; failed=1; }
for name in $(sed -n '1p;2p;100p;$p' "$scratch/names"); do
    "$WITNESSMARK" prove "$record" "$name" >"$scratch/proof" || { echo "no proof of $name"; failed=1; }
    expect 0 "holds $root" check "$scratch/proof"
    expect 0 "$name is " check --root "${root:0:12}" - <"$scratch/proof"
    [ "$(sed -n 3p "$scratch/proof" | sha256sum | cut -c 1-64)" = "$root" ] || { echo "line 3 is not the root"; failed=1; }
done

# forge EXPRESSION STATUS PART: a proof changed by sed
forge() {
    sed "$1" "$scratch/proof" >"$scratch/forged"
    cmp -s "$scratch/proof" "$scratch/forged" && { echo "sed $1 changes nothing"; failed=1; }
    expect "$2" "$3" check "$scratch/forged"
}

"$WITNESSMARK" prove "$record" gemm.fp8.n8.verified >"$scratch/proof"
forge '2s/FAIL/PASS/g' 1 'does not lead'
forge '1s/"index":[0-9]*/"index":0/' 1 'does not lead'
forge '1s/\["[0-9a-f]*",/[/' 1 'does not lead'
forge '1s/\[\("[0-9a-f]*"\)/[\1,\1/' 1 'does not lead'
forge '1s/"path":\["./"path":["g/' 1 '64 hex digits'
forge '1s/proof.1/proof\/2/' 1 'line 1'
forge '3s/"merkle_root":"./"merkle_root":"x/' 1 'line 3'
forge '3s/"claim_count":[0-9]*/"claim_count":80/' 1 'does not lead'
forge '3s/witnessmark.1.0/witnessmark\/1.7/' 3 'witnessmark/1.7'
forge '2s/^/ /' 1 'canonical'
forge '$a{}' 1 'three lines'
forge '3d' 1 'three lines'
forge '2s/claim/clean/' 1 'no claim'
head -c -1 "$scratch/proof" | "$WITNESSMARK" check >"$scratch/out"
[ $? -eq 1 ] || { echo "a last line without its newline holds"; failed=1; }
expect 1 'another root' check --root 00000000 "$scratch/proof"
expect 1 '"status":"does not hold"' check --json --root 00000000 "$scratch/proof"
expect 0 '"claim":"gemm.fp8.n8.verified"' check --json "$scratch/proof"
expect 2 'hex digits' check --root 0000 "$scratch/proof"
expect 2 'No such file' check "$scratch/absent"
expect 2 'plain file' check "$scratch"
expect 2 'plain file' check /dev/zero
expect 1 'three lines' check </dev/null
expect 1 'three lines' check </dev/zero
expect 2 'no claim `nothing`' prove "$record" nothing
expect 2 'CLAIM is missing' prove "$record"
expect 2 '' prove "$scratch/absent" nothing
sed -i 's/"fault":"tile"/"fault":"row"/' "$record/evidence.jsonl"
expect 1 'invalid' prove "$record" gemm.fp8.n8.verified
exit $failed
