"""The honest residual is given as the faulty one."""
TAG = 'reduction'
WORDS = 'pair_faulty_residual'
BASE = 'trials'


def forge(record):
    item = record.trial('disagree')
    for node in (record.reduction(item, 'pair_faulty_residual'),
                 record.claim(item, 'pair_faulty_residual')):
        node['value'] = 0.0002
