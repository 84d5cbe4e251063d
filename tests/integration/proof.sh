#!/bin/bash
# prove and check: a proof for every claim of a record, and proofs that must not hold.
. "$(dirname "$0")/../support/shell.sh"
record=$WORK/record

# says STATUS PART ARGUMENTS... < input: the command's exit status, and a part of its output.
says() {
    local status=$1 part=$2 got
    shift 2
    timeout "$hang" "$WITNESSMARK" "$@" >"$WORK/out" 2>&1
    got=$?
    if [ "$got" -eq "$status" ] && grep -qF -- "$part" "$WORK/out"; then
        pass
    else
        fail "exit $got, not $status, or not '$part': $*: $(head -c 300 "$WORK/out")"
    fi
}

python3 "$ROOT/tests/support/make_record.py" --plan full "$record" >/dev/null || exit 1
root=$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -c 1-64)
sed -n 's/.*"name":"\([^"]*\)".*"type":"claim".*/\1/p' "$record/evidence.jsonl" >"$WORK/names"
[ "$(wc -l <"$WORK/names")" -gt 300 ] && pass || fail "too few claims"
for name in $(sed -n '1p;2p;100p;$p' "$WORK/names"); do
    "$WITNESSMARK" prove "$record" "$name" >"$WORK/proof" || fail "no proof of $name"
    says 0 "holds $root" check "$WORK/proof"
    says 0 "$name is " check --root "${root:0:12}" - <"$WORK/proof"
    [ "$(sed -n 3p "$WORK/proof" | sha256sum | cut -c 1-64)" = "$root" ] && pass ||
        fail "line 3 is not the root of $name"
done

# forge EXPRESSION STATUS PART: a proof changed by sed.
forge() {
    sed "$1" "$WORK/proof" >"$WORK/forged"
    cmp -s "$WORK/proof" "$WORK/forged" && fail "sed $1 changes nothing"
    says "$2" "$3" check "$WORK/forged"
}

"$WITNESSMARK" prove "$record" gemm.fp8.n8.verified >"$WORK/proof"
forge '2s/FAIL/PASS/g' 1 'does not lead'
forge '1s/"index":[0-9]*/"index":0/' 1 'does not lead'
forge '1s/\["[0-9a-f]*",/[/' 1 'does not lead'
forge '1s/\[\("[0-9a-f]*"\)/[\1,\1/' 1 'does not lead'
forge '1s/"path":\["./"path":["g/' 1 '64 hex digits'
forge '1s/proof.1/proof\/2/' 1 'line 1'
forge '3s/"merkle_root":"./"merkle_root":"x/' 1 'line 3'
forge '3s/"claim_count":[0-9]*/"claim_count":80/' 1 'does not lead'
forge '3s/witnessmark.1.1/witnessmark\/1.0/' 3 'older'
forge '3s/witnessmark.1.1/witnessmark\/1.7/' 3 'witnessmark/1.7'
forge '2s/^/ /' 1 'canonical'
forge '$a{}' 1 'three lines'
forge '3d' 1 'three lines'
forge '2s/claim/clean/' 1 'is not a claim'
head -c -1 "$WORK/proof" | "$WITNESSMARK" check >"$WORK/out"
expect_equal "exit status of a last line without its newline" $? 1
says 1 'another root' check --root 00000000 "$WORK/proof"
says 1 '"status":"does not hold"' check --json --root 00000000 "$WORK/proof"
says 0 '"claim":"gemm.fp8.n8.verified"' check --json "$WORK/proof"
says 2 'hex digits' check --root 0000 "$WORK/proof"
says 2 'No such file' check "$WORK/absent"
says 2 'regular file' check "$WORK"
says 2 'regular file' check /dev/zero
says 1 'three lines' check </dev/null
says 1 'three lines' check </dev/zero
says 2 'no claim `nothing`' prove "$record" nothing
says 2 'missing argument CLAIM' prove "$record"
says 2 '' prove "$WORK/absent" nothing
sed -i 's/"fault":"tile"/"fault":"row"/' "$record/evidence.jsonl"
says 1 'invalid' prove "$record" gemm.fp8.n8.verified
finish
