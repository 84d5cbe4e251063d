"""An item at a point of operation names the tolerance of another one."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'judged'


def forge(record):
    item = record.point('soak', None)
    record.plan()['items'][item]['tolerance_of'] = 'fp16'
