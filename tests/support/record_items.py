"""The synthetic items of make_record.py: outputs, repeats, calibrations and transcripts.

make_record.py puts the folder of verify_graph.py into the path.
"""
import base64
import hashlib
import math
import random

import verify_graph as checker


# ----------------------------------------------------------------------------------------------
# Synthetic outputs, with true trees over their bytes.

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
    'clock': 'follows',      # follows the rate, against it, constant, absent; early: follows it
                             # in the first eighth of the repeats, and is constant then
    'spread': 0.01,          # of the rates
    'outputs': 'same',       # of the repeats: same, differ
    'failed': (),            # repeats that failed
    'null_residual': (),     # repeats whose residual was not finite
    'wrong': (),             # repeats whose residual is over the tolerance
    'alike': False,          # all wrong repeats have one output, and the others have it too
    'coarse': (),            # repeats whose rounding is off its prediction
    'calibration': 'ok',     # ok, off (its G), null, failed
    'fault': None,           # that the plan asks for: (kind, when)
    'place': (3, 2),         # row and column of that fault, if it has a place
    'repair': False,
    'covariates': True,      # power, temperature, memory, ... are there
    'memory': True,          # peak_resident_bytes is there
    'later': True,           # covariates that an older producer lacks are there
    'steal': False, 'throttled': False, 'gap': False, 'ecc': False, 'starved': False,
    'clocks_differ': False, 'implausible': False,
    'point': None,           # of operation: (word, minutes or None)
    'lost': (),              # segments of its point that failed
    'errors': 0,             # products of segment 0 that differ
    'element': False,        # the first witness names a wrong element
    'tolerance_of': None,    # variant at whose tolerance it is judged too
    'trial': None,           # in place of a measurement: (word, size)
    'seen': {},              # check -> the trials in which it rejects
    'attack': None,          # error, cost, committed and derived of an attack
    'pair': None,            # what both outputs of pairs of witnesses are apart
}


class ItemWriter:
    def __init__(self, writer, rng, item, scenario):
        self.writer, self.rng, self.item = writer, rng, item
        self.how = dict(QUIET, **scenario)
        predicted = item.row.predicted_floor
        self.floor = predicted or {'f64': 1e-16, 'int8': 1e-16, 'fp8_fast': 2e-3}.get(item.variant,
                                                                                      1e-7)
        base = writer.outputs.get(item.base.number) if item.base else None
        self.output = writer.outputs[item.number] = base or self.new_output()
        self.first = None        # digest of repeat 0
        self.residuals = {}      # digest -> residual: equal outputs have equal residuals
        self.acquired = None

    def new_output(self):
        return Output(self.item, self.rng)

    def write(self):
        repeats = [self.repeat(0)]
        for index in range(self.item.segment_count()):
            self.segment(index)
        for number in range(1, self.item.repeats):
            repeats.append(self.repeat(number))
        if self.how['failed']:
            return
        first = repeats[self.item.first_number()]
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
        differs = number and self.how['outputs'] == 'differ'
        if differs or self.is_odd(number) and not self.how['alike']:
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
                    covariates=self.covariates(rate / 1e9, seconds, number), **null)
        if divergence is None or null['peak_resident_bytes'] is None:
            node['reason'] = 'not known here'
        self.writer.now += int(seconds * 1e9) + 75000000
        node['flags'] = self.flags()
        ident = self.writer.observe('workload', **node)
        if self.is_odd(number) and not self.acquired:
            self.acquired = (ident,) + self.last
        self.latest = (ident,) + self.last
        return ident

    def flags(self):
        return [flag for flag, on in (('clock_differs', self.how['clocks_differ']),
                                      ('clock_implausible', self.how['implausible']),
                                      ('ecc', self.how['ecc']),
                                      ('sampling_gap', self.how['gap']),
                                      ('starved', self.how['starved']),
                                      ('steal', self.how['steal']),
                                      ('throttled', self.how['throttled'])) if on]

    def segment(self, index):
        """One segment of the item's point."""
        base, point = {'item': self.item.number, 'index': index}, self.item.point
        if index in self.how['lost'] or 0 in self.how['failed']:
            return self.writer.observe('stress', status='failed', reason='interrupted', **base)
        seconds = 60 * (1 + self.rng.random() / 100)
        more = {'bursts': {'period_s': 0.02, 'duty': 0.5},
                'full': {'memory_free_bytes': self.rng.randrange(1 << 30)}}.get(point, {})
        products = 0 if point == 'cold' else self.rng.randrange(20000, 40000)
        errors = 0 if index else self.how['errors']
        if products:
            more['residual'] = self.residual(-1) if errors else self.residuals[self.first]
        started_at = str(self.writer.now)
        self.writer.now += int(seconds * 1e9) + 1000000
        return self.writer.observe('stress', status='ok', started_at=started_at, seconds=seconds,
                                   products=products, errors=errors, flags=self.flags(),
                                   covariates=self.covariates(0.9, seconds), **dict(base, **more))

    def is_odd(self, number):
        return number in self.how['null_residual'] + self.how['wrong'] + self.how['coarse']

    def reference(self):
        if self.item.workload == 'random_access':
            return self.item.shape['lanes']
        if self.item.workload == 'reduction':
            return 1
        if self.item.has('integers'):
            return self.item.shape['m'] * self.item.shape['n']
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
        off = 1.5 * (self.item.shape['k'] if self.item.variant == 'f32' else 1)
        return rounding * g * (off if is_off else 1), rounding

    def residual(self, number):
        reference = self.reference()
        difference = 0 if self.item.row.bound == 'zero' else \
            reference * self.floor * self.rng.uniform(0.8, 1.2)
        if number in self.how['wrong']:
            difference = 1 if self.item.workload == 'random_access' else \
                2 if self.item.has('integers') else reference * self.rng.uniform(0.5, 1)
        null = number in self.how['null_residual']
        residual = {'difference_max': None if null else difference, 'reference_max': reference}
        if null:
            residual['reason'] = 'not finite'
        elif self.item.has('row_sums'):
            residual['row_sum_error'] = 2.4e-7
        if self.item.has('rows'):
            residuals, roundings = self.squares(number in self.how['coarse'])
            residual.update(
                row_statistic=None if null else self.rng.uniform(2, 4),
                row=self.rng.randrange(self.item.shape['m']),
                probe=self.rng.randrange(min(self.item.shape['n'], checker.PROBE_COLUMNS)),
                residual_squares=None if null else residuals,
                rounding_squares=None if null else roundings)
        return residual

    def covariates(self, speed, seconds, number=0):
        def steady(low, high, samples=None):
            middle = self.rng.uniform(low, high)
            return {'minimum': low, 'median': middle, 'maximum': high,
                    'longest_gap_s': 0.1 if samples == 1 else 0.02,
                    'samples': samples or int(seconds / 0.02) + 1}
        absent = {'reason': 'no such sensor'}
        there = self.how['covariates']
        clock = {'follows': 3e9 * speed, 'against': 3e9 / speed, 'constant': 3e9,
                 'early': 3e9 * speed if 8 * number < self.item.repeats else 3e9,
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
            'power_reading': dict(same(80, samples), minimum=55, maximum=120) if there else absent,
            'power_window': same(0.1, samples) if there else absent,
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
            if self.item.has('integers'):
                residual['difference_max'] = 1
            elif fault['kind'] != 'stale':
                residual['difference_max'] = residual['reference_max'] * 0.75
            if self.how['element']:
                residual['row_statistic'] = 1e6
            self.stage('inject', fault=fault['kind'], row=fault['row'], column=fault['column'],
                       output_digest=output.digest)
        if self.judge(output, residual, calibration) == 'reject' and self.how['repair']:
            output, residual = self.new_output(), self.residual(-1)
            if self.item.has('exact'):  # there is one right output
                output = self.output
                residual = self.residuals.get(output.digest, residual)
            self.stage('repair', method='recomputed in float64', output_digest=output.digest)
            self.judge(output, residual, calibration)

    def judge(self, output, residual, calibration):
        fields = {'output_digest': output.digest, 'residual': residual,
                  'openings': [] if self.writer.graph.is_light
                  else output.openings(self.writer.graph.nonce)}
        if self.item.has('calibration'):
            fields['calibration'] = calibration
        if self.item.has('integers') and residual['difference_max'] > 0:
            found = output.element(0, 1)
            fields['element'] = {'row': 0, 'column': 1, 'found': found,
                                 'expected': '0' * len(found)}
        elif self.how['element'] and residual['row_statistic'] > 1000:
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


class ProfileWriter(ItemWriter):
    """An item of variant l2 or cores; `part` names the device whose latencies it has."""

    def __init__(self, writer, rng, item, scenario):
        self.writer, self.rng, self.item = writer, rng, item
        usual = {'part': 'one', 'units': 12, 'noise': 0.01, 'scale': 1}
        self.how = dict(QUIET, **dict(usual, **scenario))
        layout = random.Random(self.how['part'])
        scale = self.how['scale'] * (1 if item.variant == 'l2' else 1e-9)
        self.noise = self.how['noise'] * scale
        self.latencies = [scale * layout.uniform(255, 265) for _ in range(self.how['units'])]

    def write(self):
        for number in range(self.item.repeats):
            self.profile(number)

    def profile(self, number):
        base = {'item': self.item.number, 'repeat': number}
        if number in self.how['failed']:
            return self.writer.observe('profile', status='failed', reason='the walk went astray',
                                       **base)
        seconds = 0.1 * (1 + self.rng.random() / 100)
        started_at = str(self.writer.now)
        self.writer.now += int(seconds * 1e9) + 1000000
        return self.writer.observe(
            'profile', status='ok', started_at=started_at, seconds=seconds, allocation=number % 2,
            latencies=[x + self.noise * self.rng.uniform(-1, 1) for x in self.latencies],
            flags=self.flags(), covariates=self.covariates(0.9, seconds), **base)


def trial_bits(rejected, count):
    """The hex digits of the trials in which a check rejects."""
    digits = ''
    for first in range(0, count, 4):
        digits += '%x' % sum(8 >> (trial - first) for trial in rejected
                             if first <= trial < first + 4)
    return digits


def trials_seed(label, nonce):
    return hashlib.sha256(b'witnessmark/1 trials\n' + label.encode() + b'\n' +
                          nonce.encode()).hexdigest()


class TrialsWriter:
    """An item with a trial."""

    def __init__(self, writer, _, item, scenario):
        self.writer, self.item = writer, item
        self.how = dict(QUIET, **scenario)

    def write(self):
        if self.how['failed']:
            return self.writer.observe('trials', item=self.item.number, status='failed',
                                       reason='the device reported a fault')
        more = {}
        if self.how['attack']:
            more['attack'] = dict(zip(('error', 'cost', 'committed', 'derived'),
                                      self.how['attack']))
            if None in self.how['attack']:
                more['attack']['reason'] = 'it draws no probes'
        if self.how['pair']:
            more['pair'] = dict(zip(('divergence_least', 'divergence_most', 'faulty_residual',
                                     'honest_derived', 'honest_residual'), self.how['pair']))
            if None in self.how['pair']:
                more['pair']['reason'] = 'an output is not finite'
        started_at = str(self.writer.now)
        self.writer.now += 2000000000
        seen = [{'check': check, 'trials': trial_bits(rejected, self.item.repeats)}
                for check, rejected in self.how['seen'].items()]
        return self.writer.observe(
            'trials', item=self.item.number, status='ok', method='made up', seen=seen,
            seed=trials_seed(self.item.label, self.writer.graph.nonce), seconds=1.75,
            started_at=started_at, **more)


def item_writer(writer, rng, item, scenario):
    kind = TrialsWriter if scenario.get('trial') else \
        ProfileWriter if item.has('profile') else ItemWriter
    return kind(writer, rng, item, scenario)
