#!/bin/bash
# contrib/: what each hook does with every answer of a screen. A bad configuration must never drain
# a node.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
contrib=$ROOT/contrib
unset WITNESSMARK # of the whole test: a hook would take it for its own

# The programs that the hooks call. `witnessmark` answers $ANSWER and ends in $STATUS; `scontrol`
# and `logger` note what they are told.
mkdir bin
cat >bin/witnessmark <<'E1'
#!/bin/sh
echo "$@" >>asked
printf '%s\n' "$ANSWER"
exit "$STATUS"
E1
cat >bin/scontrol <<'E1'
#!/bin/sh
[ "$1" = -o ] && { cat state 2>/dev/null; exit 0; }
echo "$@" >>drained
exit "${SCONTROL_STATUS:-0}"
E1
cat >bin/logger <<'E1'
#!/bin/sh
echo "$@" >>logged
E1
chmod +x bin/*
wrong='WRONG GPU-1a2b gemm.fp16_exact.n8192 row 812 column 77, confirmed 3 of 3'

# hook PROGRAM STATUS ANSWER: runs a hook; `drained` and `logged` are what it did.
hook() {
    rm -f drained logged asked
    touch drained logged
    STATUS=$2 ANSWER=$3 SLURMD_NODENAME=n7 PATH="$PWD/bin:$PATH" "$1" >out 2>err </dev/null
}

# ---- Slurm ---------------------------------------------------------------------------------------

for program in health epilog; do
    path=$contrib/slurm/witnessmark-$program
    expect 0 sh -n "$path"
    if command -v shellcheck >/dev/null; then
        expect 0 shellcheck "$path"
    else
        skip "shellcheck is not installed"
    fi
done

hook "$contrib/slurm/witnessmark-health" 1 "$wrong"
expect_equal "status" $? 0
expect_equal "drained" "$(cat drained)" "update NodeName=n7 State=DRAIN Reason=witnessmark: $wrong"
expect_equal "asked" "$(cat asked)" "screen -q --budget 45s"
echo "NodeName=n7 State=IDLE+DRAIN Reason=witnessmark:_WRONG" >state
hook "$contrib/slurm/witnessmark-health" 1 "$wrong"
expect_equal "drained again" "$(cat drained)" ""
rm state
SCONTROL_STATUS=1 hook "$contrib/slurm/witnessmark-health" 1 "$wrong"
expect_words logged 'scontrol failed: n7 is not drained'
# A line that could hurt a terminal or a shell is cut to harmless characters.
hook "$contrib/slurm/witnessmark-health" 1 "WRONG cpu \$(reboot); \`x\` $(printf '\033[2J') item"
expect_equal "drained" "$(cat drained)" \
    "update NodeName=n7 State=DRAIN Reason=witnessmark: WRONG cpu reboot x 2J item"

# A warning on stderr comes before the verdict.
hook "$contrib/slurm/witnessmark-health" 1 "witnessmark screen: warning: no state is kept
$wrong"
expect_equal "drained" "$(cat drained)" "update NodeName=n7 State=DRAIN Reason=witnessmark: $wrong"
hook "$contrib/slurm/witnessmark-epilog" 1 "witnessmark screen: warning: no state is kept
$wrong"
expect_equal "the epilog with a warning" $? 1
hook "$contrib/slurm/witnessmark-epilog" 1 "$wrong"
expect_equal "the epilog of a wrong node" $? 1
expect_equal "drained" "$(cat drained)" ""

# Every other answer drains nothing, and is logged if it decides nothing.
while read -r status answer; do
    for program in health epilog; do
        hook "$contrib/slurm/witnessmark-$program" "$status" "$answer"
        expect_equal "$program on $status" $? 0
        expect_equal "drained by $program on $status" "$(cat drained)" ""
        [ "$status" -eq 0 ] || expect_words logged "screen ended in $status"
    done
done <<'E1'
0 OK GPU-1a2b 5312 outputs right, 12 of 12 items
0 SLOW GPU-1a2b gemm.fp16_exact.n8192 at 0.900 of the baseline, at most 0.910
1 witnessmark screen: --bad: unknown option
1
2 TROUBLE GPU-1a2b no answer within 30 s: the device hangs
2 WRONG GPU-1a2b is what no screen with status 2 says
3 SUSPECT GPU-1a2b gemm.fp16_exact.n8192 row 812 column 77, confirmed 0 of 3
126
127 witnessmark: not found
137
E1
for program in health epilog; do
    WITNESSMARK=/nowhere/witnessmark hook "$contrib/slurm/witnessmark-$program" 0 ''
    expect_equal "$program without a program" $? 0
    expect_equal "drained by $program without a program" "$(cat drained)" ""
done
# The real program refuses a bad option in one line.
for program in health epilog; do
    WITNESSMARK=$BUILD/witnessmark WITNESSMARK_OPTIONS='--budget nonsense' \
        hook "$contrib/slurm/witnessmark-$program" 0 ''
    expect_equal "$program with a bad option" $? 0
    expect_equal "drained by $program with a bad option" "$(cat drained)" ""
    expect_words logged 'screen ended in 2: witnessmark screen: --budget'
done

# ---- NHC -----------------------------------------------------------------------------------------

# NHC itself is not packaged in Debian: these are its two functions, as its manual has them.
cat >nhc.sh <<'E1'
die() { echo "die $*" >>drained; }
log() { echo "$*" >>logged; }
. "$SCRIPT"
check_witnessmark --budget 20s
E1
for case in "1 $wrong" "0 OK cpu" "2 TROUBLE cpu" "3 BUSY cpu" "127 "; do
    SCRIPT=$contrib/nhc/witnessmark.nhc hook "$(command -v bash)" "${case%% *}" "${case#* }" \
        <nhc.sh
    rm -f drained logged && touch drained logged
    STATUS=${case%% *} ANSWER=${case#* } SCRIPT=$contrib/nhc/witnessmark.nhc \
        PATH="$PWD/bin:$PATH" bash nhc.sh
    answer=$?
    if [ "${case%% *}" = 1 ]; then
        expect_equal "NHC on a wrong node" "$answer $(cat drained)" \
            "1 die 1 check_witnessmark: $wrong"
    else
        expect_equal "NHC on $case" "$answer $(cat drained)" "0 "
    fi
done

# NHC itself, where $NHC is a clone of github.com/mej/nhc. It takes over what is in the environment,
# but not PATH.
if [ -x "${NHC:-}/nhc" ]; then
    mkdir nhc-scripts
    cp "$NHC/scripts/common.nhc" "$contrib/nhc/witnessmark.nhc" nhc-scripts
    printf '* || %s\n' "export WITNESSMARK=$PWD/bin/witnessmark" 'check_witnessmark --budget 20s' \
        >nhc.conf
    for case in "1 $wrong" "0 OK cpu" "2 TROUBLE cpu" "3 BUSY cpu" "1 "; do
        rm -f nhc.log
        status=0
        STATUS=${case%% *} ANSWER=${case#* } "$NHC/nhc" -c nhc.conf -D "$PWD" -t 60 \
            "INCDIR=$PWD/nhc-scripts" "LOGFILE=$PWD/nhc.log" "HELPERDIR=$PWD" NHC_RM= \
            OFFLINE_NODE=: ONLINE_NODE=: DETACHED_MODE=0 >out 2>err </dev/null || status=$?
        if [ "$case" = "1 $wrong" ]; then
            expect_equal "NHC itself on a wrong node" "$status" 1
            expect_words nhc.log "Health check failed:  check_witnessmark: $wrong\$"
        else
            expect_equal "NHC itself on $case" "$status" 0
            expect_equal "NHC on $case marks the node" "$(grep -c 'failed' nhc.log)" 0
        fi
    done
else
    skip "no \$NHC with a clone of NHC"
fi

# ---- node-problem-detector, systemd --------------------------------------------------------------

# The detector is not packaged in Debian: its rule is read as its manual says. Status 0 is no
# problem, 1 a problem, others unknown; the first line is the message.
if command -v python3 >/dev/null; then
    python3 - "$contrib/node-problem-detector/witnessmark.json" <<'E1' && pass || fail "its JSON"
import json, sys
monitor = json.load(open(sys.argv[1]))
types = {one['type'] for one in monitor['conditions']}
assert monitor['plugin'] == 'custom' and len(monitor['rules']) == 1
rule = monitor['rules'][0]
assert rule['type'] == 'permanent' and rule['condition'] in types
assert rule['args'][0] == 'screen' and monitor['pluginConfig']['max_output_length'] == 80
E1
else
    skip "python3 is not installed"
fi

# The detector itself, where $NPD is its program: the condition is a metric. It calls by a path.
condition_is() {
    curl -sf 127.0.0.1:20257/metrics | grep -qF \
        "problem_gauge{reason=\"WrongOutput\",type=\"ComputeWrong\"} $1"
}
if [ -x "${NPD:-}" ] && command -v curl >/dev/null; then
    printf '#!/bin/sh\ncat "%s/answer"\nexit "$(cat "%s/status")"\n' "$PWD" "$PWD" >bin/screened
    chmod +x bin/screened
    sed "s|/usr/bin/witnessmark|$PWD/bin/screened|; s/\"6h\"/\"1s\"/" \
        "$contrib/node-problem-detector/witnessmark.json" >monitor.json
    echo 0 >status && echo 'OK cpu' >answer
    "$NPD" --config.custom-plugin-monitor="$PWD/monitor.json" --enable-k8s-exporter=false \
        --prometheus-address=127.0.0.1 --prometheus-port=20257 --port=0 --logtostderr \
        --hostname-override=n7 >npd.log 2>&1 &
    detector=$!
    for case in "1 $wrong" "0 OK cpu" "1 $wrong" "3 BUSY cpu" "1 $wrong" "2 TROUBLE cpu"; do
        echo "${case#* }" >answer && echo "${case%% *}" >status
        wait_until condition_is "$([ "$case" = "1 $wrong" ] && echo 1 || echo 0)"
        pass
    done
    kill "$detector" 2>/dev/null
    wait "$detector" 2>/dev/null
    expect_words npd.log "Conditions:.*Type:ComputeWrong Status:True .*Message:${wrong:0:60}"
else
    skip "no \$NPD with a node-problem-detector"
fi

if command -v systemd-analyze >/dev/null; then
    mkdir units
    cp "$contrib"/systemd/witnessmark-screen.* units
    sed -i "s|/usr/bin/witnessmark|$PWD/bin/witnessmark|" units/witnessmark-screen.service
    systemd-analyze verify --man=no "$PWD/units/witnessmark-screen.service" \
        "$PWD/units/witnessmark-screen.timer" >out 2>&1
    grep -i witnessmark out && fail "systemd's units: $(cat out)" || pass
    expect 0 systemd-analyze calendar '*-*-* 00/6:00:00'
else
    skip "systemd-analyze is not installed"
fi
finish
