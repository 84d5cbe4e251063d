"""The flag is missing on a repeat in which the device counted memory errors."""
TAG = 'flags'
WORDS = 'ecc'


def forge(record):
    node = next(n for n in record.all(kind='workload') if 'ecc' in n.get('flags', ()))
    node['flags'].remove('ecc')
