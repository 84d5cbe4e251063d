# shellcheck shell=bash
# `import hyperfine` reads exit codes. 9be32b7: of times 1, 9, 9 with the codes 0, 3, null the
# median is 9 s, and no word says that two of the runs failed. `show` says nothing of it either, and
# a list of codes that is too short or too long is taken.

cd "$(mktemp -d "$WORK/import_codes-XXXXXX")" || exit 2
echo '{"results": [{"command": "a", "times": [1, 9, 9], "exit_codes": [0, 3, null]}]}' >file.json
expect 0 "$WITNESSMARK" import hyperfine file.json -o record
expect_words "$WORK/out" '^failed runs: 2 of 3'
expect_words record/evidence.jsonl '"name":"x.a.seconds","reason":"value absent"'
expect_words record/evidence.jsonl '"failed":1,"reason":"seconds: exit 3","seconds":null'
expect_words record/evidence.jsonl \
    '"failed":1,"reason":"seconds: ended by a signal; exit_status: null'
expect_valid record
expect 0 "$WITNESSMARK" show record
expect_words "$WORK/out" '^failed runs: 2 of 3; their medians have no value$'
for codes in 0 '0, 0, 0'; do
    echo '{"results": [{"command": "a", "times": [1, 9], "exit_codes": ['"$codes"']}]}' >file.json
    expect 2 "$WITNESSMARK" import hyperfine file.json -o lengths
    expect_words "$WORK/err" 'file.json: .exit_codes. of result 1: found [13] values, expected 2'
done
cd "$WORK" || exit 2
