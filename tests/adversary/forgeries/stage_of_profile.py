"""A stage of an item that is a profile, which has no output."""
TAG = 'stage'
WORDS = 'profile.l2.s4096'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'l2')
    last = record.all(kind='profile', item=item)[-1]
    acquire = record.find(kind='stage', stage='acquire', environment=last['environment'])
    record.place(record.copy(acquire, item=item), after=last)
