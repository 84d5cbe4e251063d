"""An empty line between two nodes."""
TAG = 'line'
WORDS = 'empty'
BASE = 'small'


def forge(record):
    def edit(data):
        at = data.rindex(b'\n', 0, -1)
        return data[:at] + b'\n' + data[at:]


    record.edit_evidence = edit
