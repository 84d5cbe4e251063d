"""The flags of a repeat in another order."""
TAG = ('flags', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'states'


def forge(record):
    node = next(n for n in record.all(kind='workload') if len(n.get('flags', ())) > 1)
    node['flags'].reverse()
