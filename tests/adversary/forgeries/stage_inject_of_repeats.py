"""A fault planned for every repeat is injected in the transcript."""
TAG = 'stage'
WORDS = 'attention.bf16.b1h2s16d8.faulty_tile'
BASE = 'sums'


def forge(record):
    record.plan()['items'][record.item('attention', 'bf16')]['fault']['when'] = 'repeats'
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.injected_tile.', '.faulty_tile.')
