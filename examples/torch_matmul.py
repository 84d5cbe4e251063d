#!/usr/bin/env python3
"""Times torch.matmul, checks each product, and seals the numbers into a record.

    torch_matmul.py RECORD [--size N] [--repeats N] [--device cpu|cuda]

Exit status: 0 sealed, and all products correct; 1 a product is wrong; 2 trouble.
"""
import argparse
import sys
import time

import witnessmark

try:
    import torch
except ImportError:
    print("torch_matmul.py: PyTorch is not installed; on Debian: apt install python3-torch",
          file=sys.stderr)
    sys.exit(2)


def synchronize(device):
    if device == "cuda":
        torch.cuda.synchronize()


def timed_product(a, b, out, device):
    """Seconds of one product. NaN in the output shows a product that was not computed."""
    out.fill_(float("nan"))
    synchronize(device)
    begin = time.perf_counter()
    torch.matmul(a, b, out=out)
    synchronize(device)
    return time.perf_counter() - begin


def measure(record, size, repeats, device):
    """Adds the observations; returns whether all products are correct."""
    generator = torch.Generator().manual_seed(1)
    a = torch.rand(size, size, generator=generator) - 0.5
    b = torch.rand(size, size, generator=generator) - 0.5
    exact = a.double() @ b.double()
    # The rounding of a dot product of `size` terms is at most size * 2^-24 * sum |a| |b|.
    bound = size * 2.0**-24 * (a.abs().double() @ b.abs().double()).max().item()
    a, b = a.to(device), b.to(device)
    out = torch.empty(size, size, device=device)
    timed_product(a, b, out, device)  # warm-up: the library picks its kernel
    is_correct = True
    for _ in range(repeats):
        seconds = timed_product(a, b, out, device)
        error = (out.cpu().double() - exact).abs().max().item()
        is_correct = is_correct and error <= bound  # NaN is not
        record.add("matmul", seconds=seconds, flop_per_s=2.0 * size**3 / seconds,
                   error_of_bound=error / bound, reason="the product has no number")
    return is_correct


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("record")
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--repeats", type=int, default=8)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    given = parser.parse_args()
    if given.size < 1 or given.repeats < 1:
        parser.error("--size and --repeats are at least 1")
    if given.device == "cuda" and not torch.cuda.is_available():
        parser.error("--device cuda: PyTorch sees no GPU")
    name = torch.cuda.get_device_name() if given.device == "cuda" else "CPU"
    try:
        with witnessmark.seal(given.record, f"torch.matmul, n = {given.size}",
                              producer="torch_matmul.py", version="1", backend=given.device,
                              device=name) as record:
            record.fact("threads", torch.get_num_threads())
            record.fact("compiler", reason="a Python program")
            record.fact("torch.version", torch.__version__)
            is_correct = measure(record, given.size, given.repeats, given.device)
            for claim, field, unit in [("x.matmul.time", "seconds", "s"),
                                       ("x.matmul.rate", "flop_per_s", "FLOP/s"),
                                       ("x.matmul.error", "error_of_bound", "1")]:
                record.claim(claim, series="matmul", field=field, unit=unit,
                             beside=["minimum_of", "maximum_of"])
        report = witnessmark.audit(given.record, root=record.root).check()
        with witnessmark.Record(given.record) as sealed:
            for claim in sealed.claims:
                print(f"{claim['name']} = {claim['text']}")
    except witnessmark.Error as error:
        print(f"torch_matmul.py: {error}", file=sys.stderr)
        return 2
    print(f"{'PASS' if is_correct else 'FAIL'} valid {report.root}")
    return 0 if is_correct else 1


sys.exit(main())
