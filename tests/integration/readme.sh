#!/bin/bash
# README's boxes, pasted. The first prints what README says, but for the folds of long lines. That
# about publishing runs with a shipped record and a paper.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
mkdir records
cp "$ROOT/records/cpu-int8.tar.gz" records

# The first block of indented lines.
awk '/^    / { print substr($0, 5); is_in = 1; next } is_in { exit }' "$ROOT/README.md" >box
grep '^\$ ' box | cut -c 3- >commands
grep -v '^\$ ' box | xargs >expected
expect_equal "commands in the box" "$(wc -l <commands)" 4
PATH=$(dirname "$WITNESSMARK"):$PATH bash commands >found 2>&1
expect_equal "README's first box" "$(xargs <found)" "$(cat expected)"

grep -A 6 '^Publish it with a paper' "$ROOT/README.md" | grep '^    ' | cut -c 5- >publishing
expect_equal "commands about publishing" "$(grep -c '^witnessmark ' publishing)" 3
tar xzf records/cpu-int8.tar.gz && mv cpu-int8 my-record
echo '%PDF-1.5' >paper.pdf
echo 'a source' >paper.tex
PATH=$(dirname "$WITNESSMARK"):$PATH bash -e publishing >found 2>log && pass ||
    fail "README's box about publishing: $(cat log)"
expect_equal "its last answer" "$(tail -n 3 found | grep -c '^document: paper.pdf, ')" 1
finish
