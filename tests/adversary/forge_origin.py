#!/usr/bin/env python3
"""Relabels a CPU's record as an H200's, with invented times.

usage: forge_origin.py RECORD FORGED
"""
import sys

import toolkit


def relabel(value):
    """The environment's device, named as another one."""
    if isinstance(value, dict):
        names = {'name': 'NVIDIA H200', 'kind': 'cuda', 'backend': 'cuda'}
        return {key: names.get(key, relabel(one)) if isinstance(one, str) else relabel(one)
                for key, one in value.items()}
    return value


record = toolkit.Record(sys.argv[1])
environment = record.environment()
environment['device'] = relabel(environment['device'])
for node in record.all(kind='workload'):
    node['iterations'] *= 10000
record.recompute()
record.write(sys.argv[2])
