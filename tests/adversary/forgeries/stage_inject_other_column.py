"""A fault injected in another column than planned."""
TAG = 'stage'
WORDS = 'fault'
BASE = 'forms_of_gemm'


def forge(record):
    record.find(stage='inject', fault='bit')['column'] = 1
