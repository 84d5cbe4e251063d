"""The last newline is cut off; the root is the id of the line with its newline."""
TAG = 'line'
WORDS = 'newline'
BASE = 'small'


def forge(record):
    record.edit_evidence = lambda data: data[:-1]
    root = record.root().key.encode()
    record.edit_manifest = lambda data: b'# root ' + root + data[71:]
