"""Two items with one label, so that the better one can be chosen."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.copy_item(1, 2)
    record.plan()['items'].append(dict(record.plan()['items'][1]))
    for repeat in record.repeats(2):
        repeat['started_at'] = str(int(repeat['started_at']) + 10 ** 9)
    record.recompute()
