"""A calibration of an item that is a profile."""
TAG = 'calibration'
WORDS = 'profile.l2.s4096'


def forge(record):
    item = record.item('profile', 'l2')
    last = record.all(kind='profile', item=item)[-1]
    calibration = record.find(kind='calibration', environment=last['environment'])
    record.place(record.copy(calibration, item=item), after=last)
