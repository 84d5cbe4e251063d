"""A repeat with too few samples lacks its flag."""
TAG = 'flags'
WORDS = 'sampling_gap'
BASE = 'states'


def forge(record):
    node = next(n for n in record.all(kind='workload') if 'sampling_gap' in n.get('flags', ()))
    node['flags'].remove('sampling_gap')
