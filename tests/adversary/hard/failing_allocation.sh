# shellcheck shell=bash
# A failed allocation ends in exit 2 and one line about memory. It is no verdict and no crash.
# 9be32b7: `audit` of an interrupted run answered "invalid ... the last line is not a root", exit
# 1, at 3 of 22 allocations. libarchive and libgomp ended `audit` and `pack` with exit 1, libgomp
# before `main`; at 2 allocations of an archive's audit libarchive crashed. `pack` said at 47
# allocations that "the packed record is not valid: did it change?".
. "$ROOT/tests/support/allocations.sh"
sweep_preloaded audit-unfinished audit-archive audit-archive-xz audit-input pack pack-xz
