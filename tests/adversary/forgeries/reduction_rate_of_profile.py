"""A rate of a profile."""
TAG = 'reduction'
WORDS = 'median_rate'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'l2')
    reduction = record.copy(record.reduction(item, 'units'), function='median_rate')
    record.place(reduction, before=record.all(type='claim')[0])
