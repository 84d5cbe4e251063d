"""A record of a newer minor format."""
TAG = 'newer'
WORDS = 'witnessmark/1.3'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/1.3'
    record.nodes[3]['kind'] = 'hologram'
