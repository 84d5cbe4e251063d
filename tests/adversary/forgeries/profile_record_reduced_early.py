"""The record is reduced before the last profile."""
TAG = 'profile'
WORDS = 'profile.cores.s64'
BASE = 'profiles'


def forge(record):
    last = record.all(kind='profile')[-1]
    record.move(record.find(type='reduction', function='flagged_repeats'), before=last)
