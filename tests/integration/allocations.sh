#!/bin/bash
# Allocations that fail: the command ends with exit 2 and one line, and leaves nothing behind. This
# takes some of them; tests/slow/allocations.sh takes them all.
. "$(dirname "$0")/../support/shell.sh"
without_waits
. "$ROOT/tests/support/allocations.sh"

sweep_preloaded --every 3 audit audit-unfinished audit-archive show show-facts pack import
sweep_preloaded --every 6 run run-facts run-resume run-resume-facts
finish
