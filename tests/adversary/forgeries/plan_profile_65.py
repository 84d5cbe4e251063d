"""A profile of 65 repeats, and all that follows from it."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'cores', steps=64)
    record.plan()['items'][item]['repeats'] = 65
    last = record.all(kind='profile', item=item)[-1]
    assert last['status'] == 'failed'
    added = []
    for repeat in range(last['repeat'] + 1, 65):
        last = record.place(record.copy(last, repeat=repeat), after=last)
        added.append(last.key)
    for quantity in ('units', 'latency', 'spread', 'within', 'discriminating', 'key'):
        record.reduction(item, quantity)['inputs'] += added
