"""A point of an item whose order of additions is left to chance."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'


def forge(record):
    item = record.item('scatter_add', 'atomic')
    record.rename_item(item, lambda entry: entry.update(point='cold'))
    record.give_point(item, record.repeats(item)[0])
