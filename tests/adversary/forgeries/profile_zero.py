"""A latency of a profile is 0."""
TAG = 'profile'
WORDS = 'profile.l2.s4096'
BASE = 'profiles'


def forge(record):
    record.all(kind='profile', item=record.item('profile', 'l2'))[1]['latencies'][3] = 0
    record.recompute()
