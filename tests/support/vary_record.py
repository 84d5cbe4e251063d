#!/usr/bin/env python3
"""Writes the observations of another run of a synthetic record, for tests of `compare`.

    vary_record.py RECORD LINES.jsonl RUN [--times F] [--first F] [--seconds S]
                   [--digest ITEM:REPEAT]... [--fact NAME=WORD]

RUN is a number: the run id of the plan. --times multiplies all iterations by F, to whole numbers;
--first also those of each item's first repeat.
--seconds sets the plan's repeat_seconds. --digest gives a repeat another output digest. --fact
sets a fact of line 1. ITEM and REPEAT count from 0. build/tests/tools/seal_lines
makes the claims. Series of another program are left out.
"""
import argparse
import hashlib
import json
import re

parser = argparse.ArgumentParser()
parser.add_argument('record')
parser.add_argument('lines')
parser.add_argument('run', type=int)
parser.add_argument('--times', type=float, default=1)
parser.add_argument('--first', type=float, default=1)
parser.add_argument('--seconds')
parser.add_argument('--digest', action='append', default=[])
parser.add_argument('--fact', action='append', default=[])
given = parser.parse_args()


def place(node):
    return f"{node.get('item')}:{node.get('repeat')}"


def vary(line, node):
    """The line with what was asked for."""
    if 'iterations' in node:
        times = given.times * (given.first if node.get('repeat') == 0 else 1)
        line = line.replace('"iterations":%d' % node['iterations'],
                            '"iterations":%d' % round(times * node['iterations']))
    if node['kind'] == 'plan':
        line = line.replace(node['run'], hashlib.sha256(b'%d' % given.run).hexdigest())
        if given.seconds:
            line = re.sub(r'"repeat_seconds":[^,}]*', '"repeat_seconds":' + given.seconds, line)
    for given_fact in given.fact if node['kind'] == 'environment' else ():
        name, word = given_fact.split('=')
        new = '{"name":"%s","value":"%s"}' % (name, word)
        old = r'{"name":"%s","value":[^}]*}' % re.escape(name)
        line = re.sub(old + ',|,' + old + '(?=\\])', '', line)
        after = next(('{"name":"%s"' % fact['name'] for fact in node['facts']
                      if fact['name'] > name), None)
        if after is None:
            line = line.replace('],"kind"', ',' + new + '],"kind"', 1)
        else:
            line = line.replace(after, new + ',' + after, 1)
    if 'iterations' in node and place(node) in given.digest:
        digest = node['output_digest']
        line = line.replace(digest, hashlib.sha256(digest.encode()).hexdigest())
    return line


names, lines = {}, []
with open(given.record + '/evidence.jsonl', encoding='utf-8') as file:
    for line in file:
        node = json.loads(line)
        if node['type'] != 'observation' or node['kind'] == 'external':
            continue
        text = line
        for old, new in names.items():
            text = text.replace(old, new)
        text = vary(text, node)
        if text != line:
            names[hashlib.sha256(line.encode()).hexdigest()] = \
                hashlib.sha256(text.encode()).hexdigest()
        lines.append(text)
with open(given.lines, 'w', encoding='utf-8') as file:
    file.write(''.join(lines))
