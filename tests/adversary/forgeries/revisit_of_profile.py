"""A revisit of an item that is a profile."""
TAG = 'revisit'
WORDS = 'evidence.jsonl:'
BASE = 'recalled'


def forge(record):
    item = record.item('profile', 'l2')
    last = record.all(kind='profile', item=item)[-1]
    revisit = record.find(kind='revisit')
    record.place(record.copy(revisit, item=item), after=max(revisit, last,
                                                            key=record.nodes.index))
