#!/bin/bash
# Bad input to the program under AddressSanitizer and UBSan.
root=$(cd "$(dirname "$0")/../.." && pwd)
export WITNESSMARK=$root/build/asan/witnessmark
[ -x "$WITNESSMARK" ] || { echo "$WITNESSMARK is not built (make build-asan)"; exit 77; }
exec "$root/tests/integration/bad_input.sh"
