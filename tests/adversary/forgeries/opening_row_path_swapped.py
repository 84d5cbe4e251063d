"""The two paths of an opening are swapped."""
TAG = 'opening'
WORDS = 'opening'
BASE = 'small'


def forge(record):
    for opening in record.find(stage='witness', item=0)['openings']:
        opening['row_path'], opening['matrix_path'] = opening['matrix_path'], opening['row_path']
