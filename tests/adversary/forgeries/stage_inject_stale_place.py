"""A stale output with a place."""
TAG = 'stage'
WORDS = 'fault'
BASE = 'profiles'


def forge(record):
    record.find(stage='inject', fault='stale')['row'] = 0
    record.find(stage='inject', fault='stale')['column'] = 1
