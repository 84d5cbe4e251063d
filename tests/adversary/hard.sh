#!/bin/bash
# What a security review, a hostile review and a new user found at 9be32b7. One file of hard/ for
# each point; its first comment says what 9be32b7 answered.
#
# usage: hard.sh [NAME of a file of hard/, without .sh]... WITNESSMARK=PROGRAM runs the points with
# another build: each fails with that of 9be32b7.
. "$(dirname "$0")/../support/shell.sh"
without_waits

points=0
for point in "$ROOT/tests/adversary/hard"/*.sh; do
    [ -e "$point" ] || continue
    name=$(basename "$point" .sh)
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    # shellcheck source=/dev/null
    . "$point"
    points=$((points + 1))
done
[ "$points" -gt 0 ] || fail "no point of hard/ has this name"
finish
