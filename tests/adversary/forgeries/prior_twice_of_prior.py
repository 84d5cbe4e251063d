"""A prior without its priors has two claims of one name about a prior."""
TAG = 'claim'
WORDS = 'prior/1.jsonl:'
BASE = 'chained'


def name_twice(prior):
    claim = prior.find(type='claim', name='prior.1.links')
    reduction = prior.node(claim['asserts'])
    twin = prior.place(prior.copy(reduction, value=7), after=reduction)
    prior.place(prior.copy(claim, asserts=twin.key, value=7, text='7'), after=claim)


def forge(record):
    record.edit_prior(1, name_twice)
