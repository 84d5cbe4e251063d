# shellcheck shell=bash
# A metric is a whole number. 9be32b7: `[0-9.]+` on "1.5e3" is 1.5, and on "1,234" it is 1; PASS,
# exit 0.

cd "$(mktemp -d "$WORK/wrap_metric-XXXXXX")" || exit 2
expect 3 "$WITNESSMARK" wrap -o exponent --repeats 1 --metric 'rate: ([0-9.]+)' -- \
    echo 'rate: 1.5e3 MB/s'
expect_words "$WORK/out" '^.1.5. is a part of the number in .rate: 1.5e3 MB/s.: the group must'
expect_words exponent/evidence.jsonl '"series":"wrap".*"metric":null,'
expect 3 "$WITNESSMARK" wrap -o comma --repeats 1 --metric 'rate: ([0-9.]+)' -- echo 'rate: 1,234'
expect_words "$WORK/out" '^.1. is a part of the number in .rate: 1,234.: the group must'
expect_valid comma
cd "$WORK" || exit 2
