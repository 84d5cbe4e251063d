"""A reduction without the slowest observation of its series."""
TAG = ('series',)
WORDS = 'inputs'
BASE = 'small'


def forge(record):
    slowest = max(record.all(kind='external'), key=lambda node: node['values']['ns'])
    for reduction in record.nodes:
        if 'field' in reduction:
            reduction['inputs'].remove(slowest.key)
    record.recompute()
