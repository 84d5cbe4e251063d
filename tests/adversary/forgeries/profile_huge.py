"""A latency of a profile is above the largest one."""
TAG = 'profile'
WORDS = 'profile.cores.s1000'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'cores')
    record.all(kind='profile', item=item)[0]['latencies'][3] = 1.5e9
    record.recompute()
