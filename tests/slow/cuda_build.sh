#!/bin/bash
# The CUDA backend and its tests compile without a warning, also on a machine without a GPU.
nvcc=${NVCC:-${CUDA_HOME:-/usr/local/cuda}/bin/nvcc}
[ -x "$nvcc" ] || { echo "no CUDA toolkit: $nvcc is not there"; exit 77; }
cd "$(dirname "$0")/../.." || exit 2
# Make's own flags would bind this build to the jobs of the one that runs the tests.
exec env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory -j "$(nproc)" CUDA=1 all programs
