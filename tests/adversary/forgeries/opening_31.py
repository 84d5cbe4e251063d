"""One opening is left out."""
TAG = ('opening', 'schema')
WORDS = 'openings'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'].pop()
