"""A throttled repeat lacks its flag."""
TAG = 'flags'
WORDS = 'throttled'
BASE = 'points'


def forge(record):
    node = next(n for n in record.all(kind='workload') if 'throttled' in n.get('flags', ()))
    node['flags'].remove('throttled')
    record.recompute()
