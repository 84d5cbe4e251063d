#!/usr/bin/env python3
"""Writes a synthetic record, one that continues it, or a differential of records.

    continue_record.py DIR [--seed N] [--days N] [--device NAME]
    continue_record.py DIR --prior DIR [--prior DIR] --plan {same,near,mixed,alike,lost}
    continue_record.py DIR --plan enrolled
    continue_record.py DIR --prior DIR --plan recalled
    continue_record.py DIR --differential --prior DIR --prior DIR

The outputs follow from an item's label, so that two records of one plan have equal outputs unless a
scenario moves them. `same` moves none. `near` moves every product by one unit in the last place,
and its atomic sum is always the same one. `mixed` has every agreement, and leaves items out.
`alike` has the atomic sum alone, unmoved. `lost` has one item, which failed. `moved` has one, with
its fault at another place. `enrolled` has points and profiles, and `recalled` continues it with
every value of a recall. `slim` is a light record, and `grown` continues it.
build/tests/tools/seal_lines makes the claims.
"""
import argparse
import hashlib
import os
import random
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import make_record  # noqa: E402
import record_items  # noqa: E402
from record_plans import gemm  # noqa: E402
checker = make_record.checker

# The items of the first record.
ITEMS = (
    gemm('fp16', 11, 1100, 32, 9),
    gemm('bf16', 16, 16, 16, 8),
    gemm('tf32', 70, 70, 70, 6),
    gemm('f32', 10, 20, 30, 9),
    gemm('f64', 64, 5, 64, 6),
    gemm('int8', 6, 6, 6, 6),
    ('hbm_triad', 'f32', {'n': 300000}, 6, {}),
    ('attention', 'bf16', {'b': 1, 'h': 2, 's': 16, 'd': 8}, 6, {}),
    ('reduction', 'default', {'n': 100000}, 6, {}),
    ('scatter_add', 'atomic', {'n': 65536, 'buckets': 1024}, 9, {'outputs': 'differ'}),
    ('random_access', 'bandwidth', {'n': 1048576, 'lanes': 3000, 'steps': 16}, 2, {}),
    gemm('fp16', 4, 4, 4, 3, fault=('bit', 'transcript')),
    gemm('fp16', 4, 4, 4, 2, failed=(1,)),
    gemm('fp8_fast', 4, 4, 256, 3),
)
# The items of a record with points of operation and profiles.
ENROLLED = (
    gemm('fp16', 4, 4, 4, 7),
    gemm('fp16', 4, 4, 4, 6, point=('soak', 2)),
    ('profile', 'l2', {'steps': 4096}, 3, {}),
    ('profile', 'l2', {'steps': 64}, 2, {}),
    ('profile', 'l2', {'steps': 128}, 2, {}),
    ('profile', 'l2', {'steps': 256}, 2, {}),
    ('profile', 'cores', {'steps': 1000}, 2, {'part': 'two'}),
    ('profile', 'cores', {'steps': 64}, 2, {'noise': 5, 'part': 'two'}),
    ('profile', 'cores', {'steps': 512}, 2, {'scale': 1e-140}),
)
# Per plan: item -> (units in the last place by which its outputs move, repeats, what else differs).
PLANS = {
    'first': {number: (0, item[3], {}) for number, item in enumerate(ITEMS)},
    'same': {number: (0, 3, {}) for number in range(len(ITEMS))},
    'lost': {12: (0, 2, {})},
    'alike': {9: (0, 9, {})},
    'moved': {11: (0, 3, {'place': (1, 1)})},
    'near': {number: (1, 6, {'outputs': 'same'} if number == 9 else {})
             for number in range(len(ITEMS))},
    'mixed': {0: (1, 9, {}), 1: (0, 3, {}), 2: (1 << 20, 6, {}), 3: (1, 2, {}),
              4: (0, 1, {}), 5: (1, 6, {}), 7: (1, 6, {'failed': (2,)}), 9: (3, 9, {'spread': 0.3}),
              11: (1, 3, {}), 13: (0, 3, {'wrong': (1,)})},
}
PLANS['enrolled'] = {number: (0, item[3], {}) for number, item in enumerate(ENROLLED)}
# The same part; another part; not here; failed; other units; no key there; cells of many digits.
PLANS['recalled'] = {0: (1, 7, {}), 1: (0, 6, {'errors': 2}), 2: (0, 2, {}),
                     3: (0, 3, {'part': 'three'}), 5: (0, 2, {'failed': (1,)}),
                     6: (0, 2, {'units': 10}), 7: (0, 1, {}),
                     8: (0, 2, {'scale': 1})}
PLANS['slim'] = {5: (0, 6, {}), 6: (0, 6, {}), 10: (0, 2, {})}
PLANS['grown'] = {5: (1, 6, {}), 6: (0, 9, {}), 10: (1, 2, {})}
LISTS = {'enrolled': ENROLLED, 'recalled': ENROLLED}
CODES = {'binary16': '<H', 'bfloat16': '<H', 'binary32': '<I', 'binary64': '<Q', 'int32': '<i',
         'uint32': '<I'}
ONES = {'binary16': 0x3c00, 'bfloat16': 0x3f80, 'binary32': 0x3f800000,
        'binary64': 0x3ff0000000000000, 'int32': 1000, 'uint32': 1000}


def drawn_openings(item, digest, nonce, roots=()):
    """The places of the openings of a record that continues these roots, in their order."""
    row = item.row
    context = checker.jcs({
        'layout': row.layout, 'nonce': nonce, 'operand_format': row.operand_format,
        'output_digest': digest, 'output_format': row.output_format, 'shape': item.shape,
        'variant': item.variant, 'workload': item.workload,
        'seeds': [checker.operand_seed(item, operand, nonce).hex() for operand in row.operands]})
    text = 'witnessmark/1 opening\n' + context + ''.join('\n' + root for root in roots)
    seed = hashlib.sha256(text.encode('ascii')).digest()
    chunks, places, taken = checker.chunk_count(item, 0), [], []
    others = checker.all_chunks(item) - checker.tail_chunks(item)
    for t in range(min(checker.OPENINGS, others)):
        number = checker.random_word(seed, t) * (others - t) >> 32
        for former in taken:
            if former > number:
                break
            number += 1
        taken = sorted(taken + [number])
        places.append(number)
    places += range(others, checker.all_chunks(item))
    return [(number // chunks, number % chunks) for number in places]


class SteadyOutput(record_items.Output):
    """An output of numbers near 1 that follow from its label and number, moved by some units."""

    def __init__(self, item, number, units):
        stream = random.Random('%s %d' % (item.label, number))
        self.code, self.one = CODES[item.row.output_format], ONES[item.row.output_format]
        self.units = units
        super().__init__(item, stream)
        self.rows = [self.number_row(stream, len(row)) for row in self.rows]
        self.leaves = [[checker.leaf_hash(row[at:at + 1024]) for at in range(0, len(row), 1024)]
                       for row in self.rows]
        self.row_digests = [record_items.tree_path(leaves, 0)[0] for leaves in self.leaves]
        self.row_leaves = [checker.leaf_hash(digest) for digest in self.row_digests]
        self.digest = record_items.tree_path(self.row_leaves, 0)[0].hex()

    def number_row(self, stream, size):
        width = struct.calcsize(self.code)
        codes = [self.one + stream.randrange(100) + self.units for _ in range(size // width)]
        return b''.join(struct.pack(self.code, code) for code in codes)


class LinkedItem(record_items.ItemWriter):
    """An item whose outputs follow from its label."""

    def __init__(self, writer, rng, item, scenario, units):
        self.units, self.made = units, 0
        super().__init__(writer, rng, item, scenario)

    def new_output(self):
        self.made += 1
        return SteadyOutput(self.item, self.made, self.units)

    def judge(self, output, residual, calibration):
        output.openings = lambda nonce: [output.opening(*place) for place in drawn_openings(
            self.item, output.digest, nonce, self.writer.roots())]
        return super().judge(output, residual, calibration)

    def transcript(self, calibration):
        super().transcript(calibration)
        product, output, _ = self.acquired or self.latest
        for number, prior in enumerate(self.writer.priors, 1):
            self.revisit(number, read_prior(prior), product, output)

    def revisit(self, number, prior, product, output):
        there = prior.get(self.item.label)
        if not there or self.item.injected() or there['digest'] == output.digest:
            return
        if not there['places']:
            return  # the prior is a light record
        openings = [output.opening(*place) for place in there['places']]
        self.writer.observe('revisit', item=self.item.number, prior=number, product=product,
                            openings=openings)


def read_prior(evidence):
    """Label: acquired digest and opened places of an item of a prior."""
    nodes = [checker.json.loads(line) for line in evidence.splitlines()]
    items = [checker.Item(number, item) for number, item in enumerate(nodes[1]['items'])]
    found = {}
    for node in nodes:
        if node.get('stage') == 'acquire':
            found[items[node['item']].label] = {'digest': node['output_digest']}
        elif node.get('stage') == 'witness' and node['index'] == 1:
            found[items[node['item']].label]['places'] = [
                (opening['row'], opening['chunk']) for opening in node['openings']]
    return found


class LinkWriter(make_record.Writer):
    """A writer whose graph is not asked about what only priors tell."""

    def __init__(self, device):
        super().__init__(b'', b'')
        self.device, self.method = device, 'made up'

    def roots(self):
        return [make_record.root_of(prior) for prior in self.priors]

    def add(self, node):
        if node.get('kind') == 'revisit':
            line = (checker.jcs(node) + '\n').encode('utf-8')
            self.lines.append(line)
            return hashlib.sha256(line).hexdigest()
        return super().add(node)

    def seal(self, folder, priors, program):
        with tempfile.NamedTemporaryFile() as stream:
            stream.write(b''.join(self.lines))
            stream.flush()
            subprocess.run([program, folder, stream.name] + list(priors), check=True,
                           stdout=subprocess.DEVNULL)


def write(folder, plan, priors, program, seed=1, days=0, device=None):
    """Writes a record of some of the items, these days after the first; priors are the paths of
    their evidence."""
    rng, choice, items = random.Random(seed), PLANS[plan], LISTS.get(plan, ITEMS)
    writer = LinkWriter(device or 'device of ' + plan)
    writer.now += days * 86400 * 10**9
    patched = checker.drawn_openings
    checker.drawn_openings = lambda item, digest, nonce, *_: drawn_openings(item, digest, nonce,
                                                                            writer.roots())
    try:
        writer.add_environment(writer.device)
        rows = [items[number][:3] + (repeats, dict(items[number][4], **more))
                for number, (_, repeats, more) in sorted(choice.items())]
        writer.add_plan(plan, 'ab', [make_record.plan_item(*row) for row in rows],
                        [make_record.read(path) for path in priors], plan == 'slim')
        writer.add_session()
        for item, row, number in zip(writer.graph.items, rows, sorted(choice)):
            if item.has('profile'):
                record_items.ProfileWriter(writer, rng, item, row[4]).write()
            else:
                LinkedItem(writer, rng, item, row[4], choice[number][0]).write()
    finally:
        checker.drawn_openings = patched
    writer.seal(folder, priors, program)


def write_differential(folder, priors, program):
    writer = LinkWriter('none')
    writer.add_environment(writer.device)
    writer.add_plan('differential', '', [], [make_record.read(path) for path in priors])
    writer.seal(folder, priors, program)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('folder')
    parser.add_argument('--prior', action='append', default=[], metavar='DIR')
    parser.add_argument('--plan', choices=tuple(PLANS), default='first')
    parser.add_argument('--differential', action='store_true')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--days', type=int, default=0)
    parser.add_argument('--device')
    parser.add_argument('--seal', default=os.path.join(make_record.REPOSITORY,
                                                       'build/tests/tools/seal_lines'))
    options = parser.parse_args()
    priors = [os.path.join(prior, 'evidence.jsonl') for prior in options.prior]
    if options.differential:
        write_differential(options.folder, priors, options.seal)
    else:
        write(options.folder, options.plan, priors, options.seal, options.seed, options.days,
              options.device)


if __name__ == '__main__':
    main()
