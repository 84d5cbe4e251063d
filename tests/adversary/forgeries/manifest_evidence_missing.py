"""The manifest does not name the evidence."""
TAG = ('extra', 'files', 'manifest')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: b''.join(line for line in data.splitlines(True)
                                                 if b'evidence' not in line)
