"""An interrupted run with a manifest that is a link to nothing."""
import os

TAG = 'symlink'
WORDS = 'manifest.sha256'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.nodes = record.nodes[:8]

    def edit(folder):
        place = os.path.join(folder, 'manifest.sha256')
        os.remove(place)
        os.symlink(folder + '.absent', place)
    record.edit_folder = edit
