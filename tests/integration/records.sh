#!/bin/bash
# Unpacks every record under records/ and audits it with the program, with both checkers that the
# record itself carries, with the third one of the tests, and with sha256sum, and re-verifies its
# smaller products' openings on this machine.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=${WITNESSMARK:-build/witnessmark}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
size_max=16384 # openings of these take a small machine seconds
passed=0 failed=0 skipped=0

check() { # WORDS COMMAND...: passes if the command's exit status is 0
    local words=$1 status
    shift
    "$@" >"$work/output" 2>&1
    status=$?
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $words: exit $status"
        tail -n 5 "$work/output"
    fi
}

# The roots that all checkers name must be one.
one_root() {
    local record=$1 root
    root=$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -d ' ' -f 1)
    "$program" audit "$record" | grep -q "^valid $root" &&
        python3 "$record/code/verify_graph.py" "$record/evidence.jsonl" | grep -q "^valid $root" &&
        "$work/verify" "$record/evidence.jsonl" | grep -q "^valid $root" &&
        perl tests/conformance/third_checker.pl "$record" | grep -q "^valid $root"
}

# Openings of what is small enough: all agree, and since no product is computed the exit status is 3
# whatever else holds.
reverify() {
    local status
    "$program" reverify --max-size "$size_max" --only gemm. "$1" >"$work/answer"
    status=$?
    cat "$work/answer"
    [ "$status" -eq 3 ] &&
        grep -q '^[0-9]* reproduced, [1-9][0-9]* with openings that agree, 0 that differ,' \
        "$work/answer"
}

for archive in records/*.tar.gz; do
    [ -f "$archive" ] || continue
    record=$work/$(basename "$archive" .tar.gz)
    check "$archive: size under 5 MB" test "$(du -sk "$archive" | cut -f 1)" -lt 5000
    check "$archive: holds one folder of its own name" test \
        "$(tar tzf "$archive" | cut -d / -f 1 | sort -u)" = "$(basename "$record")"
    tar xzf "$archive" -C "$work" || exit 2
    check "$record: verify.c compiles" "${CC:-cc}" -std=c99 -O2 -ffp-contract=off \
        "$record/code/verify.c" -o "$work/verify" -lm
    check "$record: audit" "$program" audit "$record"
    check "$record: one root" one_root "$record"
    check "$record: third checker" perl tests/conformance/third_checker.pl "$record"
    check "$record: sha256sum" sh -c "cd '$record' && sha256sum -c --quiet manifest.sha256"
    check "$record: openings" reverify "$record"
done
if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then
    echo "skipped: no record under records/"
    skipped=1
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
