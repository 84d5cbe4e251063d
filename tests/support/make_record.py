#!/usr/bin/env python3
"""Writes valid synthetic records; the same seed gives the same record.

    make_record.py DIR [--seed N] [--plan PLAN] [--verify-c FILE] [--verify-py FILE]
    make_record.py DIR --bench MIB [--seed N] ...

`full` has every workload, variant and state of the format: failed repeats and calibrations, nulls,
G off its prediction, rejects, repairs, injected faults, flags, absent covariates, two
environments, x. series. `small` has two items and one series. `forms` and `forms_of_gemm` together
have every form of every kind. `x` has no items, `one` a single repeat, `failed` a failed one.
`--bench` is the pinned generator of the audit's benchmark: an x. record whose groups are 24
observations of about 840 bytes with 16 numbers of 16 to 17 digits, 6 reductions over the 24, and 1
claim.
"""
import argparse
import base64
import hashlib
import math
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(REPOSITORY, 'code'))
sys.dont_write_bytecode = True
import verify_graph as checker  # noqa: E402
from record_plans import PLANS  # noqa: E402

FACTS = {'compiler': 'cc 12.2.0', 'compiler.flags': '-O2 -ffp-contract=off', 'cpu.model': 'made up',
         'kernel': 'none', 'memory.bytes': 8589934592, 'threads': 2}


# The evidence of a prior. A checker judges its last line alone.
PRIOR = b'some node\n{"type":"root"}\n'


def prior_files(count):
    """The priors of a record that continues `count` others."""
    return {'prior/%d.jsonl' % (number + 1): PRIOR for number in range(count)}


def prior_root():
    return hashlib.sha256(PRIOR.splitlines(True)[-1]).hexdigest()


def write_directory(folder, lines, verify_c, verify_py, priors=0):
    """Writes the files of a record; lines are the finished lines, the root the last."""
    files = {'code/verify.c': verify_c, 'code/verify_graph.py': verify_py,
             'evidence.jsonl': b''.join(lines)}
    files.update(prior_files(priors))
    for path in files:
        os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
    manifest = '# root %s\n' % hashlib.sha256(lines[-1]).hexdigest()
    for path in sorted(files):
        with open(os.path.join(folder, path), 'wb') as stream:
            stream.write(files[path])
        manifest += '%s  %s\n' % (hashlib.sha256(files[path]).hexdigest(), path)
    with open(os.path.join(folder, 'manifest.sha256'), 'w') as stream:
        stream.write(manifest)


def root_node(plan, claim_lines, verify_c, verify_py, continues=()):
    files = {'code/verify.c': verify_c, 'code/verify_graph.py': verify_py}
    files.update(prior_files(len(continues)))
    tree = checker.Tree()
    for line in claim_lines:
        tree.add(line)
    return {'type': 'root', 'format': 'witnessmark/1.1', 'plan': plan, 'claim_count': tree.count,
            'merkle_root': tree.root().hex(), 'continues': list(continues),
            'files': [{'path': path, 'sha256': hashlib.sha256(files[path]).hexdigest()}
                      for path in sorted(files)]}


# ----------------------------------------------------------------------------------------------
# The quantities of the record, computed here from the nodes in order.

RECORD_QUANTITIES = (('sessions', '1', 'fixed0'), ('wall_time', 's', 'si4'),
                     ('timed_share', '1', 'percent3'), ('longest_gap', 's', 'si4'),
                     ('flagged_repeats', '1', 'fixed0'))


def record_value(function, nodes):
    """(value, reason) of a function of the record."""
    sessions = [int(node['started_at']) for node in nodes if node.get('kind') == 'session']
    repeats = [node for node in nodes
               if node.get('kind') == 'workload' and node['status'] == 'ok']
    spans = [(int(node['started_at']), int(node['seconds'] * 1e9)) for node in repeats]
    if not spans:
        return None, 'no repeats'
    wall = max(begin + length for begin, length in spans) - min(sessions)
    if function == 'sessions':
        return len(sessions), None
    if function == 'wall_time':
        return float(wall) / 1e9, None
    if function == 'timed_share':
        return float(sum(length for _, length in spans)) / float(wall), None
    if function == 'flagged_repeats':
        return sum(1 for node in repeats if node['flags']), None
    gap, last = 0, sessions[0]
    for begin, length in spans:
        gap, last = max(gap, begin - last), begin + length
    return float(gap) / 1e9, None


class Writer:
    """Appends nodes, checks each at once, and computes everything derived."""

    def __init__(self, verify_c, verify_py):
        self.lines, self.graph = [], checker.Graph(None)
        self.nodes, self.reduced = [], {}
        self.now, self.sessions, self.continues = 1700000000000000000, 0, []
        self.environment = self.plan = None
        self.verify_c, self.verify_py = verify_c, verify_py

    def add(self, node):
        line = (checker.jcs(node) + '\n').encode('utf-8')
        self.lines.append(line)
        self.nodes.append(node)
        self.graph.line += 1
        try:
            self.graph.take(line)
        except checker.Refusal as refusal:
            raise SystemExit('make_record: line %d: [%s] %s\n%s'
                             % (len(self.lines), refusal.tag, refusal.words, line.decode()[:2000]))
        return hashlib.sha256(line).hexdigest()

    def observe(self, kind, **fields):
        node = dict(fields, type='observation', kind=kind, environment=self.environment)
        if kind != 'plan':
            node['plan'] = self.plan
        return self.add(node)

    def add_environment(self, device, facts=(), witness=None):
        both = dict(FACTS)
        both.update(facts)
        listed = []
        for name in sorted(both):
            fact = {'name': name, 'value': both[name]}
            if both[name] is None:
                fact['reason'] = 'not readable here'
            listed.append(fact)
        node = {
            'type': 'observation', 'kind': 'environment', 'backend': 'none', 'device': device,
            'producer': {'name': 'make_record', 'version': '1', 'source_revision': 'none'},
            'facts': listed}
        if witness:
            node['witness'] = {
                'backend': 'cpu', 'device': witness,
                'facts': [{'name': 'blas', 'value': None, 'reason': 'not readable here'},
                          {'name': 'threads', 'value': 2}]}
        self.environment = self.add(node)

    def add_plan(self, name, nonce, items, priors=0):
        self.continues = [prior_root()] * priors
        self.plan = self.observe('plan', name=name, nonce=nonce, repeat_seconds=0.125, items=items,
                                 run=hashlib.sha256(name.encode()).hexdigest(),
                                 continues=self.continues)

    def add_session(self):
        self.now += 3000000000
        self.observe('session', index=self.sessions, started_at=str(self.now))
        self.sessions += 1
        self.now += 1000000

    def reduce_record(self):
        for function, _, _ in RECORD_QUANTITIES:
            value, reason = record_value(function, self.nodes)
            node = {'type': 'reduction', 'function': function, 'inputs': [self.plan],
                    'value': value}
            self.reduced[function] = self.add_reasoned(node, reason)

    def claim_record(self):
        for function, unit, form in RECORD_QUANTITIES:
            value, reason = record_value(function, self.nodes)
            node = {'type': 'claim', 'name': 'record.' + function, 'value': value, 'unit': unit,
                    'text': checker.claim_text(value, form, unit),
                    'asserts': self.reduced[function]}
            self.add_reasoned(node, reason)

    def reduce_item(self, item):
        for quantity in item.quantities():
            function = checker.QUANTITIES[quantity][1]
            value, reason = item.compute(function)
            node = {'type': 'reduction', 'function': function, 'inputs': item.inputs(function),
                    'value': value}
            self.add_reasoned(node, reason)

    def add_reasoned(self, node, reason):
        if reason:
            node['reason'] = reason
        return self.add(node)

    def claim_item(self, item):
        for quantity in item.quantities():
            function, unit, form, klass, tolerance = checker.QUANTITIES[quantity][1:6]
            value, reason = item.compute(function)
            unit = unit or item.row.unit
            node = {'type': 'claim', 'name': '%s.%s' % (item.label, quantity), 'value': value,
                    'unit': unit, 'text': checker.claim_text(value, form, unit),
                    'asserts': item.reductions[function]}
            for field, source in (('class', klass), ('tolerance', tolerance)):
                if source:
                    node[field], why = item.compute(source)
                    reason = reason or why
            self.add_reasoned(node, reason)

    def add_series(self, name, rows):
        return [self.observe('external', series=name, index=index, values=values)
                for index, values in enumerate(rows)]

    def reduce_series(self, ids, rows, function, field):
        value, reason = checker.compute_external(function, [row[field] for row in rows])
        node = {'type': 'reduction', 'function': function, 'inputs': ids, 'field': field,
                'value': value}
        return self.add_reasoned(node, reason), value, reason

    def claim_x(self, name, reduced, form, unit, beside=()):
        ident, value, reason = reduced
        node = {'type': 'claim', 'name': 'x.' + name, 'value': value, 'unit': unit, 'format': form,
                'text': checker.claim_text(value, form, unit), 'asserts': ident}
        if beside:
            node['beside'] = [other[0] for other in beside]
        self.add_reasoned(node, reason)

    def finish(self, folder):
        claims = [line for line in self.lines if b'"type":"claim"' in line]
        self.add(root_node(self.plan, claims, self.verify_c, self.verify_py, self.continues))
        write_directory(folder, self.lines, self.verify_c, self.verify_py, len(self.continues))


# ----------------------------------------------------------------------------------------------
# Synthetic outputs of gemm items, with true trees over their bytes.

def tree_path(leaves, index):
    """(root, inclusion path of index) of the RFC 6962 tree over leaf hashes."""
    if len(leaves) == 1:
        return leaves[0], []
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    left, right = leaves[:split], leaves[split:]
    if index < split:
        inner, path = tree_path(left, index)
        other, _ = tree_path(right, 0)
        return checker.node_hash(inner, other), path + [other]
    inner, path = tree_path(right, index - split)
    other, _ = tree_path(left, 0)
    return checker.node_hash(other, inner), path + [other]


class Output:
    """The bytes of an output, its digest and its openings."""

    def __init__(self, item, rng, row_bytes=None):
        self.item = item
        sizes = [row_bytes or checker.row_bytes(item, row)
                 for row in range(checker.output_rows(item, 0)[0])]
        self.rows = [rng.getrandbits(8 * size).to_bytes(size, 'little') for size in sizes]
        self.leaves = [[checker.leaf_hash(row[at:at + 1024]) for at in range(0, len(row), 1024)]
                       for row in self.rows]
        self.row_digests = [tree_path(leaves, 0)[0] for leaves in self.leaves]
        self.row_leaves = [checker.leaf_hash(digest) for digest in self.row_digests]
        self.digest = tree_path(self.row_leaves, 0)[0].hex()

    def opening(self, row, chunk):
        data = self.rows[row][1024 * chunk:1024 * chunk + 1024]
        return {'row': row, 'chunk': chunk, 'data': base64.b64encode(data).decode('ascii'),
                'row_path': [h.hex() for h in tree_path(self.leaves[row], chunk)[1]],
                'matrix_path': [h.hex() for h in tree_path(self.row_leaves, row)[1]]}

    def openings(self, nonce):
        return [self.opening(row, chunk)
                for row, chunk in checker.drawn_openings(self.item, self.digest, nonce)]


    def element(self, row, column):
        """The bytes of an element in hex, the most significant byte first."""
        size = self.item.row.element_bytes
        return self.rows[row][size * column:size * (column + 1)][::-1].hex()


# ----------------------------------------------------------------------------------------------
# Items. A scenario (record_plans.py) lists the exceptions; everything else is an honest repeat
# without flags.

QUIET = {
    'clock': 'follows',      # follows the rate, against it, constant, absent
    'spread': 0.01,          # of the rates
    'outputs': 'same',       # of the repeats: same, differ
    'failed': (),            # repeats that failed
    'null_residual': (),     # repeats whose residual was not finite
    'wrong': (),             # repeats whose residual is over the tolerance
    'coarse': (),            # repeats whose rounding is off its prediction
    'calibration': 'ok',     # ok, off (its G), null, failed
    'fault': None,           # that the plan asks for: (kind, when)
    'repair': False,
    'covariates': True,      # power, temperature, memory, ... are there
    'memory': True,          # peak_resident_bytes is there
    'later': True,           # covariates that an older producer lacks are there
    'steal': False, 'throttled': False, 'gap': False, 'ecc': False, 'starved': False,
    'clocks_differ': False, 'implausible': False,
    'point': None,           # of operation: (word, minutes or None)
    'element': False,        # the first witness names a wrong element
}


class ItemWriter:
    def __init__(self, writer, rng, item, scenario):
        self.writer, self.rng, self.item = writer, rng, item
        self.how = dict(QUIET, **scenario)
        predicted = item.row.predicted_floor
        self.floor = predicted or {'f64': 1e-16, 'int8': 1e-16, 'fp8_fast': 2e-3}.get(item.variant,
                                                                                      1e-7)
        self.output = self.new_output()
        self.first = None        # digest of repeat 0
        self.residuals = {}      # digest -> residual: equal outputs have equal residuals
        self.acquired = None

    def new_output(self):
        return Output(self.item, self.rng)

    def write(self):
        first = [self.repeat(number) for number in range(self.item.repeats)][0]
        if self.how['failed']:
            return
        calibration = self.calibrate(first) if self.item.has('calibration') else None
        self.transcript(calibration)

    def base(self):
        item = self.item
        return {'item': item.number, 'workload': item.workload, 'variant': item.variant,
                'shape': item.shape}

    def repeat(self, number):
        if number in self.how['failed']:
            return self.writer.observe('workload', repeat=number, status='failed',
                                       reason='the device reported a fault', **self.base())
        rate = 1e9 * (1 + self.how['spread'] * self.rng.uniform(-1, 1))
        output = self.output
        if self.is_odd(number) or number and self.how['outputs'] == 'differ':
            output = self.new_output()
        if output.digest not in self.residuals:
            self.residuals[output.digest] = self.residual(number)
        self.last = (output, self.residuals[output.digest])
        if number == 0:
            self.first = output.digest
        if 0 in self.how['failed']:
            divergence = None
        else:
            divergence = 0 if output.digest == self.first else self.rng.uniform(1e-8, 1e-3)
        null = {'peak_resident_bytes': self.rng.randrange(1 << 24, 1 << 30)}
        if not self.how['memory']:
            null['peak_resident_bytes'] = None
        seconds = 0.125 * (1 + self.rng.random() / 100)
        node = dict(self.base(), repeat=number, status='ok', method='made up',
                    started_at=str(self.writer.now), seconds=seconds,
                    iterations=int(rate * seconds / 1e6) + 1, output_digest=output.digest,
                    divergence=divergence, residual=self.last[1],
                    covariates=self.covariates(rate / 1e9, seconds), **null)
        if divergence is None or null['peak_resident_bytes'] is None:
            node['reason'] = 'not known here'
        self.writer.now += int(seconds * 1e9) + 75000000
        node['flags'] = [flag for flag, on in (('clock_differs', self.how['clocks_differ']),
                                               ('clock_implausible', self.how['implausible']),
                                               ('ecc', self.how['ecc']),
                                               ('sampling_gap', self.how['gap']),
                                               ('starved', self.how['starved']),
                                               ('steal', self.how['steal']),
                                               ('throttled', self.how['throttled'])) if on]
        ident = self.writer.observe('workload', **node)
        if self.is_odd(number) and not self.acquired:
            self.acquired = (ident,) + self.last
        self.latest = (ident,) + self.last
        return ident

    def is_odd(self, number):
        return number in self.how['null_residual'] + self.how['wrong'] + self.how['coarse']

    def reference(self):
        if self.item.workload == 'random_access':
            return self.item.shape['lanes']
        if self.item.workload == 'reduction':
            return 1
        if not self.item.has('rows'):
            return self.rng.uniform(50, 60)
        square = 5461.5 if self.item.variant == 'int8' else 1
        columns = (self.item.shape['n'] + 23) // 24
        return square * math.sqrt(self.item.shape['k'] * columns) * self.rng.uniform(1.3, 1.5)

    def squares(self, is_off=False):
        """The two sums of squares of a probe set."""
        centre = checker.ROUNDINGS[self.item.variant][2]
        if self.item.variant == 'int8':
            return 0, 0
        rounding = self.rng.uniform(100, 110)
        g = (centre or 1) * self.rng.uniform(0.999, 1.001)
        return rounding * g * (1.5 if is_off else 1), rounding

    def residual(self, number):
        reference = self.reference()
        difference = 0 if self.item.row.bound == 'zero' else \
            reference * self.floor * self.rng.uniform(0.8, 1.2)
        if number in self.how['wrong']:
            difference = 1 if self.item.workload == 'random_access' else \
                reference * self.rng.uniform(0.5, 1)
        null = number in self.how['null_residual']
        residual = {'difference_max': None if null else difference, 'reference_max': reference}
        if null:
            residual['reason'] = 'not finite'
        if self.item.has('rows'):
            residuals, roundings = self.squares(number in self.how['coarse'])
            residual.update(
                row_statistic=None if null else self.rng.uniform(2, 4),
                row=self.rng.randrange(self.item.shape['m']),
                probe=self.rng.randrange(min(self.item.shape['n'], checker.PROBE_COLUMNS)),
                residual_squares=None if null else residuals,
                rounding_squares=None if null else roundings)
        return residual

    def covariates(self, speed, seconds):
        def steady(low, high, samples=None):
            middle = self.rng.uniform(low, high)
            return {'minimum': low, 'median': middle, 'maximum': high,
                    'longest_gap_s': 0.1 if samples == 1 else 0.02,
                    'samples': samples or int(seconds / 0.02) + 1}
        absent = {'reason': 'no such sensor'}
        there = self.how['covariates']
        clock = {'follows': 3e9 * speed, 'against': 3e9 / speed, 'constant': 3e9,
                 'absent': None}[self.how['clock']]
        found = {
            'clock': {'minimum': clock * 0.99, 'median': clock, 'maximum': clock * 1.01,
                      'samples': 2, 'longest_gap_s': 0.125} if clock else absent,
            'context_switches': dict(steady(0, 20, samples=1), longest_gap_s=0.125)
            if self.how['gap'] else steady(0, 20),
            'energy': steady(1, 12) if there else absent, 'memory': absent,
            'power': steady(60, 90) if there else absent,
            'pressure': steady(0, 0.02),
            'steal': steady(0.06, 0.2) if self.how['steal'] else steady(0, 0.01),
            'temperature': steady(40, 60) if there else absent,
            'throttle': steady(0, 1) if self.how['throttled'] else absent}
        if self.how['later']:
            found.update(self.later_covariates(seconds, absent))
        return found

    def later_covariates(self, seconds, absent):
        def same(value, samples):
            return {'minimum': value, 'median': value, 'maximum': value, 'longest_gap_s': 0.02,
                    'samples': samples}
        samples = int(seconds / 0.02) + 1
        there = self.how['covariates']
        return {
            'ecc_corrected': same(3 if self.how['ecc'] else 0, 2) if there else absent,
            'ecc_uncorrected': same(0, 2) if there else absent,
            'clock_real': same(0.002 if self.how['clocks_differ'] else -1e-6, 2),
            'clock_syscall': same(1e-7, 2),
            'kernel_clock': same(7e9 if self.how['implausible'] else 1.9e9, 2),
            'memory_clock': same(3.2e9, samples),
            'pcie_generation': same(5, 2), 'pcie_replays': absent, 'pcie_width': same(16, 2),
            'read_time': same(0.0004, samples),
            'run_delay': same(0.3 if self.how['starved'] else 0.001, 2),
            'throttle_reasons': same(5 if self.how['throttled'] else 1, samples)}

    def calibrate(self, product):
        state = self.how['calibration']
        base = {'item': self.item.number, 'product': product}
        if state == 'failed':
            return self.writer.observe('calibration', status='failed',
                                       reason='the probes could not be drawn', **base)
        references = [self.reference() for _ in range(checker.PROBES)]
        differences = [r * self.floor * self.rng.uniform(0.85, 1.15) for r in references]
        squares = [self.squares(state == 'off') for _ in range(checker.PROBES)]
        if state == 'null':
            differences[17] = None
            base['reason'] = 'not finite'
        return self.writer.observe('calibration', status='ok', difference_max=differences,
                                   reference_max=references,
                                   residual_squares=[pair[0] for pair in squares],
                                   rounding_squares=[pair[1] for pair in squares], **base)

    def transcript(self, calibration):
        product, output, residual = self.acquired or self.latest
        self.stage('acquire', product=product, output_digest=output.digest)
        if self.item.injected():
            fault = self.item.fault
            output = self.new_output()
            residual = self.residual(-1)
            if fault['kind'] != 'stale':
                residual['difference_max'] = residual['reference_max'] * 0.75
            if self.how['element']:
                residual['row_statistic'] = 1e6
            self.stage('inject', fault=fault['kind'], row=fault['row'], column=fault['column'],
                       output_digest=output.digest)
        if self.judge(output, residual, calibration) == 'reject' and self.how['repair']:
            output = self.new_output()
            self.stage('repair', method='recomputed in float64', output_digest=output.digest)
            self.judge(output, self.residual(-1), calibration)

    def judge(self, output, residual, calibration):
        fields = {'output_digest': output.digest, 'residual': residual,
                  'openings': output.openings(self.writer.graph.nonce)}
        if self.item.has('calibration'):
            fields['calibration'] = calibration
        if self.how['element'] and residual['row_statistic'] > 1000:
            row, column = residual['row'], residual['probe']
            found = output.element(row, column)
            fields['element'] = {'row': row, 'column': column, 'found': found,
                                 'expected': '0' * len(found)}
        self.stage('witness', **fields)
        decision = self.item.decide(residual)
        self.stage('decide', decision=decision)
        return decision

    def stage(self, name, **fields):
        index = len(self.item.stages)
        if index:
            fields['previous'] = self.item.stages[-1].id
        self.writer.observe('stage', item=self.item.number, index=index, stage=name, **fields)


def write_x(writer, rng, small):
    """The x. part: series of external numbers, in every text format."""
    latency = [{'ns': rng.uniform(80, 90), 'misses': rng.randrange(1000),
                'drift': rng.uniform(-1, 1)}
               for _ in range(5 if small else 12)]
    ids = writer.add_series('latency', latency)
    done = {}
    for function in sorted(checker.EXTERNAL_FUNCTIONS):
        for field in ('ns',) if small else ('ns', 'misses', 'drift'):
            done[function, field] = writer.reduce_series(ids, latency, function, field)
    claims = [('latency.median', done['median_of', 'ns'], 'si4', 'ns', 
               [done[key] for key in done if key != ('median_of', 'ns')][:16])]
    if not small:
        claims.append(('latency.high', done['maximum_of', 'ns'], 'fixed2', 'ns',
                       list(done.values())[-16:]))
        holes = [{'v': 1, 'w': 2.5}, {'v': None, 'w': 1e21, 'reason': 'the sensor slept'}]
        ids = writer.add_series('holes', holes)
        claims += [('holes.v', writer.reduce_series(ids, holes, 'mean_of', 'v'), 'sci3', 'K', ()),
                   ('holes.w', writer.reduce_series(ids, holes, 'mean_of', 'w'), 'si4', '1', ())]
        one = [{'zero': 0, 'small': -1.25e-7, 'third': 1 / 3, 'kilo': 12345.678}]
        ids = writer.add_series('one', one)
        for name, function, field, form, unit in (
                ('sd', 'standard_deviation_of', 'zero', 'sci3', '1'),
                ('mad', 'relative_mad_of', 'zero', 'si4', '1'),
                ('small', 'minimum_of', 'small', 'si4', 'm/s'),
                ('third', 'median_of', 'third', 'percent3', '%'),
                ('kilo', 'mean_of', 'kilo', 'si4', '1'),
                ('whole', 'maximum_of', 'kilo', 'fixed0', 'B'),
                ('signed', 'median_of', 'small', 'signed2', '1')):
            claims.append(('one.' + name, writer.reduce_series(ids, one, function, field), form,
                           unit, ()))
    return claims


def plan_item(workload, variant, shape, repeats, scenario):
    item = {'workload': workload, 'variant': variant, 'shape': shape, 'repeats': repeats}
    if scenario.get('fault'):
        kind, when = scenario['fault']
        placed = checker.FAULTS[kind]
        item['fault'] = {'kind': kind, 'row': 3 if placed else 0, 'column': 2 if placed else 0,
                         'when': when}
    if scenario.get('point'):
        item['point'], minutes = scenario['point']
        if minutes:
            item['minutes'] = minutes
    return item


def make(folder, seed, plan, verify_c, verify_py):
    rng = random.Random(seed)
    rows = PLANS[plan]
    writer = Writer(verify_c, verify_py)
    writer.add_environment('first device',
                           {'note': 'caf\u00e9 \u20ac \U0001f600 "\\\u0001', 'gone': None},
                           witness='another processor' if plan in ('full', 'forms') else None)
    writer.add_plan(plan, '' if seed == 1 else '%08x' % seed,
                    [plan_item(*row) for row in rows],
                    2 if plan in ('continued', 'forms', 'forms_of_gemm') else 0)
    if rows:
        writer.add_session()
    for number, (row, item) in enumerate(zip(rows, writer.graph.items)):
        if number == len(rows) - 5:
            writer.add_environment('second device', {'free': 1.5e300})
            writer.add_session()
        ItemWriter(writer, rng, item, row[4]).write()
        if number % 2:
            writer.reduce_item(item)
    for item in writer.graph.items[::2]:
        writer.reduce_item(item)
    if rows:
        writer.reduce_record()
    claims = write_x(writer, rng, plan != 'full' and plan != 'x')
    for item in writer.graph.items:
        writer.claim_item(item)
    if rows:
        writer.claim_record()
    for claim in claims:
        writer.claim_x(*claim)
    writer.finish(folder)


# ----------------------------------------------------------------------------------------------
# The generator for the benchmark of the audit; its output never changes.

BENCH_FIELDS = tuple('measured_value_%02d' % i for i in range(16))


def bench(folder, seed, mib, verify_c, verify_py):
    rng = random.Random(seed)
    writer = Writer(verify_c, verify_py)
    writer.add_environment('none')
    writer.add_plan('bench', '', [])
    os.makedirs(folder, exist_ok=True)
    size, group, claims = 0, 0, []
    with open(os.path.join(folder, 'evidence.jsonl'), 'wb') as stream:
        stream.write(b''.join(writer.lines))
        while size < mib << 20:
            lines, claim = bench_group(writer, rng, group)
            block = b''.join(lines)
            stream.write(block)
            size += len(block)
            claims.append(claim)
            group += 1
        stream.write(b''.join(claims))
        root = (checker.jcs(root_node(writer.plan, claims, verify_c, verify_py)) + '\n').encode()
        stream.write(root)
    finish_bench(folder, root, verify_c, verify_py)


def bench_group(writer, rng, group):
    name = 'group.%d' % group
    rows, lines = [], []
    for index in range(24):
        rows.append({field: rng.uniform(1, 1000) for field in BENCH_FIELDS})
        node = {'type': 'observation', 'kind': 'external', 'environment': writer.environment,
                'plan': writer.plan, 'series': name, 'index': index, 'values': rows[-1]}
        lines.append((checker.jcs(node) + '\n').encode())
    ids = [hashlib.sha256(line).hexdigest() for line in lines]
    reduced = []
    for number, function in enumerate(checker.EXTERNAL_FUNCTIONS):
        field = BENCH_FIELDS[number]
        value = checker.compute_external(function, [row[field] for row in rows])[0]
        node = {'type': 'reduction', 'function': function, 'inputs': ids, 'field': field,
                'value': value}
        lines.append((checker.jcs(node) + '\n').encode())
        reduced.append((hashlib.sha256(lines[-1]).hexdigest(), value))
    claim = {'type': 'claim', 'name': 'x.' + name, 'value': reduced[0][1], 'unit': 'ns',
             'format': 'si4', 'text': checker.claim_text(reduced[0][1], 'si4', 'ns'),
             'asserts': reduced[0][0], 'beside': [ident for ident, _ in reduced[1:]]}
    return lines, (checker.jcs(claim) + '\n').encode()


def finish_bench(folder, root, verify_c, verify_py):
    """Writes code and manifest beside an evidence.jsonl that is too large for memory."""
    os.makedirs(os.path.join(folder, 'code'), exist_ok=True)
    for path, data in (('code/verify.c', verify_c), ('code/verify_graph.py', verify_py)):
        with open(os.path.join(folder, path), 'wb') as stream:
            stream.write(data)
    with open(os.path.join(folder, 'manifest.sha256'), 'w') as stream:
        stream.write('# root %s\n' % hashlib.sha256(root).hexdigest())
        for path in ('code/verify.c', 'code/verify_graph.py', 'evidence.jsonl'):
            stream.write('%s  %s\n' % (checker.file_digest(os.path.join(folder, path)), path))


def read(path):
    with open(path, 'rb') as stream:
        return stream.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('folder')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--plan', choices=tuple(PLANS), default='full')
    parser.add_argument('--bench', type=int, metavar='MIB')
    parser.add_argument('--verify-c', default=os.path.join(REPOSITORY, 'build/code/verify.c'))
    parser.add_argument('--verify-py', default=os.path.join(REPOSITORY, 'code/verify_graph.py'))
    options = parser.parse_args()
    verify_c, verify_py = read(options.verify_c), read(options.verify_py)
    if options.bench:
        bench(options.folder, options.seed, options.bench, verify_c, verify_py)
    else:
        make(options.folder, options.seed, options.plan, verify_c, verify_py)


if __name__ == '__main__':
    main()
