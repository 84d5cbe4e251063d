#!/bin/bash
# What users found wrong at f374e62. One file of wrong_today/ for each point. Those about time need
# a quiet machine: wrong_today_timed.sh has them.
#
# usage: wrong_today.sh [FOLDER of wrong_today/]. WITNESSMARK=PROGRAM runs the points with another
# build: each fails with that of f374e62.
. "$(dirname "$0")/../support/shell.sh"

points=0
for point in "$ROOT/tests/integration/wrong_today/${1:-.}"/*.sh; do
    [ -e "$point" ] || continue
    # shellcheck source=/dev/null
    . "$point"
    points=$((points + 1))
done
[ "$points" -gt 0 ] || fail "wrong_today/ is empty"
finish
