#!/bin/bash
# README's first two commands in a bare Debian 12, as a newcomer runs them: `make demo`, `make
# check`. The tree is debootstrap's variant minbase, without /dev/pts and /sys. Packages come from
# where this machine's apt gets its own.
#
# check-all has run the same scripts, so `make check` takes a third of them here, another third
# after each commit. WITNESSMARK_BARE=whole takes all.
root=$(cd "$(dirname "$0")/../.." && pwd)
most_seconds=2400 # of all that runs in the tree: a hang ends, a busy machine does not fail

skipped() {
    echo "skipped: $*"
    exit 77
}

[ "$(id -u)" -eq 0 ] || skipped "only root can make a tree of Debian"
command -v debootstrap >/dev/null || skipped "debootstrap is not installed (tools/deps slow)"
unshare -m true 2>/dev/null || skipped "no mount namespace can be made here"
[ -e "$root/.git" ] || skipped "the committed tree needs the git repository"
sources=$(apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT) $(ORIGIN)' \
    'Created-By: Packages' | awk '$4 == "Debian" && $2 ~ /^bookworm/ { print "deb", $1, $2, $3 }' |
    sort -u)
mirror=$(awk '$3 == "bookworm" { print $2; exit }' <<<"$sources")
[ -n "$mirror" ] || skipped "apt has no source of Debian 12 (bookworm) here"

work=$(mktemp -d "${TMPDIR:-/tmp}/witnessmark-bare-XXXXXX") || exit 2
trap 'rm -rf --one-file-system "$work"' EXIT
tree=$work/tree
if ! timeout -k 10 "$most_seconds" debootstrap --variant=minbase bookworm "$tree" "$mirror" \
    >"$work/log" 2>&1; then
    tail -n 5 "$work/log"
    skipped "debootstrap cannot make the tree: $(tail -n 1 "$work/log")"
fi
echo "$sources" >"$tree/etc/apt/sources.list"
apt-config dump Acquire | grep -iE '::proxy|::retries' >"$tree/etc/apt/apt.conf.d/10acquire"
cp -L /etc/resolv.conf "$tree/etc/resolv.conf" 2>/dev/null
git clone -q --no-hardlinks "file://$root" "$tree/root/witnessmark" || exit 2

third=$((0x$(git -C "$root" rev-parse HEAD | cut -c 1-6) % 3))
[ "${WITNESSMARK_BARE:-}" != whole ] || third=all
scripts=$(git -C "$root" ls-tree -r --name-only HEAD tests/integration tests/adversary \
    tests/conformance | grep -E '^tests/[a-z]+/[^/]+\.sh$' |
    awk -v third="$third" 'third == "all" || NR % 3 == third' | tr '\n' ' ')
echo "scripts of make check: $third of the thirds 0, 1, 2"

# What README says, and nothing else. `make` is what README tells a newcomer to install first.
cat >"$tree/root/commands" <<'END'
set -eu
apt-get update -q
apt-get install -q -y make
cd /root/witnessmark
for command in 'make demo' 'make check'; do
    grep -q "^    $command  *# " README.md || { echo "README has no line '$command'"; exit 1; }
    echo "== $command"
    $command SCRIPTS="$1"
done
END
cat >"$work/enter" <<'END'
set -eu
mount -t proc proc "$1/proc"
exec chroot "$1" /usr/bin/env -i HOME=/root DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh /root/commands "$2"
END
# Every process of the tree ends with the first one.
timeout -k 10 "$most_seconds" unshare -m -p --fork --kill-child --propagation private \
    sh "$work/enter" "$tree" "$scripts" >"$work/log" 2>&1 </dev/null
status=$?
grep -E '^(== |SKIP|FAIL|skipped: |FAILED: )|^[0-9]+ passed, ' "$work/log" |
    sed 's/^/in the tree: /'
if [ "$status" -ne 0 ]; then
    [ "$status" -ne 124 ] || echo "stopped after $most_seconds s"
    tail -n 200 "$work/log"
    echo "exit $status"
    exit 1
fi
