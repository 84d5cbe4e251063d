#!/usr/bin/env python3
"""Relabels a CPU's record as an H200's, with invented times.

usage: forge_origin.py RECORD FORGED
"""
import sys

import toolkit

H200 = {'cuda.driver': '580.65.06', 'device.memory_bytes': 150109880320, 'device.units': 132,
        'uuid': 'GPU-57930161-3a5e-4c1d-9f0b-2b6c4df78264'}

record = toolkit.Record(sys.argv[1])
facts = {fact['name']: fact for fact in record.environment()['facts']
         if not fact['name'].startswith(('blas.', 'env.'))}
facts.update((name, {'name': name, 'value': value}) for name, value in H200.items())
record.environment().update(backend='cuda', device='NVIDIA H200',
                            facts=[facts[name] for name in sorted(facts)])
for node in record.all(kind='workload'):
    node['iterations'] *= 1000
record.recompute()
record.write(sys.argv[2])
