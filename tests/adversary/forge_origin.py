#!/usr/bin/env python3
"""Relabels a CPU's record as an H200's, with invented times.

usage: forge_origin.py RECORD FORGED
"""
import sys

import toolkit


record = toolkit.Record(sys.argv[1])
record.environment().update(backend='cuda', device='NVIDIA H200')
for node in record.all(kind='workload'):
    node['iterations'] *= 10000
record.recompute()
record.write(sys.argv[2])
