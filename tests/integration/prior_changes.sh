#!/bin/bash
# A prior that changes while a checker reads it: no checker calls the record valid.
. "$(dirname "$0")/../support/shell.sh"

cd "$WORK" || exit 2
if ! command -v python3 >/dev/null || ! [ -x "$BUILD/tests/tools/seal_lines" ]; then
    skip "python3 or tests/tools/seal_lines is not there"
    finish
fi
make="python3 $ROOT/tests/support/continue_record.py --seal $BUILD/tests/tools/seal_lines"
expect 0 $make first
expect 0 $make near --plan near --prior first
cc -shared -fPIC -O1 -D_GNU_SOURCE -o change.so "$ROOT/tests/fakes/changing_file.c" -ldl ||
    fail "changing_file.c does not compile"

# offset WORDS LINE: the offset of the first line with WORDS, plus LINE bytes.
offset() {
    echo $(($(grep -boaF "$1" near/prior/1.jsonl | head -n 1 | cut -d : -f 1) + $2))
}

# A byte of a witness, with which a revisit is compared, and a byte of a claim.
witness=$(offset '"openings":[{"chunk":' 40)
claim=$(offset '"type":"claim"' -40)

# checked FROM AT COMMAND...: the exit status of a checker while the byte at AT changes.
checked() {
    local from=$1 at=$2
    shift 2
    env WM_CHANGE_FILE=prior/1.jsonl WM_CHANGE_AT="$at" WM_CHANGE_FROM="$from" \
        WM_CHANGE_COUNT="$WORK/count" LD_PRELOAD="$WORK/change.so" "$@" near >out 2>err
}

for checker in "$WITNESSMARK audit" "$BUILD/code/verify" "python3 near/code/verify_graph.py"; do
    for at in "$witness" "$claim"; do
        checked 1000000 "$at" $checker
        expect_equal "$checker: exit of an unchanged prior" "$?" 0
        reads=$(cat count)
        [ "$reads" -ge 1 ] && pass || fail "$checker: the byte was not read"
        : >answers
        for ((from = 1; from <= reads; from++)); do
            checked "$from" "$at" $checker
            status=$?
            cat out >>answers
            [ "$status" -eq 1 ] || [ "$status" -eq 2 ] && pass ||
                fail "$checker: read $from of $reads at $at changed: exit $status: $(cat out err)"
        done
        # Read for its nodes, for a revisit, and for the hashes of the manifest and of the root.
        [ "$at" = "$claim" ] ||
            expect_words answers '^invalid prior/1.jsonl: \[prior\] the file changed while it was'
    done
done
finish
