"""A repeat of a profile has fewer units."""
TAG = 'profile'
WORDS = 'profile.l2.s4096'
BASE = 'profiles'


def forge(record):
    record.all(kind='profile', item=record.item('profile', 'l2'))[1]['latencies'].pop()
    record.recompute()
