#!/usr/bin/env python3
"""Deletes the slowest repeats from an interrupted run, and numbers the others anew.

usage: pick_repeats.py EVIDENCE KEEP
"""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import toolkit  # noqa: E402

with open(sys.argv[1], 'rb') as stream:
    nodes = [json.loads(line) for line in stream if line.endswith(b'\n')]
repeats = [node for node in nodes if node.get('kind') == 'workload']
best = sorted(repeats, key=lambda node: node['seconds'] / node['iterations'])[:int(sys.argv[2])]
number = 0
with open(sys.argv[1], 'wb') as stream:
    for node in nodes:
        if node.get('kind') == 'workload':
            if not any(node is one for one in best):
                continue
            node['repeat'] = number
            number += 1
        stream.write((toolkit.checker.jcs(node) + '\n').encode('utf-8'))
