"""Two keys in another order."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment().spell(toolkit.replace(b'"backend":"none","device":"first device"',
                                               b'"device":"first device","backend":"none"'))
