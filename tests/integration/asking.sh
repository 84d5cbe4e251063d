#!/bin/bash
# What a run can be asked: items by label, a plan from the standard input, a budget, a dry run; and
# the near word for a mistyped one.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

# run_ WORD...: a run with short repeats.
quick() {
    "$WITNESSMARK" run --seconds 0.001 "$@"
}

# plan_of RECORD FIELD: a field of the record's plan.
plan_of() {
    sed -n 2p "$1/evidence.jsonl" | grep -o "\"$2\":[^,}]*" | head -n 1 | cut -d : -f 2-
}

# ---- items by label ----

expect 0 quick --item gemm.fp16.n64 --item hbm_copy.f32.n4096 --repeats 9 -o picked
expect_equal "name of a plan of labels" "$(plan_of picked name)" '"picked"'
expect_equal "items of a plan of labels" "$(sed -n 2p picked/evidence.jsonl |
    grep -o '"workload":"[a-z_]*"' | tr '\n' ' ')" '"workload":"gemm" "workload":"hbm_copy" '
expect_equal "repeats of a plan of labels" "$(plan_of picked repeats)" 9
expect_equal "seconds of a plan of labels" "$(plan_of picked repeat_seconds)" 0.001
expect 0 "$WITNESSMARK" audit picked

expect 0 quick --plan quick --item gemm.f64.n96 -o part
expect_equal "name of a part of a plan" "$(plan_of part name)" '"quick-picked"'
expect 0 "$WITNESSMARK" show -v part
expect_equal "a part of a plan is called this release's" \
    "$(cat out | grep -c 'as in this release')" 0
expect 0 quick --plan quick --item gemm.f64.n96 --repeats 20 -o more
expect_equal "other repeats of a plan" "$(plan_of more repeats)" 20

# A continuation still takes the items of its prior.
expect 3 "$WITNESSMARK" run --continue picked --item gemm.fp16.n64 -o next
expect_words out 'evidence of prior\.1 preserved: partial: not compared'
expect_equal "plan of a continuation" "$(plan_of next name)" '"picked"'

# ---- bad words ----

# refused WORDS OPTION...: exit status 2, one line on stderr with these words, and no record.
refused() {
    local words=$1
    shift
    expect 2 "$WITNESSMARK" run -o none "$@"
    expect_words err "$words"
    expect_equal "lines about $*" "$(wc -l <err)" 1
    [ ! -e none ] && [ ! -e .none.partial ] && pass || fail "a record of $*"
}
refused '^witnessmark run: --item: gem\.fp16\.n64: no workload .gem. \(did you mean .gemm.\?\)$' \
    --item gem.fp16.n64
refused '^witnessmark run: --item: gemm\.fp17\.n64: gemm has no variant .fp17.' --item gemm.fp17.n64
refused 'the shape of gemm\.fp16 is mMnNkK or nN with numbers' --item gemm.fp16.x9
refused 'is given twice' --item gemm.fp16.n64 --item gemm.fp16.n64
refused 'is not of the form WORKLOAD\.VARIANT\.SHAPE' --item ''
refused 'not of the form|no workload' --item "$(printf 'a\nb')"
refused 'plan quick has no item .gemm\.f64\.n69.; nearest: gemm\.f64\.n96' \
    --plan quick --item gemm.f64.n69
refused 'neither a built-in plan nor a readable file: .* \(did you mean .quick.\?\)$' --plan qick
refused "backend called 'cup' \(did you mean 'cpu'\?\)$" --backend cup
refused "unknown fault 'wobble'; see .witnessmark list.\$" --inject wobble
refused "unknown fault 'bitt' \(did you mean 'bit'\?\)$" --inject bitt
refused 'repeats must be 1 to 64|1 to 64' --plan signature --repeats 65
for word in 0 -1 2d 1e9 m '' nan 25h 0.5s; do
    refused '^witnessmark run: --budget: needs a time' --budget "$word"
done
refused '^witnessmark run: --repeats: needs' --repeats 0
refused '^witnessmark run: --seconds: needs' --seconds 0
refused '--redact: needs words of: serial, uuid, names of --fact; not .uid. .did you mean .uuid' \
    --redact uid
refused "not ''" --redact serial,
refused '^witnessmark run: --dry-run: cannot be given with --resume' --dry-run --resume
expect 2 "$WITNESSMARK" run --rezume
expect_words err "unknown option '--rezume' \(did you mean '--resume'\?\)"
expect 2 "$WITNESSMARK" adit
expect_words err "unknown command 'adit' \(did you mean 'audit'\?\)"
if ! "$WITNESSMARK" list | grep -q 'backend cuda'; then
    refused 'built without cuda; `make CUDA=1`' --backend cuda
fi

# ---- plans as text ----

expect 0 "$WITNESSMARK" list --plan paper
cp out paper.json
dry() {
    "$WITNESSMARK" run --dry-run --json "$@"
}
dry --plan paper >named 2>err
dry --plan - <paper.json >piped 2>err
expect_equal "the plan of list --plan, piped" "$(cat piped)" "$(cat named)"
"$WITNESSMARK" list --plan quick | "$WITNESSMARK" run --plan - -o piped-record >out 2>err
expect_equal "exit of a piped plan" "$?" 0
expect 0 "$WITNESSMARK" run --plan quick -o named-record
items_of() {
    sed -n 2p "$1/evidence.jsonl" | grep -o '"items":.*"name"'
}
expect_equal "items of a piped plan" "$(items_of piped-record)" "$(items_of named-record)"
expect 0 "$WITNESSMARK" show -v piped-record
expect_words out 'as in this release'
expect 2 "$WITNESSMARK" list --plan papr
expect_words err "no built-in plan 'papr' \(did you mean 'paper'\?\)"
expect 2 "$WITNESSMARK" list --backend cpu
expect_words err 'needs --plan NAME'
printf '{"name": "x", "items": [' | "$WITNESSMARK" run --plan - -o none >out 2>err
expect_equal "exit of a torn plan on the standard input" "$?" 2
expect_words err '^witnessmark run: standard input: line 1, column'
head -c 1100000 /dev/zero | "$WITNESSMARK" run --plan - -o none >out 2>err
expect_equal "exit of an endless plan" "$?" 2
expect_words err 'standard input: larger than 1 MiB'
expect 2 "$WITNESSMARK" run --plan - -o none
expect_words err '^witnessmark run: standard input: '

# ---- a dry run ----

before=$(ls -A)
expect 0 "$WITNESSMARK" run --plan quick --dry-run
expect_words out '^plan quick: [0-9]+ items, about 0:[0-9]+$'
expect_words out '^gemm\.fp16\.n128 +8 +[0-9.]+ s +[0-9.]+ MB'
expect_words out '^Nothing was measured or written\. The times are estimates$'
expect_equal "files of a dry run" "$(ls -A)" "$before"
expect 3 "$WITNESSMARK" run --dry-run --item gemm.fp8_fast.n64 --item gemm.fp16.n200000 \
    --item profile.l2.s1024 --item gemm.f32.n64
expect_words out '^ *(\[1\]|1|¹).*not supported here|not supported here'
expect_words out 'needs 2\.[0-9]+e\+04 GB of memory|needs .* GB of memory, available'
kind='is a profile of another kind of device'
[ "$(nproc)" -gt 1 ] || kind='this process may use one processor only'
expect_words out "$kind"
expect_words out '^3 items would not be measured$'
expect 3 "$WITNESSMARK" run --dry-run --json --item gemm.fp8_fast.n64
expect_words out '"schema":"witnessmark-dry-run/1".*"status":"inconclusive"'
expect_words out '"items_left_out":1'
# The point `full` holds nearly all memory, and the prediction says so.
"$WITNESSMARK" run --dry-run --json --plan stress >out 2>err
expect 0 python3 - out <<'PYTHON'
import json, re, sys
items = json.load(open(sys.argv[1], encoding="utf-8"))["items"]
memory = {row["item"]: row["memory_bytes"] for row in items}
full = [row for row in items if re.search(r"\.full(_\d+min)?$", row["item"])]
assert full
kib = dict(re.findall(r"^(\w+): +(\d+) kB", open("/proc/meminfo").read(), re.M))
free = 1024 * (int(kib["MemAvailable"]) - int(kib["MemTotal"]) / 4) - 2**29
for row in full:
    plain = memory[re.sub(r"\.full(_\d+min)?$", "", row["item"])]
    if row["left_out"] is None: # a control group may leave less
        assert plain < row["memory_bytes"] < 1.2 * free, (row, plain, free)
    else:
        assert row["left_out"].startswith("filling the memory: "), row
PYTHON
# What a dry run calls refused, a run cannot measure, for the same reason.
reason=$(grep -o '"left_out":"[^"]*"' out | cut -d '"' -f 4)
expect 3 quick --item gemm.fp8_fast.n64 -o refused-record
grep -q -F "${reason#*: }" refused-record/evidence.jsonl && pass ||
    fail "the run has another reason than '$reason'"

# ---- one repeat ----

expect 0 quick --item gemm.fp16.n64 --repeats 1 -o one-repeat
expect_words out '^item +rate +repeats +class$'
expect_words out 'spread \(one repeat\)'
grep -qE '^1 of 1 repeats|0\.00 %' out && fail "one repeat has no spread and no plural" || pass

# ---- a budget ----

expect 0 "$WITNESSMARK" run --plan quick --budget 10h -o fits
expect_equal "name of a plan that fits" "$(plan_of fits name)" '"quick"'
expect 3 "$WITNESSMARK" run --item gemm.fp16.n64 --item gemm.f32.n20000 \
    --item gemm.f64.n20000 --seconds 30 --budget 4s -o over
expect_equal "repeats of the large products" \
    "$(grep '"kind":"workload"' over/evidence.jsonl | grep '"item":[12],' |
        grep -c '"status":"ok"')" 0
expect_words err '^witnessmark run: --budget: repeats of 0\.02 s in place of 30 s$'
expect_words out '^INCONCLUSIVE'
expect_words over/evidence.jsonl '"reason":"over the budget: '
expect_equal "name of a plan with a budget" "$(plan_of over name)" '"picked-budget"'
expect_equal "repeats of a plan with a budget" "$(plan_of over repeats)" 8
grep -q 'over the budget' out && pass || fail "the verdict does not name the budget"
expect_equal "reasons of all items over the budget" \
    "$(grep -c 'over the budget of the run; -v says' out)" 1
grep -q 'gemm\.f32\.n20000' out && pass || fail "the verdict does not name the item"
expect 0 "$WITNESSMARK" audit over
expect 3 "$WITNESSMARK" run --dry-run --plan paper --budget 5s
expect_words out 'over the budget: needs about [0-9.]+ s of 5 s'
expect_words err 'the table names those that would be left out\. --plan quick has smaller items$'
expect 3 "$WITNESSMARK" run --dry-run --plan quick --budget 1s
expect_words err 'the table names those that would be left out$'
# The most expensive item is left out, so that the others are measured.
costly=gemm.f32.n8192
set -- --item "$costly" --item gemm.f32.n256 --item gemm.fp16.n64 --item gemm.f64.n256
expect 3 "$WITNESSMARK" run --dry-run --json "$@" --budget 90s
expect_words out '"items_left_out":1,'
expect_words out "\"item\":\"$costly\"[^}]*\"left_out\":\"over the budget: needs about"
expect 3 "$WITNESSMARK" run "$@" --budget 90s -o most
expect_words most/evidence.jsonl '"reason":"over the budget: needs about [0-9.]+ s of 90 s"'
expect_words out '3 of 4 outputs correct'
expect_words out "^$costly +-"
finish
