"""A path outside the record."""
TAG = 'manifest'
WORDS = 'manifest.sha256'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: data.replace(b'  code/verify.c', b'  code/../../verify.c')
