"""A revisit at the places of the record's own challenge."""
TAG = 'revisit'
WORDS = 'row'
BASE = 'linked'


def forge(record):
    witness = next(node for node in record.stages(0) if node['stage'] == 'witness')
    record.find(kind='revisit', item=0)['openings'] = witness['openings']
