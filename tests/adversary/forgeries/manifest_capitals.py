"""A manifest with capital hex digits."""
import re

TAG = 'manifest'
WORDS = 'manifest.sha256:2'
BASE = 'small'


def forge(record):
    record.edit_manifest = lambda data: re.sub(rb'[0-9a-f]{64}  ',
                                               lambda found: found.group().upper(), data)
