"""A prior that is a folder with a file."""
import os

TAG = ('files', 'symlink', 'manifest')
WORDS = 'prior/1.jsonl'
BASE = 'linked'
SEES = 'folder'


def forge(record):
    def change(folder):
        place = os.path.join(folder, 'prior', '1.jsonl')
        os.remove(place)
        os.mkdir(place)
        with open(os.path.join(place, 'a'), 'wb') as stream:
            stream.write(b'a')
    record.edit_folder = change
