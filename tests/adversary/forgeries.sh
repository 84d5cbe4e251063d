#!/bin/sh
# Runs every forgery against every checker of the build.
cd "$(dirname "$0")" || exit 2
exec python3 run_forgeries.py --build "${BUILD:-../../build}"
