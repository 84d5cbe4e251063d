"""The reason of a calibration with a null element is a number."""
TAG = 'null'
WORDS = 'reason'
BASE = 'small'


def forge(record):
    calibration = record.find(kind='calibration', status='ok')
    calibration['difference_max'][3] = None
    calibration['reason'] = 7
