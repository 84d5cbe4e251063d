#!/usr/bin/env python3
"""How often the 95 % interval of a median holds the true one, where neighbours are correlated.

Usage: tests/bench/interval_coverage.py. Repeats are an AR(1) process of normal numbers. Their
interval is that of docs/formats/record.md, between two order statistics. SOUNDNESS.md, section 7,
quotes the output.
"""
import random

ITEMS = 20000
RANKS = {8: (0, 7), 24: (6, 17)}  # from 0, as record.md, section 4, has them


def covered(correlation, repeats):
    draw = random.Random(46)
    low, high = RANKS[repeats]
    seen = 0
    for _ in range(ITEMS):
        value = draw.gauss(0, 1)
        values = [value]
        for _ in range(repeats - 1):
            value = correlation * value + (1 - correlation ** 2) ** 0.5 * draw.gauss(0, 1)
            values.append(value)
        values.sort()
        seen += values[low] <= 0 <= values[high]
    return 100 * seen / ITEMS


print('| correlation of neighbours | 24 repeats | 8 repeats |\n|---|---:|---:|')
for correlation in (0, 0.5, 0.8, 0.95):
    print('| %s | %.1f %% | %.1f %% |' % (correlation or 'independent', covered(correlation, 24),
                                          covered(correlation, 8)))
