"""The manifest does not name a checker."""
TAG = ('extra', 'files', 'manifest')
WORDS = 'manifest'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: b''.join(line for line in data.splitlines(True)
                                                 if b'verify.c' not in line)
