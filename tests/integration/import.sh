#!/bin/bash
# import: files that other tools wrote become records, and wrong files are refused with one line.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 1
data=$ROOT/tests/data/import

# The raw file in a record, by the command of the man page.
raw() {
    grep -o '"import.raw.[0-9]*","value":"[^"]*' "$1/evidence.jsonl" | cut -d '"' -f 6 | base64 -d
}

for format in hyperfine google-benchmark nvbench csv; do
    file=$data/$format.json
    [ "$format" = csv ] && file=$data/table.csv
    expect 0 "$WITNESSMARK" import "$format" "$file" -o "$format"
    expect_words "$WORK/out" '^IMPORTED  [0-9]+ series, [0-9]+ observations; not witnessed$'
    expect_valid "$format"
    expect 0 "$WITNESSMARK" audit "$format"
    expect_words "$WORK/err" "^plan: $format; imported, not witnessed$"
    expect 0 "$WITNESSMARK" show "$format"
    expect_words "$WORK/out" '^VALID  [0-9]+ external numbers, imported, not witnessed$'
    expect 0 "$WITNESSMARK" show -v "$format"
    expect_words "$WORK/out" "^plan: $format; imported, not witnessed$"
    expect_words "$format/evidence.jsonl" \
        "\"import.sha256\",\"value\":\"$(sha256sum "$file" | cut -d ' ' -f 1)\""
    expect_words "$format/evidence.jsonl" "\"import.bytes\",\"value\":$(wc -c <"$file")}"
    raw "$format" >"$WORK/raw"
    cmp -s "$WORK/raw" "$file" && pass || fail "the raw file of $format is not in the record"
done

# Values, units and reasons.
expect_words hyperfine/evidence.jsonl '"series":"sleep_0.001".*"values":.*"seconds":0.014067212}'
expect_words hyperfine/evidence.jsonl '"name":"x.sleep_0.001.seconds".*"text":"4.015 ms"'
expect_words hyperfine/evidence.jsonl '"import.parameters.sleep_0.002".*n.*0.002'
gb=google-benchmark/evidence.jsonl
expect_words $gb '"infinite":null,.*"reason":"infinite: Infinity; not_a_number: NaN"'
expect_words $gb '"reason":"failed: no such device"'
expect_words $gb '"name":"x.bm_special.cache_misses".*"text":"42.00"'
expect_words $gb '"name":"x.bm_stringcopy_64_repeats_3.bytes_per_second".*GB/s"'
expect_equal "repetitions" "$(grep -c '"series":"bm_stringcopy_64_repeats_3"' $gb)" 3
nv=nvbench/evidence.jsonl
expect_words $nv '"name":"x.[a-z0-9_]*_16.cold_time_gpu_mean".*"text":"15.00 us"'
expect_words $nv '"reason":"cold_time_gpu_stdev_relative: NaN"'
expect_words $nv 'import.left_out.*sample times.*states that nvbench skipped'
expect_words csv/evidence.jsonl '"name":"x.copy_large_warm.time_ms".*"text":"12.60 ms"'
expect_words csv/evidence.jsonl '"reason":"time_ms: NaN; rate_gb_s: empty"'
expect_words csv/evidence.jsonl '"import.name.two_lines_cold","value":"two\\r\\nlines cold"'

# The standard input, JSON output, a default name.
"$WITNESSMARK" import csv - -o piped --json <"$data/table.csv" >"$WORK/out"
expect_equal "status" $? 0
expect_json "$WORK/out" 'answer["schema"] == "witnessmark-import/1" and answer["series"] == 3'
mkdir names
(cd names && "$WITNESSMARK" import csv "$data/table.csv" >/dev/null &&
    "$WITNESSMARK" import csv "$data/table.csv" >/dev/null)
expect_equal "records with a default name" "$(ls names | grep -c '^witnessmark-import-')" 2

# A file that is too large to be kept: its hash is, its bytes are not.
{
    echo name,value
    seq 1 9000 | sed 's/.*/a rather long name of a series,&/'
} >large.csv
expect 0 "$WITNESSMARK" import csv large.csv -o large
expect_words large/evidence.jsonl '"import.raw","reason":"larger than 262,144 bytes"'
expect_valid large

# Odd but allowed: a byte order mark, unknown fields, words for numbers, equal names.
printf '\xef\xbb\xbf{"new": [1, {"a": NaN}], "results": [{"command": "a b", "times": [-Infinity,
    1e400, null, "x", 2, nan], "future": -inf}, {"command": "A_B", "times": [1]}]}' >odd.json
expect 0 "$WITNESSMARK" import hyperfine odd.json -o odd
expect_words odd/evidence.jsonl '"reason":"seconds: -Infinity"'
expect_words odd/evidence.jsonl '"reason":"seconds: too large for binary64"'
expect_words odd/evidence.jsonl '"reason":"seconds: null"'
expect_words odd/evidence.jsonl '"reason":"seconds: not a number"'
expect_words odd/evidence.jsonl '"reason":"seconds: NaN"'
expect_words odd/evidence.jsonl '"series":"a_b_2"'
expect_valid odd
printf 'value\n1\n2\n' >plain.csv
expect 0 "$WITNESSMARK" import csv plain.csv -o plain
expect_words plain/evidence.jsonl '"name":"x.csv.value".*"text":"1.5000"'
printf 'a\xff,value [m\xff]\n\xfe,1\n' >bytes.csv
expect 0 "$WITNESSMARK" import csv bytes.csv -o bytes
expect_words bytes/evidence.jsonl '"import.name.unnamed","reason":"not UTF-8: 1 bytes'
expect_valid bytes

# A run with an exit code other than 0, or that a signal ended, is a failed observation.
cat >codes.json <<'JSON'
{"results": [
  {"command": "fails", "times": [1, 2, 3, 4], "exit_codes": [0, 3, null, "x"],
   "memory_usage_byte": [10, 20, 30, 40]},
  {"command": "good", "times": [1, 2], "exit_codes": [0, 0]},
  {"command": "without", "times": [5]}]}
JSON
expect 0 "$WITNESSMARK" import hyperfine codes.json -o codes
expect_words "$WORK/out" '^(- )?failed runs: 3 of 7; their medians have no value$'
codes=codes/evidence.jsonl
expect_words $codes '"index":0,.*"series":"fails",.*"exit_status":0,"failed":0,"memory_bytes":10,' \
    '"seconds":1\}'
expect_words $codes '"index":1,.*"exit_status":3,"failed":1,"memory_bytes":null,' \
    '"reason":"seconds: exit 3; memory_bytes: exit 3","seconds":null'
expect_words $codes '"failed":1,.*"reason":"seconds: ended by a signal; exit_status: null; mem'
expect_words $codes '"failed":1,.*"reason":"seconds: the exit code is not a number; exit_sta'
expect_words $codes '"name":"x.fails.seconds".*"reason":"value absent"'
expect_words $codes '"name":"x.good.seconds".*"text":"1.500 s"'
expect_words $codes '"name":"x.without.seconds".*"text":"5.000 s"'
expect_equal "no code, no failure" "$(grep -c '"series":"without".*"failed"' $codes)" 0
expect_valid codes
expect 0 "$WITNESSMARK" import hyperfine codes.json --json -o codes-json
expect_json "$WORK/out" 'answer["observations_failed"] == 3'
# The record says it too.
for option in '' -v --markdown; do
    expect 0 "$WITNESSMARK" show $option codes
    expect_words "$WORK/out" '^(- )?failed runs: 3 of 7; their medians have no value$'
done
expect 0 "$WITNESSMARK" show --json codes
expect_json "$WORK/out" 'answer["observations_failed"] == 3'
expect 0 "$WITNESSMARK" show --json hyperfine
expect_json "$WORK/out" 'answer["observations_failed"] == 0'
# A value with this name in another file is a number like any other.
printf 'name,failed\na,1\n' >failed.csv
expect 0 "$WITNESSMARK" import csv failed.csv -o failed-csv
expect 0 "$WITNESSMARK" show failed-csv
expect_equal "failed runs of a CSV file" "$(grep -c 'failed runs' "$WORK/out")" 0

# Two results of one command stay two series: they differ in their preparation, for instance.
cat >same.json <<'JSON'
{"results": [{"command": "same", "times": [1]}, {"command": "same", "times": [3]}]}
JSON
expect 0 "$WITNESSMARK" import hyperfine same.json -o same
expect_words same/evidence.jsonl '"name":"x.same.seconds".*"text":"1.000 s"'
expect_words same/evidence.jsonl '"name":"x.same_2.seconds".*"text":"3.000 s"'
expect_valid same

cat >states.json <<'JSON'
{"meta": {"version": {"json": {"major": 1}}}, "benchmarks": [{"name": "copy", "states": [
  {"name": "n=1", "summaries": [{"tag": "nv/time", "hint": "duration",
    "data": [{"name": "value", "type": "float64", "value": "1"}]}]},
  {"name": "n=1", "summaries": [{"tag": "nv/time", "hint": "duration",
    "data": [{"name": "value", "type": "float64", "value": "3"}]}]}]}]}
JSON
expect 0 "$WITNESSMARK" import nvbench states.json -o states
expect_words states/evidence.jsonl '"name":"x.copy_n_1.time".*"text":"1.000 s"'
expect_words states/evidence.jsonl '"name":"x.copy_n_1_2.time".*"text":"3.000 s"'

# A repetition that failed has the unit of the others.
cat >unit.json <<'JSON'
{"benchmarks": [
  {"name": "A", "run_type": "iteration", "error_occurred": true, "error_message": "bad",
   "real_time": 0.0, "time_unit": "ms"},
  {"name": "A", "run_type": "iteration", "iterations": 1, "real_time": 2.5, "time_unit": "ms"}]}
JSON
expect 0 "$WITNESSMARK" import google-benchmark unit.json -o unit
expect_words unit/evidence.jsonl '"reason":"failed: bad"'
expect_words unit/evidence.jsonl '"real_time":2.5'
expect_valid unit

# The time to name series does not grow with their cube: these took minutes.
python3 -c '
print("name,v")
for i in range(4096):
    print(chr(0x4e00 + i) + ",1")' >letters.csv
expect 0 timeout "$hang" "$WITNESSMARK" import csv letters.csv -o letters
expect_words "$WORK/out" '^IMPORTED  4096 series, 4096 observations'

# wrong FORMAT CONTENT WORDS: refused with one line that has the words; nothing is left.
wrong() {
    printf '%b' "$2" >wrong
    expect 2 "$WITNESSMARK" import "$1" wrong -o nothing
    expect_words "$WORK/err" "wrong: .*$3"
    one_line "$WORK/err" && pass || fail "not one line about $2: $(cat "$WORK/err")"
}
wrong hyperfine '' 'the text ends'
wrong hyperfine '{"results": [}' 'byte 13'
wrong hyperfine '1\n2\n' 'not JSON, as hyperfine writes it: byte 2: something follows'
wrong google-benchmark 'a,b\n1,2\n' 'not JSON, as Google Benchmark writes it: byte 0'
wrong nvbench '1,2\n' 'not JSON, as nvbench writes it: '
wrong hyperfine '[]' 'no array .results.'
wrong hyperfine '{"results": []}' 'no numbers'
wrong hyperfine '{"results": [{"command": "a"}]}' 'result 1 has no .times.'
wrong hyperfine '{"results": [1]}' 'no text .command.'
wrong hyperfine '{"results": [{"command": "a", "times": [1], "exit_codes": null}]}' \
    'exit_codes. of result 1 is no array'
wrong hyperfine '{"results": [{"command": "a", "times": [1, 2], "exit_codes": [0]}]}' \
    'exit_codes. of result 1: found 1 values, expected 2, as in .times.$'
wrong hyperfine '{"results": [{"command": "a", "times": [1, 2], "exit_codes": [0, 0, 0]}]}' \
    'exit_codes. of result 1: found 3 values, expected 2, as in .times.$'
wrong hyperfine '{"results": [{"command": "a", "times": [1], "exit_codes": []}]}' \
    'exit_codes. of result 1: found 0 values, expected 1, as in .times.$'
wrong hyperfine '{"results": [{"command": "a", "times": [1], "memory_usage_byte": [1, 2]}]}' \
    'memory_usage_byte. of result 1: found 2 values, expected 1, as in .times.$'
wrong hyperfine 'NaN' 'no array'
wrong hyperfine '{"results": NaN}' 'no array'
wrong hyperfine "$(printf '[%.0s' $(seq 100))" 'nested too deep'
wrong google-benchmark '{"results": []}' 'no array .benchmarks.'
wrong google-benchmark '{"benchmarks": [{}]}' 'benchmark 1 has no text .name.'
wrong nvbench '{"benchmarks": []}' 'major. is not 1'
wrong nvbench '{"meta": {"version": {"json": {"major": 2}}}, "benchmarks": []}' 'is not 1'
wrong csv '' 'no rows'
wrong csv 'a,b\n' 'no rows'
wrong csv 'a,b\n1\n' 'line 2: found 1 fields, expected 2'
wrong csv 'a,b\n"1,2\n' 'line 2: a quoted field has no end'
wrong csv 'a,b\n"1"x,2\n' 'a quote is followed by text'
wrong csv 'a,a\n1,2\n' 'two columns are named .a.'
wrong csv '\0a,\n1,2\n' 'it has a NUL byte, so it is no text'
wrong csv '1,2\n3,4\n' 'line 1: all fields are numbers, expected a header'
wrong csv 'a,b\nx,y\n' 'no column has numbers alone'
{ echo value; seq 20001; } >long
expect 2 "$WITNESSMARK" import csv long -o nothing
expect_words "$WORK/err" 'long: the series `csv` is full: at most 15648 observations'
for file in none / "$WORK" /dev/null; do
    expect 2 "$WITNESSMARK" import csv "$file" -o nothing
    one_line "$WORK/err" && pass || fail "not one line about $file"
done
expect 2 "$WITNESSMARK" import xml plain.csv
expect_words "$WORK/err" "hyperfine, google-benchmark, nvbench or csv"
expect 2 "$WITNESSMARK" import csv plain.csv -o csv
expect_words "$WORK/err" 'exists already'
expect 2 "$WITNESSMARK" import csv
expect_equal "what is left" "$(ls -d nothing .nothing.partial 2>/dev/null)" ""
# A disk that changes a byte: the record is named, not the file.
cc -shared -fPIC -O1 -D_GNU_SOURCE -o shim.so "$ROOT/tests/integration/crash_shim.c" -ldl || exit 2
mkdir bent
# bent_import NAME=VALUE RECORD: an import whose disk fails.
bent_import() {
    env "$1" WM_SHIM_FOLDER="$WORK/bent" LD_PRELOAD="$WORK/shim.so" "$WITNESSMARK" import csv \
        plain.csv -o "$WORK/bent/$2" >"$WORK/out" 2>"$WORK/err" </dev/null
}
bent_import WM_SHIM_COUNT="$WORK/calls" whole
expect_equal "exit of an undisturbed import" "$?" 0
refused=0
for ((i = 1; i <= $(cat calls); i++)); do
    bent_import WM_SHIM_BENT=$i "record$i" && continue
    expect_words "$WORK/err" "^witnessmark import: [^ ]*/[.]record$i[.]partial: not sealed: "
    refused=$((refused + 1))
done
[ "$refused" -ge 3 ] && pass || fail "only $refused bent writes were noticed"
# A forgotten format is named, not the file behind it.
expect 2 "$WITNESSMARK" import results.json
expect_words "$WORK/err" "^witnessmark import: FORMAT: needs hyperfine, .*, not 'results.json'\$"
expect 2 "$WITNESSMARK" import hyperfine
expect_words "$WORK/err" '^witnessmark import: FILE: missing argument; see '

finish
