#!/bin/bash
# Every place of every command where memory is allocated fails once. First those of the program and
# of all its libraries; then those of the program alone under AddressSanitizer and UBSan, with what
# it leaks; then some of these with all later ones.
#
# usage: allocations.sh [CASE of tests/support/sweep_allocations.py]...
. "$(dirname "$0")/../support/shell.sh"
without_waits
. "$ROOT/tests/support/allocations.sh"
. "$ROOT/tests/support/sanitizers.sh"

sweep_preloaded "$@"
build_sanitized build/clang/tests/tools/faulty build/clang/tests/tools/failing/witnessmark
expect_caught
sweep --program "$SANITIZED/tests/tools/failing/witnessmark" "$@"
sweep --program "$SANITIZED/tests/tools/failing/witnessmark" --rest --every 5 "$@"
if take_reports; then
    fail "the sanitizers have reports"
else
    pass
fi
finish
