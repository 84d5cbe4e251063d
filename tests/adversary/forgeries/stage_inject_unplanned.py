"""An unplanned fault was injected, so that the record shows a caught fault."""
TAG = 'stage'
WORDS = 'attention.bf16.b1h2s16d8'
BASE = 'sums'


def forge(record):
    del record.plan()['items'][record.item('attention', 'bf16')]['fault']
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.injected_tile.', '.')
