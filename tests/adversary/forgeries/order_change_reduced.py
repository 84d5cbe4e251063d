"""A change is reduced before the last observation."""
TAG = ('order', 'profile')
WORDS = 'profile.cores.s64'


def forge(record):
    last = record.all(kind='profile')[-1]
    record.move(record.find(type='reduction', function='rate_change'), before=last)
