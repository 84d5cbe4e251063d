#!/bin/bash
# reverify: honest records, generated records, faults, sizes, the sealed answer, exit statuses.
. "$(dirname "$0")/../support/shell.sh"
without_waits

export COLUMNS=1000 # a reason is one line
# The details are those of -v; the default answer is tested at the end.
reverify() {
    "$WITNESSMARK" reverify -v "$@"
}

# number FILE FIELD: a field of the summary.
number() {
    sed -nE "s/.*\"$2\":([0-9]+).*/\1/p" "$1"
}

cat >"$WORK/plan.json" <<'END'
{"name": "test", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16", "shape": {"m": 70, "n": 600, "k": 80}},
 {"workload": "gemm", "variant": "f32", "shape": {"n": 96}},
 {"workload": "gemm", "variant": "int8", "shape": {"n": 64}},
 {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 5000}},
 {"workload": "scatter_add", "variant": "fixed", "shape": {"n": 5000, "buckets": 100}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/plan.json" -o "$WORK/record"
root=$(sed -n '1s/# root //p' "$WORK/record/manifest.sha256")

# Thin products are reproduced too, also where one element cancels.
cat >"$WORK/thin.json" <<'END'
{"name": "thin", "repeats": 1, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "f64", "shape": {"m": 1, "n": 1, "k": 496}},
 {"workload": "gemm", "variant": "f64", "shape": {"m": 1, "n": 1, "k": 195}},
 {"workload": "gemm", "variant": "f32", "shape": {"m": 1, "n": 1, "k": 274}},
 {"workload": "gemm", "variant": "f32", "shape": {"m": 1, "n": 700, "k": 512}},
 {"workload": "gemm", "variant": "int8", "shape": {"m": 2, "n": 3, "k": 5}},
 {"workload": "gemm", "variant": "fp16", "shape": {"m": 3, "n": 598, "k": 512}}]}
END
for nonce in a3 a4; do
    expect 0 "$WITNESSMARK" run --plan "$WORK/thin.json" --nonce $nonce -o "$WORK/thin-$nonce"
    expect 0 reverify --product "$WORK/thin-$nonce"
    expect_words "$WORK/out" '^6 reproduced, '
    # Openings and the range of residuals; all of C is opened for int8.
    reverify "$WORK/thin-$nonce" >"$WORK/out"
    expect_equal "differences" "$(grep -c ' differs ' "$WORK/out")" 0
done

# Without --product every output is spot-checked.
expect 3 reverify "$WORK/record"
expect_equal "first line" "$(head -n 1 "$WORK/out")" "spot-checked $root"
expect_words "$WORK/out" '^the verdict is about outputs; times and covariates were not checked$'
expect_words "$WORK/out" '^recorded by: cpu, '
expect_words "$WORK/out" '^computed here by: this program, opened elements in binary64$'
expect_words "$WORK/out" '^0 reproduced, 5 spot-checked, 0 caught, 0 differ, 0 not checked$'
expect_words "$WORK/out" '^gemm\.f32\.n96 +spot-checked +2 of 2 +32 of 32 +0\.[0-4][0-9] '
expect_words "$WORK/out" '^gemm\.fp16\.m70n600k80 +spot-checked +2 of 2 +32 of 32 +0\.[0-4][0-9] '
expect_words "$WORK/out" '^gemm\.int8\.n64 +spot-checked +2 of 2 +32 of 32 +0\.00 '
expect_words "$WORK/out" '^hbm_triad\.f32\.n5000 +spot-checked +2 of 2 +20 of 20 +0\.00 +100\.0 %'
expect_words "$WORK/out" '^scatter_add\.fixed\.n5000b100 +spot-checked +2 of 2 +1 of 1 '
expect_words "$WORK/out" '^[0-9]+ different chunks agree: at 95 % confidence'
expect_words "$WORK/out" "^not fully recomputed: 5 outputs; .*; --product recomputes them\$"
expect_words "$WORK/out" "^next: witnessmark reverify --product $WORK/record\$"

# Openings that agree are not enough for exit 0: residuals and floors were not recomputed.
expect 3 reverify --only gemm. "$WORK/record"
expect_equal "first line" "$(head -n 1 "$WORK/out")" "spot-checked $root"
expect_words "$WORK/out" '^not fully recomputed: 3 outputs; '
expect_words "$WORK/out" "^next: witnessmark reverify --product --only gemm\. $WORK/record\$"
expect 3 reverify --only gemm. --json "$WORK/record"
expect_words "$WORK/out" '"status":"spot-checked"'
expect_words "$WORK/out" "\"next\":\"witnessmark reverify --product --only gemm\. $WORK/record\""
expect_equal "outputs not recomputed" "$(number "$WORK/out" not_recomputed)" 3

cp -r "$WORK/record" "$WORK/a record"
expect 3 reverify "$WORK/a record"
expect_words "$WORK/out" "^next: witnessmark reverify --product '$WORK/a record'\$"

# The openings of one product are too few.
expect 3 reverify --only gemm.f32 "$WORK/record"
expect_equal "first line" "$(head -n 1 "$WORK/out")" "inconclusive $root"
expect_words "$WORK/out" '^32 different chunks agree, too few: 59 exclude'

# Everything is computed again here.
expect 0 reverify --product "$WORK/record"
expect_equal "first line" "$(head -n 1 "$WORK/out")" "agrees $root"
expect_words "$WORK/out" '^hbm_triad\.f32\.n5000 .* 0 +0$'
expect_equal "outputs reproduced" "$(grep -c ' reproduced ' "$WORK/out")" 5
expect 0 reverify --product --only gemm.f32 "$WORK/record"
expect_words "$WORK/out" '^4 outputs left out by --only$'
expect 0 reverify --product --only gemm.f32 --json "$WORK/record"
expect_equal "outputs left out" "$(number "$WORK/out" left_out)" 4
expect 3 reverify --product --max-size 75 "$WORK/record"
expect_words "$WORK/out" '^not checked, larger than --max-size 75:$'
expect_words "$WORK/out" '^  gemm\.fp16\.m70n600k80$'
expect_words "$WORK/out" '^not fully recomputed: 2 outputs; '
expect_words "$WORK/out" '^next: select what can be reproduced: ' \
    'witnessmark reverify --product --only gemm.int8. --only hbm_triad. '
expect 3 reverify --product --max-size 70 "$WORK/record"
expect_words "$WORK/out" '^  hbm_triad\.f32\.n5000$'
expect_words "$WORK/out" '^not fully recomputed: 4 outputs; '

# JSON, and a root from elsewhere.
expect 0 reverify --product --json --root "${root:0:12}" "$WORK/record"
cp "$WORK/out" "$WORK/answer.json"
expect 0 "$WITNESSMARK" canon "$WORK/answer.json"
expect 0 reverify --product --json "$WORK/record"
expect_words "$WORK/out" '^\{"schema":"witnessmark-reverify/1","status":"agrees",'
expect_words "$WORK/out" '"next":null'
expect_equal "residuals reproduced" \
    "$(grep -o '"recorded_residuals":"reproduced"' "$WORK/out" | wc -l)" 5
expect_equal "reproduced" "$(number "$WORK/out" reproduced)" 5
expect_equal "words on stderr" "$(wc -c <"$WORK/err")" 0
expect 0 reverify --product "$WORK/record"
expect_equal "lines of finished outputs" "$(grep -c '^[a-z].*: done in .* left$' "$WORK/err")" 5
expect 1 reverify --root 00000000 "$WORK/record"
expect 1 reverify --json --root 00000000 "$WORK/record"
expect_words "$WORK/out" '"status":"other root"'

# The sealed answer is a valid record, names what it checked, and is not overwritten.
expect 0 reverify --product -o "$WORK/answer" "$WORK/record"
expect_words "$WORK/out" "^sealed as .*answer, root [0-9a-f]{64}\$"
expect 0 "$WITNESSMARK" audit "$WORK/answer"
expect 0 "$WITNESSMARK" show "$WORK/answer" # counts as counts
expect_words "$WORK/out" '^x\.outputs\.reproduced +5$'
counts='reproduced|spot_checked|openings_agreeing|differs|not_checked|exit_status|wrong_elements'
expect_equal "counts of the sealed answer that are not whole" \
    "$(grep -cE "\.($counts) +[0-9]+\." "$WORK/out")" 0
expect_words "$WORK/answer/evidence.jsonl" \
    "\"name\":\"re-verification of $root \(--product\): agrees\""
expect_words "$WORK/answer/evidence.jsonl" '"name":"x.outputs.exit_status".*"value":0'
expect_words "$WORK/answer/evidence.jsonl" '"name":"x.outputs.reproduced".*"value":5'
expect 0 python3 "$WORK/answer/code/verify_graph.py" "$WORK/answer"
expect 2 reverify --product -o "$WORK/answer" "$WORK/record"
expect 3 reverify --only gemm. --max-size 600 -o "$WORK/partial" "$WORK/record"
expect_words "$WORK/partial/evidence.jsonl" \
    "\"name\":\"re-verification of $root " \
    '\(openings --only gemm\. --max-size 600\): spot-checked"'
expect_words "$WORK/partial/evidence.jsonl" '"name":"x.outputs.left_out".*"value":2'
expect_words "$WORK/partial/evidence.jsonl" '"name":"x.outputs.exit_status".*"value":3'
expect 0 "$WITNESSMARK" audit "$WORK/partial"
expect 3 reverify "$WORK/answer"
expect_words "$WORK/out" '^the record has no outputs: there is nothing to recompute$'
# An output that was not checked has no number.
expect 3 reverify --max-size 70 -o "$WORK/skipped" "$WORK/record"
expect 0 "$WITNESSMARK" show --csv --claims "$WORK/skipped"
for claim in openings_agreeing wrong_elements worst_ratio chunks_right chunks_right_ground; do
    expect_words "$WORK/out" "^x\.gemm\.fp16\.m70n600k80\.$claim,,"
done
expect_words "$WORK/out" '^x\.gemm\.int8\.n64\.openings_agreeing,32,'

# Generated records are intact, and differ from what is computed here.
for plan in small full; do
    python3 "$ROOT/tests/support/make_record.py" "$WORK/$plan" --plan "$plan"
    expect 0 "$WITNESSMARK" audit "$WORK/$plan"
    expect 1 reverify "$WORK/$plan"
    expect_words "$WORK/out" '^differs '
    [ "$plan" = small ] ||
        expect_words "$WORK/out" '^in the record itself: [0-9]+ items wrong, [0-9]+ not judged$'
    expect_words "$WORK/out" 'opened elements are wrong; the worst, row '
    # Labels are long; names of claims have at most 64 bytes.
    expect 1 reverify --max-size 20 -o "$WORK/$plan-answer" "$WORK/$plan"
    expect 0 "$WITNESSMARK" audit "$WORK/$plan-answer"
done
expect 1 reverify --only hbm_triad "$WORK/small"
expect 1 reverify --product --only hbm_triad "$WORK/small"
expect_words "$WORK/out" \
    '^next: check this machine: witnessmark selftest --backend cpu$'

# A residual that differs never ends in 0. It ends in 1 if the rounding of its witness cannot
# explain the difference.
scale() {
    python3 "$ROOT/tests/support/scale_residual.py" "$WORK/near" "$@" || fail "cannot forge: $*"
}
cat >"$WORK/near.json" <<'END'
{"name": "near", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16", "shape": {"n": 300}},
 {"workload": "gemm", "variant": "f32", "shape": {"n": 200}},
 {"workload": "attention", "variant": "bf16", "shape": {"b": 1, "h": 2, "s": 100, "d": 32}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/near.json" -o "$WORK/near"
expect 0 reverify --product "$WORK/near"
for lie in "gemm.fp16 3" "gemm.f32 1" "attention.bf16 1"; do
    for factor in 1.00000095367431640625 1.001 1.005; do # the first is 1 + 2^-20
        scale "${lie% *}" $factor "$WORK/scaled"
        expect 0 "$WITNESSMARK" audit "$WORK/scaled"
        expect 3 reverify "$WORK/scaled" # sees no residual again, and so is no yes of any record
        expect "${lie#* }" reverify --product "$WORK/scaled"
    done
done
within="^reproduced, a recorded residual differs from the recomputed one within rounding: "
within+="it has another order of sums, or it is false; "
scale gemm.fp16 1.001 "$WORK/scaled"
expect 3 reverify --product "$WORK/scaled"
expect_words "$WORK/out" "${within}the recorded environment matches this one:\$"
expect_words "$WORK/out" '^not fully recomputed: 1 output; '
expect 3 reverify --product --json "$WORK/scaled"
expect_words "$WORK/out" '"recorded_residuals":"within rounding"'
scale gemm.fp16 1.001 "$WORK/scaled" cpu.kernels=abacus
expect 3 reverify --product "$WORK/scaled"
expect_words "$WORK/out" "${within}cpu\.kernels: recorded abacus, here [a-z0-9]+:\$"

# Another number of threads is named and never ends in 0, though the sums of a reduction do not
# depend on it. What is next has the recorded number; else --threads is kept there.
cat >"$WORK/threads.json" <<'END'
{"name": "threads", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "reduction", "variant": "default", "shape": {"n": 1000000}}]}
END
expect 0 "$WITNESSMARK" run --threads 3 --plan "$WORK/threads.json" -o "$WORK/threads"
expect 3 reverify --product --threads 2 "$WORK/threads"
expect_words "$WORK/out" '^not the recorded way, .*: threads: recorded 3, here 2$'
expect_words "$WORK/out" \
    "^next: witnessmark reverify --product --threads 3 $WORK/threads\$"
expect 3 reverify --product --threads 2 --json "$WORK/threads"
expect_words "$WORK/out" '"differing":\["threads: recorded 3, here 2"\]'
expect 3 reverify --threads 3 "$WORK/threads"
expect_words "$WORK/out" '^next: witnessmark reverify --product --threads 3 '
expect 0 reverify --product --threads 3 "$WORK/threads"
expect 2 reverify --product --threads 0 "$WORK/threads"
expect_words "$WORK/err" '^witnessmark reverify: --threads: '

# An injected fault that was caught: made again here, and its recorded values are compared too.
expect 1 "$WITNESSMARK" run --plan "$WORK/plan.json" --inject row@gemm.f32.n96 -o "$WORK/faulty"
expect 0 reverify --product "$WORK/faulty"
expect_words "$WORK/out" '^planned fault caught: gemm\.f32\.n96\.injected_row\.transcript ' \
    'is injected repaired$'
expect_words "$WORK/out" '^gemm\.f32\.n96\.injected_row +reproduced '
expect_words "$WORK/out" '^gemm\.f32\.n96\.injected_row \(faulty\) +reproduced '
expect_words "$WORK/out" '^gemm\.f32\.n96\.injected_row \(repaired\) +reproduced '
# --only: other items are not mentioned.
expect 0 reverify --product --only gemm.int8 "$WORK/faulty"
expect_equal "findings of other items" "$(grep -c '^finding: ' "$WORK/out")" 0
expect 0 reverify --product --only gemm.int8 --json "$WORK/faulty"
expect_words "$WORK/out" '"findings":\[\]'
expect 0 reverify --product --only gemm.f32.n96.inj --json "$WORK/faulty"
expect_words "$WORK/out" \
    '"findings":\[\{"claim":"gemm\.f32\.n96\.injected_row\.transcript",' \
    '"text":"injected repaired","injected_fault":"caught"\}\]'
wrong=$("$WITNESSMARK" audit -v "$WORK/full" |
    sed -nE '/(injected|faulty)_/d; s/^finding: (.*)\.verified is FAIL$/\1/p' | head -n 1)
expect 1 reverify --only "$wrong" "$WORK/full"
expect_words "$WORK/out" "^finding: $wrong\.verified is FAIL\$"
expect_words "$WORK/out" '^in the record itself: 1 item wrong$'
sound=$("$WITNESSMARK" show --csv "$WORK/full" 2>/dev/null |
    sed -n 's/^\(gemm[^,]*\),.*,PASS,accept,.*/\1/p' | head -n 1)
"$WITNESSMARK" reverify --only "$sound" "$WORK/full" >"$WORK/out"
expect_equal "what is said of other items than $sound" \
    "$(grep -cE '^(finding:|the record itself)' "$WORK/out")" 0
expect 3 reverify "$WORK/faulty"
expect_words "$WORK/out" '^gemm\.f32\.n96\.injected_row \(faulty\) +caught '
expect_words "$WORK/out" '^caught, the record rejects the output with the planned fault; --product'

# Atomic sums are not reproduced with more than one thread; the answer names what is.
cat >"$WORK/atomic.json" <<'END'
{"name": "atomic", "repeats": 3, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "f32", "shape": {"n": 64}},
 {"workload": "scatter_add", "variant": "atomic", "shape": {"n": 3000000, "buckets": 7}},
 {"workload": "scatter_add", "variant": "fixed", "shape": {"n": 5000, "buckets": 100}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/atomic.json" -o "$WORK/atomic"
if [ "$(nproc)" -gt 1 ]; then
    expect 3 reverify --product "$WORK/atomic"
    expect_words "$WORK/out" 'the order of atomic sums is random'
    expect_words "$WORK/out" '^next: select what can be reproduced: witnessmark reverify ' \
        "--product --reproducible $WORK/atomic\$"
else
    skip "one processor: atomic sums come in one order"
fi
expect 0 reverify --product --only gemm. --only scatter_add.fixed. "$WORK/atomic"
expect 0 reverify --product --reproducible "$WORK/atomic"
expect_words "$WORK/out" '^1 output of atomic sums left out by --reproducible$'
expect 0 reverify --product --reproducible --json "$WORK/atomic"
expect_equal "atomic outputs left out" "$(number "$WORK/out" atomic_left_out)" 1
expect_equal "outputs left out by --only" "$(number "$WORK/out" left_out)" 0
expect 0 reverify --product --reproducible -o "$WORK/sure" "$WORK/atomic"
expect_words "$WORK/sure/evidence.jsonl" '\(--product --reproducible\): agrees"'
expect_words "$WORK/sure/evidence.jsonl" '"name":"x.outputs.left_out".*"value":1'

# A record that names another backend: never a yes, and equal bits of a product of which 40 elements
# should differ are a finding.
cat >"$WORK/origin.json" <<'END'
{"name": "origin", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16", "shape": {"n": 300}},
 {"workload": "gemm", "variant": "int8", "shape": {"n": 64}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/origin.json" -o "$WORK/origin"
python3 "$ROOT/tests/support/scale_residual.py" "$WORK/origin" gemm.fp16 1 "$WORK/relabelled" \
    backend=cuda "device=NVIDIA H200" || fail "cannot relabel"
expect 0 "$WITNESSMARK" audit "$WORK/relabelled"
expect 3 reverify "$WORK/relabelled"
expect_words "$WORK/out" '^recorded by: cuda, NVIDIA H200$'
expect 1 reverify --product "$WORK/relabelled"
expect_equal "first words" "$(head -n 1 "$WORK/out" | cut -d' ' -f1,2)" "wrong origin"
expect_words "$WORK/out" '^gemm\.fp16\.n300 +wrong origin '
expect_words "$WORK/out" '^another backend than the recorded one: '
expect_words "$WORK/out" '^1 reproduced, .* 0 not checked, 1 of another origin$'
expect 3 reverify --product --only gemm.int8 "$WORK/relabelled"
expect 3 reverify --product --only gemm.int8 --json "$WORK/relabelled"
expect_words "$WORK/out" '"is_other_backend":true'
expect_words "$WORK/out" '"scope":"outputs; times and covariates were not checked"'

# Another device of the same backend is named, and may reproduce the outputs.
python3 "$ROOT/tests/support/scale_residual.py" "$WORK/origin" gemm.fp16 1 "$WORK/neighbour" \
    "device=Another CPU" || fail "cannot relabel"
expect 0 reverify --product "$WORK/neighbour"
expect_words "$WORK/out" '^another device than the recorded one$'
expect 0 reverify --product --json "$WORK/neighbour"
expect_words "$WORK/out" '"is_other_device":true'

# A signal saves what is finished, in the current folder; --resume goes on and removes the file.
cat >"$WORK/long.json" <<'END'
{"name": "long", "repeats": 1, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "int8", "shape": {"n": 64}},
 {"workload": "gemm", "variant": "fp16", "shape": {"m": 64, "n": 512, "k": 65536}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/long.json" -o "$WORK/long"
long_root=$(sed -n '1s/# root //p' "$WORK/long/manifest.sha256")
saved=reverify-${long_root:0:16}.jsonl
mkdir "$WORK/here"
in_here() {
    (cd "$WORK/here" && "$@")
}
expect 2 in_here "$WITNESSMARK" reverify --resume ../long
expect_words "$WORK/err" \
    "--resume: no interrupted re-verification here: $saved is not in this folder"
# stopped FOLDER OPTION...: a re-verification in the folder that gets SIGINT after its first output.
stopped() {
    local folder=$1 process
    shift
    (cd "$folder" && exec "$WITNESSMARK" reverify -v "$@") >"$WORK/out" 2>"$WORK/err" </dev/null &
    process=$!
    wait_until grep 'int8.*: done' "$WORK/err"
    kill -INT $process
    wait $process
}
stopped "$WORK/here" ../long
expect_equal "exit after SIGINT" $? 130
expect_words "$WORK/err" "interrupted by signal 2; saved in $saved\$"
expect_words "$WORK/err" '^Resume with: witnessmark reverify --resume -v \.\./long$'
expect_equal "finished outputs" "$(grep -c '"output":' "$WORK/here/$saved")" 1
expect 0 "$WITNESSMARK" audit "$WORK/long" # nothing was written into the record
expect 2 in_here "$WITNESSMARK" reverify --resume --product ../long
expect_words "$WORK/err" \
    'was saved with another kind of computation, backend, device or number of threads$'
expect 3 in_here "$WITNESSMARK" reverify --resume ../long
expect_words "$WORK/out" "^1 output taken from $saved\$"
expect_words "$WORK/out" '^INCONCLUSIVE  2 spot-checked, 0 differ$'
expect_equal "files left" "$(ls "$WORK/here")" ""
stopped "$WORK/here" -o ../resumed ../long
expect_equal "exit after SIGINT with -o" $? 130
expect 3 in_here "$WITNESSMARK" reverify --resume -o ../resumed ../long
expect_words "$WORK/resumed/evidence.jsonl" '"name":"x.outputs.taken".*"value":1'
stopped "$WORK/long" .
expect_equal "status in a record's folder" $? 2
expect_words "$WORK/err" 'cannot be saved: the current folder is a record'
expect 0 "$WITNESSMARK" audit "$WORK/long"

# Trouble is JSON too.
expect 2 reverify --json --only nosuch "$WORK/record"
expect_words "$WORK/out" '^\{"schema":"witnessmark-reverify/1","status":"trouble",' \
        '"place":"--only","error":"no item.s label begins with .nosuch."\}$'
expect 2 reverify --only gemm. --only nosuch "$WORK/record"
expect_words "$WORK/err" "^witnessmark reverify: --only: no item's label begins with 'nosuch'\$"
expect 2 reverify --json --product --device 99 "$WORK/record"
expect_words "$WORK/out" '"status":"trouble"'

# Not a record, not valid, not possible.
sed '0,/"iterations":/s/"iterations":[0-9]*/"iterations":999999/' "$WORK/record/evidence.jsonl" \
    >"$WORK/bad.jsonl"
expect 1 reverify "$WORK/bad.jsonl"
expect_words "$WORK/out" '^invalid evidence.jsonl:[0-9]+: \['
for arguments in "$WORK/nothing" "--max-size 0 $WORK/record" "--max-size x $WORK/record" \
    "--only nosuch $WORK/record" "--backend nosuch --product $WORK/record" \
    "--product --device 99 $WORK/record" "--device 99 $WORK/record" \
    "-o /nosuch/place $WORK/record" "--only" "" \
    "$WORK/record $WORK/record" "--color blue $WORK/record"; do
    # shellcheck disable=SC2086
    expect 2 reverify $arguments
    one_line "$WORK/err" && pass || fail "not one line for '$arguments': $(cat "$WORK/err")"
done
finish
