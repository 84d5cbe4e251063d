#!/bin/bash
# A resumed run takes its plan and its options from the partial record; an option that differs is
# named.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

# interrupted NAME LINES OPTION...: a run that gets SIGINT after so many lines of evidence.
interrupted() {
    local name=$1 lines=$2
    shift 2
    "$WITNESSMARK" run "$@" -o "$name" >out 2>err </dev/null &
    local run=$!
    wait_until has_lines ".$name.partial/evidence.jsonl" "$lines"
    kill -INT "$run" 2>/dev/null
    wait "$run"
    expect_equal "exit of an interrupted run" "$?" 130
    [ -d ".$name.partial" ] && pass || fail "$name was not interrupted: $(cat err)"
}

cat >cut.json <<'END'
{"name": "cut", "repeats": 200, "repeat_seconds": 0.02, "nonce": "0f", "items": [
 {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 4096}}]}
END
interrupted cut 5 --plan cut.json --threads 1 --on-fault continue --inject bit --fact node=a \
    --fact rack=b --redact rack
expect_words err '^Resume with: witnessmark run --on-fault continue --inject bit --resume -o cut$'
before=$(sha256sum <.cut.partial/evidence.jsonl)

# refused WORDS OPTION...: the option is named, and the partial record stays as it is.
refused() {
    local words=$1
    shift
    expect 2 "$WITNESSMARK" run --resume -o cut "$@"
    expect_words err "$words"
    expect_equal "lines about $*" "$(wc -l <err)" 1
    expect_equal "the partial record after $*" "$(sha256sum <.cut.partial/evidence.jsonl)" "$before"
}
refused '^witnessmark run: --plan: the partial record has plan cut; resume without' --plan quick
sed 's/4096/4097/' cut.json >other.json
refused '^witnessmark run: --plan: the partial record has other items in its plan cut' \
    --plan other.json --inject bit
refused '^witnessmark run: --nonce: the partial record has nonce 0f; ' --nonce 0e
refused '^witnessmark run: --threads: the partial record has 1 threads; ' --threads 2
refused '^witnessmark run: --repeats: the partial record has 200 repeats; ' --repeats 3
refused '^witnessmark run: --seconds: the partial record has 0\.02 s; ' --seconds 1
refused '^witnessmark run: --backend: the partial record has backend cpu; ' --backend cuda
refused '^witnessmark run: --witness: the partial record has witness device; ' --witness cpu
refused '^witnessmark run: --item: the partial record has also item hbm_copy' --item gemm.fp16.n64
refused '^witnessmark run: --inject: the partial record has no such fault; ' --inject tile
refused '^witnessmark run: --fact: the partial record has other facts; ' --fact node=b
refused '^witnessmark run: --fact: the partial record has other facts; ' --fact lot=a
refused '^witnessmark run: --card-of: the partial record has one device; ' --card-of 1,2,at-once

expect 0 "$WITNESSMARK" run --item hbm_copy.f32.n64 --seconds 0.001 -o whole
refused '^witnessmark run: --continue: the partial record has a plan of its own' --continue whole

# The same options again are fine, and so are none.
interrupted labels 5 --item hbm_copy.f32.n4096 --repeats 200 --seconds 0.02 --threads 1
expect_words err '^Resume with: witnessmark run --resume -o labels$'
expect 0 "$WITNESSMARK" run --resume -o labels --item hbm_copy.f32.n4096 --repeats 200 \
    --seconds 0.02 --threads 1
mv cut.facts away
expect 2 "$WITNESSMARK" run --on-fault continue --inject bit --resume -o cut
expect_words err '^witnessmark run: cut\.facts: is not there; the interrupted run has hidden facts'
mv away cut.facts
refused '^witnessmark run: --fact: the partial record has other facts; ' --fact rack=c
expect 1 "$WITNESSMARK" run --on-fault continue --inject bit --fact node=a --resume -o cut
expect 0 "$WITNESSMARK" show cut --facts cut.facts
expect_words out '^named\.rack +b +shown'
expect_words cut/evidence.jsonl '"name":"named.node","value":"a"'
for record in labels cut; do
    expect 0 "$WITNESSMARK" audit "$record"
    expect_equal "repeats of $record" "$(grep -c '"kind":"workload"' $record/evidence.jsonl)" 200
done

# A continuation needs no --continue again: the partial record has the evidence.
expect 0 "$WITNESSMARK" run --item hbm_copy.f32.n4096 --seconds 0.01 -o prior
interrupted next 5 --continue prior --repeats 200 --seconds 0.02
expect_words err '^Resume with: witnessmark run --resume -o next$'
mv prior elsewhere
expect 0 "$WITNESSMARK" run --resume -o next
expect 0 "$WITNESSMARK" audit next
expect_words next/evidence.jsonl '"name":"link\.1\.hbm_copy\.f32\.n4096\.agreement"'

# A GPU's record has --no-tuning, so that a resumed run keeps it. The GPU here is a CPU.
export WM_TWO_DEVICES=one
gpu() {
    WITNESSMARK=$BUILD/tests/tools/two_kinds interrupted "$@" --backend cuda \
        --item hbm_copy.f32.n4096 --repeats 200 --seconds 0.02
}
gpu untimed 5 --no-tuning
expect_words err '^Resume with: witnessmark run --resume -o untimed$'
expect 0 "$BUILD/tests/tools/two_kinds" run --resume -o untimed
expect_words untimed/evidence.jsonl '"name":"method_search","value":"none: the first method'
expect_valid untimed
gpu searched 5
expect 2 "$BUILD/tests/tools/two_kinds" run --resume --no-tuning -o searched
expect_words err '^witnessmark run: --no-tuning: the partial record has methods chosen by timing; '
expect 0 "$BUILD/tests/tools/two_kinds" run --resume -o searched
grep -q method_search searched/evidence.jsonl && fail "a fact on a search that was made" || pass
# A CPU searches for nothing: the option changes nothing there.
interrupted host 5 --no-tuning --item hbm_copy.f32.n4096 --repeats 200 --seconds 0.02
expect 0 "$WITNESSMARK" run --resume --no-tuning -o host
grep -q method_search host/evidence.jsonl && fail "a fact on the search of a CPU" || pass

# Damaged lines of a partial record.
mkdir .bad.partial
printf '{"type":"obs' >.bad.partial/evidence.jsonl
expect 0 "$WITNESSMARK" run --resume -o bad --item hbm_copy.f32.n64 --seconds 0.001
printf '[]\n{}\n' >first
head -n 2 elsewhere/evidence.jsonl | tac >second
printf '\377\376\n' >third
for lines in first second third; do
    mkdir -p .worse.partial
    cp $lines .worse.partial/evidence.jsonl
    expect 2 "$WITNESSMARK" run --resume -o worse
    expect_words err '^witnessmark run: \.worse\.partial: '
    expect_equal "lines about $lines" "$(wc -l <err)" 1
done
expect 2 "$WITNESSMARK" run --resume -o absent
expect_words err 'cannot open the partial record: No such file'

# With --json, the answer says where the run is saved.
interrupted json 5 --json --item hbm_copy.f32.n4096 --repeats 200 --seconds 0.02
expect_words out '"schema":"witnessmark-run/1".*"status":"interrupted"|"status":"interrupted"'
expect_words err '^Resume with: witnessmark run --json --resume -o json$'
finish
