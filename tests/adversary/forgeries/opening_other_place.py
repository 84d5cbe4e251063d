"""The openings are of chunks that the producer chose."""
TAG = 'opening'
WORDS = 'opening 0'
BASE = 'small'


def forge(record):
    openings = record.find(stage='witness', item=0)['openings']
    openings[0] = next(o for o in openings if o['row'] != openings[0]['row'])
