"""A profile at a point of operation."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'


def forge(record):
    item = record.item('profile', 'l2')
    record.rename_item(item, lambda entry: entry.update(point='cold'))
    record.give_point(item, record.all(kind='profile', item=item)[0])
