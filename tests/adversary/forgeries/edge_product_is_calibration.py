"""An acquired product that is a calibration."""
TAG = 'edge'
WORDS = 'product'
BASE = 'small'


def forge(record):
    record.find(stage='acquire', item=0)['product'] = record.find(kind='calibration').key
