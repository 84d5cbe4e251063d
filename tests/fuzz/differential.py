#!/usr/bin/env python3
"""Searches for a record on which the checkers disagree: changes a valid one, and runs them all.

    differential.py [--count N] [--seed N] [--build DIR] [--keep DIR] [--own]
                    [--base RECORD]

After each change, ids, edges, Merkle root and manifest are updated. Half of the time the derived
nodes are updated too, so that the change reaches the later rules. Exit status, root and findings
must agree. --own omits the third checker, which takes the most time; --base starts from a real
record.
"""
import argparse
import json
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'adversary'))
import run_forgeries  # noqa: E402
import toolkit  # noqa: E402

NUMBERS = (0, 1, -1, 2, 7, 1e-7, 0.05, 0.5, 1.5, 2.326, 1e21, 1e308, 1.7976931348623157e308, 5e-324,
           2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2.0 ** 53, 1e-300, -1e-9, 123456789.12345679)
WORDS = ('', 'x', 'ok', 'failed', 'null', 'S0', 'Snd', 'accept', 'reject', 'undecided', 'repaired',
         'gemm', 'fp16', 'f32', 'hbm_triad', 'n/a', 'not finite', '0' * 64, 'a' * 5000, '\u20ac',
         '00', '1e3', 'x.y', 'type', 'steal', 'throttled', 'sampling_gap', 'median_of')
SHAPES = (None, True, False, [], {}, [0], {'a': 0})


def places(value, path=()):
    """The paths of all values in a node."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], path + (index,))


def change_value(rng, old, pool):
    kind = rng.randrange(8)
    if isinstance(old, (int, float)) and not isinstance(old, bool) and kind < 5:
        near = (old + 1, old - 1, old * 2, old / 2, -old, old * (1 + 2 ** -50))
        value = rng.choice(NUMBERS + near)
        return value if abs(value) < 1e309 else 0
    if isinstance(old, str) and kind < 5:
        return rng.choice(WORDS + tuple(rng.choices(pool, k=8)))
    return rng.choice(NUMBERS + WORDS + SHAPES)


def change_list(rng, value):
    at = rng.randrange(len(value))
    kind = rng.randrange(4)
    if kind == 0:
        del value[at]
    elif kind == 1:
        value.insert(at, value[at])
    elif kind == 2:
        value.reverse()
    else:
        other = rng.randrange(len(value))
        value[at], value[other] = value[other], value[at]


def change_node(rng, node, pool):
    path = rng.choice(list(places(node))[1:])
    holder = node
    for step in path[:-1]:
        holder = holder[step]
    last = path[-1]
    kind = rng.randrange(10)
    if isinstance(holder[last], list) and holder[last] and kind < 6:
        change_list(rng, holder[last])
    elif kind == 0:
        del holder[last]
    elif kind == 1 and isinstance(holder, dict):
        holder[rng.choice(('reason', 'extra', 'row', 'class', 'field', 'beside', 'previous'))] = \
            change_value(rng, holder[last], pool)
    else:
        holder[last] = change_value(rng, holder[last], pool)


def change_record(rng, record):
    pool = [node.key for node in record.nodes]
    for _ in range(rng.choice((1, 1, 1, 2))):
        node = rng.choice(record.nodes)
        kind = rng.randrange(12)
        if kind == 0 and len(record.nodes) > 3:
            record.remove(node)
        elif kind == 1:
            record.place(record.copy(node), after=rng.choice(record.nodes))
        elif kind == 2:
            other = rng.choice(record.nodes)
            if other is not node:
                record.move(node, after=other)
        elif len(node) > 0:
            change_node(rng, node, pool)
            alike = [n for n in record.nodes if n is not node and n.get('kind') == node.get('kind')
                     and n.get('item') == node.get('item')]
            if alike and rng.randrange(4) == 0:
                change_alike(rng, node, alike)
    if rng.randrange(2):
        record.recompute()
    if rng.randrange(8) == 0:
        record.rebuild.discard(rng.choice(sorted(record.rebuild)))


def change_alike(rng, node, alike):
    """Gives the same top-level field to other nodes of the kind, for a consistent lie."""
    key = rng.choice(list(node))
    for other in alike:
        if key in other:
            other[key] = json.loads(json.dumps(node[key]))


def verdict(answer):
    status, text = answer
    lines = [line for line in text.split('\n') if line.startswith(('valid', 'finding', 'planned'))]
    return status, tuple(lines) if status == 0 else ()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--count', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--build', default=os.path.join(toolkit.REPOSITORY, 'build'))
    parser.add_argument('--keep', help='folder for records on which the checkers disagree')
    parser.add_argument('--base', help='a record to start from')
    parser.add_argument('--own', action='store_true')
    options = parser.parse_args()
    checkers = [checker for checker in run_forgeries.find_checkers(options.build)[0]
                if checker.own or not options.own]
    differ, valid, skipped = 0, 0, 0
    with tempfile.TemporaryDirectory() as work:
        run_forgeries.make_bases(os.path.join(work, 'bases'), options.build)
        for number in range(options.count):
            rng = random.Random('%d %d' % (options.seed, number))
            base = rng.choice(('full', 'small', 'small', 'x', 'one', 'failed'))
            record = toolkit.Record(options.base or os.path.join(work, 'bases', base))
            try:
                change_record(rng, record)
                record.write(os.path.join(work, 'record'))
            except Exception:  # after some changes nothing can be derived
                skipped += 1
                continue
            answers = [checker.answer(os.path.join(work, 'record')) for checker in checkers]
            valid += answers[0][0] == 0
            if len(set(map(verdict, answers))) == 1 and answers[0][0] in (0, 1, 3):
                continue
            differ += 1
            print('number %d of seed %d (%s):' % (number, options.seed, base))
            for checker, (status, text) in zip(checkers, answers):
                print('  %-22s %d %s' % (checker.name, status, text.split('\n')[0][:200]))
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                record.write(os.path.join(options.keep, '%d-%d' % (options.seed, number)))
    print('%d records, %d of them valid, %d disagreements'
          % (options.count - skipped, valid, differ))
    return 1 if differ else 0


if __name__ == '__main__':
    sys.exit(main())
