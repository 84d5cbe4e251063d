#!/bin/bash
# The Debian packages: built twice, checked by lintian, then installed, used and removed in a copy
# of this system. Also `make dist`, and two builds in two folders, equal to the byte.
. "$(dirname "$0")/../support/shell.sh"
. "$ROOT/tests/support/hardening.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS BUILD # the copies have build folders of their own
export PYTHONDONTWRITEBYTECODE=1
version=$(sed -n 's/^#define WM_VERSION "\(.*\)"/\1/p' "$ROOT/include/witnessmark.h")

# copy FOLDER: the files that git knows or would take, without what was built.
copy() {
    mkdir -p "$1"
    (cd "$ROOT" && git ls-files -z -co --exclude-standard |
        tar -c --null --files-from - --ignore-failed-read 2>/dev/null) | tar -x -C "$1"
}

# ---- two builds in two folders ----

first=$WORK/first/witnessmark second=$WORK/second/folder/witnessmark
copy "$first"
copy "$second"
for folder in "$first" "$second"; do
    if ! make -C "$folder" -j "$(nproc)" --no-print-directory all >"$WORK/log" 2>&1; then
        fail "make all in a copy: $(tail -n 5 "$WORK/log")"
        finish
    fi
done
for file in witnessmark libwitnessmark.so.0 libwitnessmark.a code/verify code/verify.c; do
    expect 0 cmp "$first/build/$file" "$second/build/$file"
done
expect 1 grep -q "$WORK" "$first/build/witnessmark" "$first/build/libwitnessmark.so.0"

# ---- the archive of the tree ----

if [ -e "$ROOT/.git" ]; then
    git clone -q "$ROOT" "$WORK/clone" && git clone -q "$ROOT" "$WORK/again"
    for folder in clone again; do
        expect 0 make -C "$WORK/$folder" --no-print-directory dist
        sleep 1
    done
    dist=build/witnessmark-$version.tar.gz
    expect 0 cmp "$WORK/clone/$dist" "$WORK/again/$dist"
    tar -xzf "$WORK/clone/$dist" -C "$WORK"
    expect 0 diff -r "$WORK/clone/src" "$WORK/witnessmark-$version/src"
    expect_equal "the revision in the archive" \
        "$(cat "$WORK/witnessmark-$version/tools/revision")" \
        "$(git -C "$WORK/clone" rev-parse HEAD)"
else
    skip "make dist needs the git repository"
fi

# ---- packages ----

if ! command -v dpkg-buildpackage >/dev/null || ! command -v dh_python3 >/dev/null; then
    skip "dpkg-buildpackage, debhelper and dh-python are not there to build packages"
    finish
fi
expect_equal "the version of the packages" \
    "$(dpkg-parsechangelog -l "$ROOT/debian/changelog" -S Version)" "$version"
rm -rf "$first/build" "$second/build"
for folder in "$first" "$second"; do
    if ! (cd "$folder" && dpkg-buildpackage -us -uc -b) >"$WORK/log" 2>&1; then
        fail "dpkg-buildpackage: $(tail -n 15 "$WORK/log")"
        finish
    fi
    export DEB_BUILD_OPTIONS=nocheck # once is enough
    # A function that the symbols file lacks.
    expect 1 grep -E 'dpkg-gensymbols: (warning|error)' "$WORK/log"
done
packages=()
for name in witnessmark libwitnessmark0 libwitnessmark-dev python3-witnessmark; do
    file=$(ls "$WORK/first/${name}_${version}_"*.deb)
    expect 0 cmp "$file" "$WORK/second/folder/$(basename "$file")"
    packages+=("$file")
done
mkdir "$WORK/unpacked"
for file in "${packages[@]}"; do
    dpkg-deb -x "$file" "$WORK/unpacked"
done
hardened "$WORK/unpacked/usr/bin/witnessmark"
hardened "$(ls "$WORK"/unpacked/usr/lib/*/libwitnessmark.so.0)" shared
# The flags of Debian reach the compiler; the program names those with which it was built.
strings "$WORK/unpacked/usr/bin/witnessmark" | grep -E '^-std=c11 ' >"$WORK/flags"
for flag in $(DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --get CFLAGS); do
    [[ $flag == -f*-prefix-map=* ]] || expect_words "$WORK/flags" " $flag( |\$)"
done
if command -v lintian >/dev/null; then
    expect 0 lintian --allow-root --fail-on error "$WORK"/first/*.changes
    cat "$WORK/out"
else
    skip "lintian is not there"
fi

# ---- installed, used and removed ----

# A copy of this system: its files below, what changes above, in a mount namespace of its own.
cat >"$WORK/in_copy" <<'END'
set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mkdir -p "$1/root/packages"
mount --bind "$2" "$1/root/packages"
mount -t proc proc "$1/root/proc"
mount --bind /dev "$1/root/dev"
exec chroot "$1/root" /bin/sh -eu /packages/use.sh
END
printf 'PACKAGES="%s"\n' "${packages[*]/#*\//\/packages\/}" >"$WORK/first/use.sh"
cat >>"$WORK/first/use.sh" <<'END'
cd /tmp && export DEBIAN_FRONTEND=noninteractive LC_ALL=C PATH=/usr/sbin:/usr/bin:/sbin:/bin
unset PYTHONPATH LD_LIBRARY_PATH WITNESSMARK_LIBRARY TMPDIR || true
dpkg -i $PACKAGES
witnessmark --version
man -w witnessmark >/dev/null 2>&1 || ls /usr/share/man/man1/witnessmark.1.gz
test -s /usr/share/doc/witnessmark/formats/record.md.gz ||
    test -s /usr/share/doc/witnessmark/formats/record.md
witnessmark run --plan quick -o installed-record
witnessmark audit installed-record
/usr/bin/python3 -c 'import witnessmark
assert witnessmark.audit("installed-record").check().claims > 0
assert witnessmark.__file__.startswith("/usr/lib/python3/dist-packages/")'
echo '#include <witnessmark.h>
#include <stdio.h>
int main(void) { puts(wm_version()); return 0; }' > user.c
cc user.c -o user $(pkg-config --cflags --libs witnessmark)
./user
dpkg --purge python3-witnessmark libwitnessmark-dev libwitnessmark0 witnessmark
left=$(find /usr /etc /var -name '*witnessmark*' -newer /packages/use.sh)
test -z "$left" || { echo "left: $left"; exit 1; }
dpkg -l | grep -q witnessmark && { echo 'dpkg still knows the packages'; exit 1; }
echo removed
END
if [ "$(id -u)" -ne 0 ] || ! unshare -m true 2>/dev/null; then
    skip "only root can install the packages in a copy of this system"
    finish
fi
mkdir "$WORK/copy"
expect 0 unshare -m --propagation private sh "$WORK/in_copy" "$WORK/copy" "$WORK/first"
tail -n 5 "$WORK/out"
expect_words "$WORK/out" '^removed$'
finish
