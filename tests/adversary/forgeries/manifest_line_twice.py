"""A manifest line occurs twice."""
TAG = 'manifest'
WORDS = 'manifest.sha256'
BASE = 'small'


def forge(record):
    def edit(data):
        lines = data.split(b'\n')
        return b'\n'.join(lines[:2] + lines[1:])


    record.edit_manifest = edit
