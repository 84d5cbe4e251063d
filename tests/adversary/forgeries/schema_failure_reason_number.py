"""The reason of a failed repeat, which says why no field is null, is a number."""
TAG = 'schema'
WORDS = 'reason'
BASE = 'forms'


def forge(record):
    record.find(kind='workload', status='failed')['reason'] = 7
