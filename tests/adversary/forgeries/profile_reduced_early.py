"""Profiles are reduced before the last of them."""
TAG = 'profile'
WORDS = 'profile.l2.s4096'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'l2')
    repeats = record.all(kind='profile', item=item)
    reduction = record.reduction(item, 'units')
    reduction['inputs'] = [repeat.key for repeat in repeats[:-1]]
    record.move(reduction, before=repeats[-1])
