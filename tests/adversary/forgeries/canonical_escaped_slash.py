"""A slash that is escaped, though it need not be."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.root()
    node.spell(toolkit.replace(b'code/verify.c', b'code\\/verify.c'))
