"""A fault injected after the repair."""
TAG = ('stage',)
WORDS = 'evidence.jsonl'
BASE = 'sums'


def forge(record):
    item = record.item('attention', 'bf16')
    stages = record.stages(item)
    inject = record.copy(stages[1], index=5, previous=stages[4].key,
                         output_digest=stages[4]['output_digest'])
    record.place(inject, after=stages[4])
    stages[5].update(index=6, previous=inject.key)
    stages[6]['index'] = 7
