"""No root and no manifest, but the first line is a plan."""
import os

import toolkit

TAG = ('files', 'order')
WORDS = 'invalid'
BASE = 'small'


def forge(record):
    def cut(folder):
        os.remove(os.path.join(folder, 'manifest.sha256'))
        toolkit.change_file(folder, 'evidence.jsonl',
                            lambda data: b''.join(data.splitlines(True)[1:9]))
    record.edit_folder = cut
