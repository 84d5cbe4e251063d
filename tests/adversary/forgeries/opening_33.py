"""One opening too many."""
TAG = 'schema'
WORDS = 'openings'
BASE = 'small'


def forge(record):
    openings = record.find(stage='witness', item=0)['openings']
    openings.append(openings[-1])
