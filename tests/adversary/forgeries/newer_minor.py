"""A record of a newer format, whose rules this checker does not know."""
TAG = 'newer'
WORDS = 'witnessmark/1.1'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/1.1'
    record.nodes[3]['kind'] = 'hologram'
