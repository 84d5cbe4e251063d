"""Minutes of no point of operation."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'][0]['minutes'] = 8
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('m4n12k8.', 'm4n12k8_8min.')
