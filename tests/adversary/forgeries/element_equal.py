"""A wrong element with the expected value."""
TAG = 'element'
WORDS = 'equal'


def forge(record):
    stage = record.find(stage='witness', item=record.item('gemm', 'fp16', m=4))

    stage['element']['expected'] = stage['element']['found']
