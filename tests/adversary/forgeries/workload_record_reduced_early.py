"""The record is reduced before its last repeat."""
TAG = 'workload'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.node(record.find(name='record.sessions')['asserts'])
    record.move(node, before=record.repeats(1)[-1])
