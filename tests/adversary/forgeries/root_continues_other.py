"""A root that continues another record than the plan."""
TAG = 'root'
WORDS = 'continues'
BASE = 'continued'


def forge(record):
    record.root()['continues'][0] = '0' * 64
