#!/bin/bash
# A real full disk: a small file system, where mounting one is allowed.
. "$(dirname "$0")/../support/shell.sh"

mkdir "$WORK/small"
if ! mount -t tmpfs -o size=256k tmpfs "$WORK/small" 2>/dev/null; then
    skip "mounting a small file system is not allowed here"
    # Without it: the check before the run, where a limit on file sizes stands in for the disk.
    (ulimit -f 8; trap '' XFSZ; exec "$WITNESSMARK" run --plan quick -o "$WORK/limited") >"$WORK/out" 2>"$WORK/err" </dev/null
    expect_equal "exit under a limit on file sizes" "$?" 2
    [ ! -e "$WORK/limited" ] && pass || fail "a record under the final name"
    finish
fi
trap 'umount "$WORK/small"; rm -rf "$WORK"' EXIT

# Too small from the beginning: said before anything is measured.
started=$SECONDS
expect 2 "$WITNESSMARK" run --plan quick -o "$WORK/small/record"
expect_words "$WORK/err" 'bytes free|No space left'
[ $((SECONDS - started)) -le 3 ] && pass || fail "it took $((SECONDS - started)) s to see that the disk is too small"
expect_equal "what it left" "$(ls -A "$WORK/small")" ""
finish
