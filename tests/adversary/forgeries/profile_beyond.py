"""A profile has more repeats than the plan."""
TAG = 'profile'
WORDS = 'profile.cores.s64'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'cores', steps=64)
    last = record.all(kind='profile', item=item)[-1]
    record.place(record.copy(last, repeat=2), after=last)
    record.recompute()
