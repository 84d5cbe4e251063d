"""A differential that adds a number from elsewhere after its links."""
TAG = ('order', 'reachable', 'reduction')
WORDS = 'a link was reduced'
BASE = 'differential'


def forge(record):
    last = record.all(type='reduction')[-1]
    record.place(record.copy(
        {'environment': record.environment().key, 'plan': record.plan().key, 'index': 0,
         'kind': 'external', 'series': 'late', 'type': 'observation', 'values': {'v': 1}}),
        after=last)
