"""The manifest has a wrong hash for a checker."""
import re

TAG = ('manifest', 'files')
WORDS = 'code/verify.c'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: re.sub(rb'[0-9a-f]{64}  code/verify.c',
                                               b'0' * 64 + b'  code/verify.c', data)
