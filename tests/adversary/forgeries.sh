#!/bin/sh
# Runs every forgery against every checker of the build.
here=$(dirname "$0")
exec python3 "$here/run_forgeries.py" --build "${BUILD:-$here/../../build}" --flips 300
