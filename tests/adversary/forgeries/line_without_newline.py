"""The last line lacks its newline; root and manifest agree with that."""
TAG = 'line'
WORDS = 'newline'
BASE = 'small'


def forge(record):
    record.root().spell(lambda line: line.rstrip(b'\n'))
