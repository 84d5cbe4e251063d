"""A failed repeat without a reason."""
TAG = ('schema', 'null')
WORDS = 'reason'


def forge(record):
    del record.find(status='failed')['reason']
