#!/bin/sh
# Every forgery, the records of records/, and more changed bytes.
here=$(dirname "$0")
exec python3 "$here/run_forgeries.py" --build "${BUILD:-$here/../../build}" --shipped
