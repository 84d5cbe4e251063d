"""A revisit of another repeat than the transcript acquired."""
TAG = 'revisit'
WORDS = 'product'
BASE = 'linked'


def forge(record):
    record.find(kind='revisit', item=0)['product'] = record.repeats(0)[0].key
