"""The facts of the witness are not in order."""
TAG = 'schema'
WORDS = 'blas'
BASE = 'forms'


def forge(record):
    record.environment()['witness']['facts'].reverse()
