#!/bin/bash
# docs/results.md is what tools/results prints of the record that it names.
. "$(dirname "$0")/../support/shell.sh"

archive=records/h200-paper.tar.gz
export WITNESSMARK
cd "$ROOT" || exit 2
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
if [ ! -f "$archive" ] && [ ! -f docs/results.md ]; then
    skip "no $archive and no page of it"
    finish
fi
expect 0 tools/results "$archive"
if cmp -s "$WORK/out" docs/results.md; then
    pass
else
    fail "docs/results.md is not what tools/results $archive prints:"
    diff docs/results.md "$WORK/out" | head -n 10
fi
finish
