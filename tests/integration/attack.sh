#!/bin/bash
# `attack`: the quick plan, its record under all checkers, the same trials again, what is refused.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

# value RECORD CLAIM: the number of a claim; nothing if it is null.
value() {
    "$WITNESSMARK" show --claims --csv "$1" 2>err | awk -F, -v name="$2" '$1 == name {print $2}'
}
# holds WORDS A OPERATOR B: numbers.
holds() {
    awk -v a="$2" -v b="$4" "BEGIN {exit !(a != \"\" && a $3 b)}" && pass || fail "$1: $2 $3 $4"
}
# sealed NAME: every checker accepts it.
sealed() {
    expect 0 "$WITNESSMARK" audit "$1"
    expect 0 "$BUILD/code/verify" "$1"
    command -v python3 >/dev/null && expect 0 python3 "$ROOT/code/verify_graph.py" "$1"
    expect 0 perl "$ROOT/tests/conformance/third_checker.pl" "$1"
}
# bits RECORD: the trials, without what differs from run to run: times, and attacks on rates.
bits() {
    grep '"kind":"trials"' "$1/evidence.jsonl" | grep -v '"check":"flags"' |
        sed -E 's/"(environment|plan|started_at|method)":"[^"]*"//g; s/"seconds":[0-9.e-]*//'
}

# ---- the quick plan ----

expect 0 "$WITNESSMARK" attack -q -o quick
sealed quick
for item in gemm.fp16.n64 gemm.f32.n64; do
    holds "$item: correct outputs" "$(value quick $item.trial_none.seen_any)" == 0
    holds "$item: another order of sums" "$(value quick $item.trial_order.seen_any)" == 0
    holds "$item: NaN" "$(value quick $item.trial_nan.seen_any)" == 1
    holds "$item: a tile" "$(value quick $item.trial_tile_16.seen_any)" == 1
    holds "$item: another nonce's output" "$(value quick $item.trial_replay.seen_any)" == 1
    # What an old output is depends on who chose the nonce, and on nothing else.
    of=$item.trial_stale
    holds "$item: an old output, all checks" "$(value quick ${of}_0.seen_any)" == 0
    holds "$item: an old output, its digest" "$(value quick ${of}_0.seen_digest)" == 0
    holds "$item: an old output under the reader's nonce" "$(value quick ${of}_1.seen_any)" == 1
    holds "$item: nothing was computed" "$(value quick $item.trial_idle.seen_any)" == 1
    # Half of the output's norm, hidden from known probes and from nothing else.
    holds "$item: known probes" "$(value quick $item.trial_null_space.attack_committed)" '<' 1
    holds "$item: derived probes" "$(value quick $item.trial_null_space.attack_derived)" '>' 100
    holds "$item: the error" "$(value quick $item.trial_null_space.attack_error)" '>' 0.49
    holds "$item: the paper's check" "$(value quick $item.trial_null_space.seen_paper_8)" == 0
    holds "$item: our probes" "$(value quick $item.trial_null_space.seen_rows)" == 1
    # Under the tolerance of the paper's check by construction.
    holds "$item: the window" "$(value quick $item.trial_window.seen_paper_8)" == 0
done
holds "1 % one step off, the largest residual" \
    "$(value quick gemm.fp16.n64.trial_steps_10000.seen_largest)" == 0
# Small integers show any wrong bit, and no precision: int8 has them, so a narrower unit passes.
exact=gemm.fp16_exact.n64.trial
for fault in none order; do
    holds "exact: $fault" "$(value quick ${exact}_$fault.seen_any)" == 0
done
for fault in bit_0 bit_13 nan other terms_16 block_1 replay idle; do
    holds "exact: $fault" "$(value quick ${exact}_$fault.seen_largest)" == 1
done
holds "exact: a narrower format passes" "$(value quick ${exact}_narrower.seen_any)" == 0
holds "exact: its digest" "$(value quick ${exact}_narrower.seen_digest)" == 0
holds "exact: the error" "$(value quick ${exact}_narrower.attack_error)" == 0
holds "normal: a narrower format" "$(value quick gemm.fp16.n64.trial_narrower.seen_any)" == 1
holds "sums rounded in parts, G" "$(value quick gemm.fp16.n64.trial_parts_4.seen_rounding)" == 1
expect_equal "G of f32 without a fault" "$(value quick gemm.f32.n64.trial_none.seen_rounding)" 0
expect 0 "$WITNESSMARK" show quick
expect_words out 'Outputs rejected, % of the trials'
expect_words out '^Attacks: '
expect_words out 'gemm\.fp16\.n64\.trial_none .* 8 .* 0 \(0\.\.32\.4\)'
expect 0 "$WITNESSMARK" show quick gemm.fp16.n64.trial_nan
expect_words out '; 8 trials$'
expect_words out '^trials +1 +[0-9]+$'
expect_equal "words on profiles" "$(grep -cE 'Profiles|none' out)" 0
expect 0 "$WITNESSMARK" prove quick gemm.fp16.n64.trial_nan.seen_any
cp out proof
expect 0 "$WITNESSMARK" check proof
expect_words out 'seen_any is 100\.000 %, 67\.559 % \.\. 100\.000 %'

# ---- the same trials again ----

one=(--item gemm.fp16.n64.trial_bit_7 --item scatter_add.fixed.n4096b256.trial_other --repeats 11)
expect 0 "$WITNESSMARK" attack -q "${one[@]}" -o first
expect 0 "$WITNESSMARK" attack -q "${one[@]}" --threads 1 -o again
expect 0 "$WITNESSMARK" attack -q "${one[@]}" --nonce 17 -o other
sealed first
expect_equal "the same trials" "$(bits again)" "$(bits first)"
[ "$(bits other)" != "$(bits first)" ] && pass || fail "another nonce has the same trials"

# An attack that draws no place has operands of its own in each trial: the mean of four is not the
# first.
for count in 1 4; do
    expect 0 "$WITNESSMARK" attack -q --item gemm.fp16.n64.trial_swap --repeats $count \
        --item gemm.fp16.n64.trial_narrower --item gemm.fp16.n64.trial_opened_only -o own$count
done
for word in swap narrower opened_only; do
    of=gemm.fp16.n64.trial_$word.attack_error
    awk -v four="$(value own4 $of)" -v one="$(value own1 $of)" \
        'BEGIN {exit !((four / one - 1) ^ 2 > 1e-12)}' && pass || fail "$word: trials are the same"
done

# So has a fault that draws no place: of one output, all trials would have one answer.
expect 0 "$WITNESSMARK" attack -q --item gemm.fp16.n192.trial_parts_2 --repeats 24 -o parts
share=$(value parts gemm.fp16.n192.trial_parts_2.seen_rows)
holds "sums rounded in parts, some seen by a row" "$share" '>' 0
holds "sums rounded in parts, some not seen by a row" "$share" '<' 1

# ---- a record's trials made again ----

expect 0 "$WITNESSMARK" attack --again quick -o quick-again
expect_words out '^SAME  ([0-9]+) of \1 items have the trials of quick$'
sealed quick-again
expect_equal "the same trials of the quick plan" "$(bits quick-again)" "$(bits quick)"
expect 0 "$WITNESSMARK" attack --again other --item gemm.fp16.n64.trial_bit_7 -o part
expect_words out '^SAME  1 of 1 items have the trials of other$'
# An item that cannot be tried fails the same way both times, which is no difference.
expect 3 "$WITNESSMARK" attack --item gemm.fp16.n64.trial_tile_400 \
    --item gemm.fp16.n64.trial_bit_3 --repeats 4 -o small
expect 0 "$WITNESSMARK" attack --again small -o small-again
expect_words out '^SAME  1 of 2 items have the trials of small; 1 failed the same way both times$'
expect 0 "$WITNESSMARK" attack --again small --json -o small-json
expect_json out 'answer["status"] == "same" and answer["items_failed_alike"] == 1'
expect 3 "$WITNESSMARK" attack --again small --item gemm.fp16.n64.trial_tile_400 -o small-none
expect_words out '^INCONCLUSIVE  0 of 1 items have the trials of small; 1 failed the same way'
# A record with one bit of one trial changed, sealed as a producer would.
cat >change.py <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import toolkit
record = toolkit.Record(sys.argv[2])
seen = record.trials('bit')['seen'][0]
seen['trials'] = ('8' if seen['trials'][0] == '0' else '0') + seen['trials'][1:]
record.recompute()
record.write(sys.argv[3])
END
if command -v python3 >/dev/null; then
    expect 0 python3 change.py "$ROOT/tests/adversary" first changed
    sealed changed
    expect 1 "$WITNESSMARK" attack --again changed -o not-again
    expect_words out '^DIFFERENT  1 of 2 items '
    expect_words out 'gemm\.fp16\.n64\.trial_bit_7 .*paper_1 in [1-4]$'
else
    skip "a record with a changed trial: python3 is not installed"
fi
for option in "--plan quick" "--nonce 17" "--repeats 3"; do
    expect 2 "$WITNESSMARK" attack --again first $option -o no
    expect_words err "${option%% *}: cannot be given with --again: the record's plan is used"
done
expect 2 "$WITNESSMARK" attack --again nowhere -o no

# ---- witnesses ----

four=gemm.fp16.n64.trial_quorum
holds "a quorum's digests agree" "$(value quick $four.seen_digest)" == 0
holds "a quorum's committed check" "$(value quick $four.seen_paper_8)" == 0
holds "a quorum's derived probes" "$(value quick $four.seen_rows)" == 1
holds "a quorum is of four" "$(value quick $four.trials)" == 4
holds "known probes of a quorum" "$(value quick $four.attack_committed)" '<' 1
holds "derived probes of a quorum" "$(value quick $four.attack_derived)" '>' 100
expect_words quick/evidence.jsonl '; witnesses: 4 processes, 1 device'
holds "two witnesses differ" "$(value quick gemm.fp16.n64.trial_two.seen_digest)" == 1
holds "which of two is wrong" "$(value quick gemm.fp16.n64.trial_two.seen_any)" == 0.5
expect 3 "$WITNESSMARK" attack -q --item gemm.fp16.n64.trial_two --repeats 3 -o odd
expect_words odd/evidence.jsonl 'at most 64, and of pairs an even number'

# ---- pairs of witnesses that disagree ----

# Both have the same output, until a bit of one is flipped. The digests tell in every trial.
# Residuals tell of a large bit who is wrong, and of the lowest nothing; in small integers of both.
for bit in 0 10; do
    of=gemm.fp16.n64.trial_disagree_$bit
    holds "$of: pairs" "$(value quick $of.trials)" == 4
    holds "$of: digests before" "$(value quick $of.seen_before)" == 0
    holds "$of: digests" "$(value quick $of.seen_digest)" == 1
    holds "$of: the honest output, our checks" "$(value quick $of.seen_honest)" == 0
    holds "$of: the honest output, the paper's check" "$(value quick $of.seen_honest_paper)" == 0
    holds "$of: the honest residual" "$(value quick $of.pair_honest_derived)" '<' 1
    holds "$of: outputs differ" "$(value quick $of.pair_divergence_least)" '>' 0
done
expect_words quick/evidence.jsonl '; witnesses: 2 processes, [12] devices?'
low=gemm.fp16.n64.trial_disagree_0 high=gemm.fp16.n64.trial_disagree_10
holds "the lowest bit: our residual" "$(value quick $low.seen_largest)" == 0
holds "the lowest bit: our rows" "$(value quick $low.seen_rows)" == 0
holds "the lowest bit: the paper's check" "$(value quick $low.seen_paper_8)" == 0
holds "the lowest bit: divergence" "$(value quick $low.pair_divergence_most)" '<' 0.001
holds "a high bit: our checks" "$(value quick $high.seen_any)" '>=' 0.5
holds "a high bit: divergence" "$(value quick $high.pair_divergence_most)" '>' 0.05
holds "a high bit: at most the largest element" "$(value quick $high.pair_divergence_most)" '<=' 1
expect 0 "$WITNESSMARK" show quick
expect_words out '^Item .*Least divergence'
expect_words out '^gemm\.fp16\.n64\.trial_disagree_10  +0\.000 %  +[0-9.]+e-0'
expect 0 "$WITNESSMARK" show quick $low
expect_words out 'pair_honest_residual'
# Small integers, and formats that the paper's check does not know.
expect 0 "$WITNESSMARK" attack -q --item gemm.fp16_exact.n64.trial_disagree_0 --repeats 3 \
    --item gemm.int8.n64.trial_disagree_0 --item gemm.f64.n64.trial_disagree_52 -o pairs
sealed pairs
for item in fp16_exact.n64.trial_disagree_0 int8.n64.trial_disagree_0 f64.n64.trial_disagree_52; do
    holds "$item: digests before" "$(value pairs gemm.$item.seen_before)" == 0
    holds "$item: digests" "$(value pairs gemm.$item.seen_digest)" == 1
    holds "$item: our checks" "$(value pairs gemm.$item.seen_any)" == 1
    holds "$item: the honest output" "$(value pairs gemm.$item.seen_honest)" == 0
    holds "$item: residuals" "$(value pairs gemm.$item.pair_faulty_residual)" '>' \
        "$(value pairs gemm.$item.pair_honest_residual)"
done
expect_equal "int8 has no residual of the paper's check" \
    "$(value pairs gemm.int8.n64.trial_disagree_0.pair_honest_derived)" ""
expect 0 "$WITNESSMARK" attack -q --again pairs -o pairs-again
# Each pair has operands of its own, so that the honest outputs are so many trials.
# honest_of RECORD: the largest residuals of honest outputs.
honest_of() {
    for bit in 0 10; do
        value "$1" gemm.fp16.n64.trial_disagree_$bit.pair_honest_residual
        value "$1" gemm.fp16.n64.trial_disagree_$bit.pair_honest_derived
    done
}
for count in 1 8; do
    expect 0 "$WITNESSMARK" attack -q --item $low --item $high --repeats $count -o honest$count
done
[ "$(honest_of honest1)" != "$(honest_of honest8)" ] && pass || fail "honest outputs are the same"
expect 3 "$WITNESSMARK" attack -q --item gemm.fp16.n64.trial_disagree_16 --repeats 1 -o no-bit
expect_words no-bit/evidence.jsonl 'an element of the output has fewer bits'
expect 2 "$WITNESSMARK" attack --item gemm.fp16.n64.trial_disagree -o no
expect 2 "$WITNESSMARK" attack --item gemm.fp16.n64.trial_disagree_64 -o no

# The process that forks witnesses is killed: their items fail, and the command goes on.
"$WITNESSMARK" attack -q --item gemm.f32.n512.trial_quorum --item gemm.f32.n64.trial_quorum \
    --item gemm.f32.n64.trial_nan --repeats 4 -o killed >out 2>err &
command=$!
server=
while [ -z "$server" ] && kill -0 $command 2>/dev/null; do
    read -r server _ </proc/$command/task/$command/children 2>/dev/null
done
if [ -n "$server" ]; then
    kill -9 $server
    wait $command
    expect_equal "exit status without witnesses" $? 3
    sealed killed
    expect_words killed/evidence.jsonl '"reason":"asking the witnesses: '
    holds "trials after that" "$(value killed gemm.f32.n64.trial_nan.seen_any)" == 1
else
    wait $command
    skip "a killed process of the witnesses: /proc does not name children"
fi
# A floor that the device itself raises: nothing for the paper, everything for the derived limits.
holds "a raised floor, the paper's check" \
    "$(value quick gemm.f32.n64.trial_floor_100.seen_paper_8)" == 0
holds "a raised floor, our checks" "$(value quick gemm.f32.n64.trial_floor_100.seen_any)" == 1

# ---- attacks on rates ----

# flagged ITEM FLAG: the number of trials in which the shown repeat has the flag.
flagged() {
    grep '"kind":"trials"' quick/evidence.jsonl | grep "\"seed\":\"$(printf \
        'witnessmark/1 trials\n%s\n' "$1" | sha256sum | cut -d ' ' -f 1)\"" |
        grep -oE "[:,] $2 in [0-9]+" | grep -oE '[0-9]+$'
}
for attack in overwritten_4 best_of_4 neighbour_1 clock_0 clock_100; do
    of=gemm.fp16.n64.trial_$attack
    holds "$attack: our checks of the output" "$(value quick $of.seen_any)" == 0
    holds "$attack: the paper's check" "$(value quick $of.seen_paper_8)" == 0
    holds "$attack: the digest" "$(value quick $of.seen_digest)" == 0
    holds "$attack: the flags are counted" "$(value quick $of.seen_flags)" '>=' 0
done
# One product in each loop: the output was overwritten, and no more often.
holds "a device that computes when overwritten: products" \
    "$(value quick gemm.fp16.n64.trial_overwritten_4.attack_cost)" '<' 0.01
holds "a device that computes when overwritten: its rate" \
    "$(value quick gemm.fp16.n64.trial_overwritten_4.attack_error)" '>' 10
holds "the best of four" "$(value quick gemm.fp16.n64.trial_best_of_4.attack_cost)" == 4
holds "the best of four: above the median" \
    "$(value quick gemm.fp16.n64.trial_best_of_4.attack_error)" '>=' 0
# A repeat whose clocks were read in a pause has no comparison.
holds "a clock that is 1 % slow: clock_differs" \
    "$(flagged gemm.fp16.n64.trial_clock_100 clock_differs)" '>=' 6
expect_equal "a right clock: clock_differs" \
    "$(flagged gemm.fp16.n64.trial_clock_0 clock_differs)" ""
# Neighbours on the one processor that all of them have; elsewhere each may have its own. Where
# others use it too, the honest rate is lower already and falls less: the flag must be there.
expect 0 taskset -c "$(taskset -cp $$ | sed -E 's/.*: ([0-9]+).*/\1/')" \
    "$WITNESSMARK" attack -q --item gemm.f32.n64.trial_neighbour_2 --repeats 3 -o beside
sealed beside
holds "two neighbours: the rate" "$(value beside gemm.f32.n64.trial_neighbour_2.attack_error)" \
    '>' 0
if [ ! -e /proc/self/schedstat ]; then
    skip "neighbours: the system does not say how long a thread waited for a processor"
else
    expect_words beside/evidence.jsonl 'flags: [^"]*starved in 3'
fi
expect 0 "$WITNESSMARK" show quick
expect_words out '^Item .*Flagged'
# A bent clock at half speed, and one within what the flag allows.
expect 0 "$WITNESSMARK" attack -q --item gemm.f32.n64.trial_clock_5000 \
    --item gemm.f32.n64.trial_clock_5 --repeats 2 -o clocks
sealed clocks
holds "a clock at half speed: the rate" \
    "$(value clocks gemm.f32.n64.trial_clock_5000.attack_error)" '>' 0.2
holds "a clock at half speed: flags" "$(value clocks gemm.f32.n64.trial_clock_5000.seen_flags)" == 1

# ---- what is refused, and what fails ----

expect 2 "$WITNESSMARK" run --item gemm.fp16.n64.trial_bit_7 -o no
expect_words err '`witnessmark attack` makes trials'
expect 2 "$WITNESSMARK" attack --item gemm.fp16.n64 -o no
expect_words err 'it has no trial; `witnessmark run` measures it'
for item in trial_bit trial_bit_64 trial_bit_07 trial_none_0 trial_tile_0 trial_nothing \
    soak.trial_nan; do
    expect 2 "$WITNESSMARK" attack --item "gemm.fp16.n64.$item" -o no
done
expect 2 "$WITNESSMARK" attack --plan default -o no
for devices in all 0,1; do # or each device would be measured
    expect 2 "$WITNESSMARK" attack --device $devices -o no
    expect_words err 'device: trials are made on one device; name one'
done
expect_equal "records of what was refused" "$(ls -d no .no* 2>/dev/null)" ""
expect 3 "$WITNESSMARK" attack -q --item gemm.fp16.n64.trial_bit_16 \
    --item gemm.int8.n64.trial_nan --item gemm.f64.n64.trial_null_space --repeats 2 -o failed
sealed failed
expect_equal "reasons" "$(grep -o '"reason":"[^"]*","status":"failed"' failed/evidence.jsonl |
    sort | cut -d '"' -f 4)" "an element of the output has fewer bits
integers have no such value
the paper's check does not know this output"
# A point whose trials failed is not drawn, and the figure says so.
bits=()
for bit in 3 8 13 16; do
    bits+=(--item gemm.fp16.n64.trial_bit_$bit)
done
expect 3 "$WITNESSMARK" attack -q "${bits[@]}" --repeats 4 -o curve
expect 0 "$WITNESSMARK" show curve --figure detection
expect_words out 'Not drawn: 1 item whose trials failed\. n = 4 trials a point'
expect 0 "$WITNESSMARK" show curve --figure detection --data
expect_equal "points" "$(grep -c 'any of ours,gemm.fp16.n64.trial_bit_[0-9]*,y,' out)" 3
expect 0 "$WITNESSMARK" show -q curve
expect_words out '^INCONCLUSIVE +12 trials of the checks in 3 items, 1 failed'
expect 2 "$WITNESSMARK" show curve --figure attacks
expect_words err 'no such figure: no item has an attack'
finish
