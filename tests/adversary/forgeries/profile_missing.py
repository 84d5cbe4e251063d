"""The last repeat of a profile is missing."""
TAG = 'profile'
WORDS = 'profile.l2.s4096'
BASE = 'profiles'


def forge(record):
    record.remove(record.all(kind='profile', item=record.item('profile', 'l2'))[-1])
    record.recompute()
