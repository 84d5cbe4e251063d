"""A fault injected that the plan does not ask for, to look caught."""
TAG = 'stage'
WORDS = 'attention.bf16.b1h2s16d8'


def forge(record):
    del record.plan()['items'][record.item('attention', 'bf16')]['fault']
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.injected_tile.', '.')
