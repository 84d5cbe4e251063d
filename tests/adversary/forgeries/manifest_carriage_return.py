"""A manifest with CR LF line ends."""
TAG = 'manifest'
WORDS = 'manifest.sha256:1'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: data.replace(b'\n', b'\r\n')
