"""More products than the segments have."""
TAG = 'reduction'
WORDS = 'products'
BASE = 'forms_of_gemm'


def forge(record):
    reduction = record.reduction(record.point('soak', 8), 'products')
    reduction['value'] += 1
