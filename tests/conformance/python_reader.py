#!/usr/bin/env python3
"""Holds the Python checker's reader to published vectors: numbers, JSON, canonical images, trees.

The vectors lie in $WM_VECTORS, or ../shared/vectors beside the tree; without them it is a skip.
"""
import base64
import csv
import json
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
VECTORS = os.environ.get('WM_VECTORS', os.path.join(REPOSITORY, '..', 'shared', 'vectors'))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(REPOSITORY, 'code'))
import verify_graph as checker  # noqa: E402

counts = {True: 0, False: 0}


def expect(holds, words):
    counts[bool(holds)] += 1
    if not holds:
        print('FAIL ' + words)


def read(*path):
    with open(os.path.join(VECTORS, *path), 'rb') as stream:
        return stream.read()


def refusal_of(data):
    """The tag by which a line with these bytes as a member is refused, or None."""
    try:
        checker.Strict('{"a":' + data.decode('utf-8') + '}\n').node()
    except UnicodeDecodeError:
        return 'line'
    except checker.Refusal as refusal:
        return refusal.tag
    return None


def is_json(data):
    """Whether the reader takes all of the bytes as one value."""
    try:
        text = checker.Strict(data.decode('utf-8'))
        text.space()
        text.value(0)
        text.space()
    except (UnicodeDecodeError, checker.Refusal):
        return False
    return text.at == len(text.text)


def numbers():
    for bits, text in csv.reader(read('rfc8785-appendix-b', 'numbers.csv').decode().splitlines()):
        value = struct.unpack('>d', bytes.fromhex(bits))[0]
        if text == 'ERROR':  # not finite: no reader gives it to number_text
            continue
        expect(checker.number_text(value) == text, 'number %s is %s' % (bits, text))


def json_suite():
    """What is not JSON is not read. What is JSON is read, refused as not canonical, or has an
    unknown key."""
    folder = os.path.join(VECTORS, 'JSONTestSuite', 'test_parsing')
    for name in sorted(os.listdir(folder)):
        data = read(folder, name)
        if name.startswith('n_'):
            expect(not is_json(data), '%s is no JSON' % name)
        elif name.startswith('y_'):
            tag, allowed = refusal_of(data), (None, 'canonical')
            if '"a":' in data.decode('utf-8') or name.startswith('y_object'):
                allowed += ('line',)
            expect(tag in allowed, '%s is JSON, refused by [%s]' % (name, tag))


def negative():
    for case in json.loads(read('rfc8785-appendix-b', 'negative.json').decode('utf-8')):
        expect(refusal_of(case['input'].encode('utf-8', 'surrogatepass')) is not None,
               case['reason'])


def images():
    """Inputs whose keys are ASCII, as the format's are."""
    folder = os.path.join('rfc8785-cyberphone', 'input')
    for name in sorted(os.listdir(os.path.join(VECTORS, folder))):
        value = json.loads(read(folder, name).decode('utf-8'))
        image = read('rfc8785-cyberphone', 'output', name).decode('utf-8').rstrip('\n')
        if all(ord(c) < 128 for key in keys_of(value) for c in key):
            expect(checker.jcs(value) == image, 'the image of %s' % name)


def keys_of(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    yield from value if isinstance(value, dict) else ()
    for one in inner:
        yield from keys_of(one)


def trees():
    """Inclusion proofs of transparency-dev: the good ones lead to the root, the others do not."""
    for folder, _, names in os.walk(os.path.join(VECTORS, 'merkle-transparency-dev')):
        for name in sorted(names):
            if os.sep + 'inclusion' not in folder or not name.endswith('.json'):
                continue
            case = json.loads(read(folder, name).decode('utf-8'))
            path = [base64.b64decode(h) for h in case['proof'] or ()]
            leaf, root = (base64.b64decode(case[key] or '') for key in ('leafHash', 'root'))
            found = None
            if all(len(h) == 32 for h in path) and len(leaf) == 32:
                found = checker.path_root(leaf, case['leafIdx'], case['treeSize'], path)
            expect((found == root) != case['wantErr'], '%s: %s' % (name, case.get('desc')))


def main():
    if not os.path.isdir(VECTORS):
        print('SKIP no vectors at %s (set WM_VECTORS)' % VECTORS)
        print('0 passed, 0 failed, 1 skipped')
        return 0
    for test in (numbers, json_suite, negative, images, trees):
        before = sum(counts.values())
        test()
        expect(sum(counts.values()) > before, '%s has no vectors' % test.__name__)
    print('%d passed, %d failed, 0 skipped' % (counts[True], counts[False]))
    return 1 if counts[False] else 0


if __name__ == '__main__':
    sys.exit(main())
