"""A manifest without its first line."""
TAG = 'manifest'
WORDS = 'manifest.sha256:1'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: data.partition(b'\n')[2]
