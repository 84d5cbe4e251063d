"""A reduction of the record reads another node than the plan."""
TAG = 'edge'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.node(record.find(name='record.sessions')['asserts'])
    node['inputs'] = [record.environment().key]
