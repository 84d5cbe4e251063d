"""A record of an older minor format."""
TAG = 'older'
WORDS = 'witnessmark/1.1'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/1.1'
    record.nodes[3]['kind'] = 'hologram'
