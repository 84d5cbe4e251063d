"""Without its priors, a record has two claims of one link name."""
TAG = 'claim'
WORDS = 'evidence.jsonl:'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    first, second = [claim for claim in record.all(type='claim')
                     if claim['name'].startswith('link.') and claim['name'].endswith('.methods')
                     and claim['value'] is not None][:2]
    second['name'] = first['name']
