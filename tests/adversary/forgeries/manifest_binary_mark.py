"""A manifest line with a star, as written by sha256sum -b."""
TAG = 'manifest'
WORDS = 'manifest.sha256:2'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: data.replace(b'  code/verify.c', b' *code/verify.c')
