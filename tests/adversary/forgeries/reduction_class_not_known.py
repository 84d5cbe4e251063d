"""No repeat on processors of the host says whether it was stopped, and items have a class."""
TAG = 'reduction'
WORDS = 'performance_class'
BASE = 'products'


def forge(record):
    for node in record.all(kind='environment'):
        node['backend'] = 'cpu'
