"""A null residual without a reason."""
TAG = 'null'
WORDS = 'evidence.jsonl'


def forge(record):
    node = next(n for n in record.all(kind='workload', status='ok') if 'reason' in n['residual'])
    del node['residual']['reason']
