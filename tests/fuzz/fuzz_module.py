#!/usr/bin/env python3
"""Fuzzes the Python module: records, proofs and own numbers of any content.

    fuzz_module.py [--count N] [--seconds N] [--seed N] [--build DIR]

A call must answer, or raise the module's Error, TypeError or ValueError. What audits must open. The
last line is the number of executions and how many there were a second.
"""
import argparse
import os
import random
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, 'python'), os.path.join(ROOT, 'tests', 'adversary')]
import differential  # noqa: E402
import run_forgeries  # noqa: E402
import toolkit  # noqa: E402

REFUSALS = (TypeError, ValueError)
VALUES = (0, 1, -1.5, 1e308, float('nan'), float('inf'), 2 ** 70, True, None, '', 'x', b'x', [],
          {}, 'a' * 70, '\u20ac', '\ud800', 'x\0y')


def read_record(witnessmark, path):
    """Audits a record; reads all of a valid one, and proves a claim of it."""
    report = witnessmark.audit(path)
    str(report.failure)
    if not report.valid:
        return
    with witnessmark.Record(path) as record:
        names = [claim['name'] for claim in record.claims]
    if names:
        text = witnessmark.make_proof(path, names[len(names) // 2])
        witnessmark.check_proof(text, report.root)


def change_proof(rng, text):
    at, many = rng.randrange(len(text)), rng.randrange(1, 40)
    return rng.choice((text[:at] + text[at + many:],
                       text[:at] + rng.choice('09af"}x') + text[at + 1:],
                       text[:at] + text[at:at + many] + text[at:], text[at:]))


def add_numbers(witnessmark, rng, path):
    with witnessmark.seal(path, rng.choice(VALUES)) as record:
        for _ in range(rng.randrange(4)):
            field = rng.choice(('seconds', 'n', 'a b', 'n' * 65))
            record.add(rng.choice(('a', 'b') + VALUES), **{field: rng.choice(VALUES)})
        record.claim(rng.choice(('x.a', 'x.', 'gemm.rate')), series=rng.choice(('a', 'b', 'c')),
                     field=rng.choice(('seconds', 'n', '')), unit=rng.choice(('s', '1', 'q', None)))


def execute(witnessmark, rng, base, proof, work):
    kind = rng.randrange(8)
    record_path = os.path.join(work, 'record')
    if kind < 2:
        record = toolkit.Record(base)
        try:
            differential.change_record(rng, record)
            record.write(record_path)
        except Exception:  # after some changes nothing can be derived
            return
        read_record(witnessmark, record_path)
    elif kind < 7:
        root = rng.choice((proof[1], '', '0' * 64, 'x'))
        witnessmark.check_proof(change_proof(rng, proof[0]), root)
    else:
        add_numbers(witnessmark, rng, os.path.join(work, 'own%d' % rng.randrange(10 ** 9)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--count', type=int, default=10 ** 9)
    parser.add_argument('--seconds', type=float, default=10)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--build', default=os.path.join(ROOT, 'build'))
    options = parser.parse_args()
    os.environ['WITNESSMARK_LIBRARY'] = os.path.join(options.build, 'libwitnessmark.so.0')
    import witnessmark
    done = 0
    with tempfile.TemporaryDirectory() as work:
        run_forgeries.make_bases(os.path.join(work, 'bases'), options.build)
        base = os.path.join(work, 'bases', 'small')
        with witnessmark.Record(base) as record:
            name = record.claims[0]['name']
        proof = witnessmark.make_proof(base, name), witnessmark.audit(base).root
        begin = time.monotonic()
        while done < options.count and time.monotonic() - begin < options.seconds:
            rng = random.Random('%d %d' % (options.seed, done))
            try:
                execute(witnessmark, rng, base, proof, work)
            except REFUSALS + (witnessmark.Error,):
                pass
            except BaseException:
                print('execution %d of seed %d' % (done, options.seed))
                raise
            done += 1
        print('%d executions, %.0f a second' % (done, done / (time.monotonic() - begin)))


if __name__ == '__main__':
    main()
