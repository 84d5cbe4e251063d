"""A profile is measured before its session."""
TAG = 'time'
WORDS = 'evidence.jsonl:'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'l2')
    first = record.all(kind='profile', item=item)[0]
    first['started_at'] = '5'
    record.recompute()
