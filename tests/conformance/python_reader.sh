#!/bin/sh
# Holds the reader of code/verify_graph.py to published vectors.
exec python3 "$(dirname "$0")/python_reader.py"
