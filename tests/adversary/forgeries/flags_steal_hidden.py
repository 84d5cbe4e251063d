"""The flag is missing on a repeat whose processor was stolen."""
TAG = 'flags'
WORDS = 'steal'


def forge(record):
    record.repeats(1)[0]['flags'] = []
