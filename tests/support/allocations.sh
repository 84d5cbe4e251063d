# shellcheck shell=bash
# Sweeps of allocations that fail; sourced after shell.sh.

cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/failing.so" "$ROOT/tests/fakes/failing_malloc.c" \
    -ldl || exit 2

# sweep ARGUMENTS of sweep_allocations.py...: counts its points as checks.
sweep() {
    local ok bad left words
    if ! command -v python3 >/dev/null; then
        skip "python3 is not installed"
        return
    fi
    python3 "$ROOT/tests/support/sweep_allocations.py" --data "$ROOT/tests/data/import" \
        "$@" >"$WORK/sweep" 2>&1 </dev/null
    grep -vE '^[0-9]+ passed, ' "$WORK/sweep"
    read -r ok words bad words left words < <(
        grep -E '^[0-9]+ passed, [0-9]+ failed' "$WORK/sweep" ||
        echo "0 passed, 1 failed, 0 skipped")
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
}

# sweep_preloaded ARGUMENTS...: of the allocations of the program and of all its libraries. A
# sanitizer has its own allocator, below which nothing can be preloaded.
sweep_preloaded() {
    if grep -qa __asan_init "$WITNESSMARK"; then
        skip "allocations of a sanitizer's program: tests/slow/allocations.sh has them"
        return
    fi
    sweep --program "$WITNESSMARK" --library "$WORK/failing.so" "$@"
}
