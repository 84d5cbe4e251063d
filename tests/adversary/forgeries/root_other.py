"""The manifest names the root of another record."""
TAG = 'root'
WORDS = ('manifest.sha256:1',)
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: b'# root ' + b'0' * 64 + data[71:]
