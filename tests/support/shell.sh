# shellcheck shell=bash
# Functions of the integration scripts, to be sourced from any folder. Each check is counted;
# `finish` prints the sum.
#
# $WITNESSMARK is the program under test, $BUILD the build folder, $ROOT the root of the project.
# $WORK is a temporary folder.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${BUILD:-$ROOT/build}
WITNESSMARK=${WITNESSMARK:-$BUILD/witnessmark}
WORK=$(mktemp -d "${TMPDIR:-/tmp}/witnessmark-test-XXXXXX") || exit 2
trap 'rm -rf "$WORK"' EXIT
# These tests do not use the measured times, so waiting threads should not spin.
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
# Most patterns here are for whole lines; terminal.sh tests how lines break.
export LC_ALL=C NO_COLOR=1 COLUMNS=160 ASAN_OPTIONS="${ASAN_OPTIONS:-}:allocator_may_return_null=1"
passed=0 failed=0 skipped=0
# A caller's choice of a core is a warning in every record.
unset OPENBLAS_CORETYPE
# Seconds after which something hangs, on the busiest machine.
hang=1200

# without_waits: takes the test build that does not wait to look at the machine (0.3 s a run). For
# scripts that test no time and no warning about it.
without_waits() {
    local hasty=$BUILD/tests/tools/hasty/witnessmark
    if [ "$WITNESSMARK" = "$BUILD/witnessmark" ] && [ -x "$hasty" ]; then
        WITNESSMARK=$hasty
    fi
}

pass() {
    passed=$((passed + 1))
}

# fail WORDS...: counts a failure; the words say what was expected and found.
fail() {
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$*"
}

# skip WORDS...: counts a skip; the words say what was not tested, and why.
skip() {
    skipped=$((skipped + 1))
    printf 'skipped: %s\n' "$*"
}

# expect STATUS COMMAND...: runs the command and checks its exit status. Its output is in $WORK/out
# and $WORK/err.
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

# expect_words FILE PATTERN...: some line of FILE must match the extended regular expression. Its
# parts are joined without a space.
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

# expect_json FILE CONDITION ARGUMENT...: a Python expression must be true. `answer` is the JSON of
# the file, `given` the list of arguments.
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

# expect_valid RECORD [FOLDER]: the program, verify_graph.py in FOLDER (RECORD/code) and the third
# checker must print the same. The output is in $WORK/answer.
expect_valid() {
    expect 0 "$WITNESSMARK" audit -v "$1"
    # What the machine was like before the run is no finding.
    grep -v '^WARNING ' "$WORK/out" >"$WORK/answer"
    if command -v python3 >/dev/null; then
        expect 0 python3 "${2:-$1/code}/verify_graph.py" "$1"
        expect_equal "verify_graph.py on $1" "$(cat "$WORK/out")" "$(cat "$WORK/answer")"
    else
        skip "python3 is not installed"
    fi
    if command -v perl >/dev/null; then
        expect 0 perl "$ROOT/tests/conformance/third_checker.pl" "$1"
        expect_equal "the third checker on $1" "$(cat "$WORK/out")" "$(cat "$WORK/answer")"
    else
        skip "perl is not installed"
    fi
}

# begin_with_record: enters $WORK, and makes `tmp` for temporary folders and a record `rec` of one
# int8 product there.
begin_with_record() {
    cd "$WORK" || exit 2
    mkdir tmp
    export TMPDIR=$WORK/tmp
    cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}, "repeats": 2}]}
PLAN
    expect 0 "$WITNESSMARK" run --plan plan.json -o rec
}

# build_verify FILE: compiles the verify.c of a record, each one once; sets `program`.
build_verify() {
    program=$WORK/verify-$(sha256sum "$1" | cut -c 1-16)
    [ -x "$program" ] ||
        expect 0 "${CC:-cc}" -std=c99 -O2 -ffp-contract=off -o "$program" "$1" -lm
}

# archive_of NAME: the archive under records/ that has the shipped record NAME.
archive_of() {
    local archive
    for archive in "$ROOT"/records/{laboratory/*,measured,profiles/*}.tar.xz; do
        tar tf "$archive" "$1/evidence.jsonl" >/dev/null 2>&1 && echo "$archive" && return
    done
    echo "no archive under records/ has $1" >&2
    return 1
}

# shipped NAME...: makes a folder NAME here of each of these shipped records. If it has an older
# format, it is written as today's would have it, by restate_record.py.
shipped() {
    local name archive
    for name in "$@"; do
        archive=$(archive_of "$name") || { fail "not shipped: $name"; continue; }
        python3 "$ROOT/tests/support/restate_record.py" "$archive" \
            "$name" --seal "$BUILD/tests/tools/seal_lines" >"$WORK/restated" 2>&1 ||
            fail "restate_record $name: $(tail -n 1 "$WORK/restated")"
    done
}

# make_pair: measures a record `made` here, and `made-again`, which continues it.
make_pair() {
    cat >made.json <<'PLAN'
{"name": "made", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 64, "n": 64, "k": 64}, "repeats": 6},
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 128, "n": 128, "k": 128}, "repeats": 6},
  {"workload": "gemm", "variant": "f32", "shape": {"m": 64, "n": 64, "k": 64}, "repeats": 6},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 100000}, "repeats": 6},
  {"workload": "scatter_add", "variant": "atomic", "shape": {"n": 65536, "buckets": 64},
   "repeats": 6}]}
PLAN
    expect 0 "$WITNESSMARK" run --plan made.json -o made
    expect 0 "$WITNESSMARK" run --continue made -o made-again
}

# wait_until COMMAND...: until the command succeeds. Tests wait for what they need, not for a time:
# a busy machine is slow.
wait_until() {
    local end=$((SECONDS + hang))
    while [ "$SECONDS" -lt "$end" ]; do
        "$@" >/dev/null 2>&1 && return
        sleep 0.05
    done
    fail "waited $hang s for: $*"
    return 1
}

# has_lines FILE COUNT: true if FILE has so many lines, or more.
has_lines() {
    [ "$(wc -l <"$1")" -ge "$2" ]
}

# one_line FILE: true if FILE has exactly one line, is not empty, and has no control characters.
one_line() {
    [ "$(wc -l <"$1")" -eq 1 ] && [ -s "$1" ] && ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$1"
}

finish() {
    printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
    [ "$failed" -eq 0 ]
    exit
}
