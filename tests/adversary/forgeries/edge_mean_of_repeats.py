"""A mean over the repeats of an item, as if they were external observations."""
TAG = 'edge'
WORDS = 'inputs'
BASE = 'small'


def forge(record):
    node = record.find(function='mean_of')
    node['inputs'] = [repeat.key for repeat in record.repeats(0)]
