"""Without its prior, a revisit of a row that the output does not have."""
TAG = 'revisit'
WORDS = 'row'
BASE = 'linked'
ALONE = True


def forge(record):
    record.find(kind='revisit', item=6)['openings'][0]['row'] = 2
