"""An integer beyond 2^53 that is not the shortest form of its double."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['facts'][2]['value'] = 1e17
    record.environment().spell(toolkit.replace(b'100000000000000000', b'100000000000000001'))
