"""A failed repeat with an output."""
TAG = 'schema'
WORDS = 'evidence.jsonl'
BASE = 'failed'


def forge(record):
    node = record.find(status='failed')
    node['output_digest'] = '0' * 64
