"""A prior without its priors has two claims of one link name."""
TAG = 'claim'
WORDS = 'prior/1.jsonl:'
BASE = 'chained'


def name_twice(prior):
    first, second = [claim for claim in prior.all(type='claim')
                     if claim['name'].startswith('link.') and claim['name'].endswith('.methods')
                     and claim['value'] is not None][:2]
    second['name'] = first['name']


def forge(record):
    record.edit_prior(1, name_twice)
