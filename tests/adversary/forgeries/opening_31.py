"""One opening is left out."""
TAG = 'schema'
WORDS = 'openings'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'].pop()
