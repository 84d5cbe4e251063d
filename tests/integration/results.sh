#!/bin/bash
# The paper's own two cases: an fp8 product is over fp16's tolerance, and a flipped bit is rejected.
. "$(dirname "$0")/../support/shell.sh"
export WITNESSMARK
cd "$ROOT" || exit 2
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }

# One short repeat an item: residuals do not depend on time.
sed -e 's/"repeats": 8/"repeats": 1/' -e 's/"repeat_seconds": 0.1/"repeat_seconds": 0.001/' \
    examples/table1.json >"$WORK/plan.json"
expect 0 "$WITNESSMARK" run --plan "$WORK/plan.json" -o "$WORK/table1"
expect 0 tools/results --table1 "$WORK/table1"
number='[0-9]\.[0-9]{2}e-0[0-9]'
expect_words "$WORK/out" "^\| both \| tolerance of fp16 \| $number \| +\| 6\.06e-04 "
expect_words "$WORK/out" \
    "^\| precision \| acquire: fp8 product \| 1\.[0-9]{2}e-03 \| flag \| 1\.58e-03 \| flag "
bit='bit at row 512, column 512'
expect_words "$WORK/out" "inject: fault: $bit \| $number \| reject \| 2\.01e-03 \| reject "
expect_words "$WORK/out" "repair: careful fp16 product \| $number \| accept \| 3\.06e-04 "

# The page has the same cells but for what was measured.
sed -E "s/$number/NUMBER/" "$WORK/out" | grep '^|' >"$WORK/here"
sed -n "/^## The paper's own/,/^## Differences/p" docs/results.md | grep '^|' |
    sed -E "s/$number/NUMBER/" >"$WORK/page"
expect_equal "rows of docs/results.md" "$(cat "$WORK/page")" "$(cat "$WORK/here")"
finish
