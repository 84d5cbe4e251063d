"""A path with a changed element."""
TAG = 'opening'
WORDS = 'opening 3'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'][3]['matrix_path'][0] = '0' * 64
