#!/usr/bin/env python3
"""Writes valid synthetic records; the same seed gives the same record.

    make_record.py DIR [--seed N] [--plan PLAN] [--verify-c FILE] [--verify-py FILE]
    make_record.py DIR --bench MIB [--seed N] ...

`full` has every workload, variant and state of the format: failed repeats and calibrations, nulls,
G off its prediction, rejects, repairs, injected faults, flags, absent covariates, two
environments, x. series. The PARTS of record_plans.py have a few of its items each. `small` has two
items and one series. `forms` and `forms_of_gemm` together have every form of every kind. `x` has no
items, `one` a single repeat, `failed` a failed one, `trials` items with a trial, `slopes`
items with as many repeats as a slope needs. `light` is a light record.
`--bench` is the pinned generator of the audit's benchmark: an x. record whose groups are 24
observations of about 840 bytes with 16 numbers of 16 to 17 digits, 6 reductions over the 24, and 1
claim.
"""
import argparse
import functools
import hashlib
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(REPOSITORY, 'code'))
sys.dont_write_bytecode = True
import verify_graph as checker  # noqa: E402
from record_items import item_writer  # noqa: E402
from record_plans import PARTS, PLANS  # noqa: E402

FACTS = {'compiler': 'cc 12.2.0', 'compiler.flags': '-O2 -ffp-contract=off', 'cpu.model': 'made up',
         'kernel': 'none', 'memory.bytes': 8589934592, 'threads': 2}


def quantities_of(pair):
    """The quantities of a change or of a judgement."""
    return checker.JUDGED_QUANTITIES if isinstance(pair, checker.Judgement) \
        else checker.CHANGE_QUANTITIES


def prior_files(priors):
    """Path: bytes of the priors, whose evidence is given."""
    return {'prior/%d.jsonl' % (number + 1): data for number, data in enumerate(priors)}


def root_of(evidence):
    return hashlib.sha256(evidence.splitlines(True)[-1]).hexdigest()


def plain_digest(data):
    return hashlib.sha256(data).hexdigest()


@functools.lru_cache(maxsize=16)
def digest_of_code(data):
    """The SHA-256 of a checker, which many records have."""
    return plain_digest(data)


def write_directory(folder, lines, verify_c, verify_py, priors=(), links=None, is_light=False):
    """Writes the files of a record; lines are the finished lines, the root the last. links: the
    files that are equal to another file, and its path; they become hard links. A light record has
    no checkers."""
    files = {'evidence.jsonl': b''.join(lines)}
    if not is_light:
        files.update({'code/verify.c': verify_c, 'code/verify_graph.py': verify_py})
    files.update(prior_files(priors))
    for path in files:
        os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
    manifest = '# root %s\n' % hashlib.sha256(lines[-1]).hexdigest()
    for path in sorted(files):
        if path in (links or {}):
            os.link(links[path], os.path.join(folder, path))
        else:
            with open(os.path.join(folder, path), 'wb') as stream:
                stream.write(files[path])
        digest = digest_of_code if path.startswith('code/') else plain_digest
        manifest += '%s  %s\n' % (digest(files[path]), path)
    with open(os.path.join(folder, 'manifest.sha256'), 'w') as stream:
        stream.write(manifest)


def entries_of(files):
    return [{'path': path, 'sha256': files[path]} for path in sorted(files)]


def root_node(plan, claim_lines, verify_c, verify_py, continues=(), priors=(), is_light=False):
    checkers = {'code/verify.c': digest_of_code(verify_c),
                'code/verify_graph.py': digest_of_code(verify_py)}
    files = {path: plain_digest(data) for path, data in prior_files(priors).items()}
    more = {'checkers': entries_of(checkers)} if is_light else {}
    files.update({} if is_light else checkers)
    tree = checker.Tree()
    for line in claim_lines:
        tree.add(line)
    return dict({'type': 'root', 'format': 'witnessmark/1.2', 'plan': plan,
                 'claim_count': tree.count, 'merkle_root': tree.root().hex(),
                 'continues': list(continues), 'files': entries_of(files)}, **more)


# ----------------------------------------------------------------------------------------------
# The quantities of the record, computed here from the nodes in order.

RECORD_QUANTITIES = (('sessions', '1', 'fixed0'), ('wall_time', 's', 'si4'),
                     ('timed_share', '1', 'percent3'), ('longest_gap', 's', 'si4'),
                     ('flagged_repeats', '1', 'fixed0'))


def record_value(function, nodes):
    """(value, reason) of a function of the record."""
    sessions = [int(node['started_at']) for node in nodes if node.get('kind') == 'session']
    timed = [node for node in nodes
             if node.get('kind') in ('workload', 'stress', 'profile', 'trials')
             and 'started_at' in node and 'seconds' in node]
    spans = [(int(node['started_at']), int(node['seconds'] * 1e9)) for node in timed]
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
        return sum(1 for node in timed if node['kind'] == 'workload' and node['flags']), None
    gap, last = 0, sessions[0]
    for begin, length in spans:
        gap, last = max(gap, begin - last), begin + length
    return float(gap) / 1e9, None


class Writer:
    """Appends nodes, checks each at once, and computes everything derived."""

    def __init__(self, verify_c, verify_py):
        self.lines, self.graph = [], checker.Graph(None)
        self.nodes, self.reduced = [], {}
        self.outputs = {}  # number of an item -> its honest output
        self.now, self.sessions, self.priors = 1700000000000000000, 0, []
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

    def add_plan(self, name, nonce, items, priors=(), is_light=False):
        self.priors = list(priors)
        more = {'extent': 'light'} if is_light else {}
        self.plan = self.observe('plan', name=name, nonce=nonce, repeat_seconds=0.125, items=items,
                                 run=hashlib.sha256(name.encode()).hexdigest(),
                                 continues=[root_of(prior) for prior in self.priors], **more)

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
        for rows in item_tables(item):
            for _, _, row in checker.expand(item, rows, item.row):
                value, reason = item.compute(row[1])
                node = {'type': 'reduction', 'function': row[1], 'inputs': item.inputs(row[1]),
                        'value': value}
                self.add_reasoned(node, reason)

    def reduce_change(self, change):
        for _, _, row in checker.expand(change, quantities_of(change), change.row):
            value, reason = change.compute(row[1])
            node = {'type': 'reduction', 'function': row[1], 'inputs': [self.plan],
                    'item': change.item.number, 'value': value}
            self.add_reasoned(node, reason)

    def add_reasoned(self, node, reason):
        if reason:
            node['reason'] = reason
        return self.add(node)

    def claim_subject(self, subject, rows):
        """The claims of an item or of a change, by one table of quantities."""
        for _, quantity, row in checker.expand(subject, rows, subject.row):
            function, unit, form, klass, tolerance = row[1:6]
            value, reason = subject.compute(function)
            unit = unit or subject.row.unit
            node = {'type': 'claim', 'name': '%s.%s' % (subject.label, quantity), 'value': value,
                    'unit': unit, 'text': checker.claim_text(value, form, unit),
                    'asserts': subject.reductions[function]}
            for field, source in (('class', klass), ('tolerance', tolerance)):
                if source:
                    node[field], why = subject.compute(source)
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
        self.seal(claims)
        write_directory(folder, self.lines, self.verify_c, self.verify_py, self.priors,
                        is_light=self.graph.is_light)

    def seal(self, claims):
        continues = [root_of(prior) for prior in self.priors]
        self.add(root_node(self.plan, claims, self.verify_c, self.verify_py, continues,
                           self.priors, self.graph.is_light))


def item_tables(item):
    """The tables of the quantities of an item."""
    if item.trial:
        is_attack, is_rate, is_pair = checker.TRIALS[item.trial['word']][:3]
        return ((checker.TRIALS_QUANTITIES,) + is_attack * (checker.ATTACK_QUANTITIES,) +
                is_rate * (checker.RATE_ATTACK_QUANTITIES,) +
                is_pair * (checker.PAIR_QUANTITIES,))
    if item.has('profile'):
        return (checker.PROFILE_QUANTITIES,)
    return ((checker.QUANTITIES,) + item.has_slope() * (checker.SLOPE_QUANTITIES,) +
            (item.point is not None) * (checker.POINT_QUANTITIES,))


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


def own_evidence(name, verify_c, verify_py):
    """The evidence of a record of one number from elsewhere."""
    writer = Writer(verify_c, verify_py)
    writer.add_environment('another machine')
    writer.add_plan(name, '', [])
    rows = [{'v': 1.5}]
    ids = writer.add_series('own', rows)
    writer.claim_x('own', writer.reduce_series(ids, rows, 'median_of', 'v'), 'si4', 's')
    writer.seal(writer.lines[-1:])
    return b''.join(writer.lines)


def plan_item(workload, variant, shape, repeats, scenario):
    item = {'workload': workload, 'variant': variant, 'shape': shape, 'repeats': repeats}
    if scenario.get('fault'):
        kind, when = scenario['fault']
        placed = checker.FAULTS[kind]
        row, column = scenario.get('place', (3, 2)) if placed else (0, 0)
        item['fault'] = {'kind': kind, 'row': row, 'column': column, 'when': when}
    if scenario.get('point'):
        item['point'], minutes = scenario['point']
        if minutes:
            item['minutes'] = minutes
    if scenario.get('tolerance_of'):
        item['tolerance_of'] = scenario['tolerance_of']
    if scenario.get('trial'):
        item['trial'] = dict(zip(('word', 'size'), scenario['trial']))
    return item


# The item of a plan before which the device changes; else it is the fifth from the end.
SECOND_DEVICE = {'full': 29}


def make(folder, seed, plan, verify_c, verify_py):
    rng = random.Random(seed)
    rows = PLANS[plan]
    writer = Writer(verify_c, verify_py)
    writer.add_environment('first device',
                           {'note': 'caf\u00e9 \u20ac \U0001f600 "\\\u0001', 'gone': None},
                           witness='another processor' if plan in ('full', 'forms') else None)
    writer.add_plan(plan, '' if seed == 1 else '%08x' % seed,
                    [plan_item(*row) for row in rows],
                    [own_evidence(name, verify_c, verify_py) for name in ('first', 'second')]
                    if plan == 'continued' else (), plan == 'light')
    if rows:
        writer.add_session()
    for number, (row, item) in enumerate(zip(rows, writer.graph.items)):
        if number == SECOND_DEVICE.get(plan, len(rows) - 5):
            writer.add_environment('second device', {'free': 1.5e300})
            writer.add_session()
        item_writer(writer, rng, item, row[4]).write()
        if number % 2:
            writer.reduce_item(item)
    for item in writer.graph.items[::2]:
        writer.reduce_item(item)
    if rows:
        writer.reduce_record()
    pairs = [*writer.graph.changes.values(), *writer.graph.judged.values()]
    for pair in pairs:
        writer.reduce_change(pair)
    claims = write_x(writer, rng, plan != 'full' and plan != 'x')
    for table in (checker.QUANTITIES, checker.SLOPE_QUANTITIES, checker.POINT_QUANTITIES,
                  checker.PROFILE_QUANTITIES, checker.TRIALS_QUANTITIES,
                  checker.ATTACK_QUANTITIES, checker.RATE_ATTACK_QUANTITIES,
                  checker.PAIR_QUANTITIES):
        for item in writer.graph.items:
            if table in item_tables(item):
                writer.claim_subject(item, table)
    if rows:
        writer.claim_record()
    for pair in pairs:
        writer.claim_subject(pair, quantities_of(pair))
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


def long_names(folder, seed, size, verify_c, verify_py):
    """600 reductions, each over the 96 observations of one of two series. One of 51 values has a
    name of so many bytes."""
    rng = random.Random(seed)
    writer = Writer(verify_c, verify_py)
    writer.add_environment('none')
    writer.add_plan('names', '', [])
    fields, claims = ['v%02d' % i for i in range(50)], []
    for series in ('a', 'b'):
        rows = [dict({field: rng.uniform(1, 1000) for field in fields}, **{'w' * size: 1})
                for _ in range(96)]
        ids = writer.add_series(series, rows)
        for field in fields:
            for function in sorted(checker.EXTERNAL_FUNCTIONS):
                claims.append(('%s.%s.%s' % (series, field, function),
                               writer.reduce_series(ids, rows, function, field), 'si4', '1'))
    for claim in claims:
        writer.claim_x(*claim)
    writer.finish(folder)


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
    parser.add_argument('--long-names', type=int, metavar='BYTES')
    parser.add_argument('--verify-c', default=os.path.join(REPOSITORY, 'build/code/verify.c'))
    parser.add_argument('--verify-py', default=os.path.join(REPOSITORY, 'code/verify_graph.py'))
    options = parser.parse_args()
    verify_c, verify_py = read(options.verify_c), read(options.verify_py)
    if options.bench:
        bench(options.folder, options.seed, options.bench, verify_c, verify_py)
    elif options.long_names:
        long_names(options.folder, options.seed, options.long_names, verify_c, verify_py)
    else:
        make(options.folder, options.seed, options.plan, verify_c, verify_py)


if __name__ == '__main__':
    main()
