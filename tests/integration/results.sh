#!/bin/bash
# docs/results.md is what tools/results prints of the shipped records, and its way to print the
# paper's own two cases: an fp8 product is over fp16's tolerance, and a flipped bit is rejected.
. "$(dirname "$0")/../support/shell.sh"
export WITNESSMARK
cd "$ROOT" || exit 2
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }

# ---- the page ----

expect 0 tools/results
cmp "$WORK/out" docs/results.md >"$WORK/differs" 2>&1 && pass ||
    fail "docs/results.md is stale: run tools/results --write ($(cat "$WORK/differs"))"
expect_equal "what is left of the template" "$(grep -c '{{' docs/results.md)" 0

# A copy, to change: a figure of the page, of the template, and a claim of a record.
mkdir "$WORK/tree"
cp --parents -r tools docs/results.md docs/results.md.in docs/threats.tsv records "$WORK/tree" ||
    fail "cannot copy what the page is made of"
cd "$WORK/tree" || exit 2
sed -i 's/{{h200-second prior\.1\.floor_ratio_low}}/{{h200-second prior.1.floor_ratio}}/' \
    docs/results.md.in
expect 1 tools/results
expect_words "$WORK/err" '^docs/results\.md\.in: h200-second has no claim prior\.1\.floor_ratio$'
cp "$ROOT/docs/results.md.in" docs/
sed -i 's/^{{table flips}}/{{table flip}}/' docs/results.md.in
expect 1 tools/results
expect_words "$WORK/err" '^docs/results\.md\.in: no table flip$'
cp "$ROOT/docs/results.md.in" docs/
mkdir "$WORK/records"
tar xf records/measured.tar.xz -C "$WORK/records"
rm records/measured.tar.xz
expect 1 tools/results
expect_words "$WORK/err" '^records/ has no archive with the record [a-z0-9-]+$'
# Another number under a claim is another page.
sed -i '/"name":"gemm\.fp16\.n8192\.bursts_3min\.power_mean"/s/517\.3 W/617.3 W/' \
    "$WORK/records/h200-stress/evidence.jsonl"
tar cf - -C "$WORK/records" . | xz -1 >records/measured.tar.xz
expect 0 tools/results
cmp -s "$WORK/out" docs/results.md && fail "a changed claim leaves the page as it is" || pass
expect_words "$WORK/out" '617\.3 W, 534\.8 W'
cd "$ROOT" || exit 2

# Each table of the paper has a place.
for title in 'What we found otherwise' 'Table 1' 'Table 2' 'Table 3' 'Table 4' 'Table 5' 'Table 6' \
    'Table 7' 'Reconstruction' 'Signatures' 'Random access'; do
    expect_equal "headings $title" "$(grep -c "^## $title" docs/results.md)" 1
done

# ---- the paper's own two cases of its Table 1 ----

# One short repeat an item: residuals do not depend on time.
sed -e 's/"repeats": 8/"repeats": 1/' -e 's/"repeat_seconds": 0.1/"repeat_seconds": 0.001/' \
    examples/table1.json >"$WORK/plan.json"
expect 0 "$WITNESSMARK" run --plan "$WORK/plan.json" -o "$WORK/table1"
expect 0 tools/results --table1 "$WORK/table1"
# The decisions are claims and stages of the record.
expect_words "$WORK/table1/evidence.jsonl" \
    '"name":"at_fp16.gemm.fp8.n1024.decision","text":"reject"'
expect 0 "$WITNESSMARK" audit "$WORK/table1"
expect_words "$WORK/out" '^1 planned fault, caught'
expect_equal findings "$(grep -c '^finding' "$WORK/out")" 0
expect 0 "$WITNESSMARK" show -v "$WORK/table1"
expect_words "$WORK/out" "^Judged at another item's tolerance: reported, no check of the output"
expect_words "$WORK/out" '^gemm.fp8.n1024 +gemm.fp16.n1024 .* reject$'
expect 0 tools/results --table1 "$WORK/table1"
number='[0-9]\.[0-9]{2}e-0[0-9]'
expect_words "$WORK/out" "^\| both \| tolerance of fp16 \| $number \| +\| 6\.06e-04 "
expect_words "$WORK/out" \
    "^\| precision \| acquire: fp8 product \| 1\.[0-9]{2}e-03 \| reject \| 1\.58e-03 \| flag "
bit='bit at row 512, column 512'
expect_words "$WORK/out" "inject: fault: $bit \| $number \| reject \| 2\.01e-03 \| reject "
expect_words "$WORK/out" "repair: careful fp16 product \| $number \| accept \| 3\.06e-04 "
finish
