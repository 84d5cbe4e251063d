#!/usr/bin/env python3
"""Forges a fleet.jsonl: the audit must refuse each forgery by the tag of its rule.

    fleet_forgeries.py --program WITNESSMARK [--mutate PROGRAM] FILE

FILE is a fleet.jsonl that is valid, of a sweep with a node of each state ok, wrong, slow, missing
and unexpected. PROGRAM is the audit with switches, build/mutate/fleet: each forgery must pass it
with its one rule off, and each rule must have a forgery. The tree, the counts and the number of
lines are made anew for each forgery that is not about them.
"""
import argparse
import collections
import copy
import hashlib
import json
import os
import subprocess
import sys
import tempfile


def line_of(node):
    return (json.dumps(node, sort_keys=True, separators=(',', ':')) + '\n').encode()


def tree(leaves):
    if len(leaves) == 1:
        return hashlib.sha256(b'\0' + leaves[0]).digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b'\1' + tree(leaves[:half]) + tree(leaves[half:])).digest()


class Sweep:
    """The lines of a sweep: nodes and rates as objects, whose unchanged lines stay as they are."""

    def __init__(self, data):
        self.lines = data.splitlines(True)
        self.root = json.loads(self.lines.pop())
        self.tail = b''

    def find(self, **wanted):
        for number, line in enumerate(self.lines):
            node = json.loads(line)
            if all(node.get(name) == value for name, value in wanted.items()):
                return number, node
        raise SystemExit('no line with %r' % wanted)

    def change(self, how, **wanted):
        number, node = self.find(**wanted)
        before = copy.deepcopy(node)
        how(node)
        assert node != before
        # Numbers keep their texts: Python and RFC 8785 write most, and not all, of them alike.
        text = self.lines[number]
        if line_of(before) != text:
            raise SystemExit('line %d is not written again by Python' % (number + 1))
        self.lines[number] = line_of(node)

    def close(self):
        states = collections.Counter(json.loads(line).get('state') for line in self.lines)
        self.root['counts'] = {state: states[state] for state in self.root['counts']}
        self.root['lines'] = len(self.lines)
        self.root['merkle_root'] = tree(self.lines).hex()

    def data(self):
        return b''.join(self.lines) + line_of(self.root) + self.tail


OK = {'state': 'ok', 'type': 'node'}
FORGERIES = []


def forgery(rule, closes=True):
    def keep(function):
        FORGERIES.append((rule, closes, function))
        return function
    return keep


def item(node, index=0):
    return node['records'][0]['items'][index]


@forgery('form')
def member(sweep):
    """A node has a member more."""
    sweep.change(lambda node: node.update(zone='eu'), **OK)


@forgery('form')
def space(sweep):
    """A line has a blank between two members."""
    sweep.lines[0] = sweep.lines[0].replace(b',"node"', b', "node"')


@forgery('form')
def reasons(sweep):
    """A node has nine reasons."""
    sweep.change(lambda node: node['reasons'].extend('abcdefghi'), state='slow')


@forgery('form.root')
def short_root(sweep):
    """The root of a record has 63 digits."""
    sweep.change(lambda node: node['records'][0].update(root=node['records'][0]['root'][1:]), **OK)


@forgery('form.root')
def upper_root(sweep):
    """The root of a record has upper-case digits."""
    sweep.change(lambda node: node['records'][0].update(root='A' * 64), **OK)


@forgery('node')
def up(sweep):
    """The first node is a path out of the folder."""
    sweep.change(lambda node: node.update(node='../' + node['node']), **json.loads(
        sweep.lines[0]))


@forgery('order.nodes')
def swapped(sweep):
    """Two nodes are in the other order."""
    sweep.lines[0], sweep.lines[1] = sweep.lines[1], sweep.lines[0]


@forgery('order.nodes')
def twice(sweep):
    """A node is there twice."""
    number, _ = sweep.find(state='missing')
    sweep.lines.insert(number, sweep.lines[number])


@forgery('order.rates')
def late(sweep):
    """The last node is behind the rates."""
    first, _ = sweep.find(type='rates')
    sweep.lines.append(sweep.lines.pop(first - 1))


@forgery('order.root')
def two_roots(sweep):
    """The root is there twice."""
    sweep.tail = b'@root'


@forgery('root', closes=False)
def counts(sweep):
    """A wrong node is counted as ok."""
    sweep.root['counts']['wrong'] -= 1
    sweep.root['counts']['ok'] += 1


@forgery('root', closes=False)
def lines(sweep):
    """The number of lines is another one."""
    sweep.root['lines'] += 1


@forgery('root', closes=False)
def old_tree(sweep):
    """A line was changed behind the tree's back: the driver of a record."""
    sweep.change(lambda node: node['records'][0].update(driver='9'), **OK)


@forgery('root', closes=False)
def other_format(sweep):
    """The root names another format."""
    sweep.root['format'] = 'witnessmark-fleet/2'


@forgery('root.missing')
def no_root(sweep):
    """The file ends before its root."""
    sweep.tail = b'@none'


@forgery('state.unexpected')
def hidden(sweep):
    """A node that was asked is called unexpected."""
    sweep.change(lambda node: node.update(state='unexpected'), **OK)


@forgery('state.unexpected')
def guest(sweep):
    """A node that nobody asked is called missing."""
    sweep.change(lambda node: node.update(state='missing'), state='unexpected')


@forgery('state.unread')
def voter(sweep):
    """A node that nobody asked has a record, which votes with the others."""
    _, ok = sweep.find(**OK)
    for one in ok['records'][0]['items']:
        one.update(rate=None, low=None, high=None, ratio=None, speed='not judged', why='no rate')
    sweep.change(lambda node: node.update(records=ok['records']), state='unexpected')


@forgery('state.record')
def without(sweep):
    """A node without a record is ok."""
    sweep.change(lambda node: node.update(state='ok', exit=0), state='missing')


@forgery('state.exit')
def trouble(sweep):
    """A node is ok although its run ended with 2."""
    sweep.change(lambda node: node.update(exit=2), **OK)


@forgery('state.wrong')
def excused(sweep):
    """A node whose run ended with 1 is only missing."""
    sweep.change(lambda node: node.update(exit=1), state='missing')


@forgery('state.unfinished')
def silent(sweep):
    """A node without an exit status is inconclusive."""
    sweep.change(lambda node: node.update(state='inconclusive'), state='missing')


@forgery('state')
def acquitted(sweep):
    """A slow node is ok."""
    sweep.change(lambda node: node.update(state='ok'), state='slow')


@forgery('vote')
def abstained(sweep):
    """A vote that agrees is none."""
    sweep.change(lambda node: item(node).update(vote='none'), **OK)


@forgery('vote')
def sided(sweep):
    """A vote of a wrong node agrees."""
    sweep.change(lambda node: item(node).update(vote='agrees'), state='wrong')


@forgery('rates')
def brisk(sweep):
    """A rate is said to be fast."""
    sweep.change(lambda node: item(node).update(speed='fast'), **OK)


@forgery('rates')
def ratio(sweep):
    """A ratio is another one."""
    sweep.change(lambda node: item(node).update(ratio=2.5), **OK)


@forgery('rates')
def excuse(sweep):
    """A rate that the others judge is not judged."""
    sweep.change(lambda node: item(node).update(speed='not judged', ratio=None), **OK)


for member_name, value in (('device', 'another GPU'), ('backend', 'cuda'), ('item', 'gemm.f32.n9'),
                           ('unit', 'B/s'), ('threads', 77)):
    def other(sweep, name=member_name, value=value):
        sweep.change(lambda rates: rates.update({name: value}), type='rates')
    other.__name__ = 'group_' + member_name
    forgery('rates.group')(other)

for member_name in ('median', 'low', 'high', 'least', 'largest', 'nodes'):
    def off(sweep, name=member_name):
        sweep.change(lambda rates: rates.update({name: 12.5 if name != 'nodes' else 9}),
                     type='rates')
    off.__name__ = 'number_' + member_name
    forgery('rates.numbers')(off)


@forgery('rates.count')
def fewer(sweep):
    """A line of rates is missing."""
    sweep.lines.pop()


@forgery('rates.count')
def more(sweep):
    """There is a line of rates more, of no node."""
    _, rates = sweep.find(type='rates')
    sweep.lines.append(line_of(dict(rates, item='gemm.f32.n9')))


def write(data, closes, change, path):
    sweep = Sweep(data)
    change(sweep)
    if closes:
        sweep.close()
    out = sweep.data()
    if sweep.tail == b'@root':
        out = out[:-len(sweep.tail)] + line_of(sweep.root)
    elif sweep.tail == b'@none':
        out = b''.join(sweep.lines)
    with open(path, 'wb') as stream:
        stream.write(out)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode('utf-8', 'replace').strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--program', required=True)
    parser.add_argument('--mutate')
    parser.add_argument('file')
    options = parser.parse_args()
    with open(options.file, 'rb') as stream:
        data = stream.read()
    failed, killed = [], set()
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'fleet.jsonl')
        for rule, closes, change in FORGERIES:
            write(data, closes, change, path)
            status, said = run(options.program, 'audit', path)
            if status != 1 or '[%s]' % rule.split('.', maxsplit=1)[0] not in said:
                failed.append('%s: exit %d: %s' % (change.__name__, status, said))
            if not options.mutate:
                continue
            status, said = run(options.mutate, path)
            if status != 1:
                failed.append('%s: the audit with switches: %s' % (change.__name__, said))
            status, said = run(options.mutate, '--off', rule, path)
            if status == 0:
                killed.add(rule)
            else:
                failed.append('%s does not pass without %s: %s' % (change.__name__, rule, said))
    if options.mutate:
        rules = [line.split('\t')[0] for line in run(options.mutate, '--list')[1].splitlines()]
        failed += ['no forgery for the rule ' + rule for rule in rules if rule not in killed]
    for line in failed:
        print('FAIL ' + line)
    print('%d forgeries, %d rules, %d failed' % (len(FORGERIES), len(killed), len(failed)))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
