"""A digest in capitals."""
TAG = 'schema'
WORDS = 'output_digest'
BASE = 'small'


def forge(record):
    node = record.repeats(1)[1]
    node['output_digest'] = node['output_digest'].upper()
