"""Two items with one label and different fault places, so that one can be chosen."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'forms_of_gemm'


def forge(record):
    item, number = record.item('gemm', 'fp16', m=4), len(record.plan()['items'])
    record.copy_item(item, number)
    twin = dict(record.plan()['items'][item])
    twin['fault'] = dict(twin['fault'], column=1)
    record.plan()['items'].append(twin)
    record.find(stage='inject', item=number)['column'] = 1
