"""A repeat with stolen processor time lacks its flag."""
TAG = 'flags'
WORDS = 'steal'
BASE = 'products'


def forge(record):
    record.repeats(1)[0]['flags'] = []
    record.recompute()
