#!/bin/bash
# README's boxes, pasted. The first prints what README says, but for numbers and the folds of long
# lines. That about publishing runs with a record and a paper.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
# The first block of indented lines.
awk '/^    / { print substr($0, 5); is_in = 1; next } is_in { exit }' "$ROOT/README.md" >box
grep '^\$ ' box | cut -c 3- >commands
# masked FILE: its words, without what a measurement changes.
masked() {
    grep -v '^witnessmark run: warning: ' "$1" |
        sed -E 's/[0-9]+([.:][0-9]+)*/N/g; s/[kMGT]FLOP/FLOP/g' | xargs
}
grep -v '^\$ ' box >expected
expect_equal "commands in the box" "$(wc -l <commands)" 4
PATH=$(dirname "$WITNESSMARK"):$PATH bash commands >found 2>&1
expect_equal "README's first box" "$(masked found)" "$(masked expected)"
expect_equal "its last line" "$(tail -n 1 found)" 1

grep -A 6 '^Publish it with a paper' "$ROOT/README.md" | grep '^    ' | cut -c 5- >publishing
expect_equal "commands about publishing" "$(grep -c '^witnessmark ' publishing)" 3
expect 0 "$WITNESSMARK" run -q --item gemm.int8.n64 --seconds 0.01 -o my-record
echo '%PDF-1.5' >paper.pdf
echo 'a source' >paper.tex
PATH=$(dirname "$WITNESSMARK"):$PATH bash -e publishing >found 2>log && pass ||
    fail "README's box about publishing: $(cat log)"
expect_equal "its last answer" "$(tail -n 3 found | grep -c '^document: paper.pdf, ')" 1
finish
