"""A record of a newer minor format."""
TAG = 'newer'
WORDS = 'witnessmark/1.2'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/1.2'
    record.nodes[3]['kind'] = 'hologram'
