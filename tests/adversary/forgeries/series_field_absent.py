"""A reduction of a field that some observation lacks."""
TAG = 'series'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    slowest = max(record.all(kind='external'), key=lambda node: node['values']['ns'])
    slowest['values']['slow_ns'] = slowest['values'].pop('ns')
    for reduction in record.all(type='reduction', field='ns'):
        reduction.update(value=None, reason='value absent')
    for claim in record.all(type='claim', format='si4'):
        claim.update(value=None, text='n/a', reason='value absent')
