# shellcheck shell=bash
# The build of clang's sanitizers; sourced after shell.sh.
#
# clang's UBSan sees undefined behaviour that gcc's does not: an offset to a null pointer.

SANITIZED=$ROOT/build/clang
REPORTS=$WORK/reports
mkdir "$REPORTS"
# What a sanitizer finds is in a file, also where a script expects a failure or drops stderr. 99 is
# no exit status of the program.
export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1:exitcode=99:log_path=$REPORTS/report"
export LSAN_OPTIONS="exitcode=99"
export UBSAN_OPTIONS="print_stacktrace=1:exitcode=99:log_path=$REPORTS/report"

# build_sanitized TARGET...: builds them, or skips the script where clang is not complete.
build_sanitized() {
    if ! command -v clang >/dev/null || ! echo 'int main(void) { return 0; }' |
        clang -fsanitize=address,undefined -fopenmp -x c - -o "$WORK/probe" 2>/dev/null; then
        echo "clang, its sanitizers or its OpenMP are not installed (tools/deps slow)"
        exit 77
    fi
    # Make's own flags would bind this build to the jobs of the one that runs the tests.
    if ! env -u MAKEFLAGS -u MAKELEVEL -u BUILD make -C "$ROOT" --no-print-directory \
        -j "$(nproc)" SAN=1 CC=clang "$@" >"$WORK/build" 2>&1; then
        tail -n 40 "$WORK/build"
        fail "the build with clang's sanitizers"
        finish
    fi
}

# take_reports: prints what the sanitizers found since the last call, and counts it. False: nothing.
take_reports() {
    local report found=1
    for report in "$REPORTS"/*; do
        [ -e "$report" ] || continue
        found=0
        head -n 30 "$report"
        rm "$report"
    done
    return "$found"
}

# expect_caught: the build reports what is wrong on purpose. Without this, silence proves nothing.
expect_caught() {
    local fault
    for fault in $("$SANITIZED/tests/tools/faulty"); do
        expect 99 "$SANITIZED/tests/tools/faulty" "$fault"
        if take_reports >"$WORK/report" && grep -q 'faulty\.c' "$WORK/report"; then
            pass
        else
            fail "the sanitizers do not report the fault $fault"
        fi
    done
    [ "$("$SANITIZED/tests/tools/faulty" | wc -l)" -ge 6 ] || fail "faults are missing"
}
