#!/bin/bash
# README's first box, pasted: what it prints is what README says, but for the folds of long lines.
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
finish
