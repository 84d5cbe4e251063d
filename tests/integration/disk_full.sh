#!/bin/bash
# A full disk: a small file system where mounting one is allowed, else a limit on file sizes.
. "$(dirname "$0")/../support/shell.sh"
without_waits

# A limit on file sizes acts like a full disk: the run names the reason, is saved and can be
# resumed. The signal does not end the program without a message.
(ulimit -f 20; cd "$WORK" && exec "$WITNESSMARK" run --plan quick -o limited) >"$WORK/out" \
    2>"$WORK/err" </dev/null
expect_equal "exit under a limit on the size of files" "$?" 2
expect_words "$WORK/err" 'cannot write an observation: File too large'
expect_words "$WORK/err" '^saved in .limited.partial$'
[ ! -e "$WORK/limited" ] && pass || fail "a record under the final name"
(cd "$WORK" && expect 0 "$WITNESSMARK" run --resume --plan quick -o limited) && pass ||
    fail "it cannot be resumed"
(ulimit -f 4; exec "$WITNESSMARK" reverify -o "$WORK/again" "$WORK/limited") >"$WORK/out" \
    2>"$WORK/err" </dev/null
expect_equal "exit of a sealed re-verification under that limit" "$?" 2
expect_words "$WORK/err" 'cannot write .*: File too large'
[ ! -e "$WORK/again" ] && pass || fail "a re-verification under the final name"

mkdir "$WORK/small"
if ! mount -t tmpfs -o size=256k tmpfs "$WORK/small" 2>/dev/null; then
    skip "mounting a small file system is not allowed here"
    finish
fi
trap 'umount "$WORK/small"; rm -rf "$WORK"' EXIT

# A disk that is too small from the beginning is refused before anything is measured.
expect 2 "$WITNESSMARK" run --plan quick -o "$WORK/small/record"
expect_words "$WORK/err" ': its disk has [0-9]+ bytes free, about [0-9]+ are needed'
expect_equal "items that were begun" "$(grep -cE ' items, about |: done in ' "$WORK/err")" 0
expect_equal "what it left" "$(ls -A "$WORK/small")" ""
finish
