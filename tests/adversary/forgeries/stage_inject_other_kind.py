"""A fault of another kind than planned, one that is easier to detect."""
TAG = 'stage'
WORDS = 'fault'
BASE = 'forms_of_gemm'


def forge(record):
    record.find(stage='inject', fault='bit')['fault'] = 'row'
