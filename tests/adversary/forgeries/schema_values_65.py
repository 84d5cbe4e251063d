"""An external observation of 65 values."""
TAG = 'schema'
WORDS = 'values'
BASE = 'small'


def forge(record):
    for node in record.all(kind='external'):
        node['values'].update({'v%02d' % i: i for i in range(63)})
