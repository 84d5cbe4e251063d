#!/bin/bash
# `run` on several devices. tests/tools/cards_cpu is the program with three devices that are all
# the CPU; everything but their list is the program's own.
. "$(dirname "$0")/../support/shell.sh"

cards=$BUILD/tests/tools/cards_cpu
if ! [ -x "$cards" ]; then
    skip "tests/tools/cards_cpu is not there (make programs)"
    finish
fi
cd "$WORK" || exit 2
cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "int8", "shape": {"m": 16, "n": 24, "k": 8}, "repeats": 8},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 1000}, "repeats": 2}]}
PLAN
sed 's/0.001/0.4/' plan.json >slow.json
first=GPU-1111aaaa second=GPU-2222bbbb

# in_folder DIR: every record in it, and nothing else but the description and the plan, is there.
in_folder() {
    local pass
    expect_equal "contents of $1" "$(ls -A "$1" | tr '\n' ' ')" "cards.json pass1 pass2 plan.json "
    for pass in 1 2; do
        expect_equal "records of pass $pass in $1" "$(ls -A "$1/pass$pass" | tr '\n' ' ')" \
            "$first $second differential "
    done
}

# Both at once.
export WM_CARDS_LOG=$WORK/log
expect 0 "$cards" run --plan plan.json --device 0,2 -o once
in_folder once
expect_words out '^PASS: 2 cards, at once, 2 passes$'
expect_words out "^pass 2  $second  exit 0   once/pass2/$second\$"
expect_words out "^gemm.int8.m16n24k8  +$second .*[0-9] \([0-9.]+ \.\. [0-9.]+\)"
expect_words out 'identical'
expect_words out '^rates against the first card: .*[12] no interval'
expect_words err "^pass 1 $first: gemm.int8.m16n24k8: done in "
expect_equal "last line" "$(tail -n 1 out)" once
expect_equal "processes at once" "$(cut -d' ' -f1 log | tr '\n' ' ')" \
    "start start end end start start end end "
for record in once/pass1/* once/pass2/*; do
    expect_valid "$record"
done
for pass in 1 2; do
    for card in $first $second; do
        expect_words once/pass$pass/$card/evidence.jsonl \
            '"name":"cards.count","value":2.*"name":"cards.mode","value":"at once"' \
            ".*\"name\":\"cards.pass\",\"value\":$pass"
    done
done
expect 2 "$cards" run --plan plan.json --device 0,2 -o once
expect_words err 'exists already'

# In turn: the second pass is reversed. --json prints one object.
: >log
expect 0 "$cards" run --plan plan.json --device 0,GPU-2222bbbb --in-turn -o turn --json
in_folder turn
wanted=$(for card in $first $second $second $first; do printf 'start %s end %s ' $card $card; done)
expect_equal "processes in turn" "$(cut -d- -f1,2 log | tr '\n' ' ')" "$wanted"
expect_json out '(answer["schema"] == "witnessmark-cards/1" and answer["status"] == "pass" and
    answer["mode"] == "in turn" and len(answer["items"]) == 4 and
    [card["uuid"][:12] for card in answer["cards"]] == given and
    answer["items"][1]["passes"][1]["agreement"] == "identical" and
    answer["items"][1]["difference"] in ("no difference", "faster in both", "slower in both",
        "changes sign", "in one pass only") and
    answer["items"][3]["difference"] == "no interval" and
    answer["passes"][1]["differential"]["exit"] == 0 and
    len(answer["passes"][1]["differential"]["root"]) == 64)' $first $second
expect_words turn/pass2/$first/evidence.jsonl '"name":"cards.mode","value":"in turn"'
unset WM_CARDS_LOG

# All that can be used; names are as long as they must be.
expect 0 "$cards" run --plan plan.json --device all -o every
expect_equal "records of all" "$(ls every/pass1 | tr '\n' ' ')" \
    "GPU-1111aaaa-0 GPU-1111aaaa-2 GPU-2222bbbb-0 differential "

# One bad card leaves the other. The exit status is 1, else 2, else 3, else 0.
expect 1 env WM_CARDS_WRONG=$second "$cards" run --plan plan.json --device 0,2 -o wrong
in_folder wrong
expect_words out '^FAIL: 2 cards'
expect_words out "^pass 1  $second  exit 1 "
expect_words out "^pass 1  $first  exit 0 "
expect 2 env WM_CARDS_DEAD=$second "$cards" run --plan plan.json --device 0,2 -o dead
expect_words out '^INCOMPLETE: '
expect_words out "^pass 2  $first  exit 0 "
expect_words out "^pass 2  $second  exit 2   no record\$"
expect_words out '^pass 2  differential  not run  no record$'
expect_words err "^pass 1 $second: witnessmark run: the device is dead\$"
expect 2 env WM_CARDS_KILLED=$second "$cards" run --plan plan.json --device 0,2 -o killed
expect_words out "^pass 1  $second  exit 137  no record\$"
# The device is back: what is complete is kept.
before=$(sha256sum dead/pass1/$first/evidence.jsonl)
expect 0 "$cards" run --plan plan.json --device 0,2 -o dead --resume
in_folder dead
expect_equal "the complete record" "$(sha256sum dead/pass1/$first/evidence.jsonl)" "$before"
expect 0 "$cards" run --plan plan.json --device 0,2 -o dead --resume
# With three cards, the command that compares the other two is printed.
expect 2 env WM_CARDS_DEAD=$second "$cards" run --plan plan.json --device all -o three
command=$(sed -n 's/^pass 1 has no differential; compare its records with: witnessmark //p' err)
# shellcheck disable=SC2086
expect 0 "$WITNESSMARK" $command
# No card at all: nothing is left.
expect 2 env WM_CARDS_DEAD=GPU- "$cards" run --plan plan.json --device all -o nothing
expect_words err '^witnessmark run: --device: no device made a record$'
[ -e nothing ] && fail "a run without a record left its folder" || pass

# Another run cannot be resumed, nor a damaged one.
for other in "--plan slow.json --device 0,2" "--plan plan.json --device 2,0" \
    "--plan plan.json --device 0,2 --in-turn" "--plan plan.json --device 0,2 --threads 1"; do
    # shellcheck disable=SC2086
    expect 2 "$cards" run $other -o once --resume
    expect_words err 'once/cards.json: the run had another plan, other options or devices'
done
cp -r once damaged
sed -i '4s/"repeat":0/"repeat":1/' damaged/pass1/$first/evidence.jsonl
expect 1 "$cards" run --plan plan.json --device 0,2 -o damaged --resume
expect_words err "^witnessmark run: damaged/pass1/$first: invalid evidence.jsonl:4: "
# A differential that was cut off is made again.
mkdir -p once/pass1/.differential.partial
: >once/pass1/.differential.partial/evidence.jsonl
rm -r once/pass1/differential
expect 0 "$cards" run --plan plan.json --device 0,2 -o once --resume
in_folder once

# An interrupted run keeps what it has, and can be resumed; so can one that is killed, whose
# children end too.
for signal in INT KILL; do
    "$cards" run --plan slow.json --device 0,2 -o $signal >out 2>err </dev/null &
    process=$!
    for card in $first $second; do
        wait_until grep '"repeat":1' $signal/pass1/.$card.partial/evidence.jsonl
    done
    children=$(pgrep -P $process)
    [ -n "$children" ] && pass || fail "a run on two devices has no child"
    kill -$signal $process
    wait $process 2>/dev/null
    status=$?
    [ $signal = KILL ] && expect_equal "exit after SIGKILL" $status 137
    if [ $signal = INT ]; then
        expect_equal "exit after SIGINT" $status 130
        expect_words err '^Resume with: witnessmark run --plan slow.json --device 0,2 --resume ' \
            '-o INT$'
    fi
    no_child() {
        ! ps -o pid= -p "$(tr '\n' , <<<"$children" | sed 's/,$//')"
    }
    wait_until no_child && pass
    expect_equal "records after $signal" "$(ls $signal/pass1)" ""
    lines=$(wc -l <$signal/pass1/.$first.partial/evidence.jsonl)
    [ "$lines" -ge 4 ] && pass || fail "only $lines lines were kept after $signal"
    expect 0 "$cards" run --plan slow.json --device 0,2 -o $signal --resume
    in_folder $signal
    expect_equal "sessions after $signal" \
        "$(grep -c '"kind":"session"' $signal/pass1/$first/evidence.jsonl)" 2
done

# A device that computes wrong: its own check fails, and the other card disagrees. In both orders.
if "$WITNESSMARK" run --plan plan.json -o plain >/dev/null 2>&1 &&
    head -n 1 plain/evidence.jsonl | grep -q '"blas\.file","value":"[^"]*openblas' &&
    cc -shared -fPIC -O1 -D_GNU_SOURCE -o bent_blas.so "$ROOT/tests/fakes/bent_blas.c" -ldl -lm
then
    cat >product.json <<'PLAN'
{"name": "product", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 640}, "repeats": 2}]}
PLAN
    for devices in 0,2 2,0; do
        expect 1 env WM_CARDS_BENT=$second WM_BENT_BLAS=step WM_CARDS_LIBRARY="$PWD/bent_blas.so" \
            "$cards" run --plan product.json --device $devices -o bent-$devices --json
        expect_json out '(answer["items"][1]["passes"][0]["agreement"] == "different" and
            answer["items"][1]["passes"][1]["agreement"] == "different" and
            {one["card"]: one["exit"] for one in answer["passes"][0]["cards"]}[given[0]] == 0 and
            answer["passes"][0]["differential"]["exit"] == 1)' $first
    done
else
    skip "a device that computes wrong: OpenBLAS is not installed"
fi

# What is refused.
expect 2 "$cards" run --device 0,0 -o refused
expect_words err '^witnessmark run: --device: device 0 \(GPU-1111aaaa-0.*\) is named twice$'
expect 2 "$cards" run --device 0,3 -o refused
expect_words err '^witnessmark run: --device: device 3 cannot be used: it is old$'
expect 2 "$cards" run --device 0,2 --plan absent.json -o refused
expect_words err 'absent.json: neither a built-in plan nor a readable file'
expect 2 "$cards" run --device 0,2 --resume
expect_words err '^witnessmark run: --resume: with several devices, name their folder with -o$'
expect 2 "$cards" run --device 0,2 --resume -o refused
expect_words err 'nothing to resume'
expect 2 "$cards" run --device 0,2 --resume -o plain
expect_words err 'has no cards.json: it cannot be resumed'
expect 2 "$cards" run --device 0,2 -o once/pass1/$first/inside
expect 2 "$WITNESSMARK" run --device 0,1 -o refused
expect_words err '^witnessmark run: --device: needs two devices or more; ' \
    'backend cpu has device 0 only$'
expect 2 "$WITNESSMARK" run --device all -o refused
expect 2 "$WITNESSMARK" run --in-turn -o refused
expect_words err '^witnessmark run: --in-turn: needs several devices'
expect 2 "$WITNESSMARK" run --backend abacus --device 0,1 -o refused
for words in 3,2,at-once 1,1,at-once 1,9,in-turn 1,2,at-onc 1,2 x; do
    expect 2 "$WITNESSMARK" run --card-of $words -o refused
    expect_words err "^witnessmark run: --card-of: needs PASS,COUNT,"
done
expect 2 "$WITNESSMARK" run --device 0,1 --card-of 1,2,at-once -o refused
[ -e refused ] && fail "a refused run left something" || pass
finish
