"""A failed repeat that has an output all the same."""
TAG = 'schema'
WORDS = 'evidence.jsonl'


def forge(record):
    node = record.find(status='failed')
    node['output_digest'] = '0' * 64
