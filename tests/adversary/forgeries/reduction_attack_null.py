"""A number that an attack did not measure."""
TAG = 'reduction'
WORDS = 'attack_derived'
BASE = 'trials'


def forge(record):
    item = record.trial('null_space')
    for node in (record.reduction(item, 'attack_derived'), record.claim(item, 'attack_derived')):
        node['value'] = 1000000
        del node['reason']
