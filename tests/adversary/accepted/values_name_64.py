"""A name in values has 64 bytes."""
STATUS = 0
BASE = 'small'


def forge(record):
    for node in record.all(kind='external'):
        node['values']['v' * 64] = 1
    record.recompute()
