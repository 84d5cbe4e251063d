#!/bin/bash
# The check of products in files: correct products of varied data, flips that it sees, flips and
# statistics by kind of data, and its time beside a plain read of A, B and C by as many threads.
#
#     tests/bench/verify.sh          the tables of docs/verify.md; about 20 minutes
#     tests/bench/verify.sh quick    fewer
cd "$(dirname "$0")/../.." || exit 2
program=${BUILD:-build}/tests/bench/bench_product_check
if [ "${1:-}" = quick ]; then
    "$program" correct 50 2026 || exit 1
    "$program" flips 20 fp16 256 || exit 1
    "$program" data 10 bf16 128
    exit
fi
"$program" correct 1000 2026 || exit 1
for variant in fp16 f32 bf16; do
    "$program" flips 200 "$variant" 256 512 1024 2048 4096 || exit 1
done
for variant in fp16 bf16 tf32 f32; do
    "$program" data 60 "$variant" 512 || exit 1
done
for variant in fp16 bf16 f32; do
    "$program" time "$variant" 4096 || exit 1
    "$program" integers "$variant" 4096 || exit 1
done
