#!/bin/bash
# `audit` of several records: threads, the order of results, forged ones, the exit status.
. "$(dirname "$0")/../support/shell.sh"
without_waits

begin_with_record
root=$(tail -n 1 rec/evidence.jsonl | sha256sum | cut -c 1-12)
cp -r rec forged
sed -i '3s/1/2/' forged/evidence.jsonl
mkdir unfinished empty
head -n 3 rec/evidence.jsonl >unfinished/evidence.jsonl
mkdir links
for i in $(seq 10 99); do
    ln -s ../rec "links/$i"
done

# A link to a record's folder is that record.
expect 0 "$WITNESSMARK" audit links/10
expect_words out '^valid '
for jobs in 1 2 7 256; do
    expect 0 "$WITNESSMARK" audit --jobs "$jobs" links/*
    expect_equal "records, by $jobs jobs" "$(wc -l <out)" 91
    expect_equal "their order, by $jobs jobs" \
        "$(head -n 90 out)" "$(printf "valid       $root  %s\n" links/*)"
    expect_equal "the last line, by $jobs jobs" "$(tail -n 1 out)" "90 records: 90 valid"
done
# Standard input has one record: two threads that read it would each get a part.
audit_input() {
    "$WITNESSMARK" audit "$@" <rec/evidence.jsonl
}
expect 0 audit_input - rec
expect 2 audit_input - rec -
expect_words err '^witnessmark audit: -: standard input has one record, not two$'
expect_equal "what is printed of two inputs" "$(wc -c <out)" 0
expect 1 "$WITNESSMARK" audit links/1? forged unfinished empty links/2? no-such-record
expect_equal "the last line" "$(tail -n 1 out)" \
    "24 records: 20 valid, 1 invalid, 1 inconclusive, 2 could not be checked"
expect_words out '^invalid     forged: evidence.jsonl:[0-9]+: \['
expect_words out '^unfinished  unfinished: evidence.jsonl: '
expect_words out '^trouble     empty: not a record'
expect_words out '^trouble     no-such-record: '
expect_equal "lines" "$(wc -l <out)" 25
expect_equal "line 11" "$(sed -n 11p out | cut -c 1-20)" "invalid     forged: "

# A folder of records is not a record: the message says how to name them.
mkdir 'my records'
cp -r rec 'my records/a'
expect 2 "$WITNESSMARK" audit 'my records/'
expect_words err "^witnessmark audit: my records/: not a record, .* name them as 'my records/'\*\$"
expect 2 "$WITNESSMARK" audit --summary 'my records'
expect_words out "'my records'/\*\$"
expect 2 "$WITNESSMARK" audit .
expect_words err 'name them as \./\*$'
expect 2 "$WITNESSMARK" audit empty
expect_words err 'neither evidence.jsonl nor manifest.sha256 is there'

# The exit status: 1 before 2 before 3.
expect 3 "$WITNESSMARK" audit rec unfinished
expect 2 "$WITNESSMARK" audit rec unfinished empty
expect 1 "$WITNESSMARK" audit empty unfinished forged rec

# A summary, and JSON.
expect 0 "$WITNESSMARK" audit --summary links/*
expect_equal "a summary of valid records" "$(cat out)" "90 records: 90 valid"
# A valid record can hold an output that failed, or was not judged: the counts say so.
expect 3 "$WITNESSMARK" run --item gemm.fp8_fast.n64 --repeats 2 --seconds 0.001 -o refused
expect 0 "$WITNESSMARK" audit --summary rec refused rec
expect_equal "a summary with findings" "$(head -n 1 out)" "3 records: 3 valid (1 with findings)"
expect_words out '^valid       [0-9a-f]{12}  refused, 2 findings$'
expect 0 "$WITNESSMARK" audit -q refused refused
expect_equal "two with findings" "$(cat out)" "2 records: 2 valid (2 with findings)"
expect 0 "$WITNESSMARK" audit --json rec refused
expect_json out 'answer["counts"]["valid"] == 2 and answer["counts"]["valid_with_findings"] == 1'
# Planned faults that were caught are no findings, as in the audit of one record.
cat >faulty.json <<'PLAN'
{"name": "faulty", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 64, "n": 64, "k": 64}, "repeats": 2,
   "fault": {"kind": "bits", "when": "transcript", "row": 1, "column": 1}},
  {"workload": "scatter_add", "variant": "fixed", "shape": {"n": 4096, "buckets": 64},
   "repeats": 2, "fault": {"kind": "element", "when": "repeats", "row": 0, "column": 1}}]}
PLAN
expect 0 "$WITNESSMARK" run --plan faulty.json -o faulty
expect 0 "$WITNESSMARK" audit rec faulty
expect_words out '^valid  .*  faulty, 2 planned faults caught$'
expect_words out '^2 records: 2 valid$'
expect 1 "$WITNESSMARK" audit --summary links/* forged empty
expect_equal "the first line of a summary" "$(head -n 1 out)" \
    "92 records: 90 valid, 1 invalid, 1 could not be checked"
expect_equal "lines of a summary" "$(wc -l <out)" 3
expect 0 "$WITNESSMARK" audit --summary rec
expect_equal "a summary of one record" "$(cat out)" "1 record: 1 valid"
expect 1 "$WITNESSMARK" audit --json links/1? forged empty
expect_json out 'answer["schema"] == "witnessmark-audit/2" and \
    answer["status"] == "invalid" and answer["counts"]["records"] == 12 and \
    answer["counts"]["valid"] == 10 and len(answer["records"]) == 12 and \
    answer["records"][10]["failure"]["line"] > 0 and answer["records"][11]["root"] is None'
expect 1 "$WITNESSMARK" audit --json --summary links/1? forged
expect_json out '[record["record"] for record in answer["records"]] == ["forged"]'

# The audit of one record keeps its output, also with a lone option of several.
expect 0 "$WITNESSMARK" audit rec
expect_equal "the first line about one record" "$(head -n 1 out | cut -c 1-18)" "valid $root"

# Wrong usage: one line.
for arguments in "--jobs 0 rec rec" "--jobs x rec rec" "--jobs 257 rec rec" \
    "--root 00000000 rec rec" "--signature x rec" "--allowed-signers x --signature y rec rec" ""; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" audit $arguments
    expect_equal "lines about '$arguments'" "$(wc -l <err)" 1
done
mkdir $'odd\n\x1b[31m'
expect 2 "$WITNESSMARK" audit rec $'odd\n\x1b[31m'
expect_equal "lines with an odd name" "$(wc -l <out)" 3
full() {
    "$WITNESSMARK" audit rec rec >/dev/full
}
expect 2 full

# Archives among them; one that is refused is trouble.
if "$WITNESSMARK" pack rec >out 2>err; then
    printf 'x' >>text && gzip -n text
    for i in 1 2 3 4 5 6 7 8; do
        cp rec.tar.gz "rec$i.tar.gz"
    done
    expect 2 "$WITNESSMARK" audit --jobs 4 rec?.tar.gz text.gz rec
    expect_equal "the last line with archives" "$(tail -n 1 out)" \
        "10 records: 9 valid, 1 could not be checked"
    expect_words out '^trouble     text.gz: the archive is damaged'
    expect_equal "what is left in TMPDIR" "$(ls -A tmp)" ""
else
    skip "$(head -n 1 err)"
fi
finish
