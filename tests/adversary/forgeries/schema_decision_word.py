"""A decision that is no word of the table."""
TAG = ('schema', 'decision')
WORDS = 'decision'
BASE = 'small'


def forge(record):
    record.find(stage='decide')['decision'] = 'waived'
