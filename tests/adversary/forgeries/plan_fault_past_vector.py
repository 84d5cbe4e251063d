"""A planned fault past the end of a vector, in the missing part of its last row."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'sums'


def forge(record):
    place = {'row': 0, 'column': 1000}
    item = record.item('scatter_add', 'fixed')
    record.plan()['items'][item]['fault'].update(place, kind='element')
    record.find(stage='inject', item=item).update(place, fault='element')
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.injected_stale.', '.injected_element.')
