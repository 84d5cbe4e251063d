#!/bin/bash
# run --against: two builds in pairs, what their ratios show, and every way in which one can fail.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 1
mkdir runs
export TMPDIR=$WORK/runs
told=$BUILD/tests/tools/told/witnessmark
small=(--item gemm.f32.n64 --seconds 0.01 --budget 1s)

# program NAME: a build that is a script; its lines for `run` come from standard input. It may use
# $program, and $record, the record's path.
program() {
    {
        printf '#!/bin/bash\nprogram=%q\n' "${program:-$WITNESSMARK}"
        # shellcheck disable=SC2016
        printf '%s\n' '[ "$1" = run ] || exec "$program" "$@"' 'words=("$@")' \
            'while [ "$1" != --output ]; do shift; done' 'record=$2' 'set -- "${words[@]}"'
        cat
    } >"$1"
    chmod +x "$1"
}

# left: what the runs left behind.
left() {
    ls -A "$TMPDIR"
}

# ---- two builds that measure ----

# shellcheck disable=SC2016
program other <<<'exec "$program" "$@"'
expect 0 "$WITNESSMARK" run --against ./other -o pairs --item gemm.f32.n64 \
    --item hbm_copy.f32.n65536 --seconds 0.01 --budget 6s --nonce 0b
expect_words "$WORK/out" '^PASS  [0-9]+ pairs of runs, 2 items, no wrong output$'
expect_words "$WORK/out" '^A: \./other, 0\.1\.0, revision .*, SHA-256 [0-9a-f]{12}$'
expect_words "$WORK/out" '^B: .*/witnessmark, 0\.1\.0, revision .*, SHA-256 [0-9a-f]{12}$'
expect_words "$WORK/out" '^gemm\.f32\.n64 +[0-9.]+ .FLOP/s +[0-9.]+ .FLOP/s +[0-9.]+ +[0-9.]+ \.\.'
expect_words "$WORK/out" 'of 2 items of equal builds 0\.1 have a direction by chance$'
expect_valid pairs
expect_equal "left behind" "$(left)" ''
# Each pair has both once, in both orders; the ratio is of that pair; the claim is its median.
expect 0 python3 - pairs/evidence.jsonl <<'PYTHON'
import json, statistics, sys
facts, places, pairs, claims, wall = {}, {}, {}, {}, {}
for line in open(sys.argv[1], encoding="utf-8"):
    node = json.loads(line)
    series, values = node.get("series", ""), node.get("values")
    if node.get("kind") == "environment":
        facts = {fact["name"]: fact["value"] for fact in node["facts"]}
    elif series in ("wrap", "wrap.b"):
        places.setdefault(node["index"], {})[series] = values["position"]
        assert values["failed"] == 0 and values["wall_seconds"] > 0
    elif series.startswith("pair."):
        pairs.setdefault(series[5:], []).append(values)
    elif node.get("type") == "claim":
        claims[node["name"]] = node["value"]
assert set(pairs) == {"gemm.f32.n64", "hbm_copy.f32.n65536"}, pairs.keys()
assert len(places) >= 6
for place in places.values():
    assert sorted(place.values()) == [1, 2], place
for name, all in pairs.items():
    assert len(all) == len(places)
    for values in all:
        assert values["ratio"] == values["b_rate"] / values["a_rate"]
        assert values["a_wrong"] == values["b_wrong"] == 0
        words = [values[side + "_" + flag] for side in "ab" for flag in ("starved", "steal",
            "stopped", "throttled", "ecc", "sampling_gap", "clock_differs", "clock_implausible")]
        assert values["flagged"] == max(words), values
    assert claims["x.pair.%s.ratio" % name] == statistics.median(v["ratio"] for v in all)
    assert claims["x.pair.%s.rate_a" % name] == statistics.median(v["a_rate"] for v in all)
    assert claims["x.pair.%s.wrong_b" % name] == 0
assert facts["against.version"] == facts["against.b.version"] == "0.1.0"
assert len(facts["wrap.executable.sha256"]) == len(facts["wrap.b.executable.sha256"]) == 64
assert facts["against.budget"] == 6 and facts["against.revision"] == facts["against.b.revision"]
words = [[facts["wrap%s.argument.%03d" % (side, i)] for i in range(1, 16)] for side in ("", ".b")]
assert words[0] == words[1] and words[0][words[0].index("--nonce") + 1] == "0b", words
PYTHON
expect 0 "$WITNESSMARK" show pairs
expect_words "$WORK/out" "^PASS  [0-9]+ pairs of runs, 2 items, no wrong output; the producer's"
expect_equal "commands" "$(grep -c '^command' "$WORK/out")" 0
expect 0 "$WITNESSMARK" show --json pairs
expect_json "$WORK/out" '([i["item"] for i in answer["wrapped"]["items"]] ==
    ["gemm.f32.n64", "hbm_copy.f32.n65536"])'
expect_json "$WORK/out" '(answer["wrapped"]["items"][0]["low"] <=
    answer["wrapped"]["items"][0]["ratio"] <= answer["wrapped"]["items"][0]["high"])'
expect 0 "$WITNESSMARK" show --csv pairs
expect_equal "rows of ratios" "$(grep -c '^ratio ' "$WORK/out")" 2
# A ratio that is not that of the two rates beside it is none, and a flag counts without `flagged`.
PYTHONPATH=$ROOT/tests/adversary python3 - pairs forged <<'PYTHON' || fail "no ratios were forged"
import sys, toolkit
record = toolkit.Record(sys.argv[1])
for node in record.nodes:
    if node.get("series") == "pair.gemm.f32.n64":
        node["values"]["ratio"] = 3
    if node.get("series") == "pair.hbm_copy.f32.n65536":
        node["values"].update(a_starved=1, flagged=0)
record.recompute()
record.write(sys.argv[2])
PYTHON
expect 0 "$WITNESSMARK" show forged
expect_words "$WORK/out" '^INCONCLUSIVE  no ratio of 1 of 2 items'
expect_words "$WORK/out" 'a ratio is not that of its two rates'
expect_words "$WORK/out" '^hbm_copy\.f32\.n65536 .* ([0-9]+) of \1 +no direction$'
# A rate has no interval of its own, and says how many pairs are disturbed.
expect 0 "$WITNESSMARK" show pairs x.pair.gemm.f32.n64.rate_a --markdown
expect_words "$WORK/out" \
    ', no interval \(a rate beside another one; the ratio has it\), [0-9]+ of [0-9]+ pairs'
expect 0 "$WITNESSMARK" show pairs x.pair.gemm.f32.n64.ratio --markdown
expect_words "$WORK/out" ', 95 % interval [0-9.]+ \.\. [0-9.]+, B to A: .*pairs disturbed, the prod'

# The same file is no error, and is named.
expect 0 "$WITNESSMARK" run --against "$WITNESSMARK" -o same "${small[@]}"
expect_words "$WORK/out" '^A and B are the same program: '
expect_words "$WORK/out" '^PASS  [0-9]+ pairs of runs, 1 item, no wrong output$'
expect_valid same

# ---- what ratios show ----

if [ -x "$told" ]; then
    program=$told
    # shellcheck disable=SC2016
    program teller <<<'"$program" "$@"; status=$?; echo "$TOLD" >"$record.told"; exit $status'
    # tell NAME STATUS "RATE FLAGS KNOWN" OPTIONS...: A's rate and flags; B's rate is 1e9.
    tell() {
        export TOLD=$3
        expect "$2" "$told" run --against ./teller -o "$1" "${small[@]}" "${@:4}"
    }
    tell equal 0 '1e9 0 1' --fail-slower 2%
    expect_words "$WORK/out" '^gemm\.f32\.n64 .* 0 of [0-9]+ +no difference shown$'
    expect_words "$WORK/out" '^B slower than A by more than 2%: no$'
    tell slower 1 '1.03e9 0 1' --fail-slower 2%
    expect_words "$WORK/out" '^gemm\.f32\.n64 .* 0\.97[0-9]+ .* slower$'
    expect_words "$WORK/out" '^B slower than A by more than 2%: yes$'
    tell slower-within 0 '1.03e9 0 1' --fail-slower 4%
    expect_words "$WORK/out" ' slower$'
    tell slower-unasked 0 '1.03e9 0 1'
    tell faster 0 '0.97e9 0 1' --fail-slower 0% --json
    expect_json "$WORK/out" 'answer["items"][0]["result"] == "faster" and answer["slower"] == "no"'
    expect_json "$WORK/out" 'answer["items"][0]["low"] > 1.03'
    # Most pairs disturbed, or nobody knows: the interval is shown, and names no direction.
    tell flagged 3 '1.03e9 32 1' --fail-slower 2%
    expect_words "$WORK/out" '^gemm\.f32\.n64 .* 0\.97[0-9]+ .* [0-9]+ of [0-9]+ +no direction$'
    expect_words "$WORK/out" '^disturbed: [0-9]+ of [0-9]+ ratios have a flag: [0-9]+ starved$'
    expect_words "$WORK/out" '^B slower than A by more than 2%: undecided$'
    tell unknown 3 '1.03e9 0 0' --fail-slower 2%
    expect_words "$WORK/out" '^disturbed: of [0-9]+ of [0-9]+ ratios the flags are not known$'
    tell unknown-unasked 0 '1.03e9 0 0'
    for record in equal slower faster flagged unknown; do
        expect_valid "$record"
    done
    unset program
else
    skip "tests/tools/told is not there (make programs)"
fi

# ---- a build that fails ----

# fails NAME WORDS: a run of A fails; its words are in the record, and the pairs end.
fails() {
    expect 1 "$WITNESSMARK" run --against "./$1" -o "$1-pairs" "${small[@]}"
    expect_words "$WORK/out" "^FAIL  1 of A's and 0 of B's 1 run failed; 0 pairs measured\$"
    expect_words "$WORK/out" "^repeat 1 of A: $2"
    expect_valid "$1-pairs"
    expect_equal "left behind by $1" "$(left)" ''
}
# shellcheck disable=SC2016
program crashes <<<'kill -SEGV $$'
fails crashes 'signal 11'
program silent <<<'exit 0'
fails silent 'left no record: '
program refuses <<<'echo "no such option" >&2; exit 2'
fails refuses 'left no record: .*: no such option$'
# shellcheck disable=SC2016
program forges <<<'"$program" "$@"; echo >>"$record/evidence.jsonl"'
fails forges 'left a record that is not valid \['
# The time of a run is this program's choice, so a run that it ends decides nothing.
program hangs <<<'exec sleep 3600'
expect 3 "$WITNESSMARK" run --against ./hangs -o hangs-pairs "${small[@]}"
expect_words "$WORK/out" \
    "^INCONCLUSIVE  the budget ended 1 of A's and 0 of B's 1 run; 0 pairs measured\$"
expect_words "$WORK/out" '^repeat 1 of A: timed out after 10 s'
expect_valid hangs-pairs
expect 0 "$WITNESSMARK" show --json hangs-pairs
expect_json "$WORK/out" 'answer["wrapped"]["verdict"] == "inconclusive"'
# The pairs before a run that fails, or that the budget ends, have their ratios.
# shellcheck disable=SC2016
counting='echo >>"$0.runs"; [ "$(wc -l <"$0.runs")" -le 6 ] && exec "$program" "$@"; '
program late-crash <<<"$counting"' kill -SEGV $$'
expect 1 "$WITNESSMARK" run --against ./late-crash -o late-crash-pairs --item gemm.f32.n64 \
    --seconds 0.01 --budget 10m
expect_words "$WORK/out" "^FAIL  1 of A's and 0 of B's 7 runs failed; 6 pairs measured\$"
expect_words "$WORK/out" '^repeat 7 of A: signal 11'
expect_words "$WORK/out" '^gemm\.f32\.n64 .* [0-9.]+ +[0-9.]+ \.\. [0-9.]+ +[0-6] of 6 '
expect_valid late-crash-pairs
program late-hang <<<"$counting"' exec sleep 3600'
expect 3 "$WITNESSMARK" run --against ./late-hang -o late-hang-pairs --item gemm.f32.n64 \
    --seconds 0.01 --budget 10s --fail-slower 99% --json
expect_json "$WORK/out" '(answer["status"], answer["pairs"], answer["pairs_measured"],
    answer["runs_failed"], answer["runs_timed_out"]) == ("inconclusive", 7, 6, 1, 1)'
expect_json "$WORK/out" 'answer["items"][0]["low"] > 0 and answer["items"][0]["pairs"] == 6'
expect_valid late-hang-pairs
expect 0 "$WITNESSMARK" show late-hang-pairs
expect_words "$WORK/out" \
    "^INCONCLUSIVE  the budget ended 1 of A's and 0 of B's 7 runs; 6 pairs measured; "
expect 0 "$WITNESSMARK" show --json crashes-pairs
expect_json "$WORK/out" 'answer["wrapped"]["verdict"] == "fail"'
expect_json "$WORK/out" 'answer["wrapped"]["items"][0]["reason"] == "A: the run failed"'
expect 0 "$WITNESSMARK" show crashes-pairs x.pair.gemm.f32.n64.ratio --markdown
expect_words "$WORK/out" '1 of 1 repeats of A failed .repeat 1 of A: signal 11'
expect_equal "an end that is no interruption" "$(grep -c interrupted "$WORK/out")" 0

# Another item is no ratio, and no failure.
# shellcheck disable=SC2016
program strays <<<'exec "$program" "${@/gemm.f32.n64/gemm.f32.n32}"'
expect 3 "$WITNESSMARK" run --against ./strays -o strayed "${small[@]}"
expect_words "$WORK/out" '^INCONCLUSIVE  no ratio of 2 of 2 items in 1 pair$'
expect_words "$WORK/out" 'A: its record has no such item'

# A wrong output has no ratio; the other items have theirs.
if cc -shared -fPIC -O1 -D_GNU_SOURCE -o bent_blas.so "$ROOT/tests/fakes/bent_blas.c" -ldl -lm &&
    "$WITNESSMARK" --version -v | grep -q '^BLAS  *OpenBLAS'; then
    # shellcheck disable=SC2016
    program wrong <<<"WM_BENT_BLAS=step LD_PRELOAD=$PWD/bent_blas.so exec \"\$program\" \"\$@\""
    expect 1 "$WITNESSMARK" run --against ./wrong -o wrong-pairs --item gemm.f32.n576 \
        --item hbm_copy.f32.n65536 --seconds 0.01 --budget 1s
    expect_words "$WORK/out" \
        '^FAIL  wrong outputs of 1 item; gemm\.f32\.n576: 6 of A, 0 of B in 6 pairs$'
    expect_valid wrong-pairs
    expect 0 "$WITNESSMARK" show --json wrong-pairs
    expect_json "$WORK/out" 'answer["wrapped"]["items"][0]["ratio"] is None'
    expect_json "$WORK/out" 'answer["wrapped"]["items"][0]["reason"] == "A: wrong output"'
    expect_json "$WORK/out" 'answer["wrapped"]["items"][1]["ratio"] > 0'
else
    skip "no C compiler or no OpenBLAS: a wrong output"
fi

# ---- no build to compare with ----

expect 2 "$WITNESSMARK" run --against /bin/true -o no
expect_words "$WORK/err" '/bin/true: is no build of witnessmark: '
expect 2 "$WITNESSMARK" run --against /bin/false -o no
expect_words "$WORK/err" '/bin/false: is no build of witnessmark: --version -v: exit 1$'
expect 2 "$WITNESSMARK" run --against ./missing -o no
expect_words "$WORK/err" 'missing: '
printf '#!/bin/sh\necho witnessmark 9.0\necho format  witnessmark/9.9\necho revision  1\n' >newer
chmod +x newer
expect 2 "$WITNESSMARK" run --against ./newer -o no
expect_words "$WORK/err" 'newer: its records have the format witnessmark/9\.9, and this program'
expect 2 "$WITNESSMARK" run --fail-slower 2% -o no
expect_words "$WORK/err" '--fail-slower: needs a build to compare with: --against PROGRAM$'
expect 2 "$WITNESSMARK" run --against ./other --fail-slower 2 -o no
expect_words "$WORK/err" '--fail-slower: .*a percentage from 0% to below 100%, as 5%'
for option in '--continue pairs' '--inject bit' '--on-fault stop' --dry-run --resume '--steps 2' \
    '--wait-quiet 1' '--item-seconds 1' '--redact uuid' --no-tuning; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" run --against ./other $option -o no
    expect_words "$WORK/err" "${option%% *}: cannot be given with --against\$"
done
expect 2 "$WITNESSMARK" run --against ./other --plan - -o no
expect_words "$WORK/err" '--plan: with --against it is read many times; name a file$'
expect 2 "$WITNESSMARK" run --against ./other --device all -o no
expect_words "$WORK/err" '--device: --against is for one device; name one$'
expect 2 "$WITNESSMARK" run --against ./other -o pairs
expect_words "$WORK/err" 'pairs'
expect_equal "nothing was sealed" "$(ls -d no 2>/dev/null)" ''

# ---- an interruption, a full disk ----

"$WITNESSMARK" run --against ./other -o stopped --item gemm.f32.n64 --seconds 0.2 --budget 1h \
    >"$WORK/out" 2>"$WORK/err" &
wait_until grep -qs '"series":"pair' .stopped.partial/evidence.jsonl
kill -INT $!
wait $!
expect_equal "exit status of a stop" $? 130
expect_words "$WORK/out" '^INCONCLUSIVE  interrupted after [0-9]+ pairs?, before 6$'
expect_valid stopped
expect_equal "left behind by a stop" "$(left)" ''
"$WITNESSMARK" run --against ./hangs -o early --item gemm.f32.n64 --budget 1h \
    >"$WORK/out" 2>"$WORK/err" &
wait_until test -e .early.partial
kill -TERM $!
wait $!
expect_equal "exit status of an early stop" $? 143
expect_words "$WORK/err" 'interrupted by signal 15 before the first pair ended; nothing was sealed$'
expect_equal "left behind by an early stop" "$(left) $(ls -dA early .early.partial 2>/dev/null)" ' '
(
    failed=0
    ulimit -f 8
    expect 2 "$WITNESSMARK" run --against ./other -o full "${small[@]}"
    [ "$failed" -eq 0 ]
)
expect_equal "a full disk" $? 0
expect_equal "the final name" "$(ls -d full 2>/dev/null)" ''
expect_equal "left behind by a full disk" "$(left)" ''
mkdir closed && chmod 500 closed
if [ "$(id -u)" -ne 0 ]; then
    TMPDIR=$WORK/closed expect 2 "$WITNESSMARK" run --against ./other -o no "${small[@]}"
else
    skip "root writes into every folder"
fi
TMPDIR=$WORK/absent expect 2 "$WITNESSMARK" run --against ./other -o no "${small[@]}"
expect_words "$WORK/err" 'absent: cannot make a folder: No such file or directory$'
finish
