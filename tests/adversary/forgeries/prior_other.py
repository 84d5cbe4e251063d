"""A prior does not end with the root that the record continues."""
TAG = 'prior'
WORDS = 'prior/1.jsonl'
BASE = 'continued'


def forge(record):
    for node in (record.plan(), record.root()):
        node['continues'] = ['ab' * 32, node['continues'][1]]
