"""A point of operation of 0 minutes, with one segment."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'points'


def forge(record):
    item = record.point('bursts', 1)
    old = record.label(item) + '.'
    record.plan()['items'][item].update(point='full', minutes=0)
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace(old, old.replace('bursts_1min', 'full'))
