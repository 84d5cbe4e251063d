#!/bin/bash
# canon prints the image of JSON from stdin or a file; anything else gets one line and exit 1 or 2.
. "$(dirname "$0")/../support/shell.sh"

# canon STATUS STDOUT STDERR-PART ARGUMENTS... < input
canon() {
    local status=$1 stdout=$2 stderr=$3 got
    shift 3
    timeout "$hang" "$WITNESSMARK" canon "$@" >"$WORK/out" 2>"$WORK/err"
    got=$?
    expect_equal "exit status of canon $*" "$got" "$status"
    expect_equal "output of canon $*" "$(cat "$WORK/out")" "$stdout"
    if [ -z "$stderr" ]; then
        expect_equal "messages of canon $*" "$(cat "$WORK/err")" ""
    elif [[ $(cat "$WORK/err") == *"$stderr"* ]] && one_line "$WORK/err"; then
        pass
    else
        fail "canon $*: no '$stderr' in: $(head -c 300 "$WORK/err")"
    fi
}

canon 0 '{"a":2,"b":1}' '' < <(printf '{"b": 1.0,\n "a": 2}\n')
canon 0 '[1e+21,0,"é"]' '' - < <(printf '[1E21,-0,"\\u00e9"]')
printf '[ 1 ]' >"$WORK/list.json"
canon 0 '[1]' '' "$WORK/list.json"
printf '{"b":1.0,"a":2}' | "$WITNESSMARK" canon | sha256sum | cut -c 1-64 >"$WORK/id"
printf '{"a":2,"b":1}\n' | sha256sum | cut -c 1-64 | cmp - "$WORK/id" && pass ||
    fail "the id is not the hash of the image"

# No canonical image: exit 1.
canon 1 '' 'byte 0: the text ends where a value is expected' </dev/null
canon 1 '' 'byte 3: ' < <(printf '[1,')
canon 1 '' 'byte 2: something follows the value' < <(printf '1 2')
canon 1 '' 'two equal names' < <(printf '{"a":1,"a":2}')
canon 1 '' 'half of a surrogate pair' < <(printf '"\\ud800"')
canon 1 '' 'a number that overflows' < <(printf '[1e400]')
canon 1 '' 'not well-formed UTF-8' < <(printf '"\377"')
canon 1 '' 'byte 0: ' < <(head -c 100000 /dev/zero)
head -c 100000 "$WITNESSMARK" >"$WORK/binary"
canon 1 '' 'byte 0: ' "$WORK/binary"

# Trouble: exit 2.
canon 2 '' 'byte 10000: nested too deep' < <(head -c 200000 /dev/zero | tr '\0' '[')
canon 2 '' 'longer than 16 MiB' </dev/zero
canon 2 '' 'No such file or directory' "$WORK/none"
canon 2 '' 'Is a directory' "$WORK"
canon 2 '' "unknown option '--frobnicate'" --frobnicate
canon 2 '' 'unexpected argument' "$WORK/list.json" "$WORK/list.json"
if [ -w /dev/full ]; then
    expect 2 sh -c "printf '[1]' | '$WITNESSMARK' canon >/dev/full"
    expect_words "$WORK/err" 'standard output: No space left on device'
fi

expect 0 "$WITNESSMARK" canon --help
expect_words "$WORK/out" '^usage: witnessmark canon'
expect 0 "$WITNESSMARK" --version
expect_words "$WORK/out" '^witnessmark [0-9]+\.[0-9]+\.[0-9]+$'
expect 2 "$WITNESSMARK"
expect_words "$WORK/err" '^usage: witnessmark'
expect 2 "$WITNESSMARK" frobnicate
expect_words "$WORK/err" "unknown command 'frobnicate'"
finish
