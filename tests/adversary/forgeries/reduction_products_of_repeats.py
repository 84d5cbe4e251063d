"""Products of repeats instead of segments."""
TAG = 'reduction'
WORDS = 'products'
BASE = 'forms_of_gemm'


def forge(record):
    item = record.point('soak', 8)
    record.reduction(item, 'products')['inputs'] = [node.key for node in record.repeats(item)]
