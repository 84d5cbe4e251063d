#!/bin/bash
# `make install` into a folder: all files are there, and a program builds with pkg-config alone.
. "$(dirname "$0")/../support/shell.sh"

if ! make -C "$ROOT" --no-print-directory install DESTDIR="$WORK/root" PREFIX=/opt/wm \
    PYTHONDIR=/opt/wm/python >"$WORK/log" 2>&1; then
    fail "make install: $(tail -n 5 "$WORK/log")"
    finish
fi
top=$WORK/root/opt/wm
for file in bin/witnessmark include/witnessmark.h lib/libwitnessmark.a lib/libwitnessmark.so \
    lib/pkgconfig/witnessmark.pc share/man/man1/witnessmark.1 \
    share/bash-completion/completions/witnessmark share/zsh/site-functions/_witnessmark \
    share/fish/vendor_completions.d/witnessmark.fish share/doc/witnessmark/library.md \
    share/doc/witnessmark/README.md share/doc/witnessmark/examples/plan.json \
    python/witnessmark/__init__.py; do
    [ -s "$top/$file" ] && pass || fail "$file is not installed"
done
expect 0 diff -r "$ROOT/docs/formats" "$top/share/doc/witnessmark/formats"
# Links between documents lead to files that are installed; records are not.
grep -oE '\]\([^)#:]+\)' "$top"/share/doc/witnessmark/*.md | sed 's/.*](\(.*\))/\1/' | sort -u |
    grep -v '^records/' >"$WORK/links"
while read -r link; do
    [ -e "$top/share/doc/witnessmark/$link" ] && pass || fail "a document links to $link"
done <"$WORK/links"
expect 0 "$top/bin/witnessmark" --version
version=$(cut -d ' ' -f 2 "$WORK/out")
expect 0 bash -c ". '$top/share/bash-completion/completions/witnessmark' && complete -p witnessmark"

if command -v man >/dev/null && command -v groff >/dev/null; then
    expect 0 sh -c "MANWIDTH=100 man --warnings -l '$top/share/man/man1/witnessmark.1' >/dev/null"
    expect_equal "warnings about the man page" "$(cat "$WORK/err")" ""
else
    skip "man is not there to render the page"
fi

if ! command -v pkg-config >/dev/null; then
    skip "pkg-config is not there"
    finish
fi
export PKG_CONFIG_PATH=$top/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$WORK/root
expect_equal "the version that pkg-config knows" "$(pkg-config --modversion witnessmark)" "$version"
read -ra shared < <(pkg-config --cflags --libs witnessmark)
read -ra static < <(pkg-config --static --libs-only-l witnessmark | sed 's/-lwitnessmark//')
for example in "$ROOT"/examples/*.c; do
    [ -e "$example" ] || { fail "there are no examples"; break; }
    name=$(basename "$example" .c)
    expect 0 cc -std=c11 -Wall -Wextra -Werror "$example" -o "$WORK/$name-shared" "${shared[@]}"
    expect 0 cc -std=c11 "$example" -o "$WORK/$name-static" -I"$top/include" \
        "$top/lib/libwitnessmark.a" "${static[@]}"
    # It may refuse to run without arguments, but it starts and finds its library.
    LD_LIBRARY_PATH=$top/lib "$WORK/$name-shared" >"$WORK/out" 2>&1 </dev/null
    [ $? -lt 126 ] && pass || fail "$name does not start: $(cat "$WORK/out")"
done
# They work against the installed library alone: one seals, the others read.
export LD_LIBRARY_PATH=$top/lib
printf 'speed:B/s\n1000\n3000\n2000\n' >"$WORK/numbers.csv"
for kind in shared static; do
    expect 0 "$WORK/seal_own_numbers-$kind" "$WORK/numbers.csv" "$WORK/record-$kind"
    expect 0 "$WORK/audit_callback-$kind" "$WORK/record-$kind"
    expect 0 "$WORK/read_claims-$kind" "$WORK/record-$kind"
    expect_equal "what read_claims prints" "$(cat "$WORK/out")" "x.speed = 2.000 kB/s"
    expect 0 "$top/bin/witnessmark" audit "$WORK/record-$kind"
done
# Every function of the header can be linked against.
sed -n 's/.*\b\(wm_[a-z0-9_]*\)(.*/\1/p' "$top/include/witnessmark.h" | grep -v '^wm_emit$' |
    sort -u >"$WORK/declared"
nm -D --defined-only "$top/lib/libwitnessmark.so" | awk '$2 == "T" { print $3 }' | sort \
    >"$WORK/exported"
expect_equal "declared and exported" "$(cat "$WORK/declared")" \
    "$(grep '@@WITNESSMARK_0$' "$WORK/exported" | sed 's/@@.*//')"
expect_equal "debian/libwitnessmark0.symbols, which lists the functions of the header" \
    "$(sed -n 's/^ \(wm_[a-z0-9_]*\)@WITNESSMARK_0 .*/\1/p' "$ROOT/debian/libwitnessmark0.symbols" |
        sort)" "$(cat "$WORK/declared")"
# The library holds what these functions reach, and needs libc alone.
objects=$(ar t "$top/lib/libwitnessmark.a" | wc -l)
[ "$objects" -le 140 ] && pass || fail "libwitnessmark.a has $objects objects, more than 140"
expect_equal "libraries that the shared library needs" \
    "$(readelf -d "$top/lib/libwitnessmark.so" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -v -e '^libm\.' -e '^libc\.' -e '^libpthread\.' -e '^ld-linux')" ""
# A C++ program can use the header.
printf '#include <witnessmark.h>\nint main() { return wm_version()[0] == 0; }\n' >"$WORK/user.cpp"
if command -v c++ >/dev/null; then
    expect 0 c++ -Wall -Wextra -Werror "$WORK/user.cpp" -o "$WORK/user" "${shared[@]}"
fi

# Another folder for libraries; what is installed can be removed, and nothing else is.
places=(DESTDIR="$WORK/other" PREFIX=/opt/wm LIBDIR=/opt/wm/lib/some-arch PYTHONDIR=/opt/wm/py)
mkdir -p "$WORK/other/opt/wm/bin" && touch "$WORK/other/opt/wm/bin/neighbour"
expect 0 make -C "$ROOT" --no-print-directory install "${places[@]}"
printf '#include <witnessmark.h>\nint main(void) { return wm_version()[0] == 0; }\n' >"$WORK/user.c"
PKG_CONFIG_PATH=$WORK/other/opt/wm/lib/some-arch/pkgconfig PKG_CONFIG_SYSROOT_DIR=$WORK/other \
    expect 0 sh -c "cc '$WORK/user.c' -o '$WORK/user' \$(pkg-config --cflags --libs witnessmark)"
expect 0 make -C "$ROOT" --no-print-directory uninstall "${places[@]}"
expect_equal "what uninstall left" "$(find "$WORK/other" -type f -o -type l)" \
    "$WORK/other/opt/wm/bin/neighbour"
finish
