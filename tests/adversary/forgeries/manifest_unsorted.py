"""Manifest lines in another order."""
TAG = 'manifest'
WORDS = 'manifest.sha256'
BASE = 'small'


def forge(record):
    def edit(data):
        lines = data.split(b'\n')
        lines[1], lines[2] = lines[2], lines[1]
        return b'\n'.join(lines)


    record.edit_manifest = edit
