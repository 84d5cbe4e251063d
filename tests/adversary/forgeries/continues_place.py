"""A continuation whose planned fault begins at another place than in its prior."""
TAG = 'continues'
WORDS = 'item 11, '
BASE = 'linked'


def forge(record):
    inject = next(node for node in record.stages(11) if node['stage'] == 'inject')
    inject['column'] = record.plan()['items'][11]['fault']['column'] = 1
