"""An observation between the environment and the plan."""
TAG = 'order'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    extra = record.copy(record.environment(), device='second device')
    record.place(extra, before=record.plan())
    record.repeats(0)[0]['environment'] = extra.key
