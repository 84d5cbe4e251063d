"""A profile of an item that the plan does not have."""
TAG = 'profile'
WORDS = 'evidence.jsonl:'
BASE = 'profiles'


def forge(record):
    record.find(kind='profile')['item'] = 1000
