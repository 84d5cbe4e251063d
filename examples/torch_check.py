#!/usr/bin/env python3
"""Checks PyTorch's matrix products: the product of each type, then one with a wrong element.

    torch_check.py [--size N] [--device cpu|cuda]

A type that PyTorch cannot multiply on the device is named and left out: half precision on a CPU
came with PyTorch 2. Exit status: 0 all products are right, and the wrong one is seen; 1 not;
2 trouble.
"""
import argparse
import sys

import witnessmark

try:
    import torch
except ImportError:
    print("torch_check.py: PyTorch is not installed; on Debian: apt install python3-torch",
          file=sys.stderr)
    sys.exit(2)


def words(report):
    if report.answer == "wrong":
        return (f"wrong: row {report.row}, column {report.column}: found {report.found:.9g}, "
                f"recomputed {report.recomputed:.9g}")
    return report.answer if report.reason is None else f"{report.answer}: {report.reason}"


def product_of(a, b, device):
    """a b, computed on the device; None: PyTorch has no product of this type there."""
    try:
        return (a.to(device) @ b.to(device)).cpu()
    except RuntimeError as error:
        if "not implemented for" not in str(error):
            raise
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    given = parser.parse_args()
    if given.size < 1:
        parser.error("--size is at least 1")
    if given.device == "cuda" and not torch.cuda.is_available():
        parser.error("--device cuda: PyTorch sees no GPU")
    torch.backends.cuda.matmul.allow_tf32 = False
    generator = torch.Generator().manual_seed(1)
    is_good = True
    for kind in torch.float32, torch.float64, torch.float16, torch.bfloat16:
        a, b = (torch.randn(given.size, given.size, generator=generator).to(kind)
                for _ in range(2))
        c = product_of(a, b, given.device)
        if c is None:
            print(f"{kind}: left out: PyTorch {torch.__version__} has no such product on the "
                  f"{given.device}")
            continue
        last = a, b, c
        report = witnessmark.check_product(a, b, c)
        print(f"{kind}: {words(report)}")
        is_good = is_good and report.answer == "right"
        transposed = witnessmark.check_product(b.T, a.T, c.T)  # a view, not a copy
        is_good = is_good and transposed.answer == "right"
    a, b, c = last  # binary32 is always there
    place = (c.abs() >= c.float().square().mean().sqrt()).nonzero()[0]
    c[tuple(place)] *= -1
    report = witnessmark.check_product(a, b, c)
    print(f"one sign changed: {words(report)}")
    return 0 if is_good and [report.row, report.column] == place.tolist() else 1


try:
    sys.exit(main())
except witnessmark.Error as error:
    print(f"torch_check.py: {error}", file=sys.stderr)
    sys.exit(2)
