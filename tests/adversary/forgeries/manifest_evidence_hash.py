"""The manifest has a wrong hash for the evidence."""
import re

TAG = 'manifest'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: re.sub(rb'[0-9a-f]{64}  evidence',
                                               b'0' * 64 + b'  evidence', data)
