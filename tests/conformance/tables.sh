#!/bin/sh
# Compares the tables that the three checkers hold, and shows that a difference is found and named.
here=$(cd "$(dirname "$0")" && pwd)
dump=${BUILD:-$here/../../build}/tests/conformance/tables_dump
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
command -v perl >/dev/null || { echo "no perl: the tables are not compared"; exit 77; }

"$here/tables.py" "$dump" || failed=1

# expect_difference WORDS OPTION FILE EDIT: a changed copy of FILE must differ, and WORDS say where.
expect_difference() {
    copy=$work/$(basename "$3")
    sed "$4" "$3" >"$copy"
    if cmp -s "$3" "$copy"; then
        echo "FAIL the edit $4 changes nothing in $3"
        failed=1
    fi
    if "$here/tables.py" "$dump" "$2" "$copy" >"$work/out" 2>&1; then
        echo "FAIL no difference is seen after $4 in $3"
        failed=1
    elif ! grep -q "^FAIL $1" "$work/out"; then
        echo "FAIL after $4 in $3 there is no line \"FAIL $1\":"
        cat "$work/out"
        failed=1
    fi
}

python=$here/../../code/verify_graph.py perl=$here/third_checker.pl
expect_difference 'workloads, row gemm fp16, predicted_floor' --python "$python" \
    's/2, 2.07e-4,/2, 2.08e-4,/'
expect_difference 'thresholds, row correlation' --python "$python" 's/^CORRELATION = 2.326/&1/'
expect_difference 'functions, row verified, inputs' --python "$python" \
    "s/'verified': ('WK|W'/'verified': ('W'/"
expect_difference 'quantities, row median_power, unit' --perl "$perl" \
    's/median_power       W /median_power J /'
expect_difference 'covariates, row read_time' --perl "$perl" 's/ read_time / read_times /'
expect_difference 'quantiles, row 5' --perl "$perl" 's/29\.29 30\.63/29.29 30.64/'
[ "$failed" -eq 0 ]
