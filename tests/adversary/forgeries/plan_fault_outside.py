"""A planned fault outside the output, which can never be caught."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'sums'


def forge(record):
    record.plan()['items'][record.item('attention', 'bf16')]['fault']['column'] = 8
    record.find(stage='inject', fault='tile')['column'] = 8
