#!/bin/bash
# A sweep by a real Slurm of six nodes on this machine: one computes wrongly, one is slow, one is
# absent, one hangs. Then the health check drains the wrong one, with its reason; and the same sweep
# by an array of sbatch, by clush and by mpirun.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2

if [ "$(id -u)" -ne 0 ]; then
    echo "it starts a Slurm: root alone can"
    exit 77
fi
for tool in slurmctld slurmd munged srun scontrol unshare; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is not installed (tools/deps slow)"
        exit 77
    fi
done
if ! unshare --mount --uts true 2>/dev/null; then
    echo "this machine gives no namespaces, which the names of the nodes need"
    exit 77
fi
cc -shared -fPIC -O1 -D_GNU_SOURCE -o bent_blas.so "$ROOT/tests/fakes/bent_blas.c" -ldl -lm ||
    fail "bent_blas.c does not compile"

# ---- the nodes -----------------------------------------------------------------------------------

# What is wrong with a node; the program of all of them.
cat >witnessmark <<E1
#!/bin/bash
declare -A fault=([n2]=low [n3]=slow [n5]=hang)
export WM_BENT_BLAS=\${fault[\$(hostname -s)]:-none} LD_PRELOAD=$WORK/bent_blas.so
exec $WITNESSMARK "\$@"
E1
# The script of docs/fleet.md, with a lock: these nodes share two processors, and one disk, so each
# gets a state of its own. n4 never answers.
sed -n "/^    #!\/bin\/sh/,/^    rm -r/s/^    //p" "$ROOT/docs/fleet.md" |
    sed "s|--budget 45s|--backend cpu --budget 20s --state $WORK/state-\$node|" >sweep-node
expect_words sweep-node '^witnessmark screen --backend cpu '
cat >one-node <<E1
#!/bin/bash
[ "\$(hostname -s)" != n4 ] || exit 0
cd $WORK && PATH=$WORK:\$PATH exec flock $WORK/turn sh $WORK/sweep-node "\$1"
E1
chmod +x witnessmark one-node

port=$((20000 + RANDOM % 20000))
cluster=$(mktemp -d) # munged refuses a folder that others may write
trap '"$ROOT/tests/support/mini_slurm.sh" stop "$cluster"; rm -rf "$cluster" "$WORK"' EXIT
cat >health <<E1
#!/bin/bash
[ "\$(hostname -s)" = n2 ] || exit 0
[ -e $WORK/check ] || exit 0
export WITNESSMARK=$WORK/witnessmark SLURM_CONF=$cluster/slurm.conf HOME=$WORK
export WITNESSMARK_OPTIONS="--backend cpu --budget 30s --state $WORK/health.state"
exec flock $WORK/turn $ROOT/contrib/slurm/witnessmark-health
E1
chmod +x health
if ! MINI_SLURM_PORT=$port MINI_SLURM_EXTRA="HealthCheckProgram=$WORK/health
HealthCheckInterval=3" "$ROOT/tests/support/mini_slurm.sh" start "$cluster" 6 >started 2>&1; then
    fail "Slurm did not start: $(cat started "$cluster"/log/*start 2>/dev/null | tail -n 5)"
    finish
fi
export SLURM_CONF=$cluster/slurm.conf

# ---- the sweep -----------------------------------------------------------------------------------

mkdir sweep
expect 0 srun -N 6 --ntasks-per-node=1 -w 'n[1-6]' "$PWD/one-node" "$PWD/sweep"
expect_equal "answers" "$(cd sweep && ls -- *.exit | tr '\n' ' ')" \
    'n1.exit n2.exit n3.exit n5.exit n6.exit '
expect 1 "$WITNESSMARK" fleet sweep --expected 'n[1-6]' -o report
cp out verdict
expect_words verdict '^WRONG  6 nodes: '
expect_equal "wrong nodes" "$(cat report/wrong.nodes)" n2
expect_equal "missing nodes" "$(cat report/missing.nodes)" n4
expect_words verdict '^wrong  n2: '
expect_words verdict '^missing  n4: '
expect_words verdict '^trouble  n5: '
[ -e sweep/.tries/n2.new-inputs.tar.gz ] && pass || fail "no record of a try of n2"
expect 0 "$WITNESSMARK" audit report/fleet.jsonl

# The slow one, by a baseline: `fleet` makes one of 8 nodes or more, so this one is written by hand
# from the two sound nodes, with limits that hardly depend on how many nodes are judged. A machine
# that disturbs every repeat judges none.
python3 - report/fleet.jsonl baseline.json <<'E1' && pass || fail "no baseline"
import json, sys
with open(sys.argv[1]) as file:
    lines = [json.loads(line) for line in file]
rates = {}
for node in lines:
    for record in node['records'] if node.get('node') in ('n1', 'n6') else ():
        for item in record['items']:
            if item['rate']:
                key = (record['backend'], record['device'], record['threads'], item['item'])
                rates.setdefault(key, []).append((item['rate'], item['unit']))
entries = [{'backend': key[0], 'device': key[1], 'threads': key[2], 'item': key[3],
            'nodes': 1000, 'unit': found[0][1], 'median': found[0][0],
            'low': 0.6 * min(rate for rate, _ in found), 'high': 3 * found[0][0]}
           for key, found in sorted(rates.items())]
with open(sys.argv[2], 'w') as file:
    json.dump({'schema': 'witnessmark-baseline/1', 'sweep': '0' * 64, 'entries': entries}, file,
              sort_keys=True, separators=(',', ':'))
    file.write('\n')
assert entries
E1
expect 1 "$WITNESSMARK" fleet sweep --expected 'n[1-6]' --baseline baseline.json -o judged
if grep -q '"node":"n3".*"speed":"\(slow\|same\|fast\)"' judged/fleet.jsonl; then
    expect_equal "slow nodes" "$(cat judged/slow.nodes)" n3
else
    skip "others disturbed every repeat of n3, so that no rate of it is judged"
fi
expect_equal "wrong nodes" "$(cat judged/wrong.nodes)" n2

# ---- the health check ----------------------------------------------------------------------------

touch check
is_drained() {
    scontrol -o show node "$1" | grep -q 'State=[A-Z+]*DRAIN'
}
wait_until is_drained n2
reason=$(scontrol -o show node n2 | grep -o 'Reason=witnessmark:.*')
[[ $reason =~ ^Reason=witnessmark:\ WRONG\ cpu\ gemm.*\ confirmed\ [12]\ of\ [12] ]] && pass ||
    fail "the reason is '$reason'"
for node in n1 n3 n4 n5 n6; do
    is_drained "$node" && fail "$node is drained" || pass
done
rm check

# A queued array. Slurm may give two of its tasks to one node, one behind the other; `fleet` then
# names the other as missing.
sed -i 's/--budget 20s/--budget 10s/' sweep-node
mkdir queued
expect 0 sbatch --quiet --wait --array=1-2 --exclusive --exclude='n[2-5]' \
    --output="$PWD/queued.log" --wrap="$PWD/one-node $PWD/queued"
"$WITNESSMARK" fleet queued --expected 'n[1,6]' >out 2>err
expect_words out '2 nodes: .*[12] ok'

# ---- other launchers -----------------------------------------------------------------------------

# They give this host the names of three nodes; the script takes the name as its second word.
cat >as-node <<E1
#!/bin/bash
cd $WORK && PATH=$WORK:\$PATH exec flock $WORK/turn sh $WORK/sweep-node "\$1" "\$2"
E1
chmod +x as-node
if command -v clush >/dev/null; then
    mkdir by-clush
    expect 0 clush -q -R exec -w 'a[1-3]' "$PWD/as-node" "$PWD/by-clush" %h
    "$WITNESSMARK" fleet by-clush --expected 'a[1-3]' >out 2>err
    expect_words out '3 nodes: .*[123] ok'
else
    skip "clush is not installed (tools/deps slow)"
fi
if command -v mpirun >/dev/null; then
    mkdir by-mpirun
    expect 0 mpirun --allow-run-as-root --oversubscribe -n 3 sh -c \
        "exec $PWD/as-node $PWD/by-mpirun b\$OMPI_COMM_WORLD_RANK"
    "$WITNESSMARK" fleet by-mpirun --expected 'b[0-2]' >out 2>err
    expect_words out '3 nodes: .*[123] ok'
else
    skip "mpirun is not installed (tools/deps slow)"
fi
finish
