"""An item with a point has no repeat behind its segments."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'forms'


def forge(record):
    item = record.point('bursts', 2)
    first, last = record.repeats(item)
    record.plan()['items'][item]['repeats'] = 1
    for node in record.all(type='reduction'):
        if last.key in node['inputs']:
            node['inputs'] = [key for key in node['inputs'] if key != last.key]
    record.stages(item)[0]['product'] = first.key
    record.remove(last)
    record.recompute()
