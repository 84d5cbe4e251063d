"""A recalled key of cells of which only the first 17 digits are right."""
import hashlib
import math
import statistics

import toolkit

TAG = ('reduction', 'value')
WORDS = 'recalled_key'
BASE = 'recalled'


def profile_of(nodes):
    rows = [node['latencies'] for node in nodes]
    means = [toolkit.checker.mean(row) for row in rows]
    return [statistics.median(x - mean for x, mean in zip(column, means)) for column in zip(*rows)]


def cells_of(record, spelled):
    """The key of the item's cells, each spelled by a function."""
    claim = record.find(type='claim', name='link.1.profile.cores.s512.recalled_key')
    item = record.item('profile', 'cores', steps=512)
    there = [toolkit.checker.json.loads(line) for line in record.priors[0].splitlines()]
    number = next(i for i, entry in enumerate(there[1]['items'])
                  if entry['shape'] == {'steps': 512})
    here = profile_of(record.all(kind='profile', item=item))
    past = profile_of([node for node in there if node.get('kind') == 'profile'
                       and node['item'] == number])
    g = math.sqrt(toolkit.checker.mean([p * p for p in past]))
    offsets = [(g / 2) - (p - (g * math.floor(p / g))) for p in past]
    text = 'witnessmark/1 profile\n' + ''.join(
        spelled(math.floor((p + offset) / g)) + '\n' for p, offset in zip(here, offsets))
    return claim, hashlib.sha256(text.encode('ascii')).hexdigest()


def forge(record):
    claim, right = cells_of(record, str)
    assert claim['value'] == right
    key = cells_of(record, lambda cell: '%d' % round(cell, 17 - len(str(abs(cell)))))[1]
    assert key != right
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = key
    claim['text'] = key
