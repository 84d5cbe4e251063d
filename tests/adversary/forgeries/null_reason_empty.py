"""A null with an empty reason."""
TAG = ('null', 'schema')
WORDS = 'evidence.jsonl'


def forge(record):
    node = next(n for n in record.all(kind='workload', status='ok') if 'reason' in n['residual'])
    node['residual']['reason'] = ''
