"""A record of an older major format."""
TAG = 'older'
WORDS = 'witnessmark/0.9'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/0.9'
    record.nodes[3]['kind'] = 'hologram'
