"""A calibration of an item that is not in the plan."""
TAG = ('calibration', 'schema')
WORDS = 'item'
BASE = 'small'


def forge(record):
    calibration = record.find(kind='calibration')
    record.place(record.copy(calibration, item=2), after=calibration)
