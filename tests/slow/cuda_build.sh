#!/bin/bash
# The CUDA backend and its tests compile without a warning, also on a machine without a GPU. Every
# object has code for every architecture, and each architecture has its own path or the plain one.
nvcc=${NVCC:-${CUDA_HOME:-/usr/local/cuda}/bin/nvcc}
[ -x "$nvcc" ] || { echo "no CUDA toolkit: $nvcc is not there"; exit 77; }
. "$(dirname "$0")/../support/shell.sh"
cd "$ROOT" || exit 2
# Make's own flags would bind this build to the jobs of the one that runs the tests.
unset MAKEFLAGS MAKELEVEL
expect 0 make --no-print-directory -j "$(nproc)" CUDA=1 all programs

# value NAME: a variable of the build.
value() {
    make --no-print-directory CUDA=1 --eval "value: ; @echo '\$(strip \$($1))'" value
}
archs=$(value CUDA_ARCHS) flags=$(value NVCC_FLAGS)

# ptx FILE ARCH: prints the kernels of a file as they are for an architecture.
ptx() {
    # shellcheck disable=SC2086
    "$nvcc" -Iinclude -Isrc $flags -arch="compute_$2" -ptx -o - "src/backend/cuda/$1.cu"
}

# What an object has, from the headers of its fat binaries: 2 (code) or 1 (PTX), and for which.
cat >"$WORK/codes.py" <<'END'
import re, struct, sys
data = open(sys.argv[1], "rb").read()
for found in re.finditer(rb"\x50\xed\x55\xba", data):
    _, _, header, size = struct.unpack_from("<IHHQ", data, found.start())
    at = found.start() + header
    end = at + size
    while at < end:
        kind, _, head, payload, arch = struct.unpack_from("<HHIQ12xI", data, at)
        print(kind, arch)
        at += head + payload
END
wanted=$(for arch in $archs; do
    number=${arch%+ptx} && echo "2 ${number%a}"
    [ "$arch" = "$number" ] || echo "1 $number"
done | sort)
for kernels in src/backend/cuda/*.cu; do
    codes=$(python3 "$WORK/codes.py" "build/cuda/$kernels.o" | sort)
    expect_equal "what $kernels is compiled for" "$codes" "$wanted"
    # An operation without a rounding in its name could be fused by the driver that compiles PTX.
    name=$(basename "$kernels" .cu)
    ptx "$name" 120 >"$WORK/$name.ptx" || fail "$kernels: no PTX"
    expect_equal "operations of $kernels that PTX leaves open" \
        "$(grep -cE '^\s*(add|sub|mul|mad|fma)\.((ftz|sat)\.)*b?f(16|16x2|32|64)\b' \
        "$WORK/$name.ptx")" 0
done

# Below 9.0 a kernel starts after the last one, and four floats are added one by one.
for arch in ${archs//+ptx/}; do
    for file in cuda_residual_rows cuda_residual_columns cuda_probes cuda_scatter; do
        ptx $file "$arch" >"$WORK/out" || fail "$file does not compile for $arch"
        has=$(grep -cE 'griddepcontrol|add\.v4\.f32' "$WORK/out")
        if [ "${arch%a}" -lt 90 ]; then
            expect_equal "instructions of 9.0 in $file for $arch" "$has" 0
        else
            [ "$has" -gt 0 ] && pass || fail "$file has the plain path for $arch"
        fi
    done
done
finish
