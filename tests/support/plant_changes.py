#!/usr/bin/env python3
"""Plants one change after the other into a paper with bound numbers; `bind` must find each.

    plant_changes.py WITNESSMARK DOCUMENT RECORD COUNT SEED

The paper binds numbers by macros of a folder of `publish`, by `% bind: CLAIM`, and by lines of
`show --latex`. A change is a digit of such a number, of numbers.tex or of another file of the
folder; or a name in a macro, for a size that was never run. Prints what was not found, and the sum.
"""
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

DIGIT = re.compile(rb'[0-9]')


def digits(path, data):
    """Offsets of digits that are numbers: in a product all, in the paper the bound ones."""
    if not path.endswith('paper.tex'):
        body = data.find(b'\n') + 1  # the first line names the product
        return [(at.start(), 'digit') for at in DIGIT.finditer(data, body)]
    found = []
    for line in re.finditer(rb'[^\n]*\n', data):
        text = line.group()
        for name in re.finditer(rb'\\wm\w+\*?(?:\[\w*\])?\{([^}]*\.[nmkbs]\d[^}]*)\}', text):
            found += [(line.start() + name.start(1) + at.start(), 'name')
                      for at in DIGIT.finditer(name.group(1))]
        number = re.search(rb'([0-9.]+)[^%]*% bind: ', text)
        if number:
            found += [(line.start() + number.start(1) + at.start(), 'literal')
                      for at in DIGIT.finditer(number.group(1))]
        before = data[data.rfind(b'\n', 0, max(line.start() - 1, 0)) + 1:line.start()]
        if b', root ' in before and before.startswith(b'% '):
            found += [(line.start() + at.start(), 'quotation') for at in DIGIT.finditer(text)]
    return found


def is_found(program, document, record, change):
    """Whether `bind` finds a change in a copy of the paper's folder."""
    folder = os.path.dirname(document)
    with tempfile.TemporaryDirectory() as scratch:
        copy = os.path.join(scratch, 'copy')
        shutil.copytree(folder, copy, symlinks=True)
        with open(os.path.join(copy, os.path.relpath(change[0], folder)), 'wb') as file:
            file.write(change[3])
        answer = subprocess.run(
            [program, 'bind', os.path.join(copy, os.path.relpath(document, folder)), record],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return answer.returncode == 1


def main():
    program, document, record, count, seed = sys.argv[1:]
    rng = random.Random(int(seed))
    folder = os.path.dirname(document)
    places = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            if name.endswith(('.tex', '.csv', '.svg', '.bib')):
                with open(path, 'rb') as file:
                    for offset, kind in digits(path, file.read()):
                        places.setdefault((path, kind), []).append(offset)
    changes = []
    for number in range(int(count)):
        path, kind = sorted(places)[number % len(places)]
        offset = rng.choice(places[path, kind])
        with open(path, 'rb') as file:
            data = file.read()
        other = rng.choice([digit for digit in b'0123456789' if digit != data[offset]])
        changes.append((path, kind, offset,
                        data[:offset] + bytes([other]) + data[offset + 1:]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda change: is_found(program, document, record, change), changes))
    for (path, kind, offset, _), was in zip(changes, found):
        if not was:
            print('not found: %s, offset %d, a %s' % (path, offset, kind))
    print('%d planted, %d found' % (len(found), sum(found)))


main()
