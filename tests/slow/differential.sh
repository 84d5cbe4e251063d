#!/bin/bash
# Changed records: all checkers must agree about each.
root=$(cd "$(dirname "$0")/../.." && pwd)
exec python3 "$root/tests/fuzz/differential.py" --count 300 --build "${BUILD:-$root/build}"
