#!/bin/bash
# wrap: any command is measured and sealed, also one that fails, hangs, floods or is interrupted.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 1

# value RECORD NAME [INDEX]: a value of an observation of the series wrap.
value() {
    python3 - "$1/evidence.jsonl" "$2" "${3:-0}" <<'PYTHON'
import json, sys
path, name, index = sys.argv[1:]
for line in open(path, encoding="utf-8"):
    node = json.loads(line)
    if node.get("series") == "wrap" and node["index"] == int(index):
        print(node["values"].get("reason") if name == "reason" else node["values"][name])
PYTHON
}

# fact RECORD NAME: a fact of the environment.
fact() {
    python3 -c '
import json, sys
facts = json.loads(open(sys.argv[1], encoding="utf-8").readline())["facts"]
fact = next(fact for fact in facts if fact["name"] == sys.argv[2])
print(fact["value"] if fact["value"] is not None else "absent: " + fact["reason"])' \
        "$1/evidence.jsonl" "$2"
}

# ---- a command that works ----

expect 0 "$WITNESSMARK" wrap -o good --repeats 5 -- sh -c 'echo "rate: 12.5 MB"; echo words >&2'
expect_words "$WORK/out" '^PASS  5 of 5 repeats ended with exit status 0$'
expect_words "$WORK/out" '^wall time +[0-9.]+ [mu]?s '
expect_words "$WORK/out" '^next: witnessmark audit good$'
expect_equal "words on stderr" "$(cat "$WORK/err")" ""
expect_valid good
expect_equal "the first argument" "$(fact good wrap.argument.000)" sh
expect_equal "the last argument" "$(fact good wrap.argument.002)" \
    'echo "rate: 12.5 MB"; echo words >&2'
expect_equal "the executable" "$(fact good wrap.executable)" "$(command -v sh)"
expect_equal "its SHA-256" "$(fact good wrap.executable.sha256)" \
    "$(sha256sum "$(command -v sh)" | cut -d ' ' -f 1)"
expect_equal "bytes of output" "$(value good output_bytes 4)" 14
expect_equal "bytes of words" "$(value good error_bytes 4)" 6
expect_equal "exit status" "$(value good exit_status)" 0
expect_equal "warm-ups" "$(grep -c '"series":"warmup"' good/evidence.jsonl)" 1

# ---- a metric ----

expect 0 "$WITNESSMARK" wrap -o metric --repeats 3 --warmup 0 --metric 'rate: ([0-9.]+)' \
    --unit MB/s --json -- sh -c 'echo "rate: 12.5 MB"'
expect_json "$WORK/out" 'answer["schema"] == "witnessmark-wrap/1" and answer["status"] == "pass"'
expect_json "$WORK/out" 'answer["claims"]["x.wrap.median_metric"] == 12.5'
expect_json "$WORK/out" 'answer["repeats"] == answer["repeats_planned"] == 3'
expect_words metric/evidence.jsonl '"name":"x.wrap.median_metric".*"text":"12.50 MB/s"'
expect 3 "$WITNESSMARK" wrap -o none-read --repeats 2 --metric 'rate: ([0-9.]+)' -- echo none
expect_words "$WORK/out" '^INCONCLUSIVE  no metric in 2 of 2 repeats$'
expect_words "$WORK/out" '^no match$'
expect_valid none-read
expect_words <(value none-read reason) 'metric: no match'
# A number that the limit of 65,536 bytes cuts is none: `rate: 123456` would be 1234.
expect 3 "$WITNESSMARK" wrap -o cut --repeats 1 --metric 'rate: ([0-9.]+)' -- \
    sh -c 'head -c 65526 /dev/zero | tr "\0" "\n"; echo "rate: 123456"'
expect_words "$WORK/out" '^the match is cut after 65536 of 65539 bytes$'
expect_valid cut
expect 0 "$WITNESSMARK" wrap -o whole --repeats 1 --metric 'rate: ([0-9.]+)' --json -- \
    sh -c 'head -c 65523 /dev/zero | tr "\0" "\n"; echo "rate: 123456"'
expect_json "$WORK/out" 'answer["claims"]["x.wrap.median_metric"] == 123456'
expect 3 "$WITNESSMARK" wrap -o odd-metric --repeats 1 --metric 'rate: (.*)' -- echo 'rate: nan'
expect_words <(value odd-metric reason) 'metric: the text of the group is not a finite number(;|$)'
expect_equal "the text of the group" "$(cat "$WORK/err")" \
    'witnessmark wrap: the group has `nan` in `rate: nan` (not in the record)'
# The record has no output, also of a metric that fails: the text is on standard error alone, cut.
expect 3 "$WITNESSMARK" wrap -o unsealed --repeats 2 --redact argument --metric 'pw=(.*)' -- \
    sh -c 'printf "before pw=hunter2 \001%080d is my secret\nnext" 0'
expect_equal "output in a record" "$(grep -rl 'hunter2\|my secret' unsealed "$WORK/out")" ''
expect_words <(value unsealed reason 1) 'metric: the text of the group is not a finite number(;|$)'
expect_words "$WORK/err" '^witnessmark wrap: the group has `hunter2 [?]0{55}` in ' \
    '`before pw=hunter2 [?]0{77}` \(not in the record\)$'
expect_equal "lines" "$(wc -l <"$WORK/err")" 1
expect 3 "$WITNESSMARK" wrap -o unsealed-part --repeats 1 --json --metric 'n=([0-9])' -- \
    echo 'hunter2 n=12 secret'
expect_json "$WORK/out" 'answer["metric_reason"] == "the group has only a part of a number"'
expect_equal "output in a record" "$(grep -rl 'hunter2\|secret' "$WORK/out" <(tail -n +2 \
    unsealed-part/evidence.jsonl))" ''
expect 0 "$WITNESSMARK" wrap -o anchored --repeats 1 --metric '^b=(.*)$' -- printf 'a=1\nb=2\n\0c\n'
expect_words "$WORK/out" '^PASS  1 of 1 repeat ended with exit status 0$'
expect_equal "a metric on its line" "$(value anchored metric)" 2
# A number that goes on around its group is refused; marks around a number, and units, are not.
part() {
    expect 3 "$WITNESSMARK" wrap -o "part-$((parts += 1))" --warmup 0 --repeats 1 \
        --metric "$1" -- printf "$2"
    expect_words "$WORK/out" '^the group has only a part of a number$'
    expect_words "$WORK/err" ": the group has \`$3\` in \`$4\` \(not in the record\)\$"
}
whole() {
    expect 0 "$WITNESSMARK" wrap -o "part-$((parts += 1))" --warmup 0 --repeats 1 \
        --metric "$1" --json -- printf "$2"
    expect_json "$WORK/out" 'str(answer["claims"]["x.wrap.median_metric"]) == given[0]' "$3"
}
plain='([0-9.]+)' digits='([0-9]+)'
part "rate: $plain" 'rate: 1.5e3 MB/s' 1.5 'rate: 1.5e3 MB/s'
part "rate: $plain" 'rate: 1.5E-3' 1.5 'rate: 1.5E-3'
part "rate: $plain" 'a\nrate: 1,234\nb' 1 'rate: 1,234'
part "$digits" 'about 12.5 s' 12 'about 12.5 s'
part '([0-9]{2})' 'n 1234' 12 'n 1234'
part '.*([0-9.]+)' 'rate: 12.5' 5 'rate: 12.5'
part 'e-([0-9]+)' '1.5e-3' 3 '1.5e-3'
part ',([0-9]+)' '1,234' 234 '1,234'
part '[.]([0-9]+)' 'rate .5' 5 'rate .5'
part "$digits" 'a rather long line with 1.5e3 and a rather long end' 1 \
    ' long line with 1.5e3 and a rathe'
part "$digits" '\001\r1.5' 1 '..1.5'
part "$plain" 'rate: -5' 5 'rate: -5'
part "$plain" 'rate=+5' 5 'rate=[+]5'
part "$plain" 'rate \342\210\2225' 5 'rate ...5'
part "$digits" '5-6 s' 5 '5-6 s'
part "$digits" '5\342\210\2226 s' 5 '5...6 s'
part "$digits" '5+.5' 5 '5[+][.]5'
part "$digits" '1_000' 1 '1_000'
part '_([0-9]+)' '1_000' 000 '1_000'
part "$digits" "1'234" 1 "1'234"
part "'([0-9]+)" "1'234" 234 "1'234"
part "$digits" '0x10' 0 '0x10'
part 'X([0-9]+)' 'a 0X10' 10 'a 0X10'
part 'b([0-9]+)' '0xab10' 10 '0xab10'
part 'x(.)f' '0x1f' 1 '0x1f'
whole '(-?[0-9.]+)' 'rate: -5' -5
whole "$digits" 'rate=5' 5
whole "$digits" '(5)' 5
whole "$digits" '5s' 5
whole "$digits" '5ms' 5
whole "$digits" '5%%' 5
whole "$digits" '5-fold' 5
whole "$digits" '5 - 6' 5
whole "$digits" 'run_5' 5
whole "$digits" "'5'" 5
whole 'x([0-9]+)' '10x20' 20
whole "$digits" '10x20' 10
whole "$digits" '0x' 0
whole "$plain" '{"rate":12.5,"b":1}' 12.5
whole "$digits" 'It took 12.\n' 12
whole "$digits" 'It took 12, then' 12
whole "$plain" '1.5eV' 1.5
whole "$plain" '12.5elements' 12.5
whole 'rate[.]*([0-9.]+)' 'rate......12.5' 12.5
whole ',([0-9.]+)' 'a,12.5' 12.5
whole '([0-9.e+-]+)' '1.5e3 MB/s' 1500
# Bytes behind the limit may belong to the number.
expect 3 "$WITNESSMARK" wrap -o behind --repeats 1 --metric 'rate: ([0-9.]+)' -- \
    sh -c 'head -c 65528 /dev/zero | tr "\0" "\n"; echo "rate: 1e5"'
expect_words "$WORK/out" '^the match is cut after 65536 of 65538 bytes$'
expect 2 "$WITNESSMARK" wrap --metric 'rate' -- true
expect_words "$WORK/err" 'has no group'
expect 2 "$WITNESSMARK" wrap --metric '(' -- true
one_line "$WORK/err" && pass || fail "no line about a wrong expression"
expect 2 "$WITNESSMARK" wrap --unit 'a b' --metric '(.)' -- true
expect_words "$WORK/err" "'a b' is not 1 to 16"
expect 2 "$WITNESSMARK" wrap --unit s -- true

# ---- failures ----

expect 1 "$WITNESSMARK" wrap -o exits --repeats 2 -- sh -c 'echo no such luck >&2; exit 3'
expect_words "$WORK/out" '^FAIL  2 of 2 repeats failed$'
expect_words "$WORK/out" '^repeat 1: exit 3: no such luck$'
expect_equal "lines of times" "$(grep -c 'wall time' "$WORK/out")" 0
expect_valid exits
expect_equal "no time of a failed run" "$(value exits wall_seconds)" None
expect_equal "its status" "$(value exits exit_status)" 3
expect_words exits/evidence.jsonl '"name":"x.wrap.median_wall".*"reason":"value absent"'
expect 0 "$WITNESSMARK" wrap -o ignored --repeats 2 --ignore-failure -- sh -c 'exit 3'
expect_words "$WORK/out" '^PASS  2 of 2 repeats ended$'
expect 1 "$WITNESSMARK" wrap -o signal --repeats 1 --ignore-failure -- sh -c 'kill -9 $$'
expect_words "$WORK/out" '^FAIL  1 of 1 repeat failed$'
expect_words "$WORK/out" '^repeat 1: signal 9'
expect_words <(value signal reason) 'exit_status: signal 9'
expect_valid signal

# Half of the runs fail.
cat >every-second <<'SCRIPT'
#!/bin/sh
n=$(cat count 2>/dev/null || echo 0)
echo $((n + 1)) >count
exit $((n % 2))
SCRIPT
chmod +x every-second
expect 1 "$WITNESSMARK" wrap -o half --warmup 0 --repeats 4 -- ./every-second
expect_words "$WORK/out" '^FAIL  2 of 4 repeats failed$'
expect_words half/evidence.jsonl '"name":"x.wrap.failed_share".*"text":"50.000 %"'
expect_valid half

# A run that hangs, with a child, and ignores SIGTERM. Its processes have a number of this script's.
began=$SECONDS hour=3600.$$
expect 1 "$WITNESSMARK" wrap -o hangs --warmup 0 --repeats 1 --timeout 0.3 -- \
    sh -c "trap '' TERM; sleep $hour & sleep $hour; sleep $hour"
[ $((SECONDS - began)) -le 600 ] && pass || fail "a timeout of 0.3 s took $((SECONDS - began)) s"
expect_words "$WORK/out" '^repeat 1: timed out after 0.3 s'
expect_words <(value hangs reason) '^timed out after 0.3 s'
expect_equal "what is left of the group" "$(pgrep -c -f "^sleep $hour\$")" 0
expect_valid hangs

# A run that floods, and one whose child keeps the pipe open.
expect 0 "$WITNESSMARK" wrap -o floods --warmup 0 --repeats 1 -- head -c 50000000 /dev/zero
expect_equal "all bytes are counted" "$(value floods output_bytes)" 50000000
expect_valid floods
expect 0 "$WITNESSMARK" wrap -o leaves --warmup 0 --repeats 1 -- \
    sh -c "sleep $hour & echo \$! >child"
kill "$(cat child)" && pass || fail "it waited for a child of the command"

# Preparation.
expect 0 "$WITNESSMARK" wrap -o prepared --warmup 0 --repeats 2 --prepare 'echo x >>log' -- cat log
expect_equal "prepared runs" "$(wc -l <log)" 2
expect 1 "$WITNESSMARK" wrap -o unprepared --warmup 0 --repeats 2 --prepare 'exit 5' -- true
expect_words "$WORK/out" '^repeat 1: prepare: exit 5'
expect_valid unprepared

# ---- nothing is sealed ----

for command in no-such-command ./no-such-file / "$WORK"; do
    expect 2 "$WITNESSMARK" wrap -o nothing -- "$command"
    one_line "$WORK/err" && pass || fail "not one line about $command: $(cat "$WORK/err")"
done
printf 'no program' >text
chmod +x text
expect 2 "$WITNESSMARK" wrap -o nothing -- ./text
expect_words "$WORK/err" 'is no program'
chmod -x text
expect 2 "$WITNESSMARK" wrap -o nothing -- ./text
expect_equal "the path is named once" "$(cat "$WORK/err")" \
    'witnessmark wrap: ./text: cannot be executed: Permission denied'
mkfifo fifo
expect 2 "$WITNESSMARK" wrap -o nothing -- ./fifo
expect_equal "a FIFO" "$(cat "$WORK/err")" 'witnessmark wrap: ./fifo: is a FIFO, not a program'
expect 2 "$WITNESSMARK" wrap -o nothing -- /
expect_equal "a folder" "$(cat "$WORK/err")" 'witnessmark wrap: /: is a directory'
expect 2 "$WITNESSMARK" wrap -o nothing -- /dev/null
expect_equal "a device" "$(cat "$WORK/err")" \
    'witnessmark wrap: /dev/null: is a device, not a program'
expect 2 "$WITNESSMARK" wrap -o nothing -- ./no-such-file
expect_equal "nothing" "$(cat "$WORK/err")" \
    'witnessmark wrap: ./no-such-file: No such file or directory'
expect 2 "$WITNESSMARK" wrap -o good -- true
expect_words "$WORK/err" 'exists already'
expect 2 "$WITNESSMARK" wrap -o none/there -- true
expect 2 "$WITNESSMARK" wrap
expect 2 "$WITNESSMARK" wrap --repeats 0 -- true
expect 2 "$WITNESSMARK" wrap --timeout -1 -- true
expect 2 "$WITNESSMARK" wrap --variable A=B -- true
expect_equal "what is left" "$(ls -d nothing .nothing.partial none .none.partial 2>/dev/null)" ""

# ---- odd words ----

export ODD_WORD=$'caf\xc3\xa9'
expect 0 "$WITNESSMARK" wrap -o odd --repeats 1 --variable ODD_WORD --variable NOT_SET_HERE \
    -- printf '%s\n' $'not\xffUTF-8' "$(head -c 5000 /dev/zero | tr '\0' x)" '' --json
expect_valid odd
expect_equal "a variable" "$(fact odd wrap.variable.000)" $'ODD_WORD=caf\xc3\xa9'
expect_equal "a variable that is not set" "$(fact odd wrap.variable.001)" \
    "absent: NOT_SET_HERE is not set"
expect_words <(fact odd wrap.argument.002) '^absent: not UTF-8: 9 bytes, SHA-256 [0-9a-f]{64}$'
expect_words <(fact odd wrap.argument.003) '^absent: longer than 4,096 bytes: 5000 bytes'
expect_equal "an empty argument" "$(fact odd wrap.argument.004)" ""
expect_equal "an option of the command" "$(fact odd wrap.argument.005)" --json

# ---- secrets ----

printf '#!/bin/sh\nexit 0\n' >by-path-0
chmod +x by-path-0
expect 0 "$WITNESSMARK" wrap -o secret --repeats 1 --variable API_TOKEN --variable ODD_WORD \
    --prepare 'true --password=hush-3' -- echo --token=hush-1 --user me --password hush-2
expect_equal "warnings" "$(wc -l <"$WORK/err")" 3
expect_words "$WORK/err" '^witnessmark wrap: warning: argument 1 looks like a secret \(a name as ' \
    'password= or --token\), and the record will have it; --redact argument:1 hides it$'
expect_words "$WORK/err" 'warning: argument 5 .*; --redact argument:5 hides it$'
expect_words "$WORK/err" 'warning: the text of --prepare looks .*; --redact prepare hides it$'
expect_equal "secrets in warnings" "$(grep -c hush "$WORK/err")" 0
expect_equal "a record without redaction" "$(fact secret wrap.redacted)" 'absent: nothing'
export API_TOKEN=hush-4
expect 0 "$WITNESSMARK" wrap -o variable --repeats 1 --variable API_TOKEN -- true
expect_words "$WORK/err" 'warning: --variable API_TOKEN looks like a secret .*; leave it out$'
unset API_TOKEN

expect 0 "$WITNESSMARK" wrap -o hidden --repeats 1 --redact argument:1,path --redact argument:5 \
    -- "$(type -P echo)" --token=hush-1 --user me --password hush-2
expect_equal "warnings about what is hidden" "$(cat "$WORK/err")" ''
expect_equal "what is hidden" "$(fact hidden wrap.redacted)" argument:1,path,argument:5
expect_equal "a hidden argument" "$(fact hidden wrap.argument.001)" 'absent: redacted'
expect_equal "another" "$(fact hidden wrap.argument.005)" 'absent: redacted'
expect_equal "one that is not" "$(fact hidden wrap.argument.003)" me
expect_equal "the path of the program" "$(fact hidden wrap.executable)" .../echo
expect_equal "its name" "$(fact hidden wrap.argument.000)" .../echo
expect_equal "secrets in the record" "$(grep -rl "hush\|$(type -P echo)" hidden)" ''
expect_valid hidden
expect 0 "$WITNESSMARK" wrap -o all --repeats 1 --redact argument -- sh -c 'exit 0' $'\xff' 2
expect_equal "all arguments" "$(grep -o '"wrap.argument.[0-9]*","reason":"redacted"' \
    all/evidence.jsonl | wc -l)" 4
expect 0 "$WITNESSMARK" wrap -o script-path --repeats 1 --redact path -- "$PWD/by-path-0"
expect_equal "folders of a script" "$(grep -c "$PWD\|/bin/sh" script-path/evidence.jsonl)" 0
expect_equal "its interpreter" "$(fact script-path wrap.interpreter)" .../sh
expect 2 "$WITNESSMARK" wrap --redact argument -- true
expect_words "$WORK/err" \
    ': --redact: needs the name of a fact or of an option that was given \(setup, prepare, ' \
    'cleanup\), or path: the command has no argument, not .argument.$'
for word in argument:0 argument:3 argument: argument:x argument:99999999 paths '' path, setup \
    prepare cleanup; do
    expect 2 "$WITNESSMARK" wrap -o nothing --redact "$word" -- echo a b
    expect_words "$WORK/err" ': --redact: needs the name of a fact or of an option that was ' \
        'given \(setup, prepare, cleanup\), argument, argument:N with N from 1 to 2, or path'
done
# The texts for the shell, one alone and all.
shell=(--setup 'true --password=hush-5' --prepare 'true hush-6' --cleanup 'true hush-7')
expect 0 "$WITNESSMARK" wrap -o one-text --repeats 1 "${shell[@]}" --redact prepare -- true
expect_equal "a hidden text" "$(fact one-text wrap.prepare)" 'absent: redacted'
expect_equal "one that is not" "$(fact one-text wrap.cleanup)" 'true hush-7'
expect_words "$WORK/err" 'warning: the text of --setup looks .*; --redact setup hides it$'
expect 0 "$WITNESSMARK" wrap -o texts --repeats 1 "${shell[@]}" --redact setup,prepare,cleanup \
    --fact setup=slow -- true
expect_equal "warnings about hidden texts" "$(cat "$WORK/err")" ''
expect_equal "texts in the record" "$(grep -rl hush texts)" ''
expect_equal "a fact with the name of an option" "$(fact texts named.setup)" 'absent: redacted'
expect_equal "what is redacted" "$(fact texts wrap.redacted)" setup,prepare,cleanup
expect_valid texts

# Signals, streams and descriptors of the command are the standard ones.
expect 0 "$WITNESSMARK" wrap -o signals --repeats 1 --metric 'files: ([0-9]+)' -- \
    sh -c 'echo "files: $(ls /proc/self/fd | wc -l)"'
expect_equal "descriptors of the command" "files: $(value signals metric)" \
    "$(sh -c 'echo "files: $(ls /proc/self/fd | wc -l)"' </dev/null)"
expect 0 "$WITNESSMARK" wrap -o blocked --repeats 1 --metric 'SigBlk:\s+([0-9]+)$' -- \
    cat /proc/self/status
expect_equal "blocked signals of the command" "$(value blocked metric)" 0
expect 0 "$WITNESSMARK" wrap -o stdin --repeats 1 -- cat
expect_equal "bytes of standard input" "$(value stdin output_bytes)" 0
(
    exec <&- 2>&-
    "$WITNESSMARK" wrap -o closed --repeats 1 -- sh -c 'cat; echo out; echo err >&2' >"$WORK/out"
)
expect_equal "output without standard streams" "$(value closed output_bytes)" 4
expect_equal "the command without standard streams" "$(value closed exit_status)" 0

# ---- interruption ----

"$WITNESSMARK" wrap -o stopped --warmup 0 --repeats 100 -- sleep 0.2 >"$WORK/out" 2>"$WORK/err" &
pid=$!
wait_until has_lines .stopped.partial/evidence.jsonl 5
kill -INT $pid
wait $pid
expect_equal "exit status after SIGINT" $? 130
expect_words "$WORK/out" '^INCONCLUSIVE  interrupted after [0-9]+ of 100 repeats$'
expect_valid stopped
# is_running SECONDS: the command `sleep SECONDS` runs.
is_running() {
    pgrep -f "^sleep $1\$"
}
"$WITNESSMARK" wrap -o early --warmup 0 --repeats 3 -- sleep 3601.$$ >"$WORK/out" 2>"$WORK/err" &
pid=$!
wait_until is_running 3601.$$
kill -TERM $pid
wait $pid
expect_equal "exit status after SIGTERM" $? 143
expect_words "$WORK/err" 'nothing was sealed'
expect_equal "what is left" "$(ls -d early .early.partial 2>/dev/null)" ""

# The second signal ends the command at once; without it, SIGKILL follows 2 s after the first. A
# busy machine may be too slow to show it, so it is tried again.
# has_taken PID: SIGINT is not pending.
has_taken() {
    grep -q '^ShdPnd:.*[014589cd]$' "/proc/$1/status"
}
for _ in $(seq 20); do
    "$WITNESSMARK" wrap -o twice --warmup 0 --repeats 3 -- \
        sh -c "trap '' TERM; sleep 3602.$$; sleep 3602.$$" >"$WORK/out" 2>"$WORK/err" &
    pid=$!
    wait_until is_running 3602.$$
    began=${EPOCHREALTIME/[.,]/}
    kill -INT $pid
    wait_until has_taken $pid
    kill -INT $pid
    wait $pid
    status=$? took_us=$((${EPOCHREALTIME/[.,]/} - began))
    [ $took_us -lt 2000000 ] && break
done
expect_equal "exit status after two signals" $status 130
[ $took_us -lt 2000000 ] && pass || fail "the second signal did not end the command"
expect_equal "the command after two signals" "$(pgrep -c -f "^sleep 3602.$$\$")" 0
expect_equal "what is left" "$(ls -d twice .twice.partial 2>/dev/null)" ""
"$WITNESSMARK" wrap -o killed --warmup 0 --repeats 3 -- sleep 3603.$$ >/dev/null 2>&1 &
pid=$!
wait_until is_running 3603.$$
kill -KILL $pid
wait $pid 2>/dev/null
command_ended() {
    ! is_running 3603.$$
}
wait_until command_ended && pass

# Own numbers begin anew, once what is left of them is removed; both commands say so.
expect 3 "$WITNESSMARK" audit .killed.partial
expect_equal "the next command" "$(grep '^next:' "$WORK/err")" \
    "next: unless a process still writes it: rm -r $PWD/.killed.partial; "`
        `'then repeat the first command'
expect 2 "$WITNESSMARK" wrap -o killed --warmup 0 --repeats 1 -- true
expect_equal "the partial in the way" "$(cat "$WORK/err")" 'witnessmark wrap: .killed.partial: an '\
'unfinished record is here: resume it if a run made it, or remove it'
rm -r .killed.partial
expect 0 "$WITNESSMARK" wrap -o killed --warmup 0 --repeats 1 -- true

# ---- an executable that is replaced between two repeats ----

# The record has one digest of the executable, so a repeat of another file fails.
cp "$(type -P true)" first
cp "$(type -P echo)" second
echo 0 >count
cat >replace <<'WORDS'
n=$(($(cat count) + 1))
echo $n >count
[ $n -ne 2 ] || { chmod 700 program; ln program link; }
[ $n -ne 4 ] || { cp second fresh; mv fresh program; }
WORDS
cp first program
expect 1 "$WITNESSMARK" wrap -o replaced --warmup 0 --repeats 5 --prepare 'sh replace' -- ./program
expect_words "$WORK/out" '^FAIL  2 of 5 repeats failed$'
expect_words "$WORK/out" \
    '^repeat 4: the executable was replaced after it was hashed \(not started\)$'
expect_equal "the same file with other times" "$(value replaced failed 1)" 0
expect_equal "another file" "$(value replaced failed 3)" 1
expect_valid replaced
# A path that names the same bytes in another file, or nothing.
for change in 'cp first fresh; mv fresh program' 'rm program'; do
    cp first program
    expect 1 "$WITNESSMARK" wrap -o "by ${change%% *}" --warmup 0 --repeats 1 \
        --prepare "$change" -- ./program
    expect_words "$WORK/out" '^repeat 1: the executable was replaced after it was hashed'
done

# ---- how a command is started ----

# Programs that look at their own name, by the file that was hashed.
cat >self.c <<'C'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    char self[4096] = "", *name = strrchr(argv[0], '/');
    (void)!readlink("/proc/self/exe", self, sizeof self - 1);
    fprintf(stderr, "%s %s %d\n", argc > 1 ? argv[1] : name + 1, self, (int)geteuid());
    return 3;
}
C
cc -o self self.c
ln -s self applet
expect 1 "$WITNESSMARK" wrap -o applet-record --warmup 0 --repeats 1 -- ./applet
expect_words "$WORK/out" "^repeat 1: exit 3: applet $PWD/self $(id -u)\$"
seq 9 >numbers
for words in 'sort -n numbers' 'bash -c exit' 'cat numbers' 'env true' \
    'python3 -c import(sys);assert(sys.executable)' 'perl -e $^X=~/perl/||die'; do
    read -ra command <<<"$words"
    if type -P "${command[0]}" >/dev/null; then
        expect 0 "$WITNESSMARK" wrap -o "start ${command[0]}" --repeats 1 -- \
            "${command[@]//import(sys)/import sys}"
        expect_valid "start ${command[0]}"
    else
        skip "${command[0]} is not installed"
    fi
done
# Scripts: with an option of the interpreter, of an interpreter that is a script, and too many.
printf '#!/bin/sh -e\nfalse\nexit 0\n' >with-option
printf '#! %s/by-path\nexit 7\n' "$PWD" >by-script
printf '#!/bin/sh\nexit 5\n' >by-path
printf '#!%s/circle\n' "$PWD" >circle
printf '#!%s/nothing\n' "$PWD" >without
chmod +x with-option by-script by-path circle without
expect 1 "$WITNESSMARK" wrap -o option --warmup 0 --repeats 1 -- ./with-option
expect_words "$WORK/out" '^repeat 1: exit 1'
expect 1 "$WITNESSMARK" wrap -o by-script-record --warmup 0 --repeats 1 -- ./by-script
expect_words "$WORK/out" '^repeat 1: exit 5'
expect_equal "the interpreter" "$(fact by-script-record wrap.interpreter)" "$PWD/by-path"
expect_equal "that of the interpreter" "$(fact by-script-record wrap.interpreter.2)" /bin/sh
expect_equal "the kind of a program" "$(fact good wrap.kind)" program
for refused in circle without; do
    expect 2 "$WITNESSMARK" wrap -o nothing -- ./$refused
    one_line "$WORK/err" && pass || fail "not one line about $refused: $(cat "$WORK/err")"
done
expect_words "$WORK/err" '^witnessmark wrap: ./without: its interpreter .*/nothing cannot be read'
# A program whose loader is missing.
if cc -Wl,--dynamic-linker=/no/such/loader -o unloaded self.c 2>/dev/null; then
    expect 2 "$WITNESSMARK" wrap -o nothing -- ./unloaded
    expect_words "$WORK/err" 'cannot be executed: its loader is missing'
fi
# As another user: a file that may be executed but not read, and one with a set user id.
if [ "$(id -u)" = 0 ] && setpriv --reuid 65534 --clear-groups true 2>/dev/null; then
    user=$(mktemp -d)
    cp self "$user/unread"
    cp self "$user/setuid"
    cp "$WITNESSMARK" "$user/witnessmark"
    chown 65534 "$user"
    chmod 711 "$user/unread"
    chmod 4755 "$user/setuid"
    (
        cd "$user" || exit 2
        for name in unread setuid; do
            expect 1 setpriv --reuid 65534 --clear-groups ./witnessmark wrap -o $name-record \
                --warmup 0 --repeats 1 -- ./$name
            cp "$WORK/out" "$WORK/out-$name"
        done
        cp -r unread-record "$WORK"
        [ "$failed" -eq 0 ]
    )
    expect_equal "checks as another user" $? 0
    expect_words "$WORK/out-unread" '^repeat 1: exit 3: unread .* 65534$'
    case $(findmnt -no OPTIONS -T "$user" 2>/dev/null) in
    *nosuid*) skip "the temporary folder has no set user ids" ;;
    *) expect_words "$WORK/out-setuid" '^repeat 1: exit 3: setuid .* 0$' ;;
    esac
    expect_equal "no SHA-256" "$(fact unread-record wrap.executable.sha256)" \
        'absent: the file cannot be read: Permission denied'
    rm -rf "$user"
else
    skip "files that cannot be read: only as root"
fi
# Without /proc.
if unshare -m sh -c 'mount -t tmpfs none /proc' 2>/dev/null; then
    expect 1 unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh \
        "$WITNESSMARK" wrap -o no-proc --warmup 0 --repeats 1 -- ./applet
    expect_words "$WORK/out" '^repeat 1: exit 3: applet  '
else
    skip "a folder cannot be mounted here"
fi

# A full disk: what was measured is kept, and named.
(
    ulimit -f 8
    expect 2 "$WITNESSMARK" wrap -o full --repeats 50 -- true
    expect_words "$WORK/err" 'cannot write an observation'
    expect_words "$WORK/err" '^the [0-9]+ observations are in .full.partial/evidence.jsonl$'
    expect 2 "$WITNESSMARK" run --resume -o full
    expect_words "$WORK/err" 'own numbers, as of .witnessmark wrap., and cannot be resumed'
    [ "$failed" -eq 0 ]
)
expect_equal "checks on a full disk" $? 0
expect_equal "the final name" "$(ls -d full 2>/dev/null)" ""

# The record has a default name, and a second one in that second another.
mkdir names
(cd names && "$WITNESSMARK" wrap --repeats 1 --warmup 0 -- true >/dev/null &&
    "$WITNESSMARK" wrap --repeats 1 --warmup 0 -- true >/dev/null)
expect_equal "records with a default name" "$(ls names | grep -c '^witnessmark-wrap-')" 2
expect_equal "a host in a name" \
    "$(ls names | grep -v '^witnessmark-wrap-[0-9]*-[0-9]*\(-2\)\?$')" ''
finish
