"""The tolerance of fp8_fast is three floors, although its floor is not calibrated."""
TAG = 'reduction'
WORDS = 'tolerance'
BASE = 'faults'


def forge(record):
    item = record.item('gemm', 'fp8_fast')
    record.reduction(item, 'tolerance')['value'] = 3 * record.reduction(item, 'floor')['value']
