#!/bin/bash
# Each rule of the audit off in turn: a forgery must then pass.
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build}
exec "$root/tests/adversary/run_mutants.py" --build "$build" --mutate "$build/mutate/verify"
