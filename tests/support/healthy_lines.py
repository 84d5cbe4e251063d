#!/usr/bin/env python3
"""Writes the observations of a measured record as those of an idle machine, for tests of `fleet`.

    healthy_lines.py RECORD LINES.jsonl

No task waited, nothing was stopped, covariates have no gap, and all repeats of an item have the
time of its first. So no repeat has one of these flags, and a sweep can judge the rates.
tests/support/vary_fleet.c makes the records of many nodes of it.
"""
import hashlib
import json
import re
import sys

CALM = re.compile(r'"(run_delay|stopped|steal)":\{"longest_gap_s":[^,]*,"maximum":[^,]*,'
                  r'"median":[^,]*,"minimum":[^,]*,')
TIMES = (r'"iterations":\d+', r'"seconds":[^,]*')
FIRST = {}
GONE = ('starved', 'stopped', 'steal', 'sampling_gap')


def calm(line, node):
    """A repeat with other covariates, in canonical form."""
    line = CALM.sub(r'"\1":{"longest_gap_s":0.01,"maximum":0,"median":0,"minimum":0,', line)
    line = re.sub(r'"longest_gap_s":[^,]*', '"longest_gap_s":0.01', line)
    line = re.sub(r'"samples":\d+', '"samples":100000', line)
    # one time for all repeats of an item: those of a busy machine spread
    first = FIRST.setdefault(node['item'], [re.search(name, line)[0] for name in TIMES])
    for name, text in zip(TIMES, first):
        line = re.sub(name, text, line)
    flags = [flag for flag in node['flags'] if flag not in GONE]
    return re.sub(r'"flags":\[[^]]*\]', '"flags":' + json.dumps(flags, separators=(',', ':')), line)


def main():
    record, out = sys.argv[1:]
    names, later = {}, 0
    with open(record + '/evidence.jsonl', encoding='utf-8') as file, \
            open(out, 'w', encoding='utf-8') as to:
        for line in file:
            node = json.loads(line)
            if node['type'] != 'observation':
                continue
            text = line
            for old, new in names.items():
                text = text.replace(old, new)
            if 'flags' in node:
                text = calm(text, node)
            # times of nodes differ, so each observation has 100 s more
            later += 100 * 10**9
            text = re.sub(r'"started_at":"(\d+)"',
                          lambda at: '"started_at":"%d"' % (int(at[1]) + later), text)
            if text != line:
                names[hashlib.sha256(line.encode()).hexdigest()] = \
                    hashlib.sha256(text.encode()).hexdigest()
            to.write(text)


if __name__ == '__main__':
    main()
