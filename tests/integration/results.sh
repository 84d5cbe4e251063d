#!/bin/bash
# docs/results.md is what tools/results prints of the record that it names.
. "$(dirname "$0")/../support/shell.sh"

record=records/h200-paper
export WITNESSMARK
cd "$ROOT" || exit 2
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
if [ ! -f "$record/evidence.jsonl" ] && [ ! -f docs/results.md ]; then
    skip "no $record and no page of it"
    finish
fi
expect 0 tools/results "$record"
if cmp -s "$WORK/out" docs/results.md; then
    pass
else
    fail "docs/results.md is not what tools/results $record prints:"
    diff docs/results.md "$WORK/out" | head -n 10
fi
finish
