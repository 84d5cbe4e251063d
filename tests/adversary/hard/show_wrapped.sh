# shellcheck shell=bash
# `show` of a wrapped record has the command, the repeats, the interval and the warnings. 9be32b7:
# "VALID  9 external numbers, the producer's claim" and a list of claims; nothing says what ran, and
# a record in which all repeats failed looks the same.

cd "$(mktemp -d "$WORK/show_wrapped-XXXXXX")" || exit 2
expect 0 "$WITNESSMARK" wrap -o record --repeats 6 -- sh -c 'exit 0' 'a b'
expect 0 "$WITNESSMARK" show record
expect_words "$WORK/out" '^PASS  6 of 6 repeats ended with exit status 0'
expect_words "$WORK/out" "^command: sh -c 'exit 0' 'a b'$"
expect_words "$WORK/out" '^wall time +[0-9.]+ .* \.\. [0-9.]+ [mu]?s +[0-9.]+ % +[1-8]{6}$'
expect 0 "$WITNESSMARK" wrap -o few --repeats 3 -- true
expect 0 "$WITNESSMARK" show few
expect_words "$WORK/out" '^WARNING  too few repeats for a 95 % interval: 3 of at least 6$'
expect 1 "$WITNESSMARK" wrap -o failed --repeats 2 -- sh -c 'exit 4'
expect 0 "$WITNESSMARK" show failed
expect_words "$WORK/out" '^FAIL  2 of 2 repeats failed'
expect_words "$WORK/out" '^repeat 1: exit 4$'
cd "$WORK" || exit 2
