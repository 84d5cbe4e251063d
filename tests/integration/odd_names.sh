#!/bin/bash
# Names with control characters or bytes that are not UTF-8: no command prints them raw, and --json
# always prints one object that has all their bytes.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

cat >plan.json <<'PLAN'
{"name": "odd", "repeat_seconds": 0.001, "repeats": 1, "items": [
  {"workload": "gemm", "variant": "f32", "shape": {"n": 32}},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 1000}}]}
PLAN
wrong=$'wr\377ong'        # a byte that is not UTF-8
wrong_hex=7772ff6f6e67
evil=$'e\033[2J\nvalid'   # ANSI escape, new line
c1=$'c\302\2332J'         # U+009B, as UTF-8
bidi=$'b\342\200\256txt'  # U+202E

# safe: neither stdout nor stderr has control characters, marks of direction or wrong bytes.
safe() {
    LC_ALL=C grep -aqP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80\xae' out err &&
        fail "raw control characters: $1: $(cat -v out err | head -n 5)" || pass
    iconv -f UTF-8 -t UTF-8 out err >/dev/null 2>&1 && pass || fail "not UTF-8: $1"
}
# object COMMAND STATUS: standard output is one object with this status; `field KEY` prints a field.
object() {
    one_line out && "$WITNESSMARK" canon <out >/dev/null 2>&1 && pass || fail "$1: $(cat -v out)"
    expect_words out "^\\{\"schema\":\"witnessmark-$1/[12]\",\"status\":\"$2\""
}
field() {
    python3 -c 'import json, sys
value = json.load(open("out", encoding="utf-8"))
for key in sys.argv[1].split("."):
    value = value[int(key) if key.isdigit() else key]
sys.stdout.buffer.write(value.encode("utf-8"))' "$1"
}

# Each command with a record and a file of such a name.
for name in "$wrong" "$evil" "$c1" "$bidi"; do
    shown=$(printf '%s' "$name" | cat -v | tr '\n' '|')
    expect 0 "$WITNESSMARK" run --plan plan.json -o "$name"
    safe "run -o $shown"
    expect 0 "$WITNESSMARK" run --json --plan plan.json -o "$name.json"
    object run pass
    safe "run --json -o $shown"
    [ -d "$name.json" ] && pass || fail "no record $shown.json"
    expect 0 "$WITNESSMARK" audit "$name"
    safe "audit $shown"
    expect 0 "$WITNESSMARK" audit --json "$name"
    object audit valid
    safe "audit --json $shown"
    expect 0 "$WITNESSMARK" show "$name"
    safe "show $shown"
    claim=$(grep -o '"name":"gemm[^"]*rate"' "$name/evidence.jsonl" | cut -d'"' -f4)
    expect 0 "$WITNESSMARK" show "$name" "$claim"
    safe "show $shown CLAIM"
    for arguments in '' --claims "$claim"; do
        # shellcheck disable=SC2086
        expect 0 "$WITNESSMARK" show --json "$name" $arguments
        safe "show --json $shown $arguments"
        "$WITNESSMARK" canon <out >/dev/null && pass || fail "show --json $shown $arguments"
    done
    expect 2 "$WITNESSMARK" show --json "$name" no.such.claim
    object show trouble
    expect 3 "$WITNESSMARK" reverify "$name"
    safe "reverify $shown"
    expect 0 "$WITNESSMARK" reverify --json --product -o "$name.sealed" "$name"
    object reverify agrees
    safe "reverify --json $shown"
    expect 0 "$WITNESSMARK" audit "$name.sealed"
    expect 3 "$WITNESSMARK" reverify --json "$name"
    object reverify inconclusive
    "$WITNESSMARK" prove "$name" "$claim" >"proof$name" 2>err
    expect 0 "$WITNESSMARK" check --json "proof$name"
    object check holds
    for command in audit show reverify check; do
        expect 2 "$WITNESSMARK" "$command" "absent$name"
        safe "$command absent$shown"
        expect 2 "$WITNESSMARK" "$command" --json "absent$name"
        object "$command" trouble
        safe "$command --json absent$shown"
    done
    expect 2 "$WITNESSMARK" run --json --plan "absent$name" -o never
    object run trouble
    safe "run --plan absent$shown"
    expect 2 "$WITNESSMARK" "$name"
    safe "command $shown"
    expect 2 "$WITNESSMARK" audit "--$name"
    safe "option $shown"
done

# A command with words of such bytes, in a record of such a name.
for name in "$wrong" "$evil" "$c1" "$bidi"; do
    shown=$(printf '%s' "$name" | cat -v | tr '\n' '|')
    printf '#!/bin/sh\nexit 3\n' >"run$name"
    chmod +x "run$name"
    expect 1 "$WITNESSMARK" wrap -o "wrapped$name" --repeats 2 -- "./run$name" "$name"
    safe "wrap $shown"
    for form in '' -v --markdown --csv --claims; do
        # shellcheck disable=SC2086
        expect 0 "$WITNESSMARK" show $form "wrapped$name"
        safe "show $form of a command $shown"
    done
    expect 0 "$WITNESSMARK" show --json "wrapped$name"
    object show valid
    expect 0 "$WITNESSMARK" wrap -o "path$name" --repeats 1 --redact "path,argument" \
        --ignore-failure -- "./run$name" "$name"
    safe "wrap --redact path,argument $shown"
    expect 2 "$WITNESSMARK" wrap -o never --redact "$name" -- echo a
    safe "wrap --redact $shown"
    expect 2 "$WITNESSMARK" wrap -o never -- "./absent$name"
    safe "wrap absent$shown"
done
PASSWORD=$evil expect 0 "$WITNESSMARK" wrap -o variable --repeats 1 --variable PASSWORD -- true
safe "a warning about a variable"

# The fields: U+FFFD in the text, all bytes beside it; nothing beside a text that is UTF-8.
expect 0 "$WITNESSMARK" audit --json "$wrong"
expect_equal "record" "$(field records.0.record)" $'wr\357\277\275ong'
expect_equal "record_bytes" "$(field records.0.record_bytes)" "$wrong_hex"
expect 0 "$WITNESSMARK" audit --json "$c1"
expect_equal "record with U+009B" "$(field records.0.record)" "$c1"
expect_equal "record_bytes of UTF-8" "$(grep -c record_bytes out)" 0
expect 0 "$WITNESSMARK" reverify --json --product -o sealed "$wrong"
expect_equal "record_bytes of reverify" "$(field record_bytes)" "$wrong_hex"
expect 2 "$WITNESSMARK" audit --json "absent$wrong"
expect_equal "record_bytes" "$(field records.0.record_bytes)" "616273656e74$wrong_hex"

# The printed commands work in a shell.
"$WITNESSMARK" reverify "$wrong" >out
bash -c "PATH=$(dirname "$WITNESSMARK"):\$PATH; $(sed -n 's/^next: //p' out)" >again 2>/dev/null
expect_equal "the next command" "$(head -n 1 again | cut -d' ' -f1)" PASS

# A file that does not belong to the record.
for name in "$wrong" "$evil" "$c1" "$bidi"; do
    shown=$(printf '%s' "$name" | cat -v | tr '\n' '|')
    rm -rf extra
    cp -r "$wrong" extra
    : >"extra/$name"
    for command in audit show reverify; do
        expect 1 "$WITNESSMARK" "$command" extra
        safe "$command of a record with the file $shown"
        expect_equal "lines of $command with the file $shown" "$(cat out err | wc -l)" 1
        expect 1 "$WITNESSMARK" "$command" --json extra
        object "$command" invalid
        safe "$command --json of a record with the file $shown"
    done
    expect 1 "$WITNESSMARK" prove extra "$claim"
    safe "prove with the file $shown"
done

# A node of a record is printed byte for byte, but masked on a terminal.
cp -r "$wrong" made
PYTHONPATH=$ROOT/tests/adversary python3 - <<'EOF'
from toolkit import Record
record = Record('made')
record.plan()['name'] = 'a\x9b2J\u202eb'
record.recompute()
record.write('node')
EOF
id=$(sed -n 2p node/evidence.jsonl | sha256sum | cut -c 1-16)
expect 0 "$WITNESSMARK" show node "$id"
expect_equal "the line of a node" "$(sha256sum <out | cut -c 1-16)" "$id"
if script -qec 'test -t 1 && echo terminal' /dev/null </dev/null 2>/dev/null |
    grep -q terminal; then
    script -qec "'$WITNESSMARK' show node $id" /dev/null </dev/null | tr -d '\r' >out
    : >err
    safe "show of a node on a terminal"
else
    skip "script(1) makes no terminal here"
fi
finish
