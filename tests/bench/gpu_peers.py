#!/usr/bin/env python3
"""Times the CUDA backend and PyTorch in turns on one GPU.

usage: gpu_peers.py BENCH_GPU [--rounds N] [--settle N] [--sizes N...] [--only REGEX]
BENCH_GPU is build/cuda/tests/bench/bench_gpu.

Prints medians of paired ratios with their range. A ratio is PyTorch's time over ours: above 1 ours
is faster. Both run the same shapes on random data, and scattered sums with the same indices. Who
runs first alternates from round to round. BENCH_GPU looks for libraries in PyTorch's folders first,
so that the same cuBLASLt and cuDNN are compared; the last lines name the files that both loaded.

Ours reads indices of 32 bits. PyTorch's index_add_ takes them too. Its scatter_add_ takes 64 bits
only: its row says so, and in the row below PyTorch's index_add_ does the same sums from 32 bits.

"Cold" is after half a second of rest. Under products the clock falls, since power is limited. For
some seconds after a rest it swings by a fifth, about once a second. So products and attention begin
with --settle rounds that do not count.
"""
import argparse
import glob
import os
import re
import statistics
import subprocess
import sys
import tempfile

import torch
import torch.nn.functional as F

SECONDS = 0.4
PEAK_GB_PER_S = 4800  # of an H200's memory, by its data sheet
cuda = torch.device("cuda:0")


def start(path):
    site = os.path.dirname(os.path.dirname(torch.__file__))
    libraries = glob.glob(site + "/nvidia/*/lib")
    environment = dict(os.environ)
    environment["LD_LIBRARY_PATH"] = ":".join(libraries + [environment.get("LD_LIBRARY_PATH", "")])
    return subprocess.Popen([path, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                            env=environment)


class Refused(Exception):
    """A request that was not carried out, and why."""


def ask(ours, request):
    """The words of an answer; numbers first. Raises Refused."""
    ours.stdin.write(request + "\n")
    ours.stdin.flush()
    line = ours.stdout.readline()
    if not line:
        sys.exit(f"no answer to {request}")
    answer = line.split(": ", 1)[1].strip()
    if answer.startswith("error ") or " error " in answer:
        raise Refused(answer[answer.index("error ") + len("error "):])
    return answer.split(" ")


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
        return lambda: (a.copy_(b), b.copy_(a))
    c = torch.randn(n, device=cuda)
    return lambda: torch.add(b, c, alpha=3.0, out=a)


def indices(ours, rows, buckets):
    """The indices that ours sums by, as int32."""
    with tempfile.NamedTemporaryFile(prefix="indices-") as file:
        ask(ours, f"indices {rows} {buckets} {file.name}")
        return torch.from_file(file.name, shared=False, size=rows, dtype=torch.int32).to(cuda)


def scatter(ours, n, buckets):
    index, src = indices(ours, n, buckets).to(torch.int64), torch.randn(n, device=cuda)
    out = torch.zeros(buckets, device=cuda)
    return lambda: out.scatter_add_(0, index, src)


def index_add(ours, rows, shape, buckets):
    index, src = indices(ours, rows, buckets), torch.randn(rows, *shape, device=cuda)
    out = torch.zeros(buckets, *shape, device=cuda)
    return lambda: out.index_add_(0, index, src)


def cases(ours, sizes):
    """Name, our request, PyTorch's function's maker, and the work of one run with its unit."""
    for n in sizes:
        for name in ("fp16", "bf16", "tf32", "fp8", "fp8_fast"):
            yield (f"gemm {name} {n}", f"gemm {name} {n} {SECONDS}",
                   lambda a=name, b=n: product(a, b), 2 * n**3 / 1e9, "TFLOP/s")
    count = 2**30
    # The first word asks ours, the second chooses PyTorch's function.
    for name, verb, kind, size in (("triad", "triad", "triad", 12), ("copy", "copy", "copy", 16),
                                   ("reduction", "reduce", "reduce", 4),
                                   ("reduction, one order", "ordered", "reduce", 4)):
        yield (name, f"{verb} {count} {SECONDS}", lambda kind=kind: vectors(kind, count),
               size * count / 1e6, "GB/s")
    shape = (4, 32, 8192, 128)
    yield ("attention", f"attention {' '.join(map(str, shape))} {SECONDS}",
           lambda: attention(*shape), 4 * 4 * 32 * 8192**2 * 128 / 1e9, "TFLOP/s")
    n, buckets = 2**28, 2**20
    for name, verb in (("scatter_add", "scatter"), ("scatter_add fixed", "fixed")):
        yield (f"{name}, torch int64", f"{verb} {n} {buckets} {SECONDS}",
               lambda: scatter(ours, n, buckets), n / 1e6, "Ge/s")
        yield (f"{name}, torch index_add_ int32", f"{verb} {n} {buckets} {SECONDS}",
               lambda: index_add(ours, n, (), buckets), n / 1e6, "Ge/s")
    yield ("index_add, both int32", f"index {2**20} 128 {2**16} {SECONDS}",
           lambda: index_add(ours, 2**20, (128,), 2**16), 2**27 / 1e6, "Ge/s")


def libraries(ours):
    """Which files both processes had loaded in the end."""
    for name in ("libcudnn.so", "libcublasLt.so"):
        files = []
        for process in ("self", ours.pid):
            with open(f"/proc/{process}/maps", encoding="utf-8") as maps:
                files.append({os.path.realpath(line.split()[-1]) for line in maps if name in line})
        print(f"{name}: {'the same file' if files[0] == files[1] else 'NOT the same file'}: "
              f"{' '.join(sorted(files[0] | files[1])) or 'none'}")


def pair(ours, request, theirs, ours_first):
    """The words of our answer, and PyTorch's ms."""
    if ours_first:
        words = ask(ours, request)
        return words, time_ms(theirs)
    their_ms = time_ms(theirs)
    return ask(ours, request), their_ms


def pairs_of(ours, request, maker, rounds, settling):
    """One pair a round, in turns; settling rounds do not count. Raises what the two raise."""
    ask(ours, request)  # the first tunes
    theirs = maker()
    ask(ours, request)  # what PyTorch needed may have taken ours' buffers' place
    return [pair(ours, request, theirs, number % 2 == 0)
            for number in range(settling + rounds)][settling:]


def compare_case(ours, options, name, request, maker, work, unit):
    """Prints a row; the ratio, or none where one of the two was refused."""
    try:
        pairs = pairs_of(ours, request, maker, options.rounds,
                         options.settle if unit == "TFLOP/s" else 0)
    except Refused as refused:
        print(f"{name:36} refused: {refused}", flush=True)
        return None
    except (RuntimeError, NotImplementedError, TypeError) as error:
        print(f"{name:36} torch refused: {str(error).splitlines()[0]}", flush=True)
        return None
    finally:
        torch.cuda.empty_cache()
    words = pairs[-1][0]
    times = [(float(answer[0]), their_ms) for answer, their_ms in pairs]
    ratios = sorted(their_ms / our_ms for our_ms, their_ms in times)
    our_rate, their_rate = (work / statistics.median(t[side] for t in times) for side in (0, 1))
    part = ""
    if unit == "GB/s":
        part = f"  {our_rate / PEAK_GB_PER_S:.3f} of 4.8 TB/s"
        part += f", torch {their_rate / PEAK_GB_PER_S:.3f}"
    print(f"{name:36} {our_rate:8.1f} {unit:8} torch {their_rate:8.1f}  "
          f"ratio {statistics.median(ratios):.3f} ({ratios[0]:.3f}-{ratios[-1]:.3f}){part}  "
          f"{' '.join(words[1:])}", flush=True)
    return statistics.median(ratios)


def compare(ours, options):
    print(f"torch {torch.__version__}, cuDNN {torch.backends.cudnn.version()}, "
          f"{torch.cuda.get_device_name(0)}; {options.rounds} rounds of {SECONDS} s in turns, "
          f"who goes first alternates; {options.settle} before them where power is the limit")
    ratios = []
    for name, *case in cases(ours, options.sizes):
        if not re.search(options.only, name):
            continue
        ratio = compare_case(ours, options, name, *case)
        if ratio is not None and name.startswith("gemm"):
            ratios.append(ratio)
    if ratios:
        print(f"mean of the {len(ratios)} products' ratios {statistics.mean(ratios):.4f}")


def spread(values, form):
    """Median and range, each written by form."""
    values = sorted(values)
    return f"{form(statistics.median(values))} ({form(values[0])} to {form(values[-1])})"


def numbers(ours, *requests):
    """The first number of each answer. Raises Refused."""
    return [float(ask(ours, request)[0]) for request in requests]


def read_ms(ours, sizes):
    """What the reduction takes to read as many bytes, one matrix after the other."""
    total = 0
    for size in sizes:
        ask(ours, "sleep 0.3")
        total += statistics.median(numbers(ours, *[f"reduce {size // 4} 0.1"] * 3))
    return total


def own_product(ours, name, n, rounds):
    """The witness beside the product in turns, and its parts after load and after a rest."""
    out, operand = {"tf32": (4, 4), "fp8": (2, 1), "fp8_fast": (2, 1)}.get(name, (2, 2))
    sizes = (operand * n * n, operand * n * n, out * n * n)
    read = read_ms(ours, sizes)
    verbs = ("gemm", "judged", "witness")
    turns = []
    for number in range(rounds):
        order = verbs if number % 2 == 0 else verbs[::-1]
        took = dict(zip(order, numbers(ours, *(f"{verb} {name} {n} {SECONDS}" for verb in order))))
        turns.append([took[verb] for verb in verbs])
    loaded, rested = [], []
    for _ in range(rounds):
        ask(ours, f"gemm {name} {n} 0.2")
        loaded.append(numbers(ours, f"digest {name} {n} 0.02", "clock"))
        ask(ours, "sleep 0.5")
        rested.append(
            numbers(ours, f"digest {name} {n} 0.1", f"check {name} {n} 0.1", f"fill {name} {n} 0.1",
                    f"open {name} {n} 0.02", "clock"))
    product_ms = statistics.median(turn[0] for turn in turns)

    def say(what, values, unit, digits=2):
        print(f"  {what:48} {spread(values, lambda x: f'{x:.{digits}f}{unit}')}", flush=True)

    print(f"witness {name} {n}, {rounds} rounds, median (range):")
    say("product", [t[0] for t in turns], " ms", 4)
    say("product, digest, residual: more than the product",
        [(t[1] / t[0] - 1) * 100 for t in turns], " %")
    say("the same, the digest's tree kept, and 32 openings",
        [(t[2] / t[0] - 1) * 100 for t in turns], " %")
    say("residual, cold", [r[1] for r in rested], " ms", 4)
    say("residual, cold, bytes", [sum(sizes) / r[1] / 1e6 for r in rested], " GB/s", 0)
    say("residual, cold, of the product", [r[1] / product_ms * 100 for r in rested], " %")
    say(f"residual, cold, of reading A, B, C ({sum(sizes) / read / 1e6:.0f} GB/s)",
        [r[1] / read for r in rested], "", 3)
    say("digest, cold", [sizes[2] / r[0] / 1e6 for r in rested], " GB/s", 0)
    say("digest, after products", [sizes[2] / x[0] / 1e6 for x in loaded], " GB/s", 0)
    say("fill, cold", [sizes[0] / r[2] / 1e6 for r in rested], " GB/s", 0)
    say("32 openings, cold", [r[3] * 1e3 for r in rested], " us", 1)
    say("clock, cold", [r[4] / 1e9 for r in rested], " GHz")
    say("clock, after products and a digest", [x[1] / 1e9 for x in loaded], " GHz")


def own_floor(ours, name, n):
    rho, sets = ask(ours, f"rho {name} {n}"), ask(ours, f"floor {name} {n} 0.1")
    print(f"floors {name} {n}: rho, median of 21 sets, row statistic, G, G of 21 sets: "
          f"{' '.join(rho)}; 21 sets {sets[0]} ms", flush=True)


def own_case(options, name, function, *arguments):
    """What function measures, or a row that says why not."""
    if not re.search(options.only, name):
        return
    try:
        function(*arguments)
    except Refused as refused:
        print(f"{name} refused: {refused}", flush=True)


def own(ours, options):
    """What has no peer."""
    kinds = ("fp16", "bf16", "tf32", "fp8", "fp8_fast", "f32", "f64", "int8")
    for name, n in ((a, b) for a in kinds
                    for b in (options.sizes if a not in kinds[5:] else options.sizes[:1])):
        own_case(options, f"floors {name} {n}", own_floor, ours, name, n)
    for n in options.sizes:
        for name in kinds[:4]:
            own_case(options, f"witness {name} {n}", own_product, ours, name, n, options.rounds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bench")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--settle", type=int, default=8)
    parser.add_argument("--sizes", type=int, nargs="+", default=[8192, 16384])
    parser.add_argument(
        "--only",
        default="",
        help="the cases whose name this matches, such as 'witness fp16 16384' or 'gemm fp8'")
    words = parser.parse_args()
    ours = start(words.bench)
    own(ours, words)
    compare(ours, words)
    libraries(ours)
    ours.stdin.close()
    ours.wait()


main()
