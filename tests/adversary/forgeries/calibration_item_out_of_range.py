"""A calibration of an item that the plan does not have."""
TAG = ('calibration', 'schema')
WORDS = 'item'
BASE = 'small'


def forge(record):
    calibration = record.find(kind='calibration')
    record.place(record.copy(calibration, item=2), after=calibration)
