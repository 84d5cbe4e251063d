"""The repeats of a profile change places."""
TAG = 'profile'
WORDS = 'profile.l2.s4096'
BASE = 'profiles'


def forge(record):
    first, second = record.all(kind='profile', item=record.item('profile', 'l2'))[:2]
    first['repeat'], second['repeat'] = 1, 0
