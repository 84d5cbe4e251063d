# shellcheck shell=bash
# A metric is a whole number. 9be32b7: `[0-9.]+` on "1.5e3" is 1.5, and on "1,234" it is 1; PASS,
# exit 0. So are 5 of "-5" and of "5-6", 1 of "1_000" and of "1'234", and 0 of "0x10". The record
# has no output: 9be32b7 seals "`hunter2 is my secret` is not a finite number" with exit 3.

cd "$(mktemp -d "$WORK/wrap_metric-XXXXXX")" || exit 2
expect 3 "$WITNESSMARK" wrap -o exponent --repeats 1 --metric 'rate: ([0-9.]+)' -- \
    echo 'rate: 1.5e3 MB/s'
expect_words "$WORK/out" '^the group has only a part of a number$'
expect_words exponent/evidence.jsonl '"series":"wrap".*"metric":null,'
expect 3 "$WITNESSMARK" wrap -o comma --repeats 1 --metric 'rate: ([0-9.]+)' -- echo 'rate: 1,234'
expect_words "$WORK/out" '^the group has only a part of a number$'
expect_valid comma
for text in 'rate: -5' '5-6' 1_000 "1'234" 0x10; do
    expect 3 "$WITNESSMARK" wrap -o "of $text" --repeats 1 --warmup 0 --metric '([0-9.]+)' -- \
        printf '%s' "$text"
done
for text in rate=5 '(5)' 5s 5ms 5%; do
    expect 0 "$WITNESSMARK" wrap -o "of $text" --repeats 1 --warmup 0 --metric '([0-9.]+)' -- \
        printf '%s' "$text"
done
expect 3 "$WITNESSMARK" wrap -o secret --repeats 1 --redact argument --metric 'pw=(.*)' -- \
    echo 'pw=hunter2 is my secret'
expect_words "$WORK/err" 'the group has .hunter2 is my secret. in '
if [ -e secret/evidence.jsonl ] && ! grep -q hunter2 secret/evidence.jsonl; then
    pass
else
    fail "no record, or output in it"
fi
cd "$WORK" || exit 2
