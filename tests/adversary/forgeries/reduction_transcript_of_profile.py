"""The transcript of a profile, which has no stages."""
TAG = 'reduction'
WORDS = 'transcript'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'l2')
    units = record.reduction(item, 'units')
    record.place(record.copy(units, function='transcript', value='accept'), after=units)
