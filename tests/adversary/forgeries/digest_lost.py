"""A divergence from repeat 0, which failed and has no output."""
TAG = 'digest'
WORDS = 'evidence.jsonl'
BASE = 'sums'


def forge(record):
    item = record.item('reduction', 'deterministic')
    repeat = record.repeats(item)[1]
    repeat['divergence'] = 0.25
    del repeat['reason']
