#!/usr/bin/env python3
"""Writes a record whose producer lied about residuals.

usage: scale_residual.py RECORD WORKLOAD.VARIANT FACTOR OUT [FACT=VALUE...]

OUT is RECORD, but every difference_max of the first item of this variant is multiplied by FACTOR,
in its repeats and its witness. FACT gets another value in the environment: a fact, `backend` or
`device`. Reductions, decisions, claims and root are recomputed, so that an audit accepts the
record.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'adversary'))
import toolkit  # noqa: E402


def main(path, name, factor, out, *facts):
    record = toolkit.Record(path)
    item = record.item(*name.split('.'))
    for node in record.repeats(item) + record.stages(item):
        if 'residual' in node:
            node['residual']['difference_max'] *= float(factor)
    for change in facts:
        key, _, value = change.partition('=')
        if key in ('backend', 'device'):
            record.environment()[key] = value
    for fact in record.environment()['facts']:
        for change in facts:
            if change.startswith(fact['name'] + '='):
                fact['value'] = change.partition('=')[2]
    record.recompute()
    record.write(out)


if __name__ == '__main__':
    main(*sys.argv[1:])
