#!/bin/bash
# canon: the image of JSON on stdin or in a file, one clear line and exit 1 or 2 for everything
# else.
set -u
failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# expect STATUS STDOUT STDERR-PART ARGUMENTS... < input
expect() {
    local status=$1 stdout=$2 stderr=$3 got
    shift 3
    timeout 20 "$WITNESSMARK" canon "$@" >"$scratch/out" 2>"$scratch/err"
    got=$?
    if [ "$got" -ne "$status" ] || [ "$(cat "$scratch/out")" != "$stdout" ] ||
        [[ $(cat "$scratch/err") != *"$stderr"* ]] ||
            { [ -z "$stderr" ] && [ -s "$scratch/err" ]; } ||
        [ "$(wc -l <"$scratch/err")" -gt 1 ]; then
        echo "canon $*: exit $got (expected $status)"
        echo "stdout: $(head -c 300 "$scratch/out")"
        echo "stderr: $(head -c 300 "$scratch/err") (expected: $stderr)"
        failed=1
    fi
}

expect 0 '{"a":2,"b":1}' '' < <(printf '{"b": 1.0,\n "a": 2}\n')
expect 0 '[1e+21,0,"é"]' '' - < <(printf '[1E21,-0,"\\u00e9"]')
printf '[ 1 ]' >"$scratch/list.json"
expect 0 '[1]' '' "$scratch/list.json"
printf '{"b":1.0,"a":2}' | "$WITNESSMARK" canon | sha256sum | cut -c 1-64 >"$scratch/id"
printf '{"a":2,"b":1}\n' | sha256sum | cut -c 1-64 | cmp - "$scratch/id" || failed=1

# no canonical image: exit 1
expect 1 '' 'byte 0: the text ends where a value is expected' </dev/null
expect 1 '' 'byte 3: ' < <(printf '[1,')
expect 1 '' 'byte 2: something follows the value' < <(printf '1 2')
expect 1 '' 'two equal names' < <(printf '{"a":1,"a":2}')
expect 1 '' 'half of a surrogate pair' < <(printf '"\\ud800"')
expect 1 '' 'a number that overflows' < <(printf '[1e400]')
expect 1 '' 'not well-formed UTF-8' < <(printf '"\377"')
expect 1 '' 'byte 0: ' < <(head -c 100000 /dev/zero)
expect 1 '' 'byte 0: ' "$WITNESSMARK"

# trouble: exit 2
expect 2 '' 'byte 10000: nested too deep' < <(head -c 200000 /dev/zero | tr '\0' '[')
expect 2 '' 'longer than 16 MiB' </dev/zero
expect 2 '' 'No such file or directory' "$scratch/none"
expect 2 '' 'Is a directory' "$scratch"
expect 2 '' "no option '--frobnicate'" --frobnicate
expect 2 '' 'is one argument too many' "$scratch/list.json" "$scratch/list.json"
if [ -w /dev/full ]; then
    printf '[1]' | "$WITNESSMARK" canon >/dev/full 2>"$scratch/err"
    [ $? -eq 2 ] || failed=1
    grep -q 'standard output: No space left on device' "$scratch/err" || failed=1
fi

"$WITNESSMARK" canon --help | grep -q '^usage: witnessmark canon' || failed=1
"$WITNESSMARK" --version | grep -qE '^witnessmark [0-9]+\.[0-9]+\.[0-9]+$' || failed=1
"$WITNESSMARK" >/dev/null 2>"$scratch/err"
[ $? -eq 2 ] || failed=1
grep -q '^usage: witnessmark' "$scratch/err" || failed=1
"$WITNESSMARK" frobnicate >/dev/null 2>"$scratch/err"
[ $? -eq 2 ] || failed=1
grep -q "no command 'frobnicate'" "$scratch/err" || failed=1
exit "$failed"
