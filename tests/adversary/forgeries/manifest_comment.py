"""A comment in the manifest."""
TAG = 'manifest'
WORDS = 'manifest.sha256:2'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: data.replace(b'\n', b'\n# checked by the producer\n', 1)
