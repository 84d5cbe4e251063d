"""A number among the flags of a repeat, which then counts as flagged."""
TAG = ('flags', 'schema')
WORDS = 'flags'
BASE = 'one'


def forge(record):
    record.find(kind='workload', status='ok')['flags'].append(0)
    record.recompute()
