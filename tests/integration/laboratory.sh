#!/bin/bash
# The shipped records of the laboratory: all are valid, small, and what SOUNDNESS.md says is theirs.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
folder=$ROOT/records/laboratory

total=0
for archive in "$folder"/*.tar.*; do
    total=$((total + $(wc -c <"$archive")))
    tar xf "$archive"
done
for record in *-*; do
    # A record of an older format is judged by the checkers that it carries.
    status=0
    grep -q '"format":"witnessmark/1\.2"' "$record/evidence.jsonl" || status=3
    expect $status "$WITNESSMARK" audit "$record"
    [ $status = 0 ] || expect_words out '^older evidence\.jsonl:[0-9]+: \[older\] '
    expect_words err '^checkers: from (an earlier|this) release'
    build_verify "$record/code/verify.c"
    expect 0 "$program" "$record"
    expect_words out '^valid [0-9a-f]{64}$'
done
[ "$total" -gt 0 ] && [ "$total" -le 4000000 ] && pass || fail "the records have $total bytes"

# value RECORD CLAIM: the number of a claim that verify.c accepted; nothing if it is null.
value() {
    grep "\"name\":\"$2\"," "$1/evidence.jsonl" |
        sed -n 's/.*"type":"claim".*"value":\([0-9.e+-]*\)}$/\1/p'
}
# holds WORDS A OPERATOR B: numbers.
holds() {
    awk -v a="$2" -v b="$4" "BEGIN {exit !(a != \"\" && a $3 b)}" && pass || fail "$1: $2 $3 $4"
}
# In bf16 derived probes saw 96 tolerances on the H200: SOUNDNESS section 2 says why not more.
declare -A formats=([h200-attacks]='fp16 fp8 tf32 f32' [cpu-attacks]='fp16 bf16 fp8 tf32 f32')
for record in h200-attacks cpu-attacks; do
    for item in ${formats[$record]}; do
        item=gemm.$item.n512
        of=$item.trial_null_space
        holds "$record, $of: known probes" "$(value $record $of.attack_committed)" '<' 1
        holds "$record, $of: derived probes" "$(value $record $of.attack_derived)" '>' 100
        of=$item.trial_quorum
        holds "$record, $of: witnesses" "$(value $record $of.trials)" == 4
        holds "$record, $of: their digests agree" "$(value $record $of.seen_digest)" == 0
        holds "$record, $of: the committed check" "$(value $record $of.seen_paper_8)" == 0
        holds "$record, $of: derived probes catch" "$(value $record $of.seen_rows)" == 1
    done
done

# Products of integers are the same everywhere, and so are their trials.
command -v python3 >/dev/null || { skip "trials, tables: python3 is not installed"; finish; }
mkdir today && cd today || exit 2
shipped cpu-sizes
expect 0 "$WITNESSMARK" attack -q --again cpu-sizes --item gemm.int8.n256.trial_other -o again
expect_words ../out '^SAME  1 of 1 items have the trials of .*cpu-sizes$'
expect 0 "$WITNESSMARK" attack -q --again "$folder/cpu-attacks.tar.xz" \
    --item gemm.int8.n512.trial_disagree_16 -o pairs
expect_words ../out '^SAME  1 of 1 items have the trials of .*cpu-attacks\.tar\.xz$'
expect 0 "$WITNESSMARK" attack -q --again "$folder/h200-attacks.tar.xz" \
    --item gemm.int8.n512.trial_disagree_16 -o elsewhere
expect_words ../out '^SAME  1 of 1 items have the trials of .*h200-attacks\.tar\.xz$'
cd .. || exit 2

# A stale table is named.
mkdir tree
(cd "$ROOT" && cp --parents -r tools docs records/laboratory SOUNDNESS.md code/verify_graph.py \
    src/record/nodes src/record/tables src/backend/product_rows.h "$WORK/tree") ||
    fail "cannot copy what is rendered"
expect 0 tree/tools/check-tables
for row in '^| null space | fp16' '^| NaN' '^| H200 | any '; do
    sed -E "s/(${row//|/\\|}.*[0-9])/\\17/" "$ROOT/SOUNDNESS.md" >tree/SOUNDNESS.md
    cmp -s "$ROOT/SOUNDNESS.md" tree/SOUNDNESS.md && fail "no line $row"
    expect 1 tree/tools/check-tables
    expect_words out '^SOUNDNESS\.md: table trials_[a-z]*: stale'
done
finish
