"""Without its priors, a record has an x. claim between those of links and those of the prior."""
TAG = 'claim'
WORDS = 'prior.1.links'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    record.add_own(before=record.find(type='claim', name='prior.1.links'))
