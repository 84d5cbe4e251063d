"""A record that took less time."""
TAG = 'reduction'
WORDS = 'wall_time'
BASE = 'small'


def forge(record):
    claim = record.find(name='record.wall_time')
    reduction = record.node(claim['asserts'])
    for node in (claim, reduction):
        node.keep = True
        node['value'] /= 2
    claim['text'] = '0.001 s'
