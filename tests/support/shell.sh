# shellcheck shell=bash
# Functions that the integration scripts share: sourced, from any folder. Each check is counted;
# `finish` prints the sum.
#
# The program under test is $WITNESSMARK, the build folder $BUILD, the project's root $ROOT; $WORK
# is a folder that goes away.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${BUILD:-$ROOT/build}
WITNESSMARK=${WITNESSMARK:-$BUILD/witnessmark}
WORK=$(mktemp -d "${TMPDIR:-/tmp}/witnessmark-test-XXXXXX") || exit 2
trap 'rm -rf "$WORK"' EXIT
# Nothing here is measured in earnest: waiting threads should not spin.
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
export LC_ALL=C NO_COLOR=1 ASAN_OPTIONS="${ASAN_OPTIONS:-}:allocator_may_return_null=1"
passed=0 failed=0 skipped=0

pass() {
    passed=$((passed + 1))
}

# fail WORDS...: what was expected and what came.
fail() {
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$*"
}

# skip WORDS...: what could not be tested, and why.
skip() {
    skipped=$((skipped + 1))
    printf 'skipped: %s\n' "$*"
}

# expect STATUS COMMAND...: its exit status; its output is left in $WORK/out and $WORK/err.
expect() {
    local wanted=$1 got
    shift
    "$@" >"$WORK/out" 2>"$WORK/err" </dev/null
    got=$?
    if [ "$got" -eq "$wanted" ]; then
        pass
        return 0
    fi
    fail "exit $got, not $wanted: $*"
    head -c 600 "$WORK/out" "$WORK/err"
    return 1
}

# expect_words FILE PATTERN...: a line of FILE matches the extended regular expression, whose parts
# are joined without a space.
expect_words() {
    local file=$1 pattern
    shift
    pattern=$(printf '%s' "$@")
    if grep -qE -e "$pattern" "$file"; then
        pass
    else
        fail "no line matches '$pattern' in: $(head -c 400 "$file")"
    fi
}

# expect_json FILE CONDITION ARGUMENT...: a Python expression over `answer`, the file's JSON, and
# `given`, the arguments, is true.
expect_json() {
    if python3 -c '
import json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    names = {"answer": json.load(file), "given": sys.argv[3:]}
sys.exit(0 if eval(sys.argv[2], names) else 1)' "$@"; then
        pass
    else
        fail "$1: not true: $2 (given: ${*:3})"
    fi
}

# expect_equal WHAT GOT WANTED
expect_equal() {
    if [ "$2" = "$3" ]; then
        pass
    else
        fail "$1 is '$2', not '$3'"
    fi
}

# expect_valid RECORD: the program, verify_graph.py and the third checker give the same answer, in
# $WORK/answer afterwards.
expect_valid() {
    expect 0 "$WITNESSMARK" audit "$1"
    cp "$WORK/out" "$WORK/answer"
    if command -v python3 >/dev/null; then
        expect 0 python3 "$1/code/verify_graph.py" "$1"
        expect_equal "verify_graph.py on $1" "$(cat "$WORK/out")" "$(cat "$WORK/answer")"
    else
        skip "python3 is not there"
    fi
    if command -v perl >/dev/null; then
        expect 0 perl "$ROOT/tests/conformance/third_checker.pl" "$1"
        expect_equal "the third checker on $1" "$(cat "$WORK/out")" "$(cat "$WORK/answer")"
    else
        skip "perl is not there"
    fi
}

# one_line FILE: exactly one line, no control characters, not empty.
one_line() {
    [ "$(wc -l <"$1")" -eq 1 ] && [ -s "$1" ] && ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$1"
}

finish() {
    printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
    [ "$failed" -eq 0 ]
    exit
}
