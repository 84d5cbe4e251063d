#!/bin/sh
# One Slurm cluster of N nodes on this machine, for a test. It needs root, slurmctld, slurmd and
# munged, and neither systemd nor a network. Its nodes n1 to nN have host names of their own.
#
# usage: mini_slurm.sh start FOLDER [N]   prints the variable that Slurm's commands need
#        mini_slurm.sh stop FOLDER
#
# $MINI_SLURM_EXTRA is added to slurm.conf; $MINI_SLURM_PORT is the first of N + 1 ports.
set -eu
do=$1 dir=$2 n=${3:-4}
die() { echo "mini-slurm: $*" >&2; stop; exit 2; }
wait_for() { # SECONDS WORDS COMMAND...
    t=$(($1 * 20)) w=$2
    shift 2
    while ! "$@" >/dev/null 2>&1; do
        t=$((t - 1))
        [ $t -gt 0 ] || die "$w did not come up"
        sleep 0.05
    done
}
pids() { cat "$dir"/slurmd.*.pid "$dir"/slurmctld.pid "$dir"/munge/munged.pid 2>/dev/null || true; }
alive() {
    for p in $1; do kill -0 "$p" 2>/dev/null && return 0; done
    return 1
}
# By their ids alone. What a SIGTERM did not end in 2 s is killed: nothing of this cluster is kept.
# shellcheck disable=SC2086 # ids are words
stop() {
    all=$(pids); [ -n "$all" ] || return 0
    # step daemons outlive slurmd else
    SLURM_CONF=$dir/slurm.conf timeout 2 scancel --signal=KILL --user=root 2>/dev/null || true
    kill $all 2>/dev/null || true
    t=40
    while alive "$all" && [ $t -gt 0 ]; do
        t=$((t - 1))
        sleep 0.05
    done
    kill -9 $all 2>/dev/null || true
    rm -f "$dir"/slurmd.*.pid "$dir"/slurmctld.pid "$dir"/munge/munged.pid
}
[ "$do" = stop ] && { stop; exit 0; }
[ "$do" = start ] || exit 2
host=$(hostname -s)
mkdir -p "$dir/munge" "$dir/state" "$dir/log" "$dir/pmix"
chmod 0755 "$dir" ; chmod 0700 "$dir/munge"
# a munged of our own, as root; --force: it refuses a socket below a folder that others may write
if [ ! -s "$dir/munge/key" ]; then
    dd if=/dev/urandom of="$dir/munge/key" bs=128 count=1 2>/dev/null
    chmod 0400 "$dir/munge/key"
fi
munged --force --key-file="$dir/munge/key" --socket="$dir/munge.sock" \
    --pid-file="$dir/munge/munged.pid" \
    --log-file="$dir/munge/log" --seed-file="$dir/munge/seed" --num-threads=2 2>>"$dir/log/munged"
wait_for 5 munged munge -n -S "$dir/munge.sock" -o /dev/null
base=${MINI_SLURM_PORT:-16817}
cat > "$dir/slurm.conf" <<CONF
ClusterName=mini
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.sock
CryptoType=crypto/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool.%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.%n.pid
SlurmctldLogFile=$dir/log/slurmctld
SlurmdLogFile=$dir/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
ReturnToService=2
SchedulerParameters=bf_interval=1,sched_min_interval=100000,batch_sched_delay=0
SlurmctldTimeout=30
SlurmdTimeout=10
MessageTimeout=10
KillWait=2
InactiveLimit=0
MailProg=/bin/true
SlurmdParameters=config_overrides
LaunchParameters=enable_nss_slurm
NodeName=DEFAULT CPUs=1 RealMemory=100 State=UNKNOWN
NodeName=n[1-$n] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((base + 1))-$((base + n))]
PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP
CONF
[ -z "${MINI_SLURM_EXTRA:-}" ] || printf '%s\n' "$MINI_SLURM_EXTRA" >> "$dir/slurm.conf"
for i in $(seq "$n"); do mkdir -p "$dir/spool.n$i" "$dir/pmix.n$i"; done
echo "PMIxCliTmpDirBase=$dir/pmix" > "$dir/mpi.conf"
export SLURM_CONF="$dir/slurm.conf"
slurmctld -c -f "$SLURM_CONF" >>"$dir/log/slurmctld.start" 2>&1 ||
    die "slurmctld: see $dir/log/slurmctld.start"
wait_for 5 slurmctld scontrol ping
for i in $(seq "$n"); do
    unshare --mount --uts sh -c 'hostname "$1"
        mount --bind "$2/pmix.$1" "$2/pmix"
        exec slurmd -N "$1" -f "$2/slurm.conf"' sh "n$i" "$dir" >>"$dir/log/slurmd.start" 2>&1 ||
        die "slurmd n$i: see $dir/log/slurmd.start"
done
all_there() { [ "$(sinfo -h -N -t idle,drain -o %N | sort -u | wc -l)" = "$n" ]; }
wait_for 60 "the nodes" all_there
echo "export SLURM_CONF=$SLURM_CONF"
