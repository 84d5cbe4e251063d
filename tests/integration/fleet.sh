#!/bin/bash
# `fleet`: states of nodes, votes, rates, the files of a report, their audit, baselines, changes.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
mkdir tmp
export TMPDIR=$WORK/tmp
cat >plan.json <<'PLAN'
{"name": "sweep", "repeat_seconds": 0.002, "items": [
  {"workload": "gemm", "variant": "int8", "shape": {"m": 48, "n": 48, "k": 48}, "repeats": 8},
  {"workload": "gemm", "variant": "fp16_exact", "shape": {"m": 32, "n": 32, "k": 32},
   "repeats": 8}]}
PLAN
expect 0 "$WITNESSMARK" run --light --plan plan.json -o base
expect 0 python3 "$ROOT/tests/support/healthy_lines.py" base lines.jsonl
make_nodes() {
    expect 0 "$BUILD/tests/tools/fleet_records" lines.jsonl "$@"
}
fleet() {
    "$WITNESSMARK" fleet "$@"
}

# Healthy nodes: nobody is named.
mkdir sweep
make_nodes sweep 1 36
expect 0 fleet sweep --expected 'n[1-36]' -o healthy
expect_equal "the verdict" "$(head -n 1 out)" "OK  36 nodes: 36 ok"
expect_words out '^36 records; 72 rates judged by the fleet.s median, 0 not judged$'
expect_equal "files" "$(cd healthy && echo *)" \
    "fleet.jsonl fleet.prom invalid.nodes missing.nodes slow.nodes wrong.nodes"
expect_equal "empty lists" "$(cat healthy/*.nodes)" ""
root=$(tail -n 1 healthy/fleet.jsonl | sha256sum | cut -c 1-64)
expect_words out "^root $root\$"
expect 0 "$WITNESSMARK" audit healthy/fleet.jsonl
expect_equal "the audit" "$(cat out)" "valid $root  sweep of 36 nodes"
expect 0 "$WITNESSMARK" audit --root "${root:0:12}" healthy/fleet.jsonl
expect 1 "$WITNESSMARK" audit --root 00000000 healthy/fleet.jsonl
expect_words out '\[root\]'
# Equal records give equal lines, by any number of threads; a report is never overwritten.
for jobs in 1 2 9; do
    expect 0 fleet sweep --expected 'n[1-36]' -o "again-$jobs" -j "$jobs"
    expect_equal "lines by $jobs" "$(cmp healthy/fleet.jsonl "again-$jobs/fleet.jsonl" 2>&1)" ""
done
expect 2 fleet sweep --expected 'n[1-36]' -o healthy
expect_words err '^witnessmark fleet: healthy: '

# The list may be a file; archives are records too.
printf 'n[1-20]\nn21,n22\n\nn[23-36]\n' >nodes
expect 0 fleet sweep --expected nodes -q
expect_equal "quiet" "$(cat out)" "OK  36 nodes: 36 ok"
# Inside the folder a node's name is that of its folder, and no file of names.
cd sweep || exit 2
expect 0 fleet . --expected n17 -q
cd "$WORK" || exit 2
expect_equal "inside the folder" "$(cat out)" "OK  1 node: 1 ok, 35 unexpected"
mkdir packed
for i in 1 2 3; do
    for form in gz xz; do
        expect 0 "$WITNESSMARK" pack -o "packed/n$i$form.tar.$form" "sweep/n$((2 * i))"
        rm -rf "sweep-$i"
        echo 0 >"packed/n$i$form.exit"
    done
done
expect 3 fleet packed --expected 'n[1-3]gz,n[1-3]xz'
expect_words out 'undecided  n1xz: the same record as n1gz: root [0-9a-f]{12}$'
rm packed/*xz*
expect 0 fleet packed --expected 'n[1-3]gz'

# Four altered nodes among many: all are named, and nobody else is.
cp -r sweep odd
make_nodes odd 7 7 slow
make_nodes odd 9 9 altered
rm -r odd/n11 odd/n11.exit
sed -i '5s/"divergence":0/"divergence":1/' odd/n13/evidence.jsonl
expect 1 fleet odd --expected 'n[1-36]' -o named
expect_equal "the verdict" "$(head -n 1 out)" \
    "WRONG  36 nodes: 1 wrong, 1 invalid, 1 missing, 1 slow, 32 ok"
expect_words out '^wrong  n9: gemm.int8.n48: digest differs from that of most nodes$'
expect_words out '^invalid  n13: (manifest.sha256|evidence.jsonl:[0-9]+): \['
expect_words out '^missing  n11: no record and no exit status$'
expect_words out '^slow  n7: gemm.fp16_exact.n32: 0\.[0-9]+ of the median, '
expect_equal "wrong.nodes" "$(cat named/wrong.nodes)" "n9"
expect_equal "invalid.nodes" "$(cat named/invalid.nodes)" "n13"
expect_equal "slow.nodes" "$(cat named/slow.nodes)" "n7"
expect_equal "missing.nodes" "$(cat named/missing.nodes)" "n11"
expect_words named/fleet.prom '^witnessmark_fleet_node_state\{node="n9",state="wrong"\} 1$'
expect_words named/fleet.prom '^witnessmark_fleet_nodes\{state="ok"\} 32$'
expect_equal "roots in metrics" "$(grep -cE '[0-9a-f]{64}' named/fleet.prom)" 0
expect 0 "$WITNESSMARK" audit named/fleet.jsonl

# Slurm takes a number in brackets at the end of a name alone.
expect 3 fleet sweep --expected 'n[1-2]-ib,n[40-41]' -o suffixed
expect_equal "names with text behind the number" "$(cat suffixed/missing.nodes)" \
    "n[40-41],n1-ib,n2-ib"
if command -v scontrol >/dev/null; then
    printf 'ClusterName=x\nSlurmctldHost=localhost\n' >slurm.conf
    SLURM_CONF=$PWD/slurm.conf expect 0 scontrol show hostnames "$(cat suffixed/missing.nodes)"
    expect_equal "what Slurm reads" "$(xargs <out)" "n40 n41 n1-ib n2-ib"
else
    skip "scontrol is not installed (tools/deps slow)"
fi

# What changed since the healthy sweep.
expect 1 fleet odd --expected 'n[1-36]' --since healthy
expect_words out "^since ${root:0:12}: "
expect_words out '^digest  n9 gemm.int8.n48: '
expect_words out '^state  n7: ok -> slow$'
expect_words out '^state  n13: ok -> invalid$'
expect 0 fleet sweep --expected 'n[1-36]' --since healthy/fleet.jsonl
expect_words out ': 0 changes$'
# Nodes that are new in NODES and gave nothing did not come, and those that gave nothing did not go.
expect 3 fleet sweep --expected 'n[1-35,40-41]' --since healthy -o later
expect_words out '^listed  n\[40-41\]$'
expect_words out '^state  n36: ok -> unexpected$'
expect_equal "nodes that came" "$(grep -c '^came' out)" 0
expect 0 fleet sweep --expected 'n[1-35]' --since later
expect_words out '^unlisted  n\[40-41\]$'
mkdir fewer && cp -r sweep/n[12] sweep/n[12].exit fewer
expect 0 fleet fewer --expected n1 -o fewer-1
expect 0 fleet sweep --expected 'n[1-36]' --since fewer-1
expect_words out '^came  n\[3-36\]$'
expect 0 fleet fewer --expected 'n[1-2]' --since healthy
expect_words out '^went  n\[3-36\]$'
sed '1s/"ok"/"slow"/' healthy/fleet.jsonl >changed.jsonl
expect 2 fleet sweep --expected 'n[1-36]' --since changed.jsonl
expect_words err 'changed.jsonl: line [0-9]+: \['

# A baseline judges a single node; a sweep that is not healthy gives none.
expect 0 fleet sweep --expected 'n[1-36]' --make-baseline base.json -q
expect 2 fleet sweep --expected 'n[1-36]' --make-baseline base.json -q
expect_words err '^witnessmark fleet: base.json: exists already'
# Names that are taken are found before anything is judged; a full disk loses no verdict.
expect 2 fleet odd --expected 'n[1-36]' --make-baseline base.json -o fresh
expect_words err '^witnessmark fleet: base.json: exists already'
expect 2 fleet odd --expected 'n[1-36]' --make-baseline new.json -o healthy
expect_words err '^witnessmark fleet: healthy: exists already'
expect_equal "what was written" "$(ls -Ad fresh new.json .witnessmark* 2>/dev/null)" ""
full() { # full OPTION...: no file may be larger than 4 KB
    (ulimit -f 4 && exec "$WITNESSMARK" fleet odd --expected 'n[1-36]' -o full "$@") \
        2>err </dev/null | cat >out
    expect_equal "exit on a full disk" "${PIPESTATUS[0]}" 2
    expect_words err '^witnessmark fleet: full: cannot write: File too large$'
    expect_equal "what was written" "$(ls -Ad full .witnessmark* 2>/dev/null)" ""
}
full -q
expect_equal "the verdict" "$(cat out)" \
    "WRONG  36 nodes: 1 wrong, 1 invalid, 1 missing, 1 slow, 32 ok"
full --json
expect_json out 'answer["status"] == "wrong" and answer["report"] is None'
expect 0 fleet odd --expected n7
expect_words out '0 rates judged'
expect 0 fleet odd --expected n7 --baseline base.json -o by-baseline
expect_words out '^SLOW  1 node: 1 slow, 34 unexpected$'
expect 0 "$WITNESSMARK" audit by-baseline/fleet.jsonl
expect 1 fleet odd --expected 'n[1-36]' --make-baseline none.json
expect_words err 'not healthy'
expect 3 fleet sweep --expected 'n[1-7]' --make-baseline none.json
expect_words err 'no rate has 8 nodes'
expect_equal "no file" "$(ls none.json 2>/dev/null)" ""

# Exit statuses, contradictions, what is unfinished or not there.
state() { # state NODE EXIT WORDS: the exit status of fleet, and a line
    expect "$2" fleet odd2 --expected "$1"
    expect_words out "$3"
}
cp -r sweep odd2
echo 1 >odd2/n1.exit
rm odd2/n2.exit
echo 2 >odd2/n3.exit
echo 3 >odd2/n4.exit
echo yes >odd2/n5.exit
mkdir odd2/n6x && head -n 9 odd2/n6/evidence.jsonl >odd2/n6x/evidence.jsonl
echo 0 >odd2/n6x.exit
mkdir odd2/.n40.partial odd2/n41
for at in "n42 0" "n43 1" "n44 2" "n45 3" "n46 124"; do
    echo "${at#* }" >"odd2/${at% *}.exit"
done
state n1 1 '^wrong  n1: exit status 1, without a failed check in the record$'
state n2 3 '^unfinished  n2: no exit status$'
state n3 3 '^trouble  n3: exit status 2$'
state n4 3 '^inconclusive  n4: exit status 3$'
state n5 3 '^trouble  n5: n5.exit is not an exit status$'
state n6x 3 '^unfinished  n6x: '
state n40 3 '^unfinished  n40: its run has not ended: .n40.partial; no exit status$'
state n41 3 '^missing  n41: its folder has no record; no exit status$'
state n42 3 '^missing  n42: exit status 0 without a record$'
state n43 1 '^wrong  n43: exit status 1 without a record$'
state n44 3 '^trouble  n44: exit status 2 without a record$'
state n45 3 '^inconclusive  n45: exit status 3 without a record$'
state n46 3 '^trouble  n46: exit status 124 without a record$'
# Nothing of it but a number is read as one.
for text in '0\n1\nERROR\n' 00000000000000000000000 '0\n\n' '0 \n' '256\n' '\n' '0000\n' \
    '0\0\n' ''; do
    printf "$text" >odd2/n7.exit
    state n7 3 '^trouble  n7: n7.exit is not an exit status$'
done
printf 0 >odd2/n7.exit
state n7 0 '^1 record; '
# A FIFO that nobody writes holds nothing up.
rm odd2/n7.exit && mkfifo odd2/n7.exit
expect 3 timeout 60 "$WITNESSMARK" fleet odd2 --expected n7
expect_words out '^trouble  n7: n7.exit is not an exit status$'
state 'n[50-52]' 3 '^missing  n\[50-52\]: no record and no exit status$'

# A planned fault is said.
expect 1 "$WITNESSMARK" run --plan plan.json --inject bits -o faulty
mkdir fault && mv faulty fault/f1 && echo 0 >fault/f1.exit
expect 3 fleet fault --expected f1
expect_words out '^inconclusive  f1: planned fault in '

# Three votes decide; of two nobody is accused.
mkdir two
cp -r sweep/n1 sweep/n1.exit odd/n9 odd/n9.exit two
expect 3 fleet two --expected n1,n9
expect_words out '^undecided  n\[1,9\]: gemm.int8.n48: digests differ without a majority$'
cp -r sweep/n2 sweep/n2.exit two
expect 1 fleet two --expected n1,n2,n9
expect_words out '^wrong  n9: '

# A folder of records, one a device: the worst decides, and the device is named.
mkdir devices devices/a devices/b
cp -r sweep/n1 devices/a/gpu0 && cp -r sweep/n2 devices/a/gpu1
cp -r sweep/n3 devices/b/gpu0 && cp -r odd/n9 devices/b/gpu1
echo 0 >devices/a.exit && echo 0 >devices/b.exit
expect 1 fleet devices --expected a,b -o by-device
expect_words out '^wrong  b: gemm.int8.n48: digest differs from that of most nodes, device gpu1'
expect 0 "$WITNESSMARK" audit by-device/fleet.jsonl

# A device that was lost or exchanged since the last sweep is told; its new record has another name.
mkdir exchanged exchanged/b && cp -r devices/a* exchanged && echo 0 >exchanged/b.exit
mv exchanged/a/gpu1 exchanged/a/gpu2 && cp -r devices/b/gpu0 exchanged/b
expect 0 fleet exchanged --expected a,b --since by-device -o by-exchanged
expect_words out '^device came  a device gpu2: '
expect_words out '^device went  (a,b|b,a) device gpu1: '
rm -r exchanged/b && cp -r devices/b/gpu0 exchanged/b
expect 0 fleet exchanged --expected a,b --since by-exchanged --json
expect_json out '[[c[k] for k in ("what", "node", "name")] for c in answer["changes"]] == [
    ["device came", "b", None], ["device went", "b", "gpu0"]]'

# The same as one archive, by tar: below the node's folder, or at the top.
mkdir archives
for form in gz xz; do
    [ "$form" = gz ] && letter=z || letter=J
    for node in a b; do
        tar -C devices -c${letter}f "archives/$node$form.tar.$form" "$node"
        echo 0 >"archives/$node$form.exit"
    done
done
tar -C devices/a -cf archives/top.tar gpu1 gpu0
echo 0 >archives/top.exit
expect 1 fleet archives --expected agz,bgz -o by-archive
expect_words out '^wrong  bgz: gemm.int8.n48: digest differs from that of most nodes, device gpu1'
expect_equal "lines of an archive and of a folder" \
    "$(grep '"expected":true' by-archive/fleet.jsonl | sed 's/"node":"\(.\)gz"/"node":"\1"/')" \
    "$(grep '"expected":true' by-device/fleet.jsonl)"
expect 0 "$WITNESSMARK" audit by-archive/fleet.jsonl
expect 1 fleet archives --expected axz,bxz
expect_words out '^wrong  bxz: .*, device gpu1'
expect 0 fleet archives --expected top --json
expect_json out '[r["name"] for n in answer["nodes"] for r in n["records"]] == ["gpu0", "gpu1"]'
expect_equal "what is left in TMPDIR" "$(ls -A tmp)" ""
# Every other command takes one record.
expect 2 "$WITNESSMARK" audit archives/agz.tar.gz
one_line err && pass || fail "not one line: $(cat -v err)"
expect_words err "refused: 'a/gpu0' in the archive is no folder of a record\$"
# What is passed over: the tries of a device, and a run that has not ended.
cp -r devices/a passed
cp -r odd/n9 passed/gpu0.same-inputs
mkdir passed/.gpu2.partial && cp sweep/n4/evidence.jsonl passed/.gpu2.partial
tar -czf archives/over.tar.gz passed
echo 0 >archives/over.exit
expect 0 fleet archives --expected over
expect_words out '^2 records; '
# One record below two folders is that of its device, as in a folder.
mkdir -p one/c && cp -r sweep/n5 one/c/gpu0
tar -C one -czf archives/c.tar.gz c
echo 0 >archives/c.exit
expect 0 fleet archives --expected c -o of-one
expect_words of-one/fleet.jsonl '"name":"gpu0"'

# The script of docs/fleet.md, by a screen that leaves what $SCREENED has: a record with a try
# beside it, then a folder of several. The second sweep replaces the first.
mkdir bin shared
sed -n "/^    #!\/bin\/sh/,/^    rm -r/s/^    //p" "$ROOT/docs/fleet.md" >bin/sweep-node
cat >bin/witnessmark <<SCREEN
#!/bin/sh
[ "\$1" = screen ] || exec $WITNESSMARK "\$@"
echo "\$@" >$PWD/screened
for last; do :; done
cp -r "\$SCREENED" "\$last"
[ -n "\$TRY" ] && cp -r "\$TRY" "\$last.same-inputs"
exit "\$STATUS"
SCREEN
chmod +x bin/*
sweep_node() {
    PATH=$PWD/bin:$PATH expect 0 sh bin/sweep-node shared node1
    expect_equal "what the script leaves" "$(ls -A tmp)" ""
}
SCREENED=sweep/n1 TRY=odd/n9 STATUS=0 sweep_node
expect_equal "the shared folder" "$(cd shared && find . -type f | sort | xargs)" \
    "./.tries/node1.same-inputs.tar.gz ./node1.exit ./node1.tar.gz"
expect 0 "$WITNESSMARK" audit shared/node1.tar.gz shared/.tries/node1.same-inputs.tar.gz
expect 0 fleet shared --expected node1
expect_equal "a state that the next screen does not find" "$(grep -c -e --state screened)" 0
SCREENED=devices/b TRY='' STATUS=1 sweep_node
expect 1 fleet shared --expected node1
expect_words out '^wrong  node1: exit status 1, without a failed check'
expect_words out '^2 records; '

TMPDIR=$PWD/no-such-folder PATH=$PWD/bin:$PATH expect 2 sh bin/sweep-node shared node2
expect_equal "what it did without a folder to work in" "$(ls -A shared)" \
    "$(printf '%s\n' .tries node1.exit node1.tar.gz)"

# A bad one: one line, and the node is invalid, with the exit status of a sound one.
bad() { # bad NODE WORDS
    echo 0 >"archives/$1.exit"
    expect 1 fleet archives --expected "$1,c" -o "bad-$1"
    expect_equal "lines about $1" "$(grep -c '^invalid  ' out)" 1
    expect_words out "^invalid  $1: $2"
    expect_equal "lists of $1" "$(cat "bad-$1/wrong.nodes" "bad-$1/invalid.nodes")" "$1"
    expect_equal "wrong.nodes of $1" "$(cat "bad-$1/wrong.nodes")" ""
    expect_equal "what is left in TMPDIR" "$(ls -A tmp)" ""
}
odd_member() { # odd_member NODE WORDS COMMAND...: devices/a with what the command does there
    local node=$1 words=$2
    shift 2
    rm -rf changed && cp -r devices/a changed
    (cd changed && "$@") || fail "$node: $*"
    tar -czf "archives/$node.tar.gz" changed
    bad "$node" "$words"
}
size=$(stat -c %s archives/agz.tar.gz)
for part in 20 512 $((size / 2)) $((size - 1)); do
    head -c "$part" archives/agz.tar.gz >"archives/cut$part.tar.gz"
    bad "cut$part" "the archive is damaged or no tar archive: "
done
size=$(stat -c %s archives/axz.tar.xz)
head -c $((size / 2)) archives/axz.tar.xz >archives/cutxz.tar.xz
bad cutxz "the archive is damaged"
# Cut where the second device begins, an archive still has the record of the first.
second=$((512 * ($(tar -tRf archives/top.tar | sed -n 's/^block \([0-9]*\): gpu0.*/\1/p' |
    head -n 1))))
head -c "$second" archives/top.tar >archives/cuttop.tar
expect_equal "what tar says of the cut" "$(tar -tf archives/cuttop.tar 2>&1 | grep -c gpu0)" 0
bad cuttop "the archive is cut: its last blocks are missing$"
: >archives/nothing.tar.gz
bad nothing "is empty$"
tar -czf archives/none.tar.gz -T /dev/null
bad none "not a record: the archive has no evidence.jsonl$"
echo text >archives/text.tar.gz
bad text "its file is no archive$"
odd_member member "refused: 'changed/notes.txt' in the archive is no file of a record$" \
    touch notes.txt
odd_member inside "refused: 'changed/gpu1/notes.txt' in the archive is no file of a record$" \
    touch gpu1/notes.txt
odd_member hollow "refused: 'changed/gpu2' in the archive is a folder without a record$" mkdir gpu2
odd_member halved "not a record: the archive has no evidence.jsonl in changed/gpu1$" \
    rm gpu1/evidence.jsonl
odd_member deeper "refused: 'changed/gpu2/(x|x/evidence.jsonl)' in the archive is no " \
    sh -c 'mkdir gpu2 && cp -r gpu0 gpu2/x'
odd_member link "refused: 'changed/gpu2' in the archive is a link$" ln -s gpu0 gpu2
odd_member mixed "refused: '.*' in the archive is not beside the other records" \
    cp gpu0/evidence.jsonl gpu0/manifest.sha256 .
odd_member blank "'gpu 2' is no name of a device$" cp -r gpu0 'gpu 2'
odd_member altered "(manifest.sha256|evidence.jsonl:[0-9]+): \[[a-z]+\] .*, device gpu1$" \
    sed -i '5s/"divergence":0/"divergence":1/' gpu1/evidence.jsonl
odd_member tries "its archive has tries of a record alone$" \
    sh -c 'mv gpu0 gpu0.same-inputs && mv gpu1 gpu0.new-inputs'
python3 - <<'PYTHON'
import io, tarfile
evidence = open('devices/a/gpu0/evidence.jsonl', 'rb').read()
for name, count, path in (('many', 257, 'x/d%d/evidence.jsonl'), ('twice', 2, 'x/d/evidence.jsonl'),
                          ('two', 2, 'x%d/d/evidence.jsonl'), ('up', 1, '../d/evidence.jsonl')):
    with tarfile.open('archives/%s.tar' % name, 'w') as tar:
        for i in range(count):
            about = tarfile.TarInfo(path % i if '%' in path else path)
            data = evidence if count < 9 else b'{}\n'
            about.size = len(data)
            tar.addfile(about, io.BytesIO(data))
PYTHON
bad twice "refused: 'x/d/evidence.jsonl' in the archive is there twice$"
bad two "refused: 'x1/d/evidence.jsonl' in the archive is not beside the other records"
bad up "refused: '../d/evidence.jsonl' in the archive is absolute"
echo 0 >archives/many.exit
expect 3 fleet archives --expected many
expect_words out '^trouble  many: the archive has over 256 records$'

# Names cannot leave the folder.
for name in ../x /etc a/b .. . .x -x 'a b/c' $'a\033[2J' 'n[2-1]' 'n[1' ''; do
    expect 2 fleet sweep --expected "$name"
    one_line err && pass || fail "the error for '$name' is no line"
done
expect 2 fleet no-such-folder --expected n1
expect 2 fleet sweep
expect_words err '^witnessmark fleet: --expected: '

# The JSON, and forged lines: each is refused by its rule, and passes where that rule is off.
expect 1 fleet odd --expected 'n[1-36]' --json
expect_json out 'answer["schema"] == "witnessmark-fleet/1" and answer["status"] == "wrong"'
expect_json out '{n["node"]: n["state"] for n in answer["nodes"]}["n11"] == "missing"'
expect_json out 'answer["counts"]["ok"] == 32 and len(answer["nodes"]) == 36'
expect 1 fleet odd --expected 'n[1-35]' -o base-of-forgeries
mutate=$BUILD/mutate/fleet
[ -x "$mutate" ] || skip "mutate/fleet is not there (make programs): rules that no forgery needs"
expect 0 python3 "$ROOT/tests/adversary/fleet_forgeries.py" --program "$WITNESSMARK" \
    $([ -x "$mutate" ] && echo --mutate "$mutate") base-of-forgeries/fleet.jsonl
printf '%s' "$(head -n 3 named/fleet.jsonl)" >fleet.jsonl
expect 1 "$WITNESSMARK" audit fleet.jsonl
expect_words out '^invalid fleet.jsonl:3: \[json\]'
head -n 3 named/fleet.jsonl >fleet.jsonl
expect 1 "$WITNESSMARK" audit fleet.jsonl
expect_words out '^invalid fleet.jsonl:3: \[root\] the file ends early'
sed '1s/"ok"/"slow"/' named/fleet.jsonl >fleet.jsonl
expect 1 "$WITNESSMARK" audit fleet.jsonl
expect_words out '\[root\] counts, lines or merkle_root are not those of the lines$'
expect 1 "$WITNESSMARK" audit --json fleet.jsonl
expect_json out 'answer["schema"] == "witnessmark-audit-fleet/1" and answer["rule"] == "root"'

# ---- what a screen leaves ------------------------------------------------------------------------

# Items that a screen left out for its time do not hide that the others were right.
mkdir screens
"$WITNESSMARK" run --light --item gemm.int8.n64 --item gemm.fp16_exact.n8192 --repeats 6 \
    --seconds 0.002 --budget 3s -o screens/s1 >log 2>&1
grep -q 'over the budget' screens/s1/evidence.jsonl && pass || fail "no item is over the budget"
echo 0 >screens/s1.exit
expect 0 fleet screens --expected s1
expect_equal "the verdict" "$(head -n 1 out)" "OK  1 node: 1 ok"
"$WITNESSMARK" run --light --item gemm.fp16_exact.n8192 --repeats 6 --seconds 0.002 --budget 1s \
    -o screens/s2 >log 2>&1
echo 0 >screens/s2.exit
expect 3 fleet screens --expected s2
expect_words out '^inconclusive  s2: not judged: gemm\.fp16_exact\.n8192: over the budget'

# Items that were not judged are one reason, however many they are.
"$WITNESSMARK" run --light --item gemm.fp16_exact.n8192 --item gemm.int8.n8192 --repeats 6 \
    --seconds 0.002 --budget 1s -o screens/s5 >log 2>&1
echo 0 >screens/s5.exit
expect 3 fleet screens --expected s5
expect_words out '^inconclusive  s5: not judged: gemm\.[a-z0-9_]*\.n8192: over the budget.*' \
    ', and 1 more$'

# A wrong output that no try confirmed (exit status 3) accuses nobody; one that was does.
cc -shared -fPIC -O1 -D_GNU_SOURCE -o bent_blas.so "$ROOT/tests/fakes/bent_blas.c" -ldl -lm ||
    fail "bent_blas.c does not compile"
WM_BENT_BLAS=low LD_PRELOAD=$PWD/bent_blas.so "$WITNESSMARK" run --light \
    --item gemm.fp16_exact.n1024 --repeats 6 --seconds 0.002 -o screens/s3 >log 2>&1
echo 3 >screens/s3.exit
expect 3 fleet screens --expected s3 -o suspects
expect_words out '^undecided  s3: suspect: no try confirmed the failed checks: ' \
    'gemm\.fp16_exact\.n1024'
expect_equal "wrong nodes" "$(cat suspects/wrong.nodes)" ""
expect 0 "$WITNESSMARK" audit suspects/fleet.jsonl
echo 1 >screens/s3.exit
expect 1 fleet screens --expected s3
expect_words out '^wrong  s3: failed checks: gemm\.fp16_exact\.n1024'

# The same for every record of a node, and where the tries did not end.
mkdir screens/s6
cp -r screens/s1 screens/s6/GPU-aa1
cp -r screens/s3 screens/s6/GPU-aa2
for at in "3 undecided" "2 trouble" "124 trouble" "137 trouble"; do
    for node in s3 s6; do
        echo "${at% *}" >"screens/$node.exit"
        expect 3 fleet screens --expected "$node" -o "suspect-$node-${at% *}"
        expect_words out "^${at#* }  $node: .*suspect: no try confirmed the failed checks: "
        expect_equal "wrong nodes" "$(cat "suspect-$node-${at% *}/wrong.nodes")" ""
    done
done
echo 1 >screens/s6.exit
expect 1 fleet screens --expected s6
expect_words out '^wrong  s6: failed checks: gemm\.fp16_exact\.n1024, device GPU-aa2'
# The other nodes confirm what no try did: a digest that differs from theirs is wrong.
echo 3 >two/n9.exit
expect 1 fleet two --expected n1,n2,n9
expect_words out '^wrong  n9: gemm.int8.n48: digest differs .*; exit status 3$'

# The tries of a device are beside its record, and are no devices.
mkdir screens/s4
cp -r screens/s1 screens/s4/GPU-1a2b
cp -r screens/s3 screens/s4/GPU-1a2b.same-inputs
echo 0 >screens/s4.exit
expect 0 fleet screens --expected s4
expect_words out '^1 record; '
finish
