"""The manifest lacks its last newline."""
TAG = 'manifest'
WORDS = 'manifest.sha256'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: data[:-1]
