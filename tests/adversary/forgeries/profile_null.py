"""A latency of a profile is null."""
TAG = 'schema'
WORDS = 'latencies'
BASE = 'profiles'


def forge(record):
    record.all(kind='profile', item=record.item('profile', 'l2'))[1]['latencies'][3] = None
