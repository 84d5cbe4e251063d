#!/bin/bash
# All integration scripts with a program that clang built with AddressSanitizer, its search for
# leaks, and UBSan.
. "$(dirname "$0")/../support/shell.sh"
. "$ROOT/tests/support/sanitizers.sh"
build_sanitized all programs build/clang/tests/tools/faulty
expect_caught

# These do not run the program of this build.
declare -A left_out=(
    [bad_input_asan]="is bad_input with gcc's sanitizers"
    [check_layers]="tests tools/check-layers"
    [hardening]="looks at the default build's files"
    [install]="builds and installs without sanitizers"
    [python]="Python loads the library, and has no sanitizer"
    [run_tests]="tests tests/support/run-tests"
)
scripts=() alone=()
for script in "$ROOT"/tests/integration/*.sh; do
    name=$(basename "$script" .sh)
    if [ -n "${left_out[$name]:-}" ]; then
        echo "left out: $name ${left_out[$name]}"
        continue
    fi
    case $name in
    curve | surroundings | wrong_today_timed) alone+=("$script") ;; # as in the Makefile
    *) scripts+=("$script") ;;
    esac
done
cd "$ROOT" || exit 2
BUILD=$SANITIZED WITNESSMARK=$SANITIZED/witnessmark tests/support/run-tests -v \
    -j $(($(nproc) + 2)) "${scripts[@]}" --serial "${alone[@]}" >"$WORK/log" 2>&1
head -n -1 "$WORK/log"
read -r ok _ bad _ skip _ < <(tail -n 1 "$WORK/log" |
    grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' ||
    echo "0 passed, 1 failed, 0 skipped")
passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
if take_reports; then
    fail "the sanitizers have reports"
else
    pass
fi
finish
