"""A rate of an item with a failed repeat."""
TAG = 'reduction'
WORDS = 'median_rate'
BASE = 'failed'


def forge(record):
    item = record.find(status='failed')['item']
    node = record.reduction(item, 'rate')
    node['value'] = 1e9
    del node['reason']
