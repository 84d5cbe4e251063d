#!/bin/bash
# Each refusal of code/verify_graph.py off in turn: a forgery must then get another answer.
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
exec "$root/tests/adversary/python_mutants.py" --build "${BUILD:-$root/build}"
