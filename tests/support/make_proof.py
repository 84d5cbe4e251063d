#!/usr/bin/env python3
"""Makes the proof of a claim from record.md section 9, also one that must not hold.

usage: make_proof.py EVIDENCE CLAIM [OPTIONS]

    --without CLAIM    leaves a carried claim out; the path fits
    --also CLAIM       carries a further claim; the path fits
    --items LABELS     carries the claims and repeats of these items, with commas between them
    --reduction CLAIM  in place of each item's reduction, the one that this claim asserts, with the
                       lines that it reads
    --skip             leaves the last repeat out
    --split            cuts the first range in two, side by side

Without options the proof is the one that `witnessmark prove` prints, byte for byte. Labels, bases
and ids come from code/verify_graph.py.
"""
import argparse
import hashlib
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'code'))
sys.dont_write_bytecode = True
import verify_graph as checker  # noqa: E402


def tree_hash(leaves):
    """RFC 6962, section 2.1, of hashes of leaves."""
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return hashlib.sha256(b'\1' + tree_hash(leaves[:k]) + tree_hash(leaves[k:])).digest()


def path_of(leaves, first, places):
    """The path of the places in the tree over leaves first, first + 1, ..."""
    if not any(first <= place < first + len(leaves) for place in places):
        return [tree_hash(leaves).hex()]
    if len(leaves) == 1:
        return []
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return path_of(leaves[:k], first, places) + path_of(leaves[k:], first + k, places)


def ranges_of(places):
    ranges = []
    for place in places:
        if ranges and place == sum(ranges[-1]):
            ranges[-1][1] += 1
        else:
            ranges.append([place, 1])
    return ranges


class Record:
    """The lines of a record, by id and by name of the claim."""

    def __init__(self, path):
        self.graph = checker.Graph(None)
        with open(path, 'rb') as stream:
            self.lines = stream.read().splitlines(True)
        self.by_id = {hashlib.sha256(line).hexdigest(): line for line in self.lines}
        self.claims = [line for line in self.lines if json.loads(line)['type'] == 'claim']
        self.names = [json.loads(line)['name'] for line in self.claims]
        self.root = json.loads(self.lines[-1])
        for line in self.lines[:2]:
            self.graph.line += 1
            self.graph.take(line)
        self.items = {item.label: item for item in self.graph.items}

    def items_of(self, name):
        """The labels of the items that a claim is about."""
        label = name.rsplit('.', 1)[0]
        if name.startswith('change.'):
            item = self.items[label[len('change.'):]]
            return [item.label, item.base.label]
        if name.startswith('at_'):
            item = self.items[label.split('.', 1)[1]]
            return [item.label, item.named.label]
        if name.startswith('link.'):
            label = label[len('link.P.'):]
        return [label] if label in self.items and not name.startswith('x.') else []

    def claim(self, name):
        return json.loads(self.claims[self.names.index(name)])

    def repeats(self, label, reduction):
        """The reduction of an item's first claim, and the lines that it reads."""
        first = next(name for name in self.names if name.rsplit('.', 1)[0] == label)
        line = self.by_id[self.claim(reduction or first)['asserts']]
        return [line] + [self.by_id[id] for id in json.loads(line)['inputs']]


def make(record, name, given):
    items = given.items.split(',') if given.items else record.items_of(name)
    ends = () if name.startswith('x.') else (name + '_low', name + '_high')
    wanted = {name, *ends, given.also} - {given.without}
    places = [place for place, other in enumerate(record.names)
              if other in wanted or (other.rsplit('.', 1)[0] in items and other != given.without)]
    leaves = [hashlib.sha256(b'\0' + line).digest() for line in record.claims]
    ranges = ranges_of(places)
    if given.split:
        first, count = ranges[0]
        ranges[:1] = [[first, 1], [first + 1, count - 1]]
    head = {'format': 'witnessmark-proof/2', 'index': record.names.index(name),
            'path': path_of(leaves, 0, places), 'ranges': ranges}
    lines = [(checker.jcs(head) + '\n').encode(), record.lines[-1],
             record.by_id[record.root['plan']]]
    lines += [record.claims[place] for place in places]
    for label in items:
        lines += record.repeats(label, given.reduction)
    return b''.join(lines[:-1] if given.skip else lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('evidence')
    parser.add_argument('claim')
    for option in ('without', 'also', 'items', 'reduction'):
        parser.add_argument('--' + option)
    for option in ('skip', 'split'):
        parser.add_argument('--' + option, action='store_true')
    given = parser.parse_args()
    sys.stdout.buffer.write(make(Record(given.evidence), given.claim, given))


if __name__ == '__main__':
    main()
