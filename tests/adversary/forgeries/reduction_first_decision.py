"""The transcript is reduced to its first decision."""
TAG = 'reduction'
WORDS = 'transcript'
BASE = 'sums'


def forge(record):
    item = record.item('attention', 'bf16')
    first = next(stage for stage in record.stages(item) if stage['stage'] == 'decide')
    record.reduction(item, 'transcript')['inputs'] = [first.key]
