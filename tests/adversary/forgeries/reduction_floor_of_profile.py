"""The floor of a profile, which has no calibration."""
TAG = 'reduction'
WORDS = 'floor'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'l2')
    units = record.reduction(item, 'units')
    record.place(record.copy(units, function='floor', value=0), after=units)
