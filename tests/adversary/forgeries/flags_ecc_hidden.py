"""A repeat with counted memory errors lacks its flag."""
TAG = 'flags'
WORDS = 'ecc'
BASE = 'sums'


def forge(record):
    node = next(n for n in record.all(kind='workload') if 'ecc' in n.get('flags', ()))
    node['flags'].remove('ecc')
    record.recompute()
