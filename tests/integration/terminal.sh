#!/bin/bash
# On a terminal no line is wider than it: every command's output and every --help, at 60, 80, 120
# and 200 columns. Data for a file or a program (JSON, CSV, a plan) is not broken.
. "$(dirname "$0")/../support/shell.sh"

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
cd "$WORK" || exit 2
echo 'not a checker; the record is made up' >stand_in
for plan in full small x; do
    python3 "$ROOT/tests/support/make_record.py" --seed 7 --plan $plan --verify-c stand_in \
        --verify-py stand_in $plan >log 2>&1 ||
        { fail "make_record: $(tail -n 1 log)"; finish; }
done
cat >plan.json <<'END'
{"name": "widths", "repeats": 8, "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
  {"workload": "scatter_add", "variant": "atomic", "shape": {"n": 1048576, "buckets": 65536}},
  {"workload": "attention", "variant": "bf16", "shape": {"b": 1, "h": 1, "s": 16, "d": 300}},
  {"workload": "gemm", "variant": "int8", "shape": {"n": 64},
   "fault": {"kind": "tile", "when": "repeats"}},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 1000},
   "fault": {"kind": "row", "when": "transcript"}}]}
END
expect 3 "$WITNESSMARK" run --plan plan.json -o here
expect 3 "$WITNESSMARK" run --continue here -o there
expect 0 "$WITNESSMARK" prove here gemm.fp16.n64.rate
cp out proof
printf '{"b":1,\n"a":2}' >canon.json

# A bare chroot has no /dev/pts.
no_terminal=$(python3 -c '
import pty
try:
    pty.openpty()
except OSError as error:
    print(error)')
left_out=0
# One process for all: the start of Python costs more than most commands.
coproc terminals { exec python3 "$ROOT/tests/support/terminal.py" --each wide; }

# fits COLUMNS ARGUMENTS...: no line of the program's output is wider than the terminal.
fits() {
    if [ -n "$no_terminal" ]; then
        left_out=$((left_out + 1))
        return
    fi
    local status
    printf '%s\t' "$1" "$WITNESSMARK" "${@:2}" >&"${terminals[1]}"
    printf '\n' >&"${terminals[1]}"
    read -r status <&"${terminals[0]}"
    if [ "$status" = 0 ]; then
        pass
    else
        fail "witnessmark ${*:2}, on $1 columns: $(head -n 3 wide)"
    fi
}

commands=$("$WITNESSMARK" --help | sed -n '/^commands:/,/^$/s/^  *\([a-z]*\) .*/\1/p')
[ -n "$commands" ] || fail "no commands in the program's help"
for columns in 60 80 120 200; do
    fits $columns --help
    fits $columns --version
    for command in $commands; do
        fits $columns "$command" --help
    done
    for record in here there full small x; do
        fits $columns show $record
        fits $columns audit $record
    done
    for record in here full; do
        fits $columns show -v $record
        fits $columns show --transcripts $record
        fits $columns show --claims $record
        fits $columns show -q $record
    done
    fits $columns show here gemm.fp16.n64.rate
    fits $columns show full gemm.bf16.m3n40k5.clock
    fits $columns show full no.such.claim
    fits $columns show there link.1.gemm.fp16.n64.rate_ratio
    fits $columns show there link.1.gemm.fp16.n64.floor_ratio
    fits $columns show no-such-record
    rm -rf again and .again.partial
    fits $columns run --plan plan.json -o again
    fits $columns run --plan plan.json -o again
    fits $columns differential here there -o and
    fits $columns lineage here there
    fits $columns check proof
    fits $columns reverify here
    fits $columns reverify --product here
    fits $columns list
    fits $columns run --dry-run --plan quick
    fits $columns run --dry-run --plan paper --budget 5s
    fits $columns selftest --operation triad
done
# So is the refusal of a forged record.
cp -r full forged
sed -i 's/"text":"[0-9.]* [kMG]*FLOP/"text":"999.9 TFLOP/' forged/evidence.jsonl
expect 1 "$WITNESSMARK" audit forged
for columns in 60 80; do
    for command in show audit reverify 'audit here'; do
        # shellcheck disable=SC2086
        fits $columns $command forged
    done
done
# An interrupted run says where it is saved, in lines that fit.
if [ -z "$no_terminal" ]; then
    # shellcheck disable=SC2016
    python3 "$ROOT/tests/support/terminal.py" 60 bash -c '
        "$1" run --plan quick -o interrupted &
        until [ -s .interrupted.partial/evidence.jsonl ]; do sleep 0.05; done
        kill -INT $! && wait $!' bash "$WITNESSMARK" >wide 2>&1
    expect_equal "wide lines of an interrupted run" "$(cat wide)" ""
    [ -d .interrupted.partial ] && pass || fail "the run was not interrupted"
fi
# Where there is no terminal, COLUMNS says the width; else it is 80.
for columns in 60 100; do
    COLUMNS=$columns "$WITNESSMARK" show -v full >out
    expect_equal "lines beyond $columns" \
        "$(awk -v most=$columns 'length > most && (NF > 1 || length($1) <= most)' out | wc -l)" 0
done
for columns in '' nonsense 0; do
    COLUMNS=$columns "$WITNESSMARK" show full >out
    widest=$(grep -v '^next' out | awk 'length > w { w = length } END { print w }')
    [ "$widest" -gt 70 ] && [ "$widest" -le 80 ] && pass ||
        fail "widest line with COLUMNS='$columns': $widest"
done
[ "$left_out" -eq 0 ] ||
    skip "$left_out outputs and an interrupted run: no pseudo-terminal opens: $no_terminal"
finish
