"""An empty line between two nodes."""
TAG = 'line'
WORDS = 'empty'
BASE = 'small'


def forge(record):
    def edit(data):
        return data.replace(b'\n', b'\n\n', 1)


    record.edit_evidence = edit
