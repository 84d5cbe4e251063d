"""A point of operation of more than 1440 minutes."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'][0].update(point='soak', minutes=1441)
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('m4n12k8.', 'm4n12k8.soak_1441min.')
