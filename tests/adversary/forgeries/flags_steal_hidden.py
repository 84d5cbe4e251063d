"""A repeat with stolen processor time lacks its flag."""
TAG = 'flags'
WORDS = 'steal'


def forge(record):
    record.repeats(1)[0]['flags'] = []
    record.recompute()
