"""A share of one check is claimed as that of another."""
TAG = 'claim'
WORDS = 'seen_paper_1'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    twin = record.reduction(item, 'seen_any')
    claim = record.claim(item, 'seen_paper_1')
    claim.update(asserts=twin.key, value=twin['value'])
