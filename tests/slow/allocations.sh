#!/bin/bash
# Every place of every command where memory is allocated fails once: those of the program and of all
# its libraries. Then, under AddressSanitizer and UBSan, which also see leaks, each sixth place of
# the program alone, and some of these with all later ones. All of them would take six times as
# long: sweep_allocations.py tries them with --every 1.
#
# usage: allocations.sh [CASE of tests/support/sweep_allocations.py]...
. "$(dirname "$0")/../support/shell.sh"
without_waits
. "$ROOT/tests/support/allocations.sh"
. "$ROOT/tests/support/sanitizers.sh"

sweep_preloaded "$@"
build_sanitized build/clang/tests/tools/faulty build/clang/tests/tools/failing/witnessmark
expect_caught
sweep --program "$SANITIZED/tests/tools/failing/witnessmark" --every 6 "$@"
sweep --program "$SANITIZED/tests/tools/failing/witnessmark" --rest --every 30 "$@"
if take_reports; then
    fail "the sanitizers have reports"
else
    pass
fi
finish
