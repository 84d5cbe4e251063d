#!/bin/bash
# wrap: several commands in pairs, and what goes around a run: input, setup, cleanup, time.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 1

# fact RECORD NAME: a fact of the environment.
fact() {
    python3 -c '
import json, sys
facts = json.loads(open(sys.argv[1], encoding="utf-8").readline())["facts"]
fact = next(fact for fact in facts if fact["name"] == sys.argv[2])
print(fact["value"] if fact["value"] is not None else "absent: " + fact["reason"])' \
        "$1/evidence.jsonl" "$2"
}

# ---- several commands, in pairs ----

expect 0 "$WITNESSMARK" wrap -o pairs --repeats 9 --warmup 2 -- sleep 0.02 --vs sleep 0.2 \
    --vs sleep 0.02
expect_words "$WORK/out" '^PASS  9 of 9 repeats of each of 3 commands ended with exit status 0$'
expect_words "$WORK/out" '^command A: sleep 0.02$'
expect_words "$WORK/out" '^command B: sleep 0.2$'
expect_words "$WORK/out" '^C wall time +[0-9.]+ ms '
expect_words "$WORK/out" '^B / A +[0-9.]+ +[0-9.]+ \.\. [0-9.]+ +slower$'
expect_valid pairs
expect_equal "repeats of B" "$(grep -c '"series":"wrap.b"' pairs/evidence.jsonl)" 9
expect_equal "warm-ups of C" "$(grep -c '"series":"warmup.c"' pairs/evidence.jsonl)" 2
expect_equal "the argument of B" "$(fact pairs wrap.b.argument.001)" 0.2
expect_equal "commands" "$(fact pairs wrap.commands)" 3
# Each repeat has every command once, each place is taken once, and the order is not always one.
expect 0 python3 - pairs/evidence.jsonl <<'PYTHON'
import json, statistics, sys
places, times, ratios, claims = {}, {}, {}, {}
for line in open(sys.argv[1], encoding="utf-8"):
    node = json.loads(line)
    if node.get("series", "").startswith("wrap"):
        places.setdefault(node["index"], []).append((node["values"]["position"], node["series"]))
        times[node["series"], node["index"]] = node["values"]["wall_seconds"]
    if node.get("series", "").startswith("pair"):
        ratios[node["series"], node["index"]] = node["values"]["ratio"]
    if node.get("type") == "claim":
        claims[node["name"]] = node["value"]
assert len(places) == 9
for repeat in places.values():
    assert sorted(place for place, _ in repeat) == [1, 2, 3], repeat
    assert sorted(name for _, name in repeat) == ["wrap", "wrap.b", "wrap.c"], repeat
assert len({tuple(sorted(repeat)) for repeat in places.values()}) > 1, "one order"
for (series, index), ratio in ratios.items():
    assert ratio == times["wrap" + series[4:], index] / times["wrap", index]
assert claims["x.pair.b.median_ratio"] == statistics.median(
    ratio for (series, _), ratio in ratios.items() if series == "pair.b")
PYTHON
expect 0 "$WITNESSMARK" show --json pairs
expect_json "$WORK/out" '[other["letter"] for other in answer["wrapped"]["others"]] == ["B", "C"]'
expect_json "$WORK/out" 'answer["wrapped"]["others"][0]["pairs"]["result"] == "slower"'
expect_json "$WORK/out" 'answer["wrapped"]["others"][0]["pairs"]["low"] > 1.5'
expect 0 "$WITNESSMARK" show --csv pairs
expect_equal "rows of ratios" "$(grep -c '^ratio,' "$WORK/out")" 2
# A ratio that is not that of the two times beside it makes no direction.
PYTHONPATH=$ROOT/tests/adversary python3 - pairs told <<'PYTHON' || fail "no ratios were forged"
import sys, toolkit
record = toolkit.Record(sys.argv[1])
for node in record.nodes:
    if node.get("series") == "pair.b":
        node["values"]["ratio"] = 0.5
record.recompute()
record.write(sys.argv[2])
PYTHON
expect 0 "$WITNESSMARK" show told
expect_words "$WORK/out" '^B / A +0\.5000 +-\[1\] +no direction$'
expect_words "$WORK/out" 'ratios that are not those of the times'
expect_words "$WORK/out" '^C / A +[0-9.]+ +[0-9.]+ \.\. [0-9.]+ '
# A slower command is found, a faster one is no fault, and neither is one that is not told apart.
expect 1 "$WITNESSMARK" wrap -o slower --repeats 9 --fail-slower 50% -- sleep 0.02 --vs sleep 0.2
expect 0 "$WITNESSMARK" wrap -o faster --repeats 9 --fail-slower 0% -- sleep 0.2 --vs sleep 0.02
expect_words "$WORK/out" '^B / A .* faster$'
expect_words "$WORK/out" '^slower by more than 0%: no$'
# What the pairs do not decide is no yes.
expect 3 "$WITNESSMARK" wrap -o few-pairs --repeats 5 --fail-slower 0% -- sleep 0.01 --vs sleep 0.05
expect_words "$WORK/out" '^B / A .* fewer than 6 pairs$'
expect_words "$WORK/out" '^slower by more than 0%: undecided$'
# Here each is the slower one in turn: equal commands would be told apart by chance now and then.
# shellcheck disable=SC2016
expect 3 "$WITNESSMARK" wrap -o same --repeats 9 --fail-slower 0% -- \
    sh -c 'echo >>n.a; sleep 0.$(($(wc -l <n.a) % 2))' \
    --vs sh -c 'echo >>n.b; sleep 0.$((($(wc -l <n.b) + 1) % 2))'
# A number that is quoted has its interval, and of a ratio what it shows.
expect 0 "$WITNESSMARK" show pairs x.pair.b.median_ratio --markdown
expect_words "$WORK/out" ', 95 % interval [0-9.]+ \.\. [0-9.]+, B to A: slower, the producer'
expect 0 "$WITNESSMARK" show pairs x.wrap.c.median_wall --markdown
expect_words "$WORK/out" ' ms, 95 % interval [0-9.]+ \.\. [0-9.]+ ms, the producer'
expect 0 "$WITNESSMARK" show few-pairs x.wrap.median_wall --markdown
expect_words "$WORK/out" ', no interval \(fewer than 6 repeats\), the producer'
expect 2 "$WITNESSMARK" wrap -o no --fail-slower 5% -- true
expect_words "$WORK/err" '--fail-slower: needs a command to compare with: A --vs B$'
expect 2 "$WITNESSMARK" wrap -o no --fail-slower 5 -- true --vs true
expect_words "$WORK/err" '--fail-slower: .*a percentage from 0% to below 100%, as 5%'
expect 2 "$WITNESSMARK" wrap -o no -- true --vs
expect_words "$WORK/err" '--vs: needs a command before it and behind it$'
expect 2 "$WITNESSMARK" wrap -o no -- true --vs no-such-command-at-all
expect_words "$WORK/err" 'no-such-command-at-all: no such command in PATH$'
expect_equal "nothing was sealed" "$(ls -d no 2>/dev/null)" ''
# A command that fails takes its pair with it, and leaves the other's numbers.
expect 1 "$WITNESSMARK" wrap -o other-half --repeats 6 -- true --vs false
expect_words "$WORK/out" '^FAIL  6 of 6 repeats of B failed$'
expect_words "$WORK/out" '^repeat 1 of B: exit 1$'
expect_equal "rows of B" "$(grep -c '^B wall\|^B / A' "$WORK/out")" 0
expect_words "$WORK/out" '^A wall time '
expect_valid other-half
expect 0 "$WITNESSMARK" show --json other-half
expect_json "$WORK/out" 'answer["wrapped"]["others"][0]["pairs"]["result"] is None'
expect 0 "$WITNESSMARK" show other-half x.wrap.median_wall --markdown
expect_words "$WORK/out" '6 of 6 repeats of B failed .repeat 1 of B: exit 1.'

expect 0 "$WITNESSMARK" wrap -o scan --repeats 6 --scan n=1,22,333 -- \
    sh -c 'test $(expr {n} + 1) -gt {n}; sleep 0.00{n}'
expect_words "$WORK/out" "^command B: sh -c 'test .*expr 22 [+] 1. -gt 22; sleep 0.0022'\$"
expect_equal "values" "$(fact scan wrap.c.argument.002)" \
    'test $(expr 333 + 1) -gt 333; sleep 0.00333'
expect_valid scan
for wrong in n n=1 =1,2 'n x=1,2'; do
    expect 2 "$WITNESSMARK" wrap -o no --scan "$wrong" -- sleep '{n}'
    expect_words "$WORK/err" '--scan: .*NAME=A,B and so on'
done
expect 2 "$WITNESSMARK" wrap -o no --scan m=1,2 -- sleep '{n}'
expect_words "$WORK/err" '--scan: .*a NAME that a word of the command has as \{NAME\}'
expect 2 "$WITNESSMARK" wrap -o no --scan n=1,2 --scan m=3,4 -- sleep '{n}'
expect_words "$WORK/err" "--scan: accepts at most 1 value; remove 'm=3,4'; see "
expect 2 "$WITNESSMARK" wrap -o no --scan n=1,2 --prepare 'echo {n}' -- sleep '{n}'
expect_words "$WORK/err" '--prepare: has \{n\}, and --scan changes the words of the command alone$'
expect 2 "$WITNESSMARK" wrap -o no --scan n=1,2 -- sleep '{n}' --vs true
expect_words "$WORK/err" '--scan: cannot be given with --vs$'
expect 2 "$WITNESSMARK" wrap -o no --scan "n=$(seq -s , 17)" -- sleep '{n}'
expect_words "$WORK/err" ': more than 16 commands$'

# ---- input, setup, cleanup, time ----

printf 'one\ntwo\n' >lines
expect 0 "$WITNESSMARK" wrap -o input --repeats 2 --stdin lines --input lines --metric '([0-9]+)' \
    --json -- wc -l
expect_json "$WORK/out" 'answer["claims"]["x.wrap.median_metric"] == 2'
digest=$(sha256sum lines | cut -d ' ' -f 1)
expect_equal "the standard input" "$(fact input wrap.stdin.sha256)" "$digest"
expect_equal "an input" "$(fact input wrap.input.000.sha256)" "$digest"
expect_valid input
expect 2 "$WITNESSMARK" wrap -o no --stdin missing -- cat
expect_words "$WORK/err" 'missing: cannot be read: No such file'
expect 2 "$WITNESSMARK" wrap -o no --input . -- cat
expect_words "$WORK/err" ': is no plain file$'
# An input that changes under way is another input.
expect 1 "$WITNESSMARK" wrap -o changed-input --warmup 0 --repeats 2 --input lines -- \
    sh -c 'echo three >>lines'
expect_words "$WORK/out" '^repeat 1: the input lines was changed while it ran$'
expect_valid changed-input

expect 0 "$WITNESSMARK" wrap -o around --repeats 3 --setup 'echo begin >log' \
    --prepare 'echo before >>log' --cleanup 'echo end >>log' -- true
expect_equal "the order" "$(tr '\n' ' ' <log)" 'begin before before before before end '
expect_equal "the setup" "$(fact around wrap.setup)" 'echo begin >log'
# The limit of a run is none of what goes around it.
expect 0 "$WITNESSMARK" wrap -o unhurried --warmup 0 --repeats 1 --timeout 1 \
    --setup 'sleep 2; echo set >steps' --prepare 'sleep 2; echo prepared >>steps' \
    --cleanup 'sleep 2; echo cleaned >>steps' -- true
expect_equal "steps around a run" "$(xargs <steps)" 'set prepared cleaned'
expect_equal "warnings about them" "$(grep -c cleanup "$WORK/err")" 0
expect 2 "$WITNESSMARK" wrap -o no --setup 'exit 3' --cleanup 'echo cleaned >cleaned' -- true
expect_words "$WORK/err" 'setup: exit 3$'
expect_equal "a cleanup without a setup" "$(ls cleaned 2>/dev/null)" ''
expect 1 "$WITNESSMARK" wrap -o unclean --repeats 1 --cleanup 'touch cleaned; exit 4' -- false
expect_words "$WORK/err" '--cleanup failed: exit 4$'
expect_equal "a cleanup after a failure" "$(ls cleaned)" cleaned

expect 0 "$WITNESSMARK" wrap -o long --repeats 2 --min-time 0.5 -- sleep 0.05
repeats=$(grep -c '"series":"wrap"' long/evidence.jsonl)
expect_equal "repeats of 0.5 s" "$([ "$repeats" -ge 5 ] && [ "$repeats" -le 10 ] && echo yes)" yes
expect_words "$WORK/out" "^PASS  $repeats of $repeats repeats ended with exit status 0\$"
"$WITNESSMARK" wrap -o early-time --repeats 1 --min-time 3600 -- sleep 0.2 >"$WORK/out" \
    2>"$WORK/err" &
wait_until grep -q '"index":1,.*"series":"wrap"' .early-time.partial/evidence.jsonl
kill -INT $!
wait $!
expect_equal "exit status of a stop" $? 130
expect_words "$WORK/out" '^INCONCLUSIVE  interrupted after [0-9]+ repeats?, before 3600 s$'
expect_valid early-time

# A run of a busy machine may take longer than that, whatever it does.
short='^WARNING  a run takes less than 5 ms: the start of a process is a part of it, and '
for command in true 'sleep 0.006'; do
    # shellcheck disable=SC2086 # a command and its argument
    "$WITNESSMARK" wrap -o "short-$command" --repeats 6 -- $command >out 2>&1
    "$WITNESSMARK" show --claims --csv "short-$command" |
        awk -F, '$1 == "x.wrap.median_wall" { print $2 < 0.005 ? "warned" : "no" }' >expected
    expect_equal "a short run: $command" "$(grep -qE "$short" out && echo warned || echo no)" \
        "$(cat expected)"
done
expect 2 "$WITNESSMARK" wrap -o no 'sort -n numbers'
expect_words "$WORK/err" \
    "sort -n numbers: no such command; a line for a shell is given as: -- sh -c 'LINE'\$"
finish
