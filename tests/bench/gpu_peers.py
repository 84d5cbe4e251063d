#!/usr/bin/env python3
"""Times the CUDA backend and PyTorch in turns on one GPU, and prints medians of paired ratios with their range.

usage: gpu_peers.py BENCH_GPU [--rounds N] [--sizes N...] [--only REGEX]     BENCH_GPU is build/cuda/tests/bench/bench_gpu

Both run the same shapes on random data; PyTorch's own libraries are offered to BENCH_GPU first, so that the same cuBLASLt and
cuDNN are compared. A ratio is PyTorch's time over ours: above 1 ours is faster.
"""
import argparse
import glob
import os
import re
import statistics
import subprocess
import sys

import torch
import torch.nn.functional as F

SECONDS = 0.4
cuda = torch.device("cuda:0")


def start(path):
    site = os.path.dirname(os.path.dirname(torch.__file__))
    libraries = glob.glob(site + "/nvidia/*/lib")
    environment = dict(os.environ)
    environment["LD_LIBRARY_PATH"] = ":".join(libraries + [environment.get("LD_LIBRARY_PATH", "")])
    return subprocess.Popen([path, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def ask(ours, request):
    """The words of an answer; numbers first."""
    ours.stdin.write(request + "\n")
    ours.stdin.flush()
    line = ours.stdout.readline()
    if not line:
        sys.exit(f"no answer to {request}")
    return line.split(": ", 1)[1].strip().split(" ") if "error" not in line else [line.strip()]


def time_ms(function):
    for _ in range(2):
        function()
    torch.cuda.synchronize()
    begin, end = torch.cuda.Event(True), torch.cuda.Event(True)
    begin.record()
    function()
    end.record()
    torch.cuda.synchronize()
    runs = 3 + int(SECONDS * 1e3 / max(begin.elapsed_time(end), 1e-3))
    begin.record()
    for _ in range(runs):
        function()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / runs


def product(name, n):
    """A function that multiplies as the variant does."""
    A, B = torch.randn(n, n, device=cuda), torch.randn(n, n, device=cuda)
    one = torch.ones((), device=cuda)
    if name in ("fp16", "bf16"):
        kind = torch.float16 if name == "fp16" else torch.bfloat16
        A, B, C = A.to(kind), B.to(kind), torch.empty(n, n, device=cuda, dtype=kind)
        return lambda: torch.mm(A, B, out=C)
    if name in ("tf32", "f32"):
        C = torch.empty(n, n, device=cuda)

        def multiply():
            torch.backends.cuda.matmul.allow_tf32 = name == "tf32"
            torch.mm(A, B, out=C)
        return multiply
    A, B = A.to(torch.float8_e4m3fn), B.t().contiguous().to(torch.float8_e4m3fn).t()
    return lambda: torch._scaled_mm(A, B, scale_a=one, scale_b=one, out_dtype=torch.bfloat16,
                                    use_fast_accum=name == "fp8_fast")


def attention(b, h, s, d):
    q, k, v = (torch.randn(b, h, s, d, device=cuda, dtype=torch.bfloat16) for _ in range(3))

    def attend():
        with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.CUDNN_ATTENTION):
            F.scaled_dot_product_attention(q, k, v)
    return attend


def vectors(kind, n):
    b = torch.randn(n, device=cuda)
    if kind == "reduce":
        return lambda: b.sum()
    a = torch.empty(n, device=cuda)
    if kind == "copy":
        return lambda: a.copy_(b)
    c = torch.randn(n, device=cuda)
    return lambda: torch.add(b, c, alpha=3.0, out=a)


def scatter(n, buckets):
    index, src = torch.randint(0, buckets, (n,), device=cuda), torch.randn(n, device=cuda)
    out = torch.zeros(buckets, device=cuda)
    return lambda: out.scatter_add_(0, index, src)


def index_add(rows, columns, buckets):
    index, src = torch.randint(0, buckets, (rows,), device=cuda), torch.randn(rows, columns, device=cuda)
    out = torch.zeros(buckets, columns, device=cuda)
    return lambda: out.index_add_(0, index, src)


def cases(sizes):
    """Name, our request, PyTorch's function's maker, and the work of one run with its unit."""
    for n in sizes:
        for name in ("fp16", "bf16", "tf32", "fp8", "fp8_fast"):
            yield (f"gemm {name} {n}", f"gemm {name} {n} {SECONDS}", lambda a=name, b=n: product(a, b),
                   2 * n**3 / 1e9, "TFLOP/s")
    n = 2**30
    yield "triad", f"triad {n} {SECONDS}", lambda: vectors("triad", n), 12 * n / 1e6, "GB/s"
    yield "copy", f"copy {n} {SECONDS}", lambda: vectors("copy", n), 8 * n / 1e6, "GB/s"
    yield "reduction", f"reduce {n} {SECONDS}", lambda: vectors("reduce", n), 4 * n / 1e6, "GB/s"
    yield "reduction, one order", f"ordered {n} {SECONDS}", lambda: vectors("reduce", n), 4 * n / 1e6, "GB/s"
    shape = (4, 32, 8192, 128)
    yield ("attention", f"attention {' '.join(map(str, shape))} {SECONDS}", lambda: attention(*shape),
           4 * 4 * 32 * 8192**2 * 128 / 1e9, "TFLOP/s")
    yield "scatter_add", f"scatter {2**28} {2**20} {SECONDS}", lambda: scatter(2**28, 2**20), 2**28 / 1e6, "Ge/s"
    yield "scatter_add fixed", f"fixed {2**28} {2**20} {SECONDS}", lambda: scatter(2**28, 2**20), 2**28 / 1e6, "Ge/s"
    yield ("index_add", f"index {2**20} 128 {2**16} {SECONDS}", lambda: index_add(2**20, 128, 2**16), 2**27 / 1e6,
           "Ge/s")


def compare(ours, options):
    rounds, sizes = options.rounds, options.sizes
    print(f"torch {torch.__version__}, {torch.cuda.get_device_name(0)}; {rounds} rounds of {SECONDS} s in turns")
    means = []
    for name, request, maker, work, unit in cases(sizes):
        if not re.search(options.only, name):
            continue
        theirs = maker()
        words = ask(ours, request)  # the first tunes
        pairs = []
        for _ in range(rounds):
            words = ask(ours, request)
            try:
                pairs.append((float(words[0]), time_ms(theirs)))
            except ValueError:
                break
        del theirs
        torch.cuda.empty_cache()
        if len(pairs) < rounds:
            print(f"{name:24} {' '.join(words)}")
            continue
        ratios = sorted(theirs_ms / ours_ms for ours_ms, theirs_ms in pairs)
        our_rate = work / statistics.median(p[0] for p in pairs)
        their_rate = work / statistics.median(p[1] for p in pairs)
        print(f"{name:24} {our_rate:8.1f} {unit:8} torch {their_rate:8.1f}  ratio {statistics.median(ratios):.3f} "
              f"({ratios[0]:.3f}-{ratios[-1]:.3f})  {' '.join(words[1:])}", flush=True)
        if name.startswith("gemm"):
            means.append(statistics.median(ratios))
    if means:
        print(f"mean of the products' ratios {statistics.mean(means):.4f}")


def own(ours, sizes):
    """What has no peer: the witness beside the product, cold and after load."""
    for name in ("fp16", "bf16", "tf32", "fp8", "fp8_fast", "f32", "f64", "int8"):
        for n in sizes if name[0:2] in ("fp", "bf", "tf") else sizes[:1]:
            rho = ask(ours, f"rho {name} {n}")
            print(f"{name} {n}: rho, floor over 64 seeds, row statistic: {' '.join(rho)}", flush=True)
    for n in sizes:
        for name in ("fp16", "bf16", "tf32", "fp8"):
            rounds = [[float(ask(ours, f"{verb} {name} {n} {SECONDS}")[0]) for verb in ("gemm", "judged", "witness")]
                      for _ in range(3)]
            product_ms, judged_ms, with_ms = (statistics.median(column) for column in zip(*rounds))
            out = 4 if name == "tf32" else 2
            size = {"tf32": 12, "fp8": 4}.get(name, 6) * n * n
            check = float(ask(ours, f"check {name} {n} 0.2")[0])
            floor = float(ask(ours, f"floor {name} {n} 0.2")[0])
            hot = float(ask(ours, f"digest {name} {n} 0.1")[0])
            ask(ours, "sleep 1")
            cold = float(ask(ours, f"digest {name} {n} 0.05")[0])
            clock = float(ask(ours, "clock")[0]) / 1e9
            made = float(ask(ours, f"fill {name} {n} 0.05")[0])
            operand = {"tf32": 4, "fp8": 1}.get(name, 2) * n * n
            print(f"{name} {n}: product {product_ms:.4f} ms, with digest and residual +{(judged_ms / product_ms - 1) * 100:.1f} %, "
                  f"also with openings +{(with_ms / product_ms - 1) * 100:.1f} %; residual {check:.4f} ms ({check / product_ms * 100:.2f} %, "
                  f"{size / check / 1e6:.0f} GB/s), 64 sets {floor:.3f} ms; digest {cold:.4f} ms cold "
                  f"({out * n * n / cold / 1e6:.0f} GB/s at {clock:.2f} GHz), {hot:.4f} after load; "
                  f"fill {operand / made / 1e6:.0f} GB/s", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bench")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=[8192, 16384])
    parser.add_argument("--only", default="", help="of the cases beside PyTorch, those whose name this matches")
    words = parser.parse_args()
    ours = start(words.bench)
    if not words.only:
        own(ours, words.sizes)
    compare(ours, words)
    ours.stdin.close()
    ours.wait()


main()
