"""A fault that the plan asks for in every repeat is injected into the transcript alone."""
TAG = 'stage'
WORDS = 'attention.bf16.b1h2s16d8.faulty_tile'


def forge(record):
    record.plan()['items'][record.item('attention', 'bf16')]['fault']['when'] = 'repeats'
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.injected_tile.', '.faulty_tile.')
