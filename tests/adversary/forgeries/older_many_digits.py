"""A record of format 0, with a minor number of many digits."""
TAG = 'older'
WORDS = 'witnessmark/0.9999999999999999999999999999999999999999'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/0.9999999999999999999999999999999999999999'
    record.nodes[3]['kind'] = 'hologram'
