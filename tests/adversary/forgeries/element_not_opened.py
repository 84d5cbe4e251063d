"""A wrong element with another value than the opened bytes."""
TAG = 'element'
WORDS = 'opened'


def forge(record):
    stage = record.find(stage='witness', item=record.item('gemm', 'fp16', m=4))

    stage['element']['found'] = 'ffff' if stage['element']['found'] != 'ffff' else '1111'
