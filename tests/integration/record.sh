#!/bin/bash
# A quick run from end to end: measured, sealed, audited by every checker, shown, proven.
. "$(dirname "$0")/../support/shell.sh"
without_waits

record=$WORK/record
cd "$WORK" || exit 2
expect 0 "$WITNESSMARK" run --plan quick -o "$record"
expect_words out "^record $record, root [0-9a-f]{12}( |\$)"
[ -e "$WORK/.record.partial" ] && fail "the partial is still there" || pass

# Five ways to audit, one root.
expect_valid "$record"
root=$(sed -n '1s/^valid //p' answer)
expect_words answer '^valid [0-9a-f]{64}$'
meaning="integrity and arithmetic hold; times are the producer's word for good, residuals "
meaning+="and digests until re-verified"
expect_equal "the second line" "$(sed -n 2p answer)" "$meaning"
expect 0 cc -std=c99 -O2 -ffp-contract=off -Wall -Wextra -Werror -o verify \
    "$record/code/verify.c" -lm
expect 0 ./verify "$record"
expect_equal "verify.c's answer" "$(cat out)" "$(cat answer)"
expect 0 ./verify "$record/evidence.jsonl"
expect_equal "verify.c's root from the evidence alone" "$(head -n 1 out)" "valid $root"
if command -v python3 >/dev/null; then
    expect 0 sh -c "cd '$record' && python3 code/verify_graph.py evidence.jsonl"
    expect_equal "verify_graph.py's root from the evidence alone" "$(head -n 1 out)" "valid $root"
    expect_equal "what Python left in the record" "$(find "$record" -name __pycache__)" ""
fi
expect 0 sh -c "cd '$record' && sha256sum --strict -c manifest.sha256"
expect_equal "the manifest's first line" "$(head -n 1 "$record/manifest.sha256")" "# root $root"
expect_equal "the files" "$(cd "$record" && find . -type f | sort | tr '\n' ' ')" \
    "./code/verify.c ./code/verify_graph.py ./evidence.jsonl ./manifest.sha256 "

# Every id in a node is the hash of an earlier line; the root's id is the hash of the last line.
expect_equal "the last line's hash" \
    "$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -c 1-64)" "$root"
plan_id=$(sed -n 2p "$record/evidence.jsonl" | sha256sum | cut -c 1-64)
expect_equal "plans named by observations" \
    "$(grep -o '"plan":"[0-9a-f]*"' "$record/evidence.jsonl" | sort -u)" "\"plan\":\"$plan_id\""
environment_id=$(sed -n 1p "$record/evidence.jsonl" | sha256sum | cut -c 1-64)
expect_equal "environments named" \
    "$(grep -o '"environment":"[0-9a-f]*"' "$record/evidence.jsonl" | sort -u)" \
    "\"environment\":\"$environment_id\""

# A refusal gives the next command, which shows the wrong line.
cp -r "$record" changed
line=$(grep -n '"text":"PASS"' changed/evidence.jsonl | head -n 1 | cut -d : -f 1)
sed -i "${line}s/\"text\":\"PASS\"/\"text\":\"pass\"/" changed/evidence.jsonl
expect 1 "$WITNESSMARK" audit changed
expect_words out \
    "^invalid evidence.jsonl:$line: \[text\] text of .*: found pass, recomputed PASS\$"
expect_words err "^next: sed -n ${line}p changed/evidence.jsonl\$"
expect 1 "$WITNESSMARK" audit changed/evidence.jsonl
expect_words err "^next: sed -n ${line}p changed/evidence.jsonl\$"

# The user holds a root from elsewhere.
expect 0 "$WITNESSMARK" audit --root "$root" "$record"
expect 0 "$WITNESSMARK" audit --root "${root:0:12}" "$record"
expect 1 "$WITNESSMARK" audit --root "$(printf '%s' "$root" | tr '0-9a-f' '1-9a-f0')" "$record"
expect 0 "$WITNESSMARK" audit --json "$record"
cp out audit.json
expect_json audit.json 'answer["records"][0]["root"] == given[0] and answer["status"] == "valid"' \
    "$root"

# Every form of `show` has every claim.
claims=$(grep -c '"type":"claim"' "$record/evidence.jsonl")
items=$(sed -n 2p "$record/evidence.jsonl" | grep -o '"repeats":' | wc -l)
expect 0 "$WITNESSMARK" show -v "$record"
expect_words out "^valid $root$"
expect 0 "$WITNESSMARK" show --markdown "$record"
expect_words out "^- valid $root$"
expect 0 "$WITNESSMARK" show --csv "$record"
expect_equal "rows of CSV" "$(wc -l <out)" "$((items + 1))"
expect 0 "$WITNESSMARK" show --claims --csv "$record"
expect_equal "claims in CSV" "$(wc -l <out)" "$((claims + 1))"
expect 0 "$WITNESSMARK" show --claims "$record"
expect_equal "claims listed" "$(grep -cE ' [0-9a-f]{12}$' out)" "$claims"
expect 0 "$WITNESSMARK" show --json "$record"
cp out shown.json
expect_json shown.json 'answer["root"] == given[0] and len(answer["items"]) == int(given[1])' \
    "$root" "$items"
expect 0 "$WITNESSMARK" show --claims --json "$record"
cp out claims.json
expect_json claims.json 'len(answer["claims"]) == int(given[0])' "$claims"
expect 2 sh -c "'$WITNESSMARK' show '$record' >/dev/full"
expect_words err 'cannot write the output'

# One number down to its observations; the printed commands print these hashes.
name=$(grep -o '"name":"[a-z0-9_.]*\.rate"' "$record/evidence.jsonl" | head -n 1 | cut -d '"' -f 4)
expect 0 "$WITNESSMARK" show "$record" "$name"
expect_equal "commands shown" "$(grep -c '^  sed -n' out)" 3
grep '^  sed -n' out | while IFS= read -r command; do
    [ "$(sh -c "$command" | cut -c 1-64)" = "${command##*# }" ] || echo "$command"
done >mismatches
expect_equal "commands whose hash is another" "$(cat mismatches)" ""
id=$(sed -n 3p "$record/evidence.jsonl" | sha256sum | cut -c 1-16)
expect 0 "$WITNESSMARK" show "$record" "$id"
expect_equal "a node by its id" "$(cat out)" "$(sed -n 3p "$record/evidence.jsonl")"
expect 2 "$WITNESSMARK" show "$record" no.such.claim
expect_equal "lines about a claim that is not there" "$(wc -l <err)" 1

# A proof needs nothing else, and no byte of it can change.
expect 0 "$WITNESSMARK" prove "$record" "$name"
cp out proof
expect 0 "$WITNESSMARK" check proof
expect_words out "$root"
expect 0 "$WITNESSMARK" check --root "$root" proof
size=$(wc -c <proof)
accepted=0
flip='
import sys
data = bytearray(open("proof", "rb").read())
data[int(sys.argv[1])] ^= 1
open("forged", "wb").write(data)'
for ((i = 0; i < size; i += size / 40 + 1)); do
    python3 -c "$flip" "$i"
    # A changed root line gives another root, which --root refuses.
    "$WITNESSMARK" check --root "$root" forged >out 2>&1 && accepted=$((accepted + 1))
done
expect_equal "forged proofs accepted" "$accepted" 0
expect 2 "$WITNESSMARK" prove "$record" no.such.claim

# A record never replaces another, and a changed record is not shown.
expect 2 "$WITNESSMARK" run --plan quick -o "$record"
expect_equal "lines about a name that is taken" "$(wc -l <err)" 1
cp -r "$record" changed
sed -i '3s/"seconds":\([0-9.]*\)/"seconds":9\1/' changed/evidence.jsonl
expect 1 "$WITNESSMARK" audit changed
expect_words out '^invalid evidence.jsonl:[0-9]+: \['
expect 1 "$WITNESSMARK" show changed
expect_equal "words on standard output" "$(wc -c <out)" 0
expect 1 "$WITNESSMARK" show --csv changed
finish
