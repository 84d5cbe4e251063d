"""Edits the nodes of a record, and makes everything else consistent again.

A forgery changes nodes. write() then updates ids, edges, the root's count, Merkle root and file
hashes, and the manifest, so that the forgery breaks one rule only. recompute() also derives
reductions, decisions and claims again: the record of a producer who lies in one observation.
"""
import base64
import contextlib
import functools
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(REPOSITORY, 'tests', 'support'))
import make_record  # noqa: E402
from record_items import Output, trials_seed  # noqa: E402, F401: the forgeries use them
checker = make_record.checker

RECORD_FUNCTIONS = tuple(name for name, _, _ in make_record.RECORD_QUANTITIES)
QUANTITIES = {quantity: row for rows in (
    checker.QUANTITIES, checker.SLOPE_QUANTITIES, checker.POINT_QUANTITIES,
    checker.PROFILE_QUANTITIES, checker.TRIALS_QUANTITIES, checker.ATTACK_QUANTITIES,
    checker.RATE_ATTACK_QUANTITIES, checker.PAIR_QUANTITIES,
    checker.CHANGE_QUANTITIES)
    for quantity, row in rows.items()}
ID = re.compile(r'"([0-9a-f]{64})"')


class Node(dict):
    """A node under edit. Edges have the ids of the unforged record, or the key of an added node."""

    def __init__(self, fields, key, text=None, read=None):
        super().__init__(fields)
        self.key, self.raw = key, None
        self.text, self.read = text, read or json.dumps(fields)
        self.keep = False

    def edited(self):
        """Whether the fields differ from those of the line that was read."""
        return self.text is None or json.dumps(self) != self.read

    def spell(self, edit):
        """Makes write() use edit(line) instead of the canonical image."""
        self.raw = edit


@functools.lru_cache(maxsize=64)
def read_code(path, _):
    return make_record.read(path)


def code_of(folder):
    """{path: bytes} of the checkers of a record, which are read once. A light record has none: its
    root names these."""
    if not os.path.exists(os.path.join(folder, 'code')):
        return {path: path.encode() for path in checker.CHECKERS}
    at = {path: os.path.join(folder, path) for path in checker.CHECKERS}
    return {path: read_code(place, os.stat(place).st_ino) for path, place in at.items()}


@functools.lru_cache(maxsize=64)
def read_lines(evidence):
    """(text, id, image) of each line; equal images are equal fields."""
    texts = [line.decode('utf-8') for line in evidence.splitlines(True)]
    return [(text, hashlib.sha256(text.encode('utf-8')).hexdigest(), json.dumps(json.loads(text)))
            for text in texts]


class Record:
    def __init__(self, folder):
        self.folder, self.files = folder, code_of(folder)
        self.unforged = dict(self.files)
        self.has_code = os.path.exists(os.path.join(folder, 'code'))
        self.priors = []
        while os.path.exists(os.path.join(folder, 'prior', '%d.jsonl' % (len(self.priors) + 1))):
            self.priors.append(make_record.read(
                os.path.join(folder, 'prior', '%d.jsonl' % (len(self.priors) + 1))))
        self.nodes = [
            Node(json.loads(text), key, text, image) for text, key, image in
            read_lines(make_record.read(os.path.join(folder, 'evidence.jsonl')))]
        self.unforged_root = self.nodes[-1].key
        self.added = 0
        self.derive = False
        self.rebuild = {'claim_count', 'merkle_root', 'files', 'checkers'}
        self.edit_evidence = self.edit_manifest = self.edit_folder = None
        self.arguments = []

    # Finding.

    def all(self, **fields):
        return [node for node in self.nodes
                if all(node.get(name) == value for name, value in fields.items())]

    def find(self, **fields):
        return self.all(**fields)[0]

    def node(self, key):
        return next(node for node in self.nodes if node.key == key)

    def environment(self):
        return self.nodes[0]

    def plan(self):
        return self.nodes[1]

    def root(self):
        return self.nodes[-1]

    def continues(self):
        plan = self.nodes[1] if len(self.nodes) > 1 else {}
        return plan.get('continues') if isinstance(plan.get('continues'), list) else []

    def is_light(self):
        return len(self.nodes) > 1 and 'extent' in self.nodes[1]

    def prior_files(self):
        """The evidence for each of the plan's roots; the last again where there are more."""
        return [self.priors[min(number, len(self.priors) - 1)] if self.priors else b'none\n'
                for number, _ in enumerate(self.continues())]

    def item(self, workload, variant, number=0, **shape):
        """The index of the number-th plan item of a workload, a variant and these dimensions."""
        places = [i for i, item in enumerate(self.plan()['items'])
                  if (item['workload'], item['variant']) == (workload, variant)
                  and shape.items() <= item['shape'].items()]
        return places[number]

    def point(self, word, minutes=None):
        """The index of the first plan item with this point."""
        return next(i for i, item in enumerate(self.plan()['items'])
                    if (item.get('point'), item.get('minutes')) == (word, minutes))

    def trial(self, word):
        """The index of the plan item with this trial."""
        return next(i for i, item in enumerate(self.plan()['items'])
                    if item.get('trial', {}).get('word') == word)

    def trials(self, word):
        """The trials of that item."""
        return self.find(kind='trials', item=self.trial(word))

    def rename_trial(self, word, change):
        """Changes the item of a trial, and its seed with its label."""
        item = self.trial(word)
        self.rename_item(item, change)
        for node in self.all(kind='trials', item=item, status='ok'):
            node['seed'] = trials_seed(self.label(item), self.plan()['nonce'])

    def segments(self, item):
        return self.all(kind='stress', item=item)

    def repeats(self, item):
        return self.all(kind='workload', item=item)

    def stages(self, item):
        return self.all(kind='stage', item=item)

    def residuals(self, item):
        """The residuals of an item's repeats and of its transcript."""
        return [node['residual'] for node in self.repeats(item) + self.stages(item)
                if 'residual' in node]

    def label(self, item):
        return checker.Item(item, self.plan()['items'][item]).label

    def claim(self, item, quantity):
        return self.find(type='claim', name='%s.%s' % (self.label(item), quantity))

    def reduction(self, item, quantity):
        return self.node(self.claim(item, quantity)['asserts'])

    # Editing.

    def set_rates(self, item, iterations, clocks=None):
        """Gives the ok repeats of an item equal times and these iterations. No one was starved."""
        repeats = self.repeats(item)
        for number, node in enumerate(repeats):
            node.update(iterations=iterations[number], seconds=repeats[0]['seconds'])
            node['covariates'].pop('run_delay', None)
            node['flags'] = [flag for flag in node['flags'] if flag != 'starved']
            if clocks:
                node['covariates']['clock'].update(
                    dict.fromkeys(('minimum', 'median', 'maximum'), clocks[number]))

    def delay(self, node, ns):
        """Moves a node and all after it to a later time."""
        for later in self.nodes[self.nodes.index(node):]:
            if later.get('started_at'):
                later['started_at'] = str(int(later['started_at']) + ns)

    def rename_item(self, item, change):
        """Changes an item of the plan, and the names of its claims."""
        old = self.label(item)
        change(self.plan()['items'][item])
        new = self.label(item)
        for claim in self.all(type='claim'):
            label, _, quantity = claim['name'].rpartition('.')
            if label in (old, 'change.' + old) or label.startswith('at_') and \
                    label.split('.', 1)[1] == old:
                claim['name'] = '%s.%s' % (label[:-len(old)] + new, quantity)

    def give_point(self, item, first):
        """Gives an item a failed segment after `first`, and the claims of a point."""
        lost = self.point('bursts', 1)
        segment = self.copy(self.segments(lost)[0], item=item, environment=first['environment'])
        self.place(segment, after=first)
        claims = [claim for claim in self.all(type='claim')
                  if claim['name'].rpartition('.')[2] in checker.POINT_QUANTITIES]
        before, last = self.all(type='claim')[0], None
        rows = [checker.Item(number, entry) for number, entry in enumerate(self.plan()['items'])]
        number = {row.label: row.number for row in rows}
        following = [claim for claim in claims
                     if number[claim['name'].rpartition('.')[0]] > item] or [None]
        if following[0] is None:
            last = claims[-1]
        for claim in claims:
            label, _, quantity = claim['name'].rpartition('.')
            if label != self.label(lost) or quantity == 'stress_row_statistic':
                continue
            reduction = self.copy(self.node(claim['asserts']), inputs=[segment.key])
            self.place(reduction, before=before)
            name = '%s.%s' % (self.label(item), quantity)
            twin = self.copy(claim, name=name, asserts=reduction.key)
            if quantity == 'temperature_of_repeats':
                self.take_temperature(item, reduction, twin)
            if quantity == 'load_rate':
                twin['unit'] = rows[item].row.unit
            last = self.place(twin, before=None if last else following[0], after=last)

    def take_temperature(self, item, reduction, claim):
        """Gives a reduction and its claim the lowest temperature of the repeats behind repeat 0."""
        repeats = self.repeats(item)
        values = [node['covariates']['temperature']['minimum'] for node in repeats[1:]]
        value = min(values) if values else None
        reduction.update(inputs=[node.key for node in repeats], value=value)
        claim.update(value=value, text=checker.claim_text(value, 'fixed2', 'degC'))
        for node in (reduction, claim):
            node.pop('reason', None)
            if value is None:
                node['reason'] = 'temperature absent'

    def copy(self, node, **changes):
        """A changed copy of a node, not yet in the record."""
        self.added += 1
        fields = json.loads(json.dumps(node))
        fields.update(changes)
        return Node(fields, 'added %d' % self.added)

    def place(self, new, before=None, after=None):
        at = self.nodes.index(before) if before is not None else self.nodes.index(after) + 1
        self.nodes.insert(at, new)
        return new

    def remove(self, *nodes):
        gone = set(map(id, nodes))
        self.nodes = [node for node in self.nodes if id(node) not in gone]

    def move(self, node, before=None, after=None):
        self.remove(node)
        self.place(node, before, after)

    def make_light(self, keeps_openings=False):
        """Makes a light record of one that is not; its items may be too many, or not exact."""
        self.plan()['extent'] = 'light'
        for node in self.all(stage='witness'):
            node['openings'] = node['openings'] if keeps_openings else []

    def remove_item(self, item):
        """Removes all nodes of an item, except the item in the plan."""
        label = self.label(item) + '.'
        claims = [n for n in self.all(type='claim') if n['name'].startswith(label)]
        reductions = [self.node(claim['asserts']) for claim in claims]
        observations = [n for n in self.nodes if n.get('item') == item]
        self.remove(*(claims + reductions + observations))
        return claims, reductions, observations

    def copy_item(self, item, number):
        """Copies all nodes of an item, its claims too, to item `number`."""
        label, twins = self.label(item) + '.', {}
        claims = [n for n in self.all(type='claim') if n['name'].startswith(label)]
        reductions = [self.node(claim['asserts']) for claim in claims]
        observations = [n for n in self.nodes if n.get('item') == item]
        for group in (observations, reductions, claims):
            last = max(group, key=self.nodes.index)
            for node in group:
                twin = self.copy(node)
                twins[node.key] = twin.key
                if 'item' in twin:
                    twin['item'] = number
                twin.update(replace_edges(twin, twins))
                last = self.place(twin, after=last)

    def add_own(self, before):
        """Adds a number from elsewhere, and its claim x.own in front of a claim."""
        number = Node({'type': 'observation', 'kind': 'external', 'series': 'own', 'index': 0,
                       'environment': self.plan()['environment'], 'plan': self.plan().key,
                       'values': {'v': 7}}, 'own')
        reduction = Node({'type': 'reduction', 'function': 'mean_of', 'field': 'v',
                          'inputs': [number.key], 'value': 7}, 'mean of own')
        self.place(reduction, after=self.place(number, after=self.plan()))
        return self.place(Node({'type': 'claim', 'name': 'x.own', 'asserts': reduction.key,
                                'value': 7, 'unit': '1', 'format': 'fixed0', 'text': '7'},
                               'claim of own'), before=before)

    def claim_recall(self, quantity, value, unit='class', text=None):
        """Claims, without the prior, a recall of an item of it that is no profile."""
        model = self.find(type='reduction', function='rate_ratio')
        reduction = self.copy(model, function=quantity, inputs=[self.plan().key], value=value)
        claim = self.find(type='claim', asserts=model.key)
        twin = self.copy(claim, name='link.1.gemm.fp16.n4.' + quantity, asserts=reduction.key,
                         value=value, text=text or value, unit=unit)
        self.place(reduction, after=model)
        self.place(twin, after=claim)
        for node in (reduction, twin):
            node.pop('reason', None)

    def edit_prior(self, number, edit):
        """Changes the nodes of a prior, whose own priors are absent, and the root that names it."""
        with tempfile.TemporaryDirectory() as folder:
            make_record.write_directory(folder, [self.priors[number - 1]],
                                        *[self.files[path] for path in checker.CHECKERS])
            prior = Record(folder)
        prior.rebuild = {'claim_count', 'merkle_root'}
        edit(prior)
        self.priors[number - 1] = b''.join(prior.lines())
        root = make_record.root_of(self.priors[number - 1])
        for node in (self.plan(), self.root()):
            node['continues'][number - 1] = root

    def recompute(self):
        self.derive = True

    # Writing.

    def lines(self):
        ids, claims, lines = {}, [], []
        graph = checker.Graph(None)
        for node in self.nodes:
            self.finish(node, ids, claims, graph)
            if node.edited() or self.derive:
                fields = replace_edges(node, ids)
                line = (checker.jcs(fields) + '\n').encode('utf-8')
            elif ids:
                line = ID.sub(lambda m: '"%s"' % ids.get(m.group(1), m.group(1)), node.text)
                line = line.encode('utf-8')
            else:
                line = node.text.encode('utf-8')
            if node.raw:
                line = node.raw(line)
            if self.derive:
                with lenient():
                    graph.line += 1
                    graph.take(line)
            new = hashlib.sha256(line).hexdigest()
            if new != node.key:
                ids[node.key] = new
            if node.get('type') == 'claim':
                claims.append(line)
            lines.append(line)
        return lines

    def finish(self, node, ids, claims, graph):
        """Updates the fields of a node that derive from other nodes."""
        if node.get('type') == 'root':
            files = [self.files[path] for path in checker.CHECKERS]
            right = make_record.root_node(node.get('plan'), claims, *files, self.continues(),
                                          self.prior_files(), self.is_light())
            for field in self.rebuild:
                node.pop(field, None)
                node.update({field: right[field]} if field in right else {})
        if not self.derive or node.keep:
            return
        if node.get('type') == 'reduction':
            derive_reduction(node, ids, graph, self.nodes)
        elif node.get('stage') == 'decide':
            item = graph.items[node['item']]
            node['decision'] = item.decide(item.stages[-1].residual)
        elif node.get('type') == 'claim':
            derive_claim(node, ids, graph)

    def links(self):
        """The checkers that the forgery left alone. It may write to a file of its folder in place,
        which must not be one of another record, too."""
        return {} if self.edit_folder or not self.has_code else {
            path: os.path.join(self.folder, path) for path, data in self.files.items()
            if data is self.unforged.get(path)}

    def write(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        lines = self.lines()
        evidence = b''.join(lines)
        if self.edit_evidence:
            evidence = self.edit_evidence(evidence)
        make_record.write_directory(folder, [b''] if not lines else lines,
                                    *[self.files[p] for p in checker.CHECKERS],
                                    self.prior_files(), self.links(), self.is_light())
        if self.edit_evidence:
            with open(os.path.join(folder, 'evidence.jsonl'), 'wb') as stream:
                stream.write(evidence)
            refresh_manifest(folder, evidence)
        if self.edit_manifest:
            change_file(folder, 'manifest.sha256', self.edit_manifest)
        if self.edit_folder:
            self.edit_folder(folder)


def replace_edges(node, ids):
    """The fields of a node, with new ids in its edges."""
    def new(value):
        if isinstance(value, list):
            return [new(one) for one in value]
        return ids.get(value, value) if isinstance(value, str) else value
    edges = ('environment', 'plan', 'product', 'calibration', 'previous', 'inputs', 'asserts',
             'beside')
    return {name: new(value) if name in edges else value for name, value in node.items()}


def set_value(node, value, reason):
    node['value'] = value
    node.pop('reason', None)
    if reason:
        node['reason'] = reason


def derive_reduction(node, ids, graph, nodes):
    if node['function'] in RECORD_FUNCTIONS:
        set_value(node, *make_record.record_value(node['function'], nodes))
        return
    pairs = {'C': graph.changes, 'J': graph.judged}.get(checker.FUNCTION_ROWS[node['function']][0])
    if pairs is not None:
        set_value(node, *pairs[node['item']].compute(node['function']))
        return
    first = graph.nodes[ids.get(node['inputs'][0], node['inputs'][0])]
    if isinstance(first, checker.Series):
        values = [row[node['field']] for row in graph.values_of(first)]
        set_value(node, *checker.compute_external(node['function'], values))
        return
    item = first.item
    node['inputs'] = item.inputs(node['function'])
    set_value(node, *item.compute(node['function']))


def derive_claim(node, ids, graph):
    label, _, quantity = node['name'].rpartition('.')
    subjects = graph.items + list(graph.changes.values()) + list(graph.judged.values())
    item = next((item for item in subjects if item.label == label), None)
    reduction = graph.nodes[ids.get(node['asserts'], node['asserts'])]
    reason = reduction.reason
    if label == 'record':
        form = {name: text for name, _, text in make_record.RECORD_QUANTITIES}[quantity]
    elif item is None:
        form = node['format']
    else:
        rows = checker.JUDGED_QUANTITIES if label.startswith('at_') else QUANTITIES
        form, klass, tolerance = rows[quantity][3:6]
        for field, source in (('class', klass), ('tolerance', tolerance)):
            if source:
                node[field], why = item.compute(source)
                reason = reason or why
    set_value(node, reduction.value, reason)
    node['text'] = checker.claim_text(reduction.value, form, node['unit'])


@contextlib.contextmanager
def lenient():
    """Lets the checker read nodes without its rules."""
    rules = checker.require, checker.check_transcript_start
    checker.require = checker.check_transcript_start = lambda *_: None
    try:
        yield
    finally:
        checker.require, checker.check_transcript_start = rules


def change_file(folder, path, edit):
    place = os.path.join(folder, path)
    data = edit(make_record.read(place))
    with open(place, 'wb') as stream:
        stream.write(data)


def move_out(folder, path):
    """Moves a file out of the record and leaves a symbolic link to it."""
    place = os.path.join(folder, path)
    outside = folder + '.' + os.path.basename(path)
    os.rename(place, outside)
    os.symlink(outside, place)


def refresh_manifest(folder, evidence):
    """Updates the evidence and the root in the manifest after the evidence was edited."""
    last = evidence.rstrip(b'\n').rpartition(b'\n')[2] + evidence[len(evidence.rstrip(b'\n')):]
    root = hashlib.sha256(last).hexdigest().encode()
    digest = hashlib.sha256(evidence).hexdigest().encode()

    def edit(manifest):
        manifest = re.sub(rb'# root [0-9a-f]{64}', b'# root ' + root, manifest)
        return re.sub(rb'[0-9a-f]{64}  evidence.jsonl', digest + b'  evidence.jsonl', manifest)
    change_file(folder, 'manifest.sha256', edit)


def opened(witness, row, column, size):
    """The digits of an element in an opened chunk of a witness stage."""
    chunk, begin = divmod(column * size, checker.CHUNK_BYTES)
    opening = next(one for one in witness['openings'] if (one['row'], one['chunk']) == (row, chunk))
    return base64.b64decode(opening['data'])[begin:begin + size][::-1].hex()


def link(name, target):
    """An edit_folder that adds a symbolic link."""
    return lambda folder: os.symlink(target, os.path.join(folder, name))


def replace(old, new):
    """An edit for spell() that replaces the first `old`, which must occur."""
    def edit(line):
        assert old in line, old
        return line.replace(old, new, 1)
    return edit
